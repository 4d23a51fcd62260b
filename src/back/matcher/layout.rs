//! Where the groups of operands and results are.
//!
//! The entries in the lists of a `pdl.operation` are groups, as in ODS: a single
//! value or type, or a range. With at most one range, the places of the groups
//! follow from their order, counted from the front or from the back. Otherwise the
//! ranges have the same length, or an attribute of the matched operation holds the
//! lengths, or a range consists of all results of an operation, which the pattern
//! matches too.

use crate::back::graph::{
    pattern::{Groups, Lengths, Node, NodeId, Nodes, Operation, Results, is_range},
    pool::{NameId, Pool},
};
use crate::mlir::ffi::{
    checked_module::RunsIn,
    known_operations::Segments,
    program::{Division, Layout, List, NONE},
};
use rustc_hash::FxHashMap;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct LayoutId(pub(crate) u32);

/// The place of a group in its list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slot {
    /// That element, counted from the front.
    Element(u32),
    /// All elements from that one on.
    Rest(u32),
    /// The group with that index. Its place depends on the operation.
    Group(LayoutId, u32),
}

/// What the number of elements in a list must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Size {
    Any,
    Exactly(u32),
    AtLeast(u32),
    /// So that the list can be divided in that way.
    Divisible(LayoutId),
}

/// How a list is divided.
pub(crate) struct Divided {
    pub(crate) size: Size,
    /// The places of its groups.
    pub(crate) slots: Vec<Slot>,
}

/// Divides lists, and keeps the layouts that the program needs.
pub(crate) struct Layouts<'s> {
    runs_in: RunsIn,
    /// Asks MLIR about an operation.
    describe: Box<dyn Fn(&str) -> Segments + 's>,
    known: FxHashMap<NameId, Segments>,
    all: Vec<Layout>,
    ids: FxHashMap<Layout, LayoutId>,
}

impl<'s> Layouts<'s> {
    pub(crate) fn new(runs_in: RunsIn, describe: impl Fn(&str) -> Segments + 's) -> Self {
        Layouts {
            runs_in,
            describe: Box::new(describe),
            known: FxHashMap::default(),
            all: Vec::new(),
            ids: FxHashMap::default(),
        }
    }

    /// Divides a list of a matched operation.
    pub(crate) fn divide(
        &mut self,
        operation: &Operation,
        list: List,
        nodes: &Nodes,
        pool: &Pool<'_>,
    ) -> Divided {
        let groups = groups(operation, list);
        let text = text(groups, nodes);
        let count = size(text.len());
        let leading = leading(&text);
        let num_ranges = text.len() - text.matches('1').count();
        let is_segmented = groups.lengths.are_segments
            || (num_ranges != 0 && self.has_segments(operation.name, list, pool));
        if text.len() == 1 && num_ranges == 1 {
            return Divided {
                size: Size::Any,
                slots: vec![Slot::Rest(0)],
            };
        }
        if num_ranges == 0 && (!is_segmented || count < 2) {
            return Divided {
                size: Size::Exactly(count),
                slots: (0..count).map(Slot::Element).collect(),
            };
        }
        let lengths = Lengths {
            are_segments: is_segmented,
            ..groups.lengths
        };
        let division = self.division(lengths, &text, operation.name, pool);
        let is_rest = num_ranges == 1 && leading + 1 == count;
        if is_rest && division == Division::PdllEqualRanges {
            return Divided {
                size: Size::AtLeast(leading),
                slots: (0..leading)
                    .map(Slot::Element)
                    .chain([Slot::Rest(leading)])
                    .collect(),
            };
        }
        let layout = self.layout(list, division, text, operation.name);
        let slot = |index| match index < leading {
            true => Slot::Element(index),
            false => Slot::Group(layout, index),
        };
        Divided {
            size: Size::Divisible(layout),
            slots: (0..count).map(slot).collect(),
        }
    }

    /// The place of the results that an access means.
    pub(crate) fn access(&mut self, results: &Results, nodes: &Nodes, pool: &Pool<'_>) -> Slot {
        let Some(index) = results.index else {
            return Slot::Rest(0);
        };
        let name = match &nodes[results.operation] {
            Node::Operation(operation) => operation.name,
            _ => None,
        };
        let known = known_groups(results, nodes);
        let has_segments = self.has_segments(name, List::PdllResults, pool);
        let Some((mut lengths, text)) = known else {
            if is_range(results.kind) && !has_segments {
                return Slot::Rest(index);
            }
            let division = match has_segments {
                true => Division::PdllSegments,
                false => Division::PdllEqualRanges,
            };
            let layout = self.layout(List::PdllResults, division, String::new(), name);
            return Slot::Group(layout, index);
        };
        lengths.are_segments |= has_segments;
        let division = self.division(lengths, &text, name, pool);
        let leading = leading(&text);
        if division == Division::PdllEqualRanges || division == Division::PdllSingleRanges {
            let is_one = !is_range(results.kind);
            if index < leading && is_one {
                return Slot::Element(index);
            }
            let is_last = leading + 1 == size(text.len()) && index == leading;
            if is_last && !is_one && division == Division::PdllEqualRanges {
                return Slot::Rest(index);
            }
        }
        Slot::Group(self.layout(List::PdllResults, division, text, name), index)
    }

