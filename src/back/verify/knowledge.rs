//! What is known about operations that have no meaning here.

use super::types::Made;
use crate::mlir::ffi::{
    entity::{self, Entity},
    known_operations::{
        DialectLoading, Facts, ImpliedRegions, defined_attributes, implied_regions,
    },
    native::Answer,
};
use melior::ir::Type;

/// What is known of an operation at some types.
#[derive(Debug, Clone, Default)]
pub(super) struct Knowledge {
    /// Whether it has no effects and never undefined behaviour, so that its results depend on
    /// its operands and attributes only.
    pub(super) is_pure: bool,
    /// Whether it does to vectors and tensors what it does to each element.
    pub(super) is_elementwise: bool,
    /// The attributes that its definition has.
    pub(super) attributes: Vec<String>,
}

/// Asks MLIR, or what `.td` files say about an operation that is not registered.
pub(super) fn ask<'c>(made: &Made<'_, '_, 'c>, results: &[Type<'c>]) -> Knowledge {
    let subject = made.subject;
    let context = subject.context;
    let is_registered = Facts::find(context, made.name, DialectLoading::OnDemand).registered();
    if is_registered.is_none() {
        return subject.described.knowledge(made.name);
    }
    // The operations of this dialect have properties that are no attributes, which patterns
    // do not see.
    let hides_properties = made.name.starts_with("llvm.");
    // What is in its regions may have effects, and compute anything.
    let has_regions = implied_regions(context, made.name) != ImpliedRegions::None;
    let asked = made.with(Some(results), |operation| {
        let argument = Some(Entity::Operation(operation));
        let library = subject.library;
        let is_pure = library.call_constraint(context, "pdll.IsPure", &[argument], 0);
        Knowledge {
            is_pure: !has_regions && !hides_properties && matches!(is_pure, Answer::Holds(_)),
            is_elementwise: entity::is_elementwise(operation),
            attributes: defined_attributes(context, made.name),
        }
    });
    asked.unwrap_or_default()
}
