//! A pattern as PDLL: what its sections share.

use super::{
    form::Form,
    functions::{Callee, FirstCall, Functions},
    literals,
    pdll_names::{self, Names},
};
use crate::{
    front::hir::{Call, CallKind, NodeId, NodeKind, Type},
    front::ods::{self, Arity},
};
use smol_str::SmolStr;

/// Prints a pattern.
pub(super) struct Printer<'p, 'f, 'a> {
    pub(super) form: &'p Form<'f>,
    pub(super) functions: &'p mut Functions<'a>,
    /// The names of the file.
    pub(super) globals: &'p mut Names,
    /// The names of this pattern.
    pub(super) locals: Names,
    pub(super) rule: Option<&'p str>,
    /// What is known about each node of the form.
    pub(super) known: Vec<Known>,
    /// With their line breaks.
    pub(super) statements: Vec<String>,
}

/// What a printer knows about a node.
#[derive(Debug, Default, Clone)]
pub(super) struct Known {
    /// The name of its variable.
    given: Option<SmolStr>,
    /// The name that the definitions suggest.
    pub(super) hint: Option<SmolStr>,
    /// Whether its variable is defined already.
    pub(super) is_defined: bool,
    /// The constraints that stand in the list of its variable.
    pub(super) checks: Vec<SmolStr>,
    /// The expression, which is printed where it is used.
    pub(super) inlined: Option<String>,
}

/// Pieces with commas between them, in brackets. The formatter breaks them into lines.
pub(super) fn list(open: &str, pieces: &[String], close: &str) -> String {
    [open, &pieces.join(", "), close].concat()
}

/// Why PDLL cannot say something.
pub(super) type Unsayable = String;

/// Whether an operation may stand for its results.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// It may.
    Converted,
    /// It may not: the place is an element of a tuple.
    Exact,
}

