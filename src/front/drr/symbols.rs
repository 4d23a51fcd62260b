//! The names of a rule, and what each stands for.
//!
//! `$x__1` is the declared result with index 1 of what `$x` names.

use super::{Analysis, snippet::Snippet};
use crate::{
    hir::{self, NodeId},
    ods::{self, Arity},
};
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// What a name stands for.
#[derive(Debug, Clone)]
pub(super) enum Symbol<'a> {
    /// A group of operands, or one value of it.
    Operand(Operand),
    /// An attribute.
    Attribute(Attribute),
    /// An attribute that the operation need not have.
    Optional(Optional),
    /// A property that is no attribute.
    Property(Property),
    /// An operation, and so its results.
    Operation(Operation<'a>),
    /// Values in a row.
    Values(Vec<NodeId>),
}

#[derive(Debug, Clone)]
pub(super) struct Operand {
    pub(super) node: NodeId,
    pub(super) arity: Arity,
    /// The type of a single operand, if the pattern names it.
    pub(super) ty: Option<NodeId>,
}

#[derive(Debug, Clone)]
pub(super) struct Attribute {
    pub(super) node: NodeId,
    /// The C++ class that stores it.
    pub(super) class: String,
}

#[derive(Debug, Clone)]
pub(super) struct Optional {
    /// The operation that may have it.
    pub(super) operation: NodeId,
    pub(super) name: SmolStr,
    /// The C++ class that stores it.
    pub(super) class: String,
}

#[derive(Debug, Clone)]
pub(super) struct Property {
    /// The operation that has it.
    pub(super) operation: NodeId,
    pub(super) name: SmolStr,
    /// The method that returns it.
    pub(super) getter: String,
    /// The C++ class of the operation.
    pub(super) class: String,
}

#[derive(Debug, Clone)]
pub(super) struct Operation<'a> {
    pub(super) node: NodeId,
    pub(super) definition: &'a ods::Operation,
    /// The types of its result groups, if the pattern names them.
    pub(super) types: Vec<NodeId>,
}

/// The names of a rule.
#[derive(Debug, Default)]
pub(super) struct Symbols<'a> {
    known: BTreeMap<SmolStr, Symbol<'a>>,
}

impl<'a> Symbols<'a> {
    /// The meaning of a name without an index.
    pub(super) fn get(&self, name: &str) -> Option<&Symbol<'a>> {
        self.known.get(name)
    }

    /// Adds a name. Returns whether it is new.
    pub(super) fn add(&mut self, name: SmolStr, symbol: Symbol<'a>) -> bool {
        self.known.insert(name, symbol).is_none()
    }
}

/// A name and the index after it.
pub(super) fn split(name: &str) -> (&str, Option<usize>) {
    match name.rsplit_once("__") {
        Some((pack, index)) => match index.parse() {
            Ok(index) => (pack, Some(index)),
            Err(_) => (name, None),
        },
        None => (name, None),
    }
}

impl<'a> Analysis<'a> {
    /// What a name with or without an index stands for.
    pub(super) fn find<'s>(
        &mut self,
        symbols: &'s Symbols<'a>,
        name: &str,
    ) -> Option<(&'s Symbol<'a>, Option<usize>)> {
        let (pack, index) = split(name);
        let found = symbols.get(pack);
        if found.is_none() {
            let names = symbols.known.keys().map(SmolStr::as_str);
            let similar = crate::base::diagnostic::closest(pack, names);
            let message = format!("`${pack}` is not bound to anything");
            match similar {
                Some(similar) => {
                    self.error_with_help(message, format!("did you mean `${similar}`?"));
                }
                None => self.error(message),
            }
        }
        let found = found?;
        let limit = match found {
            Symbol::Operation(operation) => operation.definition.results.len(),
            Symbol::Values(values) => values.len(),
            Symbol::Operand(_)
            | Symbol::Attribute(_)
            | Symbol::Optional(_)
            | Symbol::Property(_) => 0,
        };
        if let Some(index) = index
            && index >= limit
        {
            self.error(format!("`${pack}` has no value with index {index}"));
            return None;
        }
        Some((found, index))
    }

    /// Names something that was not named before.
    pub(super) fn bind(&mut self, symbols: &mut Symbols<'a>, name: &SmolStr, symbol: Symbol<'a>) {
        if !symbols.add(name.clone(), symbol) {
            self.error(format!("`${name}` is bound more than once"));
        }
    }
}

impl Property {
    /// The C++ expression for it.
    pub(super) fn code(&self, snippet: &mut Snippet) -> String {
        let operation = snippet.parameter(self.operation, hir::Type::Operation, None);
        let (class, getter) = (&self.class, &self.getter);
        format!("::llvm::cast<{class}>({operation}).{getter}()")
    }
}

/// The kind of entity of the values of a group.
pub(super) fn value_kind(arity: Arity) -> hir::Type {
    match arity {
        Arity::Single => hir::Type::Value,
        Arity::Optional | Arity::Variadic => hir::Type::ValueRange,
    }
}
