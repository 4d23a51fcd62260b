//! Operations that only a `.td` file describes, `tests/engine/random/own.td`: their
//! operands and results are divided into groups.

use std::path::PathBuf;

/// An operation of `own.td`.
#[derive(Debug)]
pub(crate) struct Definition {
    pub(crate) name: &'static str,
    pub(crate) operands: Groups,
    pub(crate) results: Groups,
}

/// How a list of operands or results is divided.
#[derive(Debug)]
pub(crate) struct Groups {
    pub(crate) groups: &'static [Group],
    pub(crate) division: Division,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Group {
    One,
    Optional,
    Variadic,
}

/// What says how long the groups are that may have any length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Division {
    /// There is at most one, which has what the others leave.
    Rest,
    /// They have the same length.
    Equal,
    /// This attribute has the lengths of all groups.
    Sizes(&'static str),
}

use Division::{Equal, Rest, Sizes};
use Group::{One, Optional, Variadic};

pub(crate) const DEFINITIONS: [Definition; 4] = [
    Definition {
        name: "own.pair",
        operands: groups(&[One, Optional], Rest),
        results: groups(&[One, One], Rest),
    },
    Definition {
        name: "own.call",
        operands: groups(&[Optional, One, Variadic], Sizes("operandSegmentSizes")),
        results: groups(&[One, Variadic], Rest),
    },
    Definition {
        name: "own.equal",
        operands: groups(&[Variadic, Variadic], Equal),
        results: groups(&[Optional], Rest),
    },
    Definition {
        name: "own.split",
        operands: groups(&[Variadic], Rest),
        results: groups(&[Variadic, Optional, One], Sizes("resultSegmentSizes")),
    },
];

const fn groups(groups: &'static [Group], division: Division) -> Groups {
    Groups { groups, division }
}

/// The definition of an operation, if it has one.
pub(crate) fn definition(name: &str) -> Option<&'static Definition> {
    DEFINITIONS
        .iter()
        .find(|definition| definition.name == name)
}

/// The folder of `own.td`.
pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/engine/random")
}

impl Groups {
    /// The groups of a list, unless it does not fit. `attribute` has the value
    /// of an attribute of the operation. Nothing verifies these operations, so
    /// that a group may have a size that its kind does not allow.
    pub(crate) fn divide<'l, T>(
        &self,
        list: &'l [T],
        attribute: impl Fn(&str) -> Option<String>,
    ) -> Option<Vec<&'l [T]>> {
        let sizes = match self.division {
            Sizes(name) => parse_sizes(&attribute(name)?)?,
            Rest | Equal => self.sizes(list.len())?,
        };
        let fits = sizes.len() == self.groups.len() && sizes.iter().sum::<usize>() == list.len();
        let mut rest = list;
        fits.then(|| {
            let take = |size| {
                let (group, others) = rest.split_at(size);
                rest = others;
                group
            };
            sizes.into_iter().map(take).collect()
        })
    }

    fn sizes(&self, length: usize) -> Option<Vec<usize>> {
        let is_one = |group: &Group| *group == One;
        let num_ones = self.groups.iter().filter(|group| is_one(group)).count();
        let (others, left) = (self.groups.len() - num_ones, length.checked_sub(num_ones)?);
        if others == 0 || left % others != 0 {
            return (left == 0).then(|| vec![1; num_ones]);
        }
        let size = |group| if is_one(group) { 1 } else { left / others };
        Some(self.groups.iter().map(size).collect())
    }

    /// Whether no lengths are needed to find a group: it and those before it have
    /// one element each.
    pub(crate) fn has_fixed_place(&self, index: usize) -> bool {
        self.division == Rest && self.groups[..=index].iter().all(|group| *group == One)
    }

    /// The number of elements, if it is always the same.
    pub(crate) fn fixed_length(&self) -> Option<usize> {
        let is_fixed = self.groups.iter().all(|group| *group == One);
        is_fixed.then_some(self.groups.len())
    }

    /// The attribute with the sizes of groups, if there is one.
    pub(crate) fn print_sizes(&self, sizes: &[usize]) -> Option<(&'static str, String)> {
        let Sizes(name) = self.division else {
            return None;
        };
        let sizes: Vec<_> = sizes.iter().map(usize::to_string).collect();
        Some((name, format!("array<i32: {}>", sizes.join(", "))))
    }
}

fn parse_sizes(text: &str) -> Option<Vec<usize>> {
    let sizes = text.strip_prefix("array<i32: ")?.strip_suffix('>')?;
    let sizes = sizes.split(", ").map(|size| size.parse().ok());
    sizes.collect()
}