    /// The layout of groups whose ranges have the same length.
    pub(crate) fn equal(&mut self, list: List, groups: String) -> LayoutId {
        self.layout(list, Division::PdllEqualRanges, groups, None)
    }

    fn division(
        &mut self,
        lengths: Lengths,
        text: &str,
        name: Option<NameId>,
        pool: &Pool<'_>,
    ) -> Division {
        let num_free = text.matches('*').count();
        let may_be_known = self.may_be_registered_later(name, pool);
        if lengths.are_segments {
            Division::PdllSegments
        } else if lengths.are_single {
            Division::PdllSingleRanges
        } else if may_be_known && num_free > 1 && !lengths.are_equal {
            Division::PdllSegments
        } else if may_be_known && text.len() > 1 && num_free != 0 {
            Division::PdllSegmentsIfRegistered
        } else {
            Division::PdllEqualRanges
        }
    }

    /// Whether the operation is registered, and an attribute of it holds the sizes
    /// of the groups.
    fn has_segments(&mut self, name: Option<NameId>, list: List, pool: &Pool<'_>) -> bool {
        match (self.segments(name, pool), list) {
            (Segments::Unknown, _) => false,
            (Segments::Known { operands, .. }, List::PdllOperands) => operands,
            (Segments::Known { results, .. }, List::PdllResults) => results,
        }
    }

    fn may_be_registered_later(&mut self, name: Option<NameId>, pool: &Pool<'_>) -> bool {
        self.runs_in == RunsIn::Elsewhere
            && name.is_some()
            && self.segments(name, pool) == Segments::Unknown
    }

    fn segments(&mut self, name: Option<NameId>, pool: &Pool<'_>) -> Segments {
        let Some(name) = name else {
            return Segments::Unknown;
        };
        *self
            .known
            .entry(name)
            .or_insert_with(|| (self.describe)(pool.text(name)))
    }

    fn layout(
        &mut self,
        list: List,
        division: Division,
        groups: String,
        name: Option<NameId>,
    ) -> LayoutId {
        // The name matters only if it decides.
        let name = name.filter(|_| division == Division::PdllSegmentsIfRegistered);
        let layout = Layout {
            list,
            division,
            groups,
            operation: name.map_or(NONE, |name| name.0),
        };
        if let Some(id) = self.ids.get(&layout) {
            return *id;
        }
        let id = LayoutId(size(self.all.len()));
        self.all.push(layout.clone());
        self.ids.insert(layout, id);
        id
    }

    pub(crate) fn get(&self, id: LayoutId) -> &Layout {
        &self.all[id.0 as usize]
    }

    pub(crate) fn into_inner(self) -> Vec<Layout> {
        self.all
    }
}

/// The entries of a list.
pub(crate) fn groups(operation: &Operation, list: List) -> &Groups {
    match list {
        List::PdllOperands => &operation.operands,
        List::PdllResults => &operation.results,
    }
}

/// `1` for a single element, `*` for a range, and `d` for a range of all results
/// of an operation among other ranges.
fn text(groups: &Groups, nodes: &Nodes) -> String {
    let letter = |id: &NodeId| match &nodes[*id] {
        Node::Results(Results {
            index: None,
            operation,
            ..
        }) if nodes.is_matched(*operation) => 'd',
        _ if is_range(nodes.kind(*id)) => '*',
        _ => '1',
    };
    let text: String = groups.entries.iter().map(letter).collect();
    // The only range is what the other groups leave.
    match text.len() - text.matches('1').count() {
        1 => text.replace('d', "*"),
        _ => text,
    }
}

/// The groups among which an access chooses, if the pattern says which there are.
fn known_groups(results: &Results, nodes: &Nodes) -> Option<(Lengths, String)> {
    if let Some(groups) = &results.groups {
        return Some(groups.clone());
    }
    let Node::Operation(operation) = &nodes[results.operation] else {
        return None;
    };
    let text = text(&operation.results, nodes);
    let is_known = if nodes.is_matched(results.operation) {
        text.len() > 1 || !text.contains('*')
    } else {
        // A range alone may be all groups of the definition.
        !text.is_empty() && (text != "*" || results.index.is_none_or(|index| index == 0))
    };
    is_known.then_some((operation.results.lengths, text))
}

/// The number of single groups before the first range.
fn leading(text: &str) -> u32 {
    size(text.find(|letter| letter != '1').unwrap_or(text.len()))
}

fn size(length: usize) -> u32 {
    u32::try_from(length).expect("MLIR counts operands in 32 bits")
}