impl Printer<'_, '_, '_> {
    /// The name of a node, which gets one now if it has none.
    pub(super) fn name(&mut self, node: NodeId) -> SmolStr {
        if let Some(name) = &self.known[node.index()].given {
            return name.clone();
        }
        let wanted = self.wanted_name(node);
        let wanted = wanted.unwrap_or_else(|| self.fallback_name(node).into());
        let name = self.locals.take_beside(self.globals, &wanted);
        self.known[node.index()].given = Some(name.clone());
        name
    }

    /// The name that the rule or the definitions have for exactly this node.
    fn wanted_name(&self, node: NodeId) -> Option<SmolStr> {
        let own = self.form.nodes[node.index()].name.as_ref();
        own.or(self.known[node.index()].hint.as_ref()).cloned()
    }

    /// Suggests a name in place of an earlier one.
    pub(super) fn suggest(&mut self, node: NodeId, name: Option<SmolStr>) {
        let hint = &mut self.known[node.index()].hint;
        *hint = name.or(hint.take());
    }

    fn fallback_name(&self, node: NodeId) -> String {
        let form = self.form;
        if let Some(operation) = form.operation(node) {
            let name = operation.name.as_deref().unwrap_or("operation");
            return match node == form.root {
                true => "root".to_owned(),
                false => pdll_names::of_operation(name),
            };
        }
        let ty = match form.kind(node) {
            NodeKind::Call(call) => call.results.first().copied(),
            kind => kind.ty(),
        };
        let name = match ty {
            Some(Type::Attribute) => "attribute",
            Some(Type::Operation) => "operation",
            Some(Type::Type) => "resultType",
            Some(Type::TypeRange) => "resultTypes",
            Some(Type::ValueRange) => "values",
            Some(Type::Region) => "region",
            Some(Type::Block) => "block",
            Some(Type::Place) => "place",
            Some(Type::Value) | None => "value",
        };
        name.to_owned()
    }

    /// Whether a node has a name in the rule.
    pub(super) fn has_own_name(&self, node: NodeId) -> bool {
        self.form.nodes[node.index()].name.is_some()
    }

    /// The expression for a value, attribute, type or operation.
    pub(super) fn expression(&mut self, node: NodeId, place: Place) -> Result<String, Unsayable> {
        let form = self.form;
        Ok(match form.kind(node) {
            NodeKind::Operand { .. }
            | NodeKind::Operands { .. }
            | NodeKind::Type
            | NodeKind::Types
            | NodeKind::Attribute { .. } => self.variable(node)?,
            NodeKind::AttributeLiteral(literal) => {
                literals::attribute(form.texts.attribute(*literal))
            }
            NodeKind::TypeLiteral(literal) => literals::ty(form.texts.ty(*literal)),
            NodeKind::UnitAttribute => "attr<\"unit\">".to_owned(),
            NodeKind::Disjunction(_) => return Err("it calls predicates in `or`".to_owned()),
            NodeKind::Operation(_) | NodeKind::Call(_) => self.whole(node)?,
            NodeKind::Region { .. }
            | NodeKind::Block { .. }
            | NodeKind::Argument { .. }
            | NodeKind::Arguments { .. }
            | NodeKind::Place
            | NodeKind::Insert { .. }
            | NodeKind::NewRegion
            | NodeKind::NewBlock { .. } => return Err("it has regions".to_owned()),
            NodeKind::Result { operation, index } => {
                self.check_result(*operation)?;
                let base = self.expression(*operation, Place::Converted)?;
                if place == Place::Converted && form.has_one_result(*operation) {
                    return Ok(base);
                }
                let member = self.member(*operation, *index);
                format!("{base}.{member}")
            }
            NodeKind::Results { operation } => {
                let base = self.expression(*operation, Place::Converted)?;
                match place {
                    Place::Converted => base,
                    Place::Exact => base + ".results",
                }
            }
            NodeKind::ResultGroup {
                operation,
                index,
                is_range,
                ..
            } => {
                let (operation, index) = (*operation, *index);
                self.check_group(operation, index, *is_range)?;
                let base = self.expression(operation, Place::Converted)?;
                let member = self.member(operation, index);
                format!("{base}.{member}")
            }
            NodeKind::CallResult { .. } if self.known[node.index()].is_defined => {
                self.name(node).to_string()
            }
            NodeKind::CallResult { call, index, .. } => {
                let base = self.whole(*call)?;
                match self.form.kind(*call) {
                    NodeKind::Call(call) if call.results.len() > 1 => format!("{base}.{index}"),
                    _ => base,
                }
            }
            NodeKind::Range { elements, .. } => {
                let elements: Result<Vec<_>, _> = elements
                    .iter()
                    .map(|element| self.expression(*element, Place::Exact))
                    .collect();
                list("(", &elements?, ")")
            }
            NodeKind::Erase { .. } | NodeKind::Replace { .. } => {
                unreachable!("statements have no value")
            }
        })
    }

    /// An operation or a call: by its name, or as it is.
    fn whole(&mut self, node: NodeId) -> Result<String, Unsayable> {
        let known = &mut self.known[node.index()];
        if known.is_defined {
            return Ok(self.name(node).to_string());
        }
        if let Some(inlined) = known.inlined.take() {
            return Ok(inlined);
        }
        match self.form.kind(node) {
            NodeKind::Operation(_) => self.operation(node),
            _ => Err("it uses the result of a call before the call".to_owned()),
        }
    }

    /// The name of a group of results, or its index.
    fn member(&self, operation: NodeId, index: u32) -> String {
        let definition = self.definition(operation);
        let group = definition.and_then(|known| known.results.get(index as usize));
        match group {
            Some(group) if !group.name.is_empty() => group.name.to_string(),
            _ => index.to_string(),
        }
    }

    /// The definition of an operation of the pattern, or of one that a function creates.
    fn definition(&self, operation: NodeId) -> Option<&ods::Operation> {
        let form = self.form;
        form.definition(operation).or_else(|| {
            let NodeKind::CallResult { call, .. } = form.kind(operation) else {
                return None;
            };
            match form.kind(*call) {
                NodeKind::Call(call) => self.functions.created(&call.function),
                _ => None,
            }
        })
    }

    /// Whether PDLL has an expression for a result by its index. With a definition, a
    /// member of an operation is a group.
    fn check_result(&self, operation: NodeId) -> Result<(), Unsayable> {
        let definition = self.form.definition(operation);
        let has_ranges = |known: &&ods::Operation| {
            let mut groups = known.results.iter();
            groups.any(|group| group.arity != Arity::Single)
        };
        match definition.filter(has_ranges) {
            None => Ok(()),
            Some(known) => Err(format!(
                "it uses one result of `{}`, which may have any number of them",
                known.name
            )),
        }
    }

    fn check_group(&self, operation: NodeId, index: u32, is_range: bool) -> Result<(), Unsayable> {
        let Some(definition) = self.definition(operation) else {
            return Ok(());
        };
        let group = &definition.results[index as usize];
        if is_range == (group.arity == Arity::Variadic) {
            return Ok(());
        }
        let (group, name) = (&group.name, &definition.name);
        Err(format!(
            "it uses the result `{group}` of `{name}`, which may be missing"
        ))
    }

    /// The call of a function with its arguments.
    pub(super) fn call(&mut self, call: &Call) -> Result<String, Unsayable> {
        let callee = self.callee(call)?;
        let word = match call.kind {
            CallKind::NegatedConstraint => "not ",
            CallKind::Constraint | CallKind::Rewrite => "",
        };
        let arguments: Result<_, _> = call
            .arguments
            .iter()
            .map(|argument| self.expression(*argument, Place::Converted))
            .collect();
        let arguments: Vec<_> = arguments?;
        Ok(format!(
            "{word}{}{}",
            callee.name,
            list("(", &arguments, ")")
        ))
    }

    pub(super) fn callee(&mut self, call: &Call) -> Result<Callee, Unsayable> {
        let arguments = call.arguments.iter();
        let first = FirstCall {
            rule: self.rule,
            arguments: arguments.map(|node| self.known_name(*node)).collect(),
        };
        let is_constraint = call.kind != CallKind::Rewrite;
        let callee = self
            .functions
            .callee(is_constraint, &call.function, &first, self.globals);
        let callee = callee.ok_or_else(|| format!("it calls `{}`", call.function))?;
        self.locals.reserve(callee.name.clone());
        Ok(callee)
    }

    /// The name that the rule or the definitions have for a node.
    fn known_name(&self, node: NodeId) -> Option<SmolStr> {
        let whole = self.form.part_of(node).unwrap_or(node);
        self.wanted_name(node).or_else(|| self.wanted_name(whole))
    }
}
