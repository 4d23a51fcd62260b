//! Where something is that a pattern speaks of: a path from the operation that is
//! matched.

use super::layout::{LayoutId, Slot};
use crate::back::graph::pool::NameId;
use crate::mlir::ffi::program::{Kind, List};
use rustc_hash::FxHashMap;
use std::ops::Index;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PositionId(pub(crate) u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Position {
    /// The operation that is matched.
    Root,
    /// The operation that the search with that number has found; see
    /// [`Search`](super::plan::Search).
    Found(u32),
    /// The operation that defines a value.
    Definition(PositionId),
    /// The first value of a range.
    First(PositionId),
    /// An element of a list of an operation.
    Element(PositionId, List, u32),
    /// The elements of a list from one on.
    Rest(PositionId, List, u32),
    /// A group of a list, as a single value.
    Group(PositionId, LayoutId, u32),
    /// The same as a range.
    Groups(PositionId, LayoutId, u32),
    Attribute(PositionId, NameId),
    AttributeType(PositionId),
    /// The type of a value.
    Type(PositionId),
    /// The types of a range of values.
    Types(PositionId),
    /// A region of an operation.
    Region(PositionId, u32),
    /// A block of a region.
    Block(PositionId, u32),
    /// An argument of a block.
    Argument(PositionId, u32),
    /// The arguments of a block from one on.
    Arguments(PositionId, u32),
    /// The last operation of a block.
    Last(PositionId),
    /// The operation around another one.
    Parent(PositionId),
}

/// Positions, each stored once. Their number grows with what patterns mention, not
/// with the length of the paths.
#[derive(Default)]
pub(crate) struct Positions {
    all: Vec<Position>,
    ids: FxHashMap<Position, PositionId>,
}

impl Positions {
    pub(crate) fn id(&mut self, position: Position) -> PositionId {
        *self.ids.entry(position).or_insert_with(|| {
            let id = u32::try_from(self.all.len()).expect("they are fewer than operations");
            self.all.push(position);
            PositionId(id)
        })
    }

    /// The number of a position, if something has asked for it.
    pub(crate) fn find(&self, position: Position) -> Option<PositionId> {
        self.ids.get(&position).copied()
    }

    /// The position of a group of an operation.
    pub(crate) fn slot(
        &mut self,
        operation: PositionId,
        list: List,
        slot: Slot,
        is_range: bool,
    ) -> PositionId {
        self.id(match (slot, is_range) {
            (Slot::Element(index), _) => Position::Element(operation, list, index),
            (Slot::Rest(first), _) => Position::Rest(operation, list, first),
            (Slot::Group(layout, index), false) => Position::Group(operation, layout, index),
            (Slot::Group(layout, index), true) => Position::Groups(operation, layout, index),
        })
    }

    /// Regions and blocks have no kind. They are pointers as operations are, which is all
    /// that instructions need to know.
    pub(crate) fn kind(&self, id: PositionId) -> Kind {
        match self[id] {
            Position::Root
            | Position::Found(_)
            | Position::Definition(_)
            | Position::Last(_)
            | Position::Parent(_)
            | Position::Region(..)
            | Position::Block(..) => Kind::PdllOperation,
            Position::First(_)
            | Position::Element(..)
            | Position::Group(..)
            | Position::Argument(..) => Kind::PdllValue,
            Position::Rest(..) | Position::Groups(..) | Position::Arguments(..) => {
                Kind::PdllValueRange
            }
            Position::Attribute(..) => Kind::PdllAttribute,
            Position::AttributeType(_) | Position::Type(_) => Kind::PdllType,
            Position::Types(_) => Kind::PdllTypeRange,
        }
    }

    /// The position that comes before on the path.
    pub(crate) fn parent(&self, id: PositionId) -> Option<PositionId> {
        match self[id] {
            Position::Root | Position::Found(_) => None,
            Position::Definition(parent)
            | Position::First(parent)
            | Position::Element(parent, ..)
            | Position::Rest(parent, ..)
            | Position::Group(parent, ..)
            | Position::Groups(parent, ..)
            | Position::Attribute(parent, _)
            | Position::AttributeType(parent)
            | Position::Type(parent)
            | Position::Types(parent)
            | Position::Region(parent, _)
            | Position::Block(parent, _)
            | Position::Argument(parent, _)
            | Position::Arguments(parent, _)
            | Position::Last(parent)
            | Position::Parent(parent) => Some(parent),
        }
    }
}

impl Index<PositionId> for Positions {
    type Output = Position;

    fn index(&self, id: PositionId) -> &Position {
        &self.all[id.0 as usize]
    }
}
