//! What the rewrite of a pattern does.

use super::{
    Replaced, Replacement, Run, Stopped, no_function, unknown::may_have_effects, unsupported,
};
use crate::back::{
    graph::{
        pattern::{Node, NodeId, Operation, Statement},
        statements,
    },
    verify::{
        attributes::Attr,
        functions, library,
        types::{self, Made},
    },
};
use crate::mlir::ffi::known_operations::{DialectLoading, Facts};
use pdll_verify::value::Value;
use rustc_hash::FxHashMap;

impl Run<'_, '_, '_> {
    pub(super) fn rewrite(&mut self) -> Result<(), Stopped> {
        let pattern = self.subject.pattern;
        let replaced = statements::replaced(pattern);
        for statement in statements::ordered_statements(pattern) {
            match statement {
                Statement::Define(node) => self.define(*node, &replaced)?,
                Statement::Call(call) => {
                    if !library::rewrite(self, call)? {
                        let name = self.subject.pool.text(call.name);
                        return Err(unsupported(&no_function("rewrite", name)));
                    }
                }
                Statement::ReplaceByOperation { operation, by } => {
                    let values = self.results_of(*by);
                    let by: Vec<_> = (0..values.len())
                        .map(|index| Replaced::Result(*by, index))
                        .collect();
                    self.replace(*operation, &values, &by)?;
                }
                Statement::ReplaceByValues { operation, by } => {
                    let values = self.values_of(by)?;
                    let by: Vec<_> = by.iter().copied().map(Replaced::Node).collect();
                    self.replace(*operation, &values, &by)?;
                }
                Statement::Erase(operation) => {
                    self.remove(*operation)?;
                }
                Statement::Insert(..) => return Err(unsupported("it moves operations")),
            }
        }
        Ok(())
    }

    fn define(&mut self, id: NodeId, replaced: &FxHashMap<NodeId, NodeId>) -> Result<(), Stopped> {
        match &self.subject.pattern.nodes[id] {
            node if functions::is_returned(self.subject.pool, node) => {}
            Node::Attribute {
                value: Some(value), ..
            } => {
                let attribute = self.subject.attribute_constant(*value);
                self.attributes[id.index()] = Some(Attr::Known(attribute));
            }
            Node::Type { value: Some(value) } => {
                self.types.types[id.index()] = self.subject.type_constant(*value);
            }
            Node::Operation(operation) => {
                self.create(id, operation, replaced.get(&id).copied())?;
                let undefined = self.operation(id, operation, false)?;
                self.target_undefined.push(undefined);
            }
            Node::Result { .. } | Node::Results(_) => {}
            _ => return Err(unsupported(types::RANGES)),
        }
        Ok(())
    }

    /// Finds the result types of an operation that is created, and has MLIR verify it.
    fn create(
        &mut self,
        id: NodeId,
        operation: &Operation,
        replaces: Option<NodeId>,
    ) -> Result<(), Stopped> {
        let name = self.subject.name(operation)?;
        let operands: Option<Vec<_>> = operation
            .operands
            .entries
            .iter()
            .map(|operand| self.types.types[operand.index()])
            .collect();
        let operands = operands.ok_or_else(|| unsupported(types::RANGES_OF_VALUES))?;
        let stated: Option<Vec<_>> = operation
            .results
            .entries
            .iter()
            .map(|entry| self.types.types[entry.index()])
            .collect();
        let stated = stated.ok_or_else(|| unsupported("a type of it is not known"))?;
        let mut of_attributes = self.types.types.clone();
        for (_, node) in &operation.attributes {
            of_attributes[node.index()] = match self.attributes[node.index()] {
                Some(Attr::Number { ty, .. }) => Some(ty),
                _ => None,
            };
        }
        let mut made = Made {
            subject: self.subject,
            name,
            operands: &operands,
            attributes: &operation.attributes,
            types: &of_attributes,
        };
        let known = Facts::find(self.subject.context, name, DialectLoading::OnDemand);
        let is_registered = known.registered().is_some();
        let types = if !stated.is_empty() {
            made.make(Some(&stated))
        } else {
            match (made.make(None), replaces) {
                (Ok(types), _) => Ok(types),
                (Err(_), Some(root)) => made.make(Some(&self.types.results[root.index()])),
                // Nothing infers the results of an operation that no dialect defines.
                (Err(_), None) if !is_registered => made.make(Some(&[])),
                (Err(reason), None) => Err(reason),
            }
        };
        self.types.results[id.index()] = types.map_err(Stopped::Invalid)?;
        Ok(())
    }

    /// Notes that an operation is replaced or erased, which must not have effects.
    fn remove(&mut self, id: NodeId) -> Result<(), Stopped> {
        if self.defined.is_some() {
            // The operation that is defined is not there.
            return Ok(());
        }
        self.removed.insert(id);
        if self.effectless.contains(&id) {
            return Ok(());
        }
        let operation = self.subject.pattern.nodes.operation(id);
        Err(may_have_effects(self.subject.name(operation)?))
    }

    fn replace(
        &mut self,
        operation: NodeId,
        values: &[Value],
        by: &[Replaced],
    ) -> Result<(), Stopped> {
        if let Some(defined) = &mut self.defined {
            *defined = values.to_vec();
            return Ok(());
        }
        self.remove(operation)?;
        let before = self.results_of(operation);
        if before.len() != values.len() {
            return Err(unsupported("what it replaces has other results"));
        }
        let nodes = &self.subject.pattern.nodes;
        let results: Vec<_> = nodes
            .matched()
            .chain(nodes.in_rewrite())
            .filter_map(|(node, _)| {
                let (owner, index) = self.subject.result(node)?;
                (owner == operation).then_some((index, node))
            })
            .collect();
        for (index, (old, new)) in before.iter().zip(values).enumerate() {
            let mut asked = results.iter().filter(|(which, _)| *which == index);
            let is_unused = asked.find_map(|(_, node)| self.unused.get(node).copied());
            let ty = self.types.results[operation.index()][index];
            let (old, new) = (self.compared(ty, *old)?, self.compared(ty, *new)?);
            let ty = self.known(ty);
            // What nobody looks at may be anything, as poison may.
            let is_poison = match is_unused {
                Some(is_unused) => self.terms.or(old.is_poison, is_unused),
                None => old.is_poison,
            };
            self.results.push((ty, Value { is_poison, ..old }, new));
            self.replaced.push(Replacement {
                old: Replaced::Result(operation, index),
                new: by[index],
                is_unused,
            });
        }
        Ok(())
    }

    fn results_of(&self, operation: NodeId) -> Vec<Value> {
        self.outcomes.get(&operation).cloned().unwrap_or_default()
    }
}
