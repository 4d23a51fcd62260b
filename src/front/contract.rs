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
    PDLL_ATTR_NUM_REGIONS => NUM_REGIONS: &str = "pdll.num_regions";
    PDLL_ATTR_LAST => LAST: &str = "pdll.last";
    PDLL_ATTR_INDEX => INDEX: &str = "pdll.index";
    PDLL_ATTR_NUM_BLOCKS => NUM_BLOCKS: &str = "pdll.num_blocks";
    PDLL_ATTR_NUM_ARGUMENTS => NUM_ARGUMENTS: &str = "pdll.num_arguments";
    PDLL_ATTR_EXACT => EXACT: &str = "pdll.exact";
    PDLL_PARENT => PARENT: &str = "pdll.parent";
    PDLL_REGION_PREFIX => REGION_PREFIX: &str = "pdll.region.";
    PDLL_ATTR_CONSTRAINTS => CONSTRAINTS: &str = "pdll.constraints";
    PDLL_ATTR_PROGRAM => PROGRAM: &str = "pdll.program";

    PDLL_LIBRARY_PREFIX => LIBRARY_PREFIX: &str = "pdll.";
    PDLL_CONVERT_TYPE => CONVERT_TYPE: &str = "pdll.convert_type";

    PDLL_TYPE_PREDICATES => TYPE_PREDICATES: &str = "pdll.mlir::";
    PDLL_FN_SEGMENT_SIZES => SEGMENT_SIZES: &str = "pdll.segment_sizes";
    PDLL_FN_BOUND_TYPES => BOUND_TYPES: &str = "pdll.bound_types";
    PDLL_FN_FOUND => FOUND: &str = "pdll.found";
    PDLL_FN_TYPE_OF => TYPE_OF: &str = "pdll.type_of";
    PDLL_FN_REGION => REGION: &str = "pdll.region";
    PDLL_FN_BLOCK => BLOCK: &str = "pdll.block";
    PDLL_FN_ARGUMENT => ARGUMENT: &str = "pdll.argument";
    PDLL_FN_ARGUMENTS => ARGUMENTS: &str = "pdll.arguments";
    PDLL_FN_NEW_REGION => NEW_REGION: &str = "pdll.new_region";
    PDLL_FN_NEW_BLOCK => NEW_BLOCK: &str = "pdll.new_block";
    PDLL_FN_COPY_REGION => COPY_REGION: &str = "pdll.CopyRegion";
    PDLL_FN_PLACE => PLACE: &str = "pdll.place";
    PDLL_FN_INSERT_AT => INSERT_AT: &str = "pdll.insert_at";
    PDLL_FN_INSERT_BEFORE => INSERT_BEFORE: &str = "pdll.insert_before";
    PDLL_FN_INSERT_AT_START => INSERT_AT_START: &str = "pdll.insert_at_start";
    PDLL_FN_INLINE_BLOCK => INLINE_BLOCK: &str = "pdll.InlineBlock";
    PDLL_FN_INLINE_COPY => INLINE_COPY: &str = "pdll.InlineCopy";
    PDLL_FN_SAME => SAME: &str = "pdll.same";
    PDLL_FN_ANY_OF => ANY_OF: &str = "pdll.any_of";
    PDLL_FN_TYPES_OF => TYPES_OF: &str = "pdll.types_of";

    PDLL_WARNING_NEVER_MATCHES => NEVER_MATCHES: &str = "never-matches";
    PDLL_WARNING_NEVER_FIRED => NEVER_FIRED: &str = "never-fired";

    PDLL_ODS_WIRE_VERSION => ODS_WIRE_VERSION: u32 = 13;
    PDLL_CONSTRAINTS_VERSION => CONSTRAINTS_VERSION: u32 = 3;
    PDLL_PROGRAM_VERSION => PROGRAM_VERSION: u32 = 7;
}

/// The function of the library by which a pattern for [`CONVERT_TYPE`] says what the
/// type becomes.
pub const CONVERT_TO: &str = "pdll.ConvertTo";

/// What users call a function, by its name in `pdl`.
pub fn name_for_users(function: &str) -> &str {
    match function.starts_with(LIBRARY_PREFIX) {
        true => predicate_of(function),
        false => function,
    }
}

/// The predicate that a function belongs to, or its own name without the prefix of the
/// library. A predicate has one function for each way to call it.
pub fn predicate_of(function: &str) -> &str {
    let name = function.strip_prefix(LIBRARY_PREFIX).unwrap_or(function);
    let clauses = ["_check", "_capture", "_evaluate", "_test", "_take", "_make"];
    let predicate = clauses.iter().find_map(|clause| name.strip_suffix(clause));
    predicate.unwrap_or(name)
}
