//! The rewrite section of a pattern as PDLL.
//!
//! An operation or call that is used once stands where it is used, if everything is
//! still evaluated in the same order.

use super::{
    pdll_names,
    printer::{Place, Printer, Unsayable, list},
};
use crate::front::hir::{NodeId, NodeKind, Replacement};

impl Printer<'_, '_, '_> {
    /// Prints the rewrite section as one statement.
    pub(super) fn rewrite_section(&mut self) -> Result<(), Unsayable> {
        let before = self.statements.len();
        let form = self.form;
        let mut waiting = Vec::new();
        let effects = form
            .ids()
            .skip(form.rewrite_start)
            .filter(|node| is_effect(form.kind(*node)) && !form.is_dropped(*node));
        for node in effects {
            let inputs = self.waiting_inputs(node, &waiting);
            if waiting.ends_with(&inputs) {
                waiting.truncate(waiting.len() - inputs.len());
            } else {
                self.define_all(&mut waiting);
            }
            let expression = self.effect(node)?;
            if self.is_used_in_place(node) {
                self.known[node.index()].inlined = Some(expression);
                waiting.push(node);
            } else {
                self.define_all(&mut waiting);
                self.effect_statement(node, expression);
            }
        }
        self.define_all(&mut waiting);
        let statements = self.statements.split_off(before);
        let rewrite = self.rewrite_statement(statements);
        self.statements.extend(rewrite);
        Ok(())
    }

    /// The statement that is the rewrite section.
    fn rewrite_statement(&mut self, statements: Vec<String>) -> Vec<String> {
        let form = self.form;
        let is_simple = matches!(
            form.nodes.iter().skip(form.rewrite_start).map(|node| &node.kind).find(|kind| {
                matches!(kind, NodeKind::Erase { .. } | NodeKind::Replace { .. })
            }),
            Some(NodeKind::Erase { operation } | NodeKind::Replace { operation, .. })
                if *operation == form.root
        );
        if statements.len() == 1 && is_simple {
            return statements;
        }
        let root = self.name(form.root);
        let statements = statements.concat();
        vec![format!("rewrite {root} with {{\n{statements}}};\n")]
    }

    /// What stands at the place of its use and has not been printed yet, among what
    /// `node` uses, in the order in which it is evaluated there.
    fn waiting_inputs(&self, node: NodeId, waiting: &[NodeId]) -> Vec<NodeId> {
        let mut inputs = Vec::new();
        for input in self.form.kind(node).inputs() {
            self.collect_waiting(input, waiting, &mut inputs);
        }
        inputs
    }

    fn collect_waiting(&self, node: NodeId, waiting: &[NodeId], found: &mut Vec<NodeId>) {
        if let NodeKind::Range { elements, .. } = self.form.kind(node) {
            for element in elements {
                self.collect_waiting(*element, waiting, found);
            }
            return;
        }
        let whole = self.form.part_of(node).unwrap_or(node);
        if waiting.contains(&whole) {
            found.push(whole);
        }
    }

    /// Gives names to what waits for its use.
    fn define_all(&mut self, waiting: &mut Vec<NodeId>) {
        for node in waiting.drain(..) {
            let inlined = self.known[node.index()].inlined.take();
            let expression = inlined.expect("it waits for its use");
            self.define(node, expression);
        }
    }

    fn define(&mut self, node: NodeId, expression: String) {
        if let (NodeKind::Call(call), Some(result)) =
            (self.form.kind(node), self.form.result_of(node))
        {
            let name = self.form.nodes[result.index()].name.clone();
            let name = name.or_else(|| self.variable_for_result_of(&call.function));
            self.suggest(node, name);
        }
        self.let_statement(node, "", expression);
    }

    /// The name of a variable for what a function returns.
    fn variable_for_result_of(&self, function: &str) -> Option<smol_str::SmolStr> {
        let is_made = function.starts_with("create ");
        is_made.then(|| pdll_names::of_operation(function).into())
    }

    fn effect(&mut self, node: NodeId) -> Result<String, Unsayable> {
        Ok(match self.form.kind(node) {
            NodeKind::Operation(_) => self.operation(node)?,
            NodeKind::Call(call) => self.call(call)?,
            NodeKind::Erase { operation } => {
                format!("erase {}", self.expression(*operation, Place::Converted)?)
            }
            NodeKind::Replace { operation, with } => {
                let operation = self.expression(*operation, Place::Converted)?;
                let with = match with {
                    Replacement::Operation(with) => self.expression(*with, Place::Converted)?,
                    Replacement::Values(values) => self.replacements(values)?,
                };
                format!("replace {operation} with {with}")
            }
            _ => unreachable!("it has no effect"),
        })
    }

    fn replacements(&mut self, values: &[NodeId]) -> Result<String, Unsayable> {
        if let [value] = values {
            return self.expression(*value, Place::Exact);
        }
        let values: Result<Vec<_>, _> = values
            .iter()
            .map(|value| self.expression(*value, Place::Converted))
            .collect();
        Ok(list("(", &values?, ")"))
    }

    /// Whether an operation or call stands where its value is used.
    fn is_used_in_place(&self, node: NodeId) -> bool {
        let has_one_value = match self.form.kind(node) {
            NodeKind::Operation(_) => true,
            NodeKind::Call(call) => call.results.len() == 1,
            _ => false,
        };
        let result = self.form.result_of(node);
        let is_named =
            self.has_own_name(node) || result.is_some_and(|result| self.has_own_name(result));
        has_one_value && !is_named && self.form.mentions(node) == 1 && !self.form.is_in_tuple(node)
    }

    fn effect_statement(&mut self, node: NodeId, expression: String) {
        let has_value = matches!(
            self.form.kind(node),
            NodeKind::Operation(_) | NodeKind::Call(_)
        );
        if has_value && self.form.mentions(node) > 0 {
            return self.define(node, expression);
        }
        self.statements.push(format!("{expression};\n"));
    }
}

/// Whether a node of the rewrite section does something.
fn is_effect(kind: &NodeKind) -> bool {
    matches!(
        kind,
        NodeKind::Operation(_)
            | NodeKind::Call(_)
            | NodeKind::Erase { .. }
            | NodeKind::Replace { .. }
    )
}
