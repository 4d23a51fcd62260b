//! The tests of a match, as data.

use crate::{
    back::graph::{pattern::NodeId, pool::NameId},
    mlir::ffi::{
        entity::Entity,
        program::{List, Parts},
    },
};

/// How an operation compares with a pattern.
pub(crate) struct Record<'a> {
    /// What the tests are about.
    pub(crate) parts: Vec<Part<'a>>,
    /// In the order in which they were made. If operations are found among users,
    /// and no choice of them matches, those of the choice that came closest.
    pub(crate) tests: Vec<Tested<'a>>,
    pub(crate) outcome: Outcome,
    /// How many users of values were tried.
    pub(crate) num_users: usize,
    /// By the index of the node: the first part that it stands for. There is none for a
    /// constant that no operation mentions.
    pub(crate) bound: Vec<Option<PartId>>,
}

#[cfg(test)]
impl Record<'_> {
    /// Whether a constraint could not be evaluated.
    pub(crate) fn breaks(&self) -> bool {
        matches!(self.outcome, Outcome::Breaks)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// All tests hold.
    Matches,
    Fails,
    /// A constraint could not be evaluated. The run fails.
    Breaks,
    /// There are more ways to choose users of values than are tried.
    TooManyUsers,
}

/// What a pattern demands, whatever it is compared with. Each demand is tested at
/// most once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Demand {
    /// An operation has its name.
    Name(NodeId),
    /// The groups of an operation fit.
    Groups(NodeId, List),
    /// An operation has the attribute with that index.
    Attribute(NodeId, usize),
    /// What a node stands for has a type.
    Type {
        of: NodeId,
        ty: NodeId,
    },
    Constant(NodeId),
    Definition(NodeId),
    ResultNumber(NodeId),
    /// A value, or several, are the results that a node means.
    Results(NodeId),
    /// The results exist, or the user of a value, or the part of an operation.
    Presence(NodeId),
    /// An operation, a region or a block has a number of parts.
    Parts(NodeId, Parts),
    /// An operation is in its block.
    Inside(NodeId),
    /// An operation is the last one of its block.
    Last(NodeId),
    /// There is an operation around this one.
    Around(NodeId),
    /// The second operation is another one than the first.
    Distinct(NodeId, NodeId),
    /// What a node stands for is the same wherever the pattern mentions it.
    Same(NodeId, Mention),
    /// The constraint with that index.
    Constraint(usize),
    /// The guard with that index.
    Guard(usize),
}

impl Demand {
    /// The node that demands it.
    pub(crate) fn node(self) -> Option<NodeId> {
        match self {
            Demand::Name(node)
            | Demand::Groups(node, _)
            | Demand::Attribute(node, _)
            | Demand::Type { ty: node, .. }
            | Demand::Constant(node)
            | Demand::Definition(node)
            | Demand::ResultNumber(node)
            | Demand::Results(node)
            | Demand::Presence(node)
            | Demand::Parts(node, _)
            | Demand::Inside(node)
            | Demand::Last(node)
            | Demand::Around(node)
            | Demand::Distinct(_, node)
            | Demand::Same(node, _) => Some(node),
            Demand::Constraint(_) | Demand::Guard(_) => None,
        }
    }
}

/// Where a pattern mentions a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Mention {
    Root,
    /// An entry in a list of an operation.
    Entry(NodeId, List, usize),
    /// An attribute of an operation.
    Attribute(NodeId, usize),
    /// The type of a node.
    TypeOf(NodeId),
    /// The operation whose results a node means.
    DefinitionOf(NodeId),
    /// An operation that is found among users.
    User,
    /// A region, a block, or arguments: what they are.
    Part(NodeId),
    /// The last operation of a block.
    Last(NodeId),
    /// An operation that is found in a block.
    Inside(NodeId),
    /// The operation around another one.
    Around(NodeId),
}

/// A constant of the match section that is tried instead of one that the pattern has.
#[derive(Debug, Clone)]
pub(crate) struct Replacement<'a> {
    pub(crate) node: NodeId,
    pub(crate) entity: Entity<'a>,
}

/// How an operation is compared with a pattern.
#[derive(Debug, Clone)]
pub(crate) struct Trial<'a> {
    /// The number of users of values that are tried.
    pub(crate) max_users: usize,
    pub(crate) replacement: Option<Replacement<'a>>,
}

/// A test.
#[derive(Debug, Clone)]
pub(crate) struct Tested<'a> {
    pub(crate) demand: Demand,
    /// What it is about.
    pub(crate) subject: PartId,
    /// What that is compared with, if it is a part, too.
    pub(crate) other: Option<PartId>,
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
    Region(usize),
    Block(usize),
    Argument(usize),
    /// The arguments from one on.
    Arguments(usize),
    /// The last operation of a block.
    Last,
    /// The operation of that number in a block.
    Inside(usize),
    /// The operation around another one.
    Around,
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
    /// The name of the operation.
    Name,
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
    /// For a reason, if it states one.
    Fails(Option<String>),
    /// It could not be evaluated, for a reason.
    Broken(String),
    /// It was not called, because an argument does not exist.
    MissesArgument,
}
