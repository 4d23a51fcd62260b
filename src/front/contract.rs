//! The names and versions that Rust and C++ share.
//!
//! `cpp-shim/shim/contract/Names.h` says the same to C++, and what each is for.
//! `tests/repository/shim_structure.rs` compares them. Modules and plugins that were made
//! before hold these names, so they stay as they are.

/// Declares each constant with the macro of C++ that has the same value.
macro_rules! shared {
    ($($macro:ident => $name:ident: $ty:ty = $value:literal;)*) => {
        $(pub const $name: $ty = $value;)*

        /// The macros of `Names.h` that Rust knows, and their values as text.
        pub const SHARED: &[(&str, &str)] = &[$((stringify!($macro), concat!($value))),*];
    };
}

shared! {
    PDLL_ATTR_LABELS => LABELS: &str = "pdll.labels";
    PDLL_ATTR_BOUNDED_RECURSION => BOUNDED_RECURSION: &str = "pdll.bounded_recursion";
    PDLL_ATTR_OPERAND_SEGMENTS => OPERAND_SEGMENTS: &str = "pdll.operand_segments";
    PDLL_ATTR_RESULT_SEGMENTS => RESULT_SEGMENTS: &str = "pdll.result_segments";
    PDLL_ATTR_EQUAL_OPERAND_RANGES => EQUAL_OPERAND_RANGES: &str = "pdll.equal_operand_ranges";
    PDLL_ATTR_EQUAL_RESULT_RANGES => EQUAL_RESULT_RANGES: &str = "pdll.equal_result_ranges";
    PDLL_ATTR_SINGLE_OPERAND_RANGES => SINGLE_OPERAND_RANGES: &str = "pdll.single_operand_ranges";
    PDLL_ATTR_SINGLE_RESULT_RANGES => SINGLE_RESULT_RANGES: &str = "pdll.single_result_ranges";
    PDLL_ATTR_NO_RESULTS => NO_RESULTS: &str = "pdll.no_results";
    PDLL_ATTR_RESULT_GROUPS => RESULT_GROUPS: &str = "pdll.result_groups";
    PDLL_ATTR_CONSTRAINTS => CONSTRAINTS: &str = "pdll.constraints";
    PDLL_ATTR_PROGRAM => PROGRAM: &str = "pdll.program";

    PDLL_LIBRARY_PREFIX => LIBRARY_PREFIX: &str = "pdll.";
    PDLL_CONVERT_TYPE => CONVERT_TYPE: &str = "pdll.convert_type";

    PDLL_TYPE_PREDICATES => TYPE_PREDICATES: &str = "pdll.mlir::";
    PDLL_FN_SEGMENT_SIZES => SEGMENT_SIZES: &str = "pdll.segment_sizes";
    PDLL_FN_BOUND_TYPES => BOUND_TYPES: &str = "pdll.bound_types";
    PDLL_FN_TYPE_OF => TYPE_OF: &str = "pdll.type_of";
    PDLL_FN_SAME => SAME: &str = "pdll.same";
    PDLL_FN_ANY_OF => ANY_OF: &str = "pdll.any_of";
    PDLL_FN_TYPES_OF => TYPES_OF: &str = "pdll.types_of";

    PDLL_RESERVED_PREFIX => RESERVED_PREFIX: &str = "<pdll ";
    PDLL_RESERVED_SUFFIX => RESERVED_SUFFIX: &str = ">";
    PDLL_FN_EQUAL => EQUAL: &str = "<pdll equal>";
    PDLL_FN_DISTINCT => DISTINCT: &str = "<pdll distinct operations>";
    PDLL_FN_SURVIVES => SURVIVES: &str = "<pdll surviving value>";
    PDLL_FN_EXISTING_RESULT => EXISTING_RESULT: &str = "<pdll existing result>";
    PDLL_FN_EXISTING_SINGLE_GROUP => EXISTING_SINGLE_GROUP: &str = "<pdll existing group of one>";
    PDLL_FN_EXISTING_RANGE_GROUP => EXISTING_RANGE_GROUP: &str = "<pdll existing group>";

    PDLL_WARNING_NEVER_MATCHES => NEVER_MATCHES: &str = "never-matches";
    PDLL_WARNING_NEVER_FIRED => NEVER_FIRED: &str = "never-fired";
    PDLL_WARNING_SUSPICIOUS => SUSPICIOUS: &str = "never-fired, with warnings";

    PDLL_ODS_WIRE_VERSION => ODS_WIRE_VERSION: u32 = 8;
    PDLL_CONSTRAINTS_VERSION => CONSTRAINTS_VERSION: u32 = 2;
    PDLL_PROGRAM_VERSION => PROGRAM_VERSION: u32 = 3;

    PDLL_FN_GROUP => FN_GROUP: &str = "<pdll group ";
    PDLL_FN_GROUP_AS_RANGE => FN_GROUP_AS_RANGE: &str = " as range";
    PDLL_FN_GROUP_OF => FN_GROUP_OF: &str = " of ";
    PDLL_FN_REST => FN_REST: &str = "<pdll rest of ";
    PDLL_FN_SINGLE_SEGMENTS => FN_SINGLE_SEGMENTS: &str = "<pdll single segments of ";
    PDLL_LIST_OPERANDS => LIST_OPERANDS: &str = "operands";
    PDLL_LIST_OPERAND_SEGMENTS => LIST_OPERAND_SEGMENTS: &str = "operand segments";
    PDLL_LIST_RESULTS => LIST_RESULTS: &str = "results";
    PDLL_LIST_RESULT_SEGMENTS => LIST_RESULT_SEGMENTS: &str = "result segments";
}

/// The function of the library by which a pattern for [`CONVERT_TYPE`] says what the
/// type becomes.
pub const CONVERT_TO: &str = "pdll.ConvertTo";

/// A native function about groups of operands or results, as its name describes
/// it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupFunction<'n> {
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
pub struct Layout<'n> {
    pub list: List,
    pub division: Division,
    /// A `1` for each group of a single value, a `*` for each range.
    pub groups: &'n str,
}

/// What determines the lengths of ranges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Division {
    /// They are equal.
    Equal,
    /// An attribute of the operation holds them.
    Segments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum List {
    Operands,
    Results,
}

impl<'n> GroupFunction<'n> {
    /// Reads a name, or returns `None` if the function is not about groups.
    pub fn parse(name: &'n str) -> Option<Self> {
        let name = name.strip_suffix(RESERVED_SUFFIX)?;
        if let Some(layout) = name.strip_prefix(FN_REST) {
            return Layout::parse(layout).map(GroupFunction::Rest);
        }
        if let Some(layout) = name.strip_prefix(FN_SINGLE_SEGMENTS) {
            return Layout::parse(layout).map(GroupFunction::SingleSegments);
        }
        let rest = name.strip_prefix(FN_GROUP)?;
        let (index, rest) = rest.split_once(FN_GROUP_OF)?;
        let range = rest.strip_suffix(FN_GROUP_AS_RANGE);
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
    (LIST_OPERANDS, List::Operands, Division::Equal),
    (LIST_RESULTS, List::Results, Division::Equal),
    (LIST_OPERAND_SEGMENTS, List::Operands, Division::Segments),
    (LIST_RESULT_SEGMENTS, List::Results, Division::Segments),
];

#[cfg(test)]
mod tests {
    use super::{Division, GroupFunction, Layout, List};

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
