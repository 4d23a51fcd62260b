//! The tests of a match, as data.

use crate::{
    ffi::{entity::Entity, program::List},
    matcher::pool::NameId,
};
use melior::ir::{Attribute, Location};

/// How an operation compares with a pattern.
pub(crate) struct Record<'a> {
    /// What the tests are about.
    pub(crate) parts: Vec<Part<'a>>,
    /// In the order in which they were made. If operations are found among users,
    /// and no choice of them matches, those of the choice that came closest.
    pub(crate) tests: Vec<Tested<'a>>,
    pub(crate) outcome: Outcome<'a>,
}

impl Record<'_> {
    /// Whether a constraint could not be evaluated.
    pub(crate) fn breaks(&self) -> bool {
        matches!(self.outcome, Outcome::Breaks)
    }
}

pub(crate) enum Outcome<'a> {
    /// All tests hold. What the nodes of the match section stand for; there is
    /// nothing for a constant that no operation mentions.
    Matches(Vec<Option<Entity<'a>>>),
    Fails,
    /// A constraint could not be evaluated. The run fails.
    Breaks,
    /// There are more ways to choose users of values than are tried.
    TooManyUsers,
}

/// A test.
#[derive(Debug, Clone)]
pub(crate) struct Tested<'a> {
    /// What demands it in the pattern file.
    pub(crate) place: Location<'a>,
    /// What it is about.
    pub(crate) subject: PartId,
    pub(crate) expectation: Expectation<'a>,
    pub(crate) finding: Finding<'a>,
    pub(crate) holds: bool,
}

/// The index of a part in a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PartId(pub(crate) usize);

/// A part of what was compared with a pattern.
#[derive(Debug, Clone)]
pub(crate) struct Part<'a> {
    /// The part that leads to it.
    pub(crate) parent: Option<PartId>,
    pub(crate) step: Step,
    /// Nothing if it does not exist.
    pub(crate) entity: Option<Entity<'a>>,
}

/// How a part follows from its parent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    /// The operation that is compared.
    Root,
    /// The operation that defines a value, or the first one of several.
    Definition,
    /// The user of that number of a value, or of the first one of several.
    User(usize),
    /// An element of a list.
    Element(List, usize),
    /// Some elements of a list.
    Elements {
        list: List,
        start: usize,
        length: usize,
    },
    Attribute(NameId),
    /// The type of a value or attribute, or the types of values.
    Type,
    /// A constant of the pattern.
    Constant,
    /// The result with this number of the constraint with that one.
    Returned {
        constraint: usize,
        result: usize,
    },
}

/// What the pattern demands.
#[derive(Debug, Clone)]
pub(crate) enum Expectation<'a> {
    Name(NameId),
    /// The list can be divided into groups: `1` for a single element, `*` for a
    /// range, and `d` for a range of all results of an operation.
    Groups {
        list: List,
        groups: String,
        division: Division,
    },
    /// It exists.
    Presence,
    /// It equals a constant of the pattern.
    Constant(Attribute<'a>),
    /// It equals another part.
    Same(PartId),
    /// An operation defines the value, or the first one of several.
    Definition,
    /// The value is the result with that number.
    ResultNumber(usize),
    /// The constraint holds of these arguments, or if it is negated, fails.
    Constraint {
        name: NameId,
        arguments: Vec<Option<PartId>>,
        is_negated: bool,
    },
    /// It is another operation.
    Distinct(PartId),
    /// It outlives an operation that the rewrite erases.
    Survives(PartId),
    /// An operation may have the attribute under a name.
    Fits {
        operation: NameId,
        name: NameId,
    },
    /// The range is not longer.
    AtMost(usize),
}

/// How the lengths of groups are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Division {
    /// There is one group, which has everything.
    Whole,
    /// By the number of elements. Ranges have the same length if there are
    /// several.
    Count,
    /// Each group has one element.
    Single,
    /// By an attribute of the operation.
    Segments,
}

/// What there is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Finding<'a> {
    Nothing,
    Name(String),
    Count(usize),
    Entity(Entity<'a>),
    /// What a constraint answered.
    Answer(Answer),
    /// What was asked for is so, or is not.
    Fact(bool),
}

/// The answer of a constraint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Answer {
    Holds,
    Fails,
    /// It could not be evaluated, for a reason.
    Broken(String),
    /// It was not called, because an argument does not exist.
    MissesArgument,
}
