//! Rewrite rules of `.td` files, as TableGen leaves them: templates are
//! instantiated, and nothing is checked yet. `src/front/drr` finds out what they mean.
//!
//! A rule is a record of the class `Pattern`. It consists of trees, whose
//! operators and leaves are other records.

use super::{Predicate, Subject};
use crate::base::source::Span;
use serde::Deserialize;
use smol_str::SmolStr;
use std::sync::Arc;

/// The rules of a file and of the files that it includes, and the records that they
/// mention.
#[derive(Debug, Default)]
pub struct Rules {
    /// In the order in which TableGen met them.
    pub rules: Vec<Rule>,
    /// Each record once.
    pub records: Vec<Record>,
}

impl Rules {
    /// The record with that number.
    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }
}

/// The number of a [`Record`] in [`Rules::records`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
pub struct RecordId(pub u32);

/// A rewrite rule.
#[derive(Debug, Clone, Deserialize)]
pub struct Rule {
    /// The name of its def, if it has one. TableGen makes up a part of the name for a
    /// rule of a multiclass that a `defm` without a name instantiates.
    pub name: Option<SmolStr>,
    /// The def, or the one in a multiclass.
    #[serde(skip)]
    pub span: Span,
    /// Where the multiclass of the def was instantiated, and that multiclass in turn,
    /// outermost last.
    #[serde(skip)]
    pub instantiated_at: Vec<Span>,
    /// What it matches.
    pub source: Dag,
    /// What it creates.
    pub results: Vec<Dag>,
    /// What else must hold.
    pub constraints: Vec<Dag>,
    /// What else it does, after it has made what replaces the root.
    pub supplemental: Vec<Dag>,
    /// What is added to its benefit.
    pub benefit: Dag,
}

impl Rule {
    /// All of its trees.
    pub(super) fn trees(&self) -> impl Iterator<Item = &Dag> {
        let lists = [&self.results, &self.constraints, &self.supplemental];
        let single = [&self.source, &self.benefit];
        single.into_iter().chain(lists.into_iter().flatten())
    }
}

/// A tree.
#[derive(Debug, Clone, Deserialize)]
pub struct Dag {
    /// What stands before the arguments.
    pub operator: RecordId,
    /// The name after the operator, without its `$`.
    pub name: Option<SmolStr>,
    /// In order.
    pub arguments: Vec<Argument>,
}

impl Dag {
    /// Whether something holds for all records of the tree.
    pub(super) fn all_records(&self, holds: &dyn Fn(RecordId) -> bool) -> bool {
        let arguments = || self.arguments.iter();
        holds(self.operator)
            && arguments().all(|argument| match &argument.value {
                Value::Dag(tree) => tree.all_records(holds),
                Value::Record(id) => holds(*id),
                Value::Unset | Value::Text(_) | Value::Number(_) | Value::Other(_) => true,
            })
    }
}

/// An argument of a tree.
#[derive(Debug, Clone, Deserialize)]
pub struct Argument {
    /// What it is.
    pub value: Value,
    /// The name after it, without its `$`.
    pub name: Option<SmolStr>,
}

/// The value of an argument.
#[derive(Debug, Clone, Deserialize)]
pub enum Value {
    /// Nothing: the argument is only a name.
    Unset,
    /// A tree.
    Dag(Dag),
    /// A record.
    Record(RecordId),
    /// A string, or a piece of code.
    Text(String),
    /// An integer.
    Number(i64),
    /// Any other value, as TableGen writes it.
    Other(String),
}

/// A record that rules mention.
#[derive(Debug, Clone, Deserialize)]
pub struct Record {
    /// The name of its def. TableGen makes one up for a record without a def.
    pub name: SmolStr,
    /// Whether the name is made up.
    pub is_anonymous: bool,
    /// Where it is defined.
    #[serde(skip)]
    pub span: Span,
    /// What it is.
    pub kind: RecordKind,
}

