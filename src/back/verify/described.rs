//! What the `.td` files that a pattern file includes say of operations that MLIR does not know.

use super::knowledge::Knowledge;
use crate::{
    code::predicates,
    front::ods::{Arity, Group, Ods, Operation, Subject},
    mlir::ffi::condition::Condition,
};
use melior::ir::Type;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use std::{cell::RefCell, fmt::Write, rc::Rc};

/// The trait of operations without undefined behaviour.
const SPECULATABLE: &str = "::mlir::OpTrait::AlwaysSpeculatableImplTrait";
/// The trait of operations that do the same to each element.
const ELEMENTWISE: &str = "::mlir::OpTrait::Elementwise";

/// No more types are tried because a definition asks for them.
const FEW: usize = 4;

/// The definitions of operations.
#[derive(Default)]
pub(crate) struct Described<'o> {
    ods: Option<&'o Ods>,
    /// The constraints of types by their names, as far as they can be asked.
    conditions: RefCell<FxHashMap<SmolStr, Option<Rc<Condition>>>>,
}

impl<'o> Described<'o> {
    pub(crate) fn new(ods: &'o Ods) -> Self {
        Described {
            ods: Some(ods),
            conditions: RefCell::default(),
        }
    }

    /// All that is used of the definitions of the operations in a pattern, which is given as
    /// MLIR prints it.
    pub(crate) fn text(&self, pattern: &str) -> String {
        let mut text = String::new();
        for part in pattern.split("operation \"").skip(1) {
            let name = part.split('"').next().unwrap_or_default();
            if let Some(operation) = self.operation(name) {
                let knowledge = Knowledge::of_definition(operation);
                let _ = write!(text, "{name} {knowledge:?}");
                for group in operation.operands.iter().chain(&operation.results) {
                    let constraint = self.ods.and_then(|ods| ods.constraint(&group.constraint));
                    let condition = constraint.map(|constraint| &constraint.condition);
                    let _ = write!(text, " {:?} {condition:?}", group.arity);
                }
            }
        }
        text
    }

    pub(super) fn knowledge(&self, name: &str) -> Knowledge {
        let operation = self.operation(name);
        operation.map(Knowledge::of_definition).unwrap_or_default()
    }

    /// Whether an operation can have operands and results of these types, as far as is known.
    pub(super) fn fits(
        &self,
        name: &str,
        operands: &[Type<'_>],
        results: Option<&[Type<'_>]>,
    ) -> bool {
        self.operation(name).is_none_or(|operation| {
            self.are_of(operands, &operation.operands)
                && results.is_none_or(|results| self.are_of(results, &operation.results))
        })
    }

    /// Those of the types that operands or results must have, where they can have a few only.
    pub(super) fn required<'c>(&self, name: &str, all: &[Type<'c>]) -> Vec<Type<'c>> {
        let operation = self.operation(name);
        let groups = operation.map(|operation| operation.operands.iter().chain(&operation.results));
        let conditions = groups.into_iter().flatten();
        let conditions = conditions.filter_map(|group| self.condition(&group.constraint));
        let accepted = conditions.map(|condition| {
            let accepted = all.iter().filter(|ty| condition.holds_for_type(**ty));
            accepted.copied().collect::<Vec<_>>()
        });
        accepted.filter(|all| all.len() <= FEW).flatten().collect()
    }

    fn operation(&self, name: &str) -> Option<&'o Operation> {
        self.ods?.operation(name)
    }

    fn are_of(&self, types: &[Type<'_>], groups: &[Group]) -> bool {
        if !groups.iter().all(|group| group.arity == Arity::Single) {
            return true;
        }
        let holds = |(ty, group): (&Type<'_>, &Group)| {
            let condition = self.condition(&group.constraint);
            condition.is_none_or(|condition| condition.holds_for_type(*ty))
        };
        types.len() == groups.len() && types.iter().zip(groups).all(holds)
    }

    fn condition(&self, name: &SmolStr) -> Option<Rc<Condition>> {
        let mut known = self.conditions.borrow_mut();
        let condition = known.entry(name.clone()).or_insert_with(|| {
            let constraint = self.ods?.constraint(name)?;
            let is_of_types = constraint.subject == Subject::Type;
            let prepared = is_of_types
                .then(|| predicates::prepare(constraint.subject, &constraint.predicate).ok());
            prepared.flatten().map(Rc::new)
        });
        condition.clone()
    }
}

impl Knowledge {
    fn of_definition(operation: &Operation) -> Self {
        let has = |name: &str| operation.traits.iter().any(|own| own == name);
        let is_closed = operation.regions.is_empty()
            && operation.successors == 0
            && operation.properties.is_empty();
        let attributes = operation.attributes.iter();
        Knowledge {
            is_pure: operation.has_no_effects && is_closed && has(SPECULATABLE),
            is_elementwise: has(ELEMENTWISE),
            attributes: attributes.map(|one| one.name.to_string()).collect(),
        }
    }
}
