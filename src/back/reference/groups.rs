//! Where the groups of an operation are.

use super::{Reference, record::Division};
use crate::{
    back::graph::{
        pattern::{Groups, Lengths, Node, Nodes, Operation, Results, is_range},
        pool::NameId,
    },
    mlir::ffi::{
        entity::{self, Definition},
        known_operations::{Segments, segments},
        program::List,
    },
};
use melior::ir::{OperationRef, Value};
use std::ops::Range;

/// The lengths that a group may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Group {
    One,
    Any,
    /// As many as the operation that defines the first element has results, which
    /// are then all elements of the group.
    AllResults,
}

/// How the elements of a list are divided.
pub(super) struct Rule {
    pub(super) groups: Vec<Group>,
    pub(super) division: Division,
}

impl Group {
    pub(super) fn letter(self) -> char {
        match self {
            Group::One => '1',
            Group::Any => '*',
            Group::AllResults => 'd',
        }
    }
}

impl<'a> Reference<'a> {
    /// How a pattern divides a list of an operation that it matches.
    pub(super) fn rule(&self, operation: &Operation, list: List, nodes: &Nodes) -> Rule {
        let Groups { entries, lengths } = match list {
            List::PdllOperands => &operation.operands,
            List::PdllResults => &operation.results,
        };
        let group = |node| match &nodes[node] {
            Node::Results(Results {
                index: None,
                operation,
                ..
            }) if nodes.is_matched(*operation) => Group::AllResults,
            _ if is_range(nodes.kind(node)) => Group::Any,
            _ => Group::One,
        };
        let mut groups: Vec<_> = entries.iter().map(|entry| group(*entry)).collect();
        let num_ranges = groups.iter().filter(|group| **group != Group::One).count();
        let has_range = num_ranges != 0;
        // The only range is what the other groups leave.
        for group in &mut groups {
            if num_ranges == 1 && *group == Group::AllResults {
                *group = Group::Any;
            }
        }
        let is_divided = groups.len() > 1
            && (lengths.are_segments || has_range && self.has_segments(operation.name, list));
        let division = if groups.len() == 1 && has_range {
            Division::Whole
        } else if is_divided {
            Division::Segments
        } else if lengths.are_single {
            Division::Single
        } else {
            Division::Count
        };
        Rule { groups, division }
    }

    /// The place of the results of an operation that an access means.
    pub(super) fn access(
        &self,
        access: &Results,
        nodes: &Nodes,
        operation: OperationRef<'a, 'a>,
    ) -> Option<Range<usize>> {
        let results = entity::results(operation);
        let Some(index) = access.index else {
            return Some(0..results.len());
        };
        let index = index as usize;
        let matched = match &nodes[access.operation] {
            Node::Operation(operation) => operation,
            _ => return None,
        };
        let place = if self.has_segments(matched.name, List::PdllResults) {
            let places = by_segments(operation, List::PdllResults, results.len())?;
            places.get(index)?.clone()
        } else if let Some((lengths, groups)) = self.written_groups(access, matched, nodes) {
            let written = (lengths, &*groups);
            among(index, written, is_range(access.kind), operation)?
        } else {
            // Nothing says where the group ends.
            index..results.len()
        };
        let is_single = is_range(access.kind) || place.len() == 1;
        (place.start <= place.end && place.end <= results.len() && is_single).then_some(place)
    }

    /// The groups among which an access chooses, if the pattern says them.
    fn written_groups(
        &self,
        access: &Results,
        matched: &Operation,
        nodes: &Nodes,
    ) -> Option<(Lengths, Vec<Group>)> {
        if let Some((lengths, text)) = &access.groups {
            let group = |letter| match letter {
                '1' => Group::One,
                _ => Group::Any,
            };
            return Some((*lengths, text.chars().map(group).collect()));
        }
        let rule = self.rule(matched, List::PdllResults, nodes);
        // A single range says nothing about the groups in it.
        (rule.division != Division::Whole).then_some((matched.results.lengths, rule.groups))
    }

    /// Whether the operation is registered, and has an attribute with the lengths
    /// of its groups.
    fn has_segments(&self, name: Option<NameId>, list: List) -> bool {
        let Some(name) = name else {
            return false;
        };
        match segments(self.graph.context(), self.pool().text(name)) {
            Segments::Unknown => false,
            Segments::Known { operands, results } => match list {
                List::PdllOperands => operands,
                List::PdllResults => results,
            },
        }
    }
}

