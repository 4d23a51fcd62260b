//! The types and attributes whose classes pdll knows, for each LLVM that it can be built for.

#[path = "known/llvm_22/attributes.rs"]
mod attributes_22;
#[path = "known/llvm_23/attributes.rs"]
mod attributes_23;
#[path = "known/llvm_22/types.rs"]
mod types_22;
#[path = "known/llvm_23/types.rs"]
mod types_23;

/// The C++ classes of types, and whether a type can be made of its parameters. By class.
pub(super) fn types(llvm: u32) -> &'static [(&'static str, bool)] {
    match llvm {
        23 => types_23::KNOWN_TYPES,
        _ => types_22::KNOWN_TYPES,
    }
}

/// The C++ classes of attributes, in order.
pub(super) fn attributes(llvm: u32) -> &'static [&'static str] {
    match llvm {
        23 => attributes_23::KNOWN_ATTRIBUTES,
        _ => attributes_22::KNOWN_ATTRIBUTES,
    }
}
