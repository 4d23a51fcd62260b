//! Conditions that the shim checks.

use super::{shim, strings::string};
use melior::ir::{Attribute, AttributeLike, OperationRef, Type, TypeLike};
pub(crate) use shim::{
    PdllComparison as Comparison, PdllConditionKind as NodeKind, PdllKind as EntityKind,
};
use shim::{PdllConditionNode, PdllParameter};
use std::{
    borrow::Cow,
    ffi::c_void,
    mem::ManuallyDrop,
    ptr::{self, NonNull},
};

/// A part of a condition. A list of them is a condition in pre-order: each part
/// stands before its children.
pub(crate) struct Node<'a> {
    pub(crate) kind: NodeKind,
    /// What the part is about: the kind of the entity, and its number.
    pub(crate) entity_kind: EntityKind,
    pub(crate) entity: usize,
    /// The question about the entity, or the name of its parts.
    pub(crate) text: Cow<'a, str>,
    /// The constants that the question leaves open.
    pub(crate) constants: Vec<Constant<'a>>,
    /// How the answer compares to `number`.
    pub(crate) comparison: Comparison,
    pub(crate) number: i64,
    pub(crate) children: usize,
}

/// A constant of a question.
pub(crate) enum Constant<'a> {
    Number(i64),
    Real(f64),
    Numbers(&'a [i64]),
    Text(&'a str),
}

/// A condition whose leaves the shim can all evaluate.
#[derive(Debug)]
pub(crate) struct Condition {
    raw: NonNull<shim::PdllCondition>,
}

// SAFETY: the condition is immutable, and checking it has no state.
unsafe impl Send for Condition {}
// SAFETY: as above.
unsafe impl Sync for Condition {}

impl Condition {
    /// Looks up all questions of a condition about an entity of that kind.
    ///
    /// # Errors
    ///
    /// The index of a node whose question the shim does not know.
    pub(crate) fn new(kind: EntityKind, nodes: &[Node<'_>]) -> Result<Self, usize> {
        let constants: Vec<Vec<_>> = nodes
            .iter()
            .map(|node| node.constants.iter().map(Constant::raw).collect())
            .collect();
        let raw_nodes: Vec<_> = std::iter::zip(nodes, &constants)
            .map(|(node, constants)| node.raw(constants))
            .collect();
        let mut unknown = 0;
        // SAFETY: all is borrowed for the call.
        let raw = unsafe {
            let count = raw_nodes.len();
            shim::pdllConditionCreate(raw_nodes.as_ptr(), count, kind, &raw mut unknown)
        };
        NonNull::new(raw)
            .map(|raw| Condition { raw })
            .ok_or(unknown)
    }

    /// Whether the condition holds for a type.
    pub(crate) fn holds_for_type(&self, ty: Type<'_>) -> bool {
        self.holds(EntityKind::PdllType, ty.to_raw().ptr)
    }

    /// Whether the condition holds for an attribute.
    pub(crate) fn holds_for_attribute(&self, attribute: Attribute<'_>) -> bool {
        self.holds(EntityKind::PdllAttribute, attribute.to_raw().ptr)
    }

    /// Whether the condition holds for an operation.
    pub(crate) fn holds_for_operation(&self, operation: OperationRef<'_, '_>) -> bool {
        self.holds(EntityKind::PdllOperation, operation.to_raw().ptr)
    }

    fn holds(&self, kind: EntityKind, entity: *const c_void) -> bool {
        // SAFETY: the condition is ours, and the entity what its kind says.
        unsafe { shim::pdllConditionHolds(self.raw.as_ptr(), kind, entity) }
    }

    /// Gives the condition away, to one who will destroy it.
    pub(super) fn into_raw(self) -> *mut shim::PdllCondition {
        ManuallyDrop::new(self).raw.as_ptr()
    }
}

impl Drop for Condition {
    fn drop(&mut self) {
        // SAFETY: the condition is ours, and nothing uses it any more.
        unsafe { shim::pdllConditionDestroy(self.raw.as_ptr()) }
    }
}

impl Node<'_> {
    fn raw(&self, constants: &[PdllParameter]) -> PdllConditionNode {
        PdllConditionNode {
            kind: self.kind,
            entityKind: self.entity_kind,
            entity: self.entity,
            text: string(&self.text),
            parameters: constants.as_ptr(),
            numParameters: constants.len(),
            comparison: self.comparison,
            number: self.number,
            numChildren: self.children,
        }
    }
}

impl Constant<'_> {
    pub(super) fn raw(&self) -> PdllParameter {
        let nothing = PdllParameter {
            number: 0,
            real: 0.0,
            text: string(""),
            numbers: ptr::null(),
            numNumbers: 0,
        };
        match *self {
            Constant::Number(number) => PdllParameter { number, ..nothing },
            Constant::Real(real) => PdllParameter { real, ..nothing },
            Constant::Text(text) => PdllParameter {
                text: string(text),
                ..nothing
            },
            Constant::Numbers(numbers) => PdllParameter {
                numbers: numbers.as_ptr(),
                numNumbers: numbers.len(),
                ..nothing
            },
        }
    }
}
