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

#[cfg(test)]
mod tests {
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
        ] {
            assert_eq!(name, expected);
        }
    }
}
