//! What an editor wants to know: where names are defined and used, and which
//! types expressions have.

mod rules;

use super::expr::StaticType;
use crate::{
    base::source::{FileId, Span},
    syntax::ast::Ident,
};
use smol_str::SmolStr;

/// The names and expressions of a program, in the order of the source. Those that start at
/// the same place are in the order in which analysis met them. The body of a constraint or
/// rewrite is analyzed once, however often it is called.
#[derive(Debug, Default)]
pub struct Index {
    /// The names that the program defines, those that are defined twice
    /// included.
    pub definitions: Vec<Definition>,
    /// Where names are used that the program or an included `.td` file defines.
    pub uses: Vec<Use>,
    /// The type of each expression without errors. An operation expression spans
    /// its whole text.
    pub types: Vec<(Span, StaticType)>,
}

/// A name where it is defined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// The name.
    pub name: SmolStr,
    /// Where it stands.
    pub span: Span,
    /// What it names.
    pub kind: EntityKind,
    /// The type of a variable or parameter, unless its definition has an error.
    pub ty: Option<StaticType>,
}

/// A name where it is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Use {
    /// Where the name stands.
    pub span: Span,
    /// Where it is defined: the name, or, in a `.td` file, the definition that
    /// it belongs to.
    pub definition: Span,
    /// What it names.
    pub kind: EntityKind,
}

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntityKind {
    /// A variable.
    Variable,
    /// A parameter of a constraint or rewrite.
    Parameter,
    /// A pattern.
    Pattern,
    /// A constraint, of the language or of a `.td` file.
    Constraint,
    /// A rewrite.
    Rewrite,
    /// A predicate.
    Predicate,
    /// An operation of a `.td` file.
    Operation,
    /// An attribute or property of such an operation.
    Attribute,
    /// A group of operands of such an operation.
    Operands,
    /// A group of results of such an operation.
    Results,
    /// A class, def or field of TableGen, named in a `.td` file.
    TableGen,
}

impl EntityKind {
    /// What messages call one of that kind.
    pub(super) fn described(self) -> &'static str {
        match self {
            EntityKind::Variable => "a variable",
            EntityKind::Parameter => "a parameter",
            EntityKind::Pattern => "a pattern",
            EntityKind::Constraint => "a constraint",
            EntityKind::Rewrite => "a rewrite",
            EntityKind::Predicate => "a predicate",
            EntityKind::Operation => "an operation",
            EntityKind::Attribute => "an attribute",
            EntityKind::Operands => "an operand",
            EntityKind::Results => "a result",
            EntityKind::TableGen => "a name of TableGen",
        }
    }
}

impl Index {
    /// Establishes the order.
    pub fn sort(&mut self) {
        self.definitions.sort_by_key(|one| start(one.span));
        self.uses.sort_by_key(|one| start(one.span));
        self.types.sort_by_key(|(span, _)| start(*span));
        self.definitions.shrink_to_fit();
        self.uses.shrink_to_fit();
        self.types.shrink_to_fit();
    }

    /// The definitions that start in a place, or at its end.
    pub fn definitions_in(&self, place: Span) -> &[Definition] {
        within(&self.definitions, place, |one| one.span)
    }

    /// The uses that start in a place, or at its end.
    pub fn uses_in(&self, place: Span) -> &[Use] {
        within(&self.uses, place, |one| one.span)
    }

    /// The types of the expressions that start in a place, or at its end.
    pub fn types_in(&self, place: Span) -> &[(Span, StaticType)] {
        within(&self.types, place, |(span, _)| *span)
    }

    pub(super) fn define(&mut self, name: &Ident, kind: EntityKind, ty: Option<StaticType>) {
        self.definitions.push(Definition {
            name: name.text.clone(),
            span: name.span,
            kind,
            ty,
        });
    }
}

fn start(span: Span) -> (FileId, u32) {
    (span.file, span.start)
}

/// What starts in a place, or at its end, of a list in the order of the source.
fn within<T>(list: &[T], place: Span, span: impl Fn(&T) -> Span) -> &[T] {
    let first = list.partition_point(|one| start(span(one)) < start(place));
    let end = list.partition_point(|one| start(span(one)) <= (place.file, place.end));
    &list[first..end.max(first)]
}