impl Rule {
    /// The places of the groups among the elements of a list, if there are any.
    pub(super) fn divide<'a>(
        &self,
        operation: OperationRef<'a, 'a>,
        list: List,
        elements: &[Value<'a, 'a>],
    ) -> Option<Vec<Range<usize>>> {
        let all = 0..elements.len();
        match self.division {
            Division::Whole => Some(vec![all]),
            Division::Segments => {
                let places = by_segments(operation, list, elements.len())?;
                fits(&self.groups, &places, elements).then_some(places)
            }
            Division::Single => self.with_range_length(1, elements),
            Division::Count => {
                let mut lengths = 0..=elements.len();
                lengths.find_map(|length| self.with_range_length(length, elements))
            }
        }
    }

    /// The places if each range that is not all results has that length.
    fn with_range_length(
        &self,
        length: usize,
        elements: &[Value<'_, '_>],
    ) -> Option<Vec<Range<usize>>> {
        let mut places = Vec::new();
        let mut start = 0;
        for group in &self.groups {
            let length = match (group, self.division) {
                (Group::One, _) | (_, Division::Single) => 1,
                (Group::Any, _) => length,
                (Group::AllResults, _) => siblings(*elements.get(start)?).len(),
            };
            places.push(start..start + length);
            start += length;
        }
        (start == elements.len() && fits(&self.groups, &places, elements)).then_some(places)
    }
}

/// The place of a group of results of an operation whose groups are known. What
/// stands before the first range is counted from the front, and a range at the end
/// is the rest, even if the number of results contradicts the groups. Segments say where
/// each group is.
fn among<'a>(
    index: usize,
    (lengths, groups): (Lengths, &[Group]),
    is_range: bool,
    operation: OperationRef<'a, 'a>,
) -> Option<Range<usize>> {
    let results = entity::results(operation);
    let is_first = groups
        .get(..index)?
        .iter()
        .all(|group| *group == Group::One);
    let is_last = index + 1 == groups.len();
    if is_first && !lengths.are_segments {
        match (groups.get(index)?, is_range) {
            (Group::One, false) => return Some(index..index + 1),
            (Group::Any, true) if is_last && !lengths.are_single => {
                return Some(index..results.len());
            }
            _ => {}
        }
    }
    if lengths.are_segments {
        // Where one group is does not depend on whether the others are sound.
        let places = by_segments(operation, List::PdllResults, results.len())?;
        let is_divided = places.len() == groups.len();
        return is_divided.then(|| places[index].clone());
    }
    let division = if lengths.are_single {
        Division::Single
    } else {
        Division::Count
    };
    let rule = Rule {
        groups: groups.to_vec(),
        division,
    };
    let places = rule.divide(operation, List::PdllResults, &results)?;
    places.get(index).cloned()
}

/// The places that an attribute of the operation says, if it is right about the
/// number of elements.
fn by_segments<'a>(
    operation: OperationRef<'a, 'a>,
    list: List,
    total: usize,
) -> Option<Vec<Range<usize>>> {
    let name = match list {
        List::PdllOperands => "operandSegmentSizes",
        List::PdllResults => "resultSegmentSizes",
    };
    let lengths = entity::integers(entity::attribute(operation, name)?)?;
    let mut places = Vec::new();
    let mut start = 0;
    for length in lengths {
        let end = start + usize::try_from(length).ok()?;
        places.push(start..end);
        start = end;
    }
    (start == total).then_some(places)
}

/// Whether the groups may have these places.
fn fits(groups: &[Group], places: &[Range<usize>], elements: &[Value<'_, '_>]) -> bool {
    groups.len() == places.len()
        && groups.iter().zip(places).all(|(group, place)| {
            let Some(elements) = elements.get(place.clone()) else {
                return false;
            };
            match group {
                Group::One => elements.len() == 1,
                Group::Any => true,
                Group::AllResults => elements
                    .first()
                    .is_some_and(|first| siblings(*first) == elements),
            }
        })
}

/// All results of the operation that defines a value. The argument of a block has
/// none.
fn siblings<'a>(value: Value<'a, 'a>) -> Vec<Value<'a, 'a>> {
    match entity::definition(value) {
        Definition::Result(owner, _) => entity::results(owner),
        Definition::Block(_) => Vec::new(),
    }
}