/// What a [`Record`] is.
#[derive(Debug, Clone, Deserialize)]
pub enum RecordKind {
    /// An operation.
    Operation(OperationRecord),
    /// A constraint of types.
    Type(ConstraintRecord),
    /// A constraint of attributes.
    Attribute(AttributeRecord),
    /// A constraint of properties.
    Property(PropertyRecord),
    /// A constraint of any entities.
    Constraint(ConstraintRecord),
    /// A call of C++.
    NativeCall {
        /// The expression, with `$0` and so on for the arguments.
        code: String,
        /// The number of values that it returns.
        returns: i64,
    },
    /// A record without fields, which is known by its name: a directive such as
    /// `either`.
    Marker,
    /// Anything else.
    Other,
}

/// An operation, as rules see it. The rest is the [`Operation`](super::Operation) of
/// that name.
#[derive(Debug, Clone, Deserialize)]
pub struct OperationRecord {
    /// The full name, such as `arith.addi`.
    pub name: SmolStr,
    /// Whether its results have the type of its first attribute, or the type that this
    /// attribute is.
    pub has_type_of_attribute: bool,
    /// The arguments of its trees, in order.
    pub arguments: Vec<OperationArgument>,
    /// The constraints of its results, in order.
    pub results: Vec<RecordId>,
}

/// An argument of an operation, as `arguments` of its definition lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum OperationArgument {
    /// The group of operands with that index, and its constraint.
    Operands(u32, RecordId),
    /// The attribute with that index, and its constraint.
    Attribute(u32, RecordId),
    /// The property with that index, and its constraint.
    Property(u32, RecordId),
}

/// A constraint.
#[derive(Debug, Clone, Deserialize)]
pub struct ConstraintRecord {
    /// A line of documentation; may be empty.
    pub summary: String,
    /// The C++ expression that must be true, with `$_self`, `$0` and so on.
    pub condition: String,
    /// As in [`Constraint`](super::Constraint).
    #[serde(skip)]
    pub by_name: Option<String>,
    /// The same condition, as the definition composes it.
    #[serde(skip)]
    pub predicate: Arc<Predicate>,
    /// The C++ class of an entity that satisfies it; may be empty.
    pub class: String,
    /// The C++ expression that makes the only type that satisfies it, if there is
    /// one; else empty.
    pub builder: String,
}

/// A constraint of attributes.
#[derive(Debug, Clone, Deserialize)]
pub struct AttributeRecord {
    /// What it demands. Its class is the one that stores the attribute.
    pub constraint: ConstraintRecord,
    /// The C++ expression that makes such an attribute from a constant `$0`; may be
    /// empty.
    pub const_builder: String,
    /// The constant that a missing attribute stands for, if there is one.
    pub default: Option<String>,
    /// Whether the attribute may be missing.
    pub is_optional: bool,
    /// The constant that it stands for: the `$0` of `const_builder`.
    pub constant: Option<String>,
    /// The number of the case of an enum that it stands for.
    pub enum_case: Option<i64>,
}

/// A constraint of properties.
#[derive(Debug, Clone, Deserialize)]
pub struct PropertyRecord {
    /// What it demands. Its class is the one that C++ code sees.
    pub constraint: ConstraintRecord,
    /// The C++ class that stores it.
    pub storage: String,
    /// The constant that a missing property has, if there is one.
    pub default: Option<String>,
    /// The constant that it stands for.
    pub constant: Option<String>,
}

impl RecordKind {
    /// Its constraint, if it is one.
    pub(super) fn constraint_mut(&mut self) -> Option<&mut ConstraintRecord> {
        match self {
            RecordKind::Type(constraint) | RecordKind::Constraint(constraint) => Some(constraint),
            RecordKind::Attribute(attribute) => Some(&mut attribute.constraint),
            RecordKind::Property(property) => Some(&mut property.constraint),
            RecordKind::Operation(_)
            | RecordKind::NativeCall { .. }
            | RecordKind::Marker
            | RecordKind::Other => None,
        }
    }
}

impl ConstraintRecord {
    /// The subject of the constraint of a record, unless it is about several
    /// entities or about a property.
    pub fn subject(kind: &RecordKind) -> Option<Subject> {
        match kind {
            RecordKind::Type(_) => Some(Subject::Type),
            RecordKind::Attribute(_) => Some(Subject::Attribute),
            _ => None,
        }
    }
}
