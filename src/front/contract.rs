//! The names and versions that Rust and C++ share.
//!
//! `cpp-shim/shim/contract/Names.h` defines them, and says what each is for. Rust has
//! no other spelling of them.

use std::ffi::CStr;

#[allow(
    unreachable_pub,
    dead_code,
    missing_docs,
    reason = "generated from contract/Names.h"
)]
mod names {
    include!(concat!(env!("OUT_DIR"), "/names.rs"));
}

pub(crate) const LABELS: &str = text(names::PDLL_ATTR_LABELS);
pub(crate) const BOUNDED_RECURSION: &str = text(names::PDLL_ATTR_BOUNDED_RECURSION);
pub(crate) const OPERAND_SEGMENTS: &str = text(names::PDLL_ATTR_OPERAND_SEGMENTS);
pub(crate) const RESULT_SEGMENTS: &str = text(names::PDLL_ATTR_RESULT_SEGMENTS);
pub(crate) const EQUAL_OPERAND_RANGES: &str = text(names::PDLL_ATTR_EQUAL_OPERAND_RANGES);
pub(crate) const EQUAL_RESULT_RANGES: &str = text(names::PDLL_ATTR_EQUAL_RESULT_RANGES);
pub(crate) const SINGLE_OPERAND_RANGES: &str = text(names::PDLL_ATTR_SINGLE_OPERAND_RANGES);
pub(crate) const SINGLE_RESULT_RANGES: &str = text(names::PDLL_ATTR_SINGLE_RESULT_RANGES);
pub(crate) const NO_RESULTS: &str = text(names::PDLL_ATTR_NO_RESULTS);
pub(crate) const RESULT_GROUPS: &str = text(names::PDLL_ATTR_RESULT_GROUPS);
pub(crate) const CONSTRAINTS: &str = text(names::PDLL_ATTR_CONSTRAINTS);
pub(crate) const PROGRAM: &str = text(names::PDLL_ATTR_PROGRAM);

pub(crate) const LIBRARY_PREFIX: &str = text(names::PDLL_LIBRARY_PREFIX);
pub(crate) const CONVERT_TYPE: &str = text(names::PDLL_CONVERT_TYPE);
/// The function of the library by which a pattern for [`CONVERT_TYPE`] says what the
/// type becomes.
pub(crate) const CONVERT_TO: &str = "pdll.ConvertTo";
pub(crate) const TYPE_PREDICATES: &str = text(names::PDLL_TYPE_PREDICATES);
pub(crate) const SEGMENT_SIZES: &str = text(names::PDLL_FN_SEGMENT_SIZES);
pub(crate) const BOUND_TYPES: &str = text(names::PDLL_FN_BOUND_TYPES);
pub(crate) const TYPE_OF: &str = text(names::PDLL_FN_TYPE_OF);
pub(crate) const SAME: &str = text(names::PDLL_FN_SAME);
pub(crate) const ANY_OF: &str = text(names::PDLL_FN_ANY_OF);
pub(crate) const TYPES_OF: &str = text(names::PDLL_FN_TYPES_OF);

pub(crate) const RESERVED_PREFIX: &str = text(names::PDLL_RESERVED_PREFIX);
const RESERVED_SUFFIX: &str = text(names::PDLL_RESERVED_SUFFIX);
pub(crate) const EQUAL: &str = text(names::PDLL_FN_EQUAL);
pub(crate) const DISTINCT: &str = text(names::PDLL_FN_DISTINCT);
pub(crate) const SURVIVES: &str = text(names::PDLL_FN_SURVIVES);
pub(crate) const EXISTING_RESULT: &str = text(names::PDLL_FN_EXISTING_RESULT);
pub(crate) const EXISTING_SINGLE_GROUP: &str = text(names::PDLL_FN_EXISTING_SINGLE_GROUP);
pub(crate) const EXISTING_RANGE_GROUP: &str = text(names::PDLL_FN_EXISTING_RANGE_GROUP);

pub(crate) const WARNINGS: &str = text(names::PDLL_ATTR_WARNINGS);
pub(crate) const NEVER_MATCHES: &str = text(names::PDLL_WARNING_NEVER_MATCHES);
pub(crate) const CONTRADICTION: &str = text(names::PDLL_WARNING_CONTRADICTION);
pub(crate) const NEVER_FIRED: &str = text(names::PDLL_WARNING_NEVER_FIRED);
pub(crate) const HAS_WARNINGS: &str = text(names::PDLL_WARNING_HAS_WARNINGS);

pub(crate) const ODS_WIRE_VERSION: u32 = names::PDLL_ODS_WIRE_VERSION;
pub(crate) const CONSTRAINTS_VERSION: u32 = names::PDLL_CONSTRAINTS_VERSION;
pub(crate) const PROGRAM_VERSION: u32 = names::PDLL_PROGRAM_VERSION;

/// A macro of C as text.
const fn text(name: &'static [u8]) -> &'static str {
    let Ok(name) = CStr::from_bytes_with_nul(name) else {
        panic!("a string literal of C ends with a zero");
    };
    let Ok(text) = name.to_str() else {
        panic!("the names are ASCII");
    };
    text
}

/// A native function about groups of operands or results, as its name describes
/// it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GroupFunction<'n> {
    /// The group with that index, as a range or as a single value.
    Group {
        index: usize,
        layout: Layout<'n>,
        as_range: bool,
    },
    /// Whether a range is all that follows the single groups.
    Rest(Layout<'n>),
    /// Whether each of the groups before the first range is a single value.
    SingleSegments(Layout<'n>),
}

/// How the operands or results of an operation are divided into groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Layout<'n> {
    pub(crate) list: List,
    pub(crate) division: Division,
    /// A `1` for each group of a single value, a `*` for each range.
    pub(crate) groups: &'n str,
}

/// What determines the lengths of ranges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Division {
    /// They are equal.
    Equal,
    /// An attribute of the operation holds them.
    Segments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum List {
    Operands,
    Results,
}

impl<'n> GroupFunction<'n> {
    /// Reads a name, or returns `None` if the function is not about groups.
    pub(crate) fn parse(name: &'n str) -> Option<Self> {
        let name = name.strip_suffix(RESERVED_SUFFIX)?;
        if let Some(layout) = name.strip_prefix(text(names::PDLL_FN_REST)) {
            return Layout::parse(layout).map(GroupFunction::Rest);
        }
        if let Some(layout) = name.strip_prefix(text(names::PDLL_FN_SINGLE_SEGMENTS)) {
            return Layout::parse(layout).map(GroupFunction::SingleSegments);
        }
        let rest = name.strip_prefix(text(names::PDLL_FN_GROUP))?;
        let (index, rest) = rest.split_once(text(names::PDLL_FN_GROUP_OF))?;
        let range = rest.strip_suffix(text(names::PDLL_FN_GROUP_AS_RANGE));
        Some(GroupFunction::Group {
            index: index.parse().ok()?,
            layout: Layout::parse(range.unwrap_or(rest))?,
            as_range: range.is_some(),
        })
    }
}

impl<'n> Layout<'n> {
    fn parse(text: &'n str) -> Option<Self> {
        let (name, groups) = text.rsplit_once(' ')?;
        let (_, list, division) = LISTS.into_iter().find(|(known, _, _)| *known == name)?;
        let is_sound = !groups.is_empty() && groups.chars().all(|group| "1*".contains(group));
        is_sound.then_some(Layout {
            list,
            division,
            groups,
        })
    }
}

/// How names call the lists.
const LISTS: [(&str, List, Division); 4] = [
    (
        text(names::PDLL_LIST_OPERANDS),
        List::Operands,
        Division::Equal,
    ),
    (
        text(names::PDLL_LIST_RESULTS),
        List::Results,
        Division::Equal,
    ),
    (
        text(names::PDLL_LIST_OPERAND_SEGMENTS),
        List::Operands,
        Division::Segments,
    ),
    (
        text(names::PDLL_LIST_RESULT_SEGMENTS),
        List::Results,
        Division::Segments,
    ),
];

#[cfg(test)]
mod tests {
    use super::{Division, GroupFunction, Layout, List};

    /// Modules and headers that were made before hold these names.
    #[test]
    fn names_stay_as_they_are() {
        for (name, expected) in [
            (super::LABELS, "pdll.labels"),
            (super::BOUNDED_RECURSION, "pdll.bounded_recursion"),
            (super::OPERAND_SEGMENTS, "pdll.operand_segments"),
            (super::RESULT_SEGMENTS, "pdll.result_segments"),
            (super::EQUAL_OPERAND_RANGES, "pdll.equal_operand_ranges"),
            (super::EQUAL_RESULT_RANGES, "pdll.equal_result_ranges"),
            (super::SINGLE_OPERAND_RANGES, "pdll.single_operand_ranges"),
            (super::SINGLE_RESULT_RANGES, "pdll.single_result_ranges"),
            (super::NO_RESULTS, "pdll.no_results"),
            (super::RESULT_GROUPS, "pdll.result_groups"),
            (super::CONSTRAINTS, "pdll.constraints"),
            (super::PROGRAM, "pdll.program"),
            (super::LIBRARY_PREFIX, "pdll."),
            (super::SEGMENT_SIZES, "pdll.segment_sizes"),
            (super::BOUND_TYPES, "pdll.bound_types"),
            (super::TYPE_OF, "pdll.type_of"),
            (super::SAME, "pdll.same"),
            (super::ANY_OF, "pdll.any_of"),
            (super::TYPES_OF, "pdll.types_of"),
            (super::RESERVED_PREFIX, "<pdll "),
            (super::EQUAL, "<pdll equal>"),
            (super::DISTINCT, "<pdll distinct operations>"),
            (super::SURVIVES, "<pdll surviving value>"),
            (super::EXISTING_RESULT, "<pdll existing result>"),
            (super::EXISTING_SINGLE_GROUP, "<pdll existing group of one>"),
            (super::EXISTING_RANGE_GROUP, "<pdll existing group>"),
        ] {
            assert_eq!(name, expected);
        }
    }

    #[test]
    fn names_say_which_group_function() {
        let operands = |groups| Layout {
            list: List::Operands,
            division: Division::Equal,
            groups,
        };
        let results = |groups| Layout {
            list: List::Results,
            division: Division::Equal,
            groups,
        };
        let group = |index, layout, as_range| {
            Some(GroupFunction::Group {
                index,
                layout,
                as_range,
            })
        };
        for (name, function) in [
            (
                "<pdll group 1 of operands *1>",
                group(1, operands("*1"), false),
            ),
            (
                "<pdll group 10 of results 1*1 as range>",
                group(10, results("1*1"), true),
            ),
            (
                "<pdll rest of operands 1*>",
                Some(GroupFunction::Rest(operands("1*"))),
            ),
            (
                "<pdll single segments of results 11*>",
                Some(GroupFunction::SingleSegments(results("11*"))),
            ),
            (
                "<pdll group 0 of operand segments 1*>",
                group(
                    0,
                    Layout {
                        division: Division::Segments,
                        ..operands("1*")
                    },
                    false,
                ),
            ),
            ("<pdll rest of operands>", None),
            ("<pdll rest of operands >", None),
            ("<pdll rest of regions 1*>", None),
            ("<pdll rest of operands 1*", None),
            ("<pdll group one of operands 1*>", None),
            ("<pdll group 1 of operands 2*>", None),
            ("<pdll equal>", None),
            ("mine", None),
        ] {
            assert_eq!(GroupFunction::parse(name), function, "{name}");
        }
    }
}
