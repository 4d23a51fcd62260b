//! Conditions that the shim can check.

use super::{shim, string};
use crate::{
    ods::Subject,
    predicates::{self, Comparison, Leaf, PROJECTIONS, Parameter, Uncovered},
};
use melior::ir::{Attribute, AttributeLike, OperationRef, Type, TypeLike};
use shim::{PdllComparison, PdllConditionKind, PdllConditionNode, PdllKind, PdllParameter};
use std::{
    ffi::c_void,
    mem::ManuallyDrop,
    ptr::{self, NonNull},
};

/// A condition that the shim knows all questions of.
#[derive(Debug)]
pub(crate) struct Condition {
    raw: NonNull<shim::PdllCondition>,
}

// SAFETY: the condition is immutable, and checking it has no state.
unsafe impl Send for Condition {}
// SAFETY: as above.
unsafe impl Sync for Condition {}

impl Condition {
    /// Looks all questions up.
    ///
    /// # Errors
    ///
    /// A question that the shim does not know.
    pub(crate) fn new(
        subject: Subject,
        condition: &predicates::Condition,
    ) -> Result<Self, Uncovered> {
        let mut flat = Flat::default();
        flat.add(condition);
        let constants: Vec<Vec<PdllParameter>> =
            flat.nodes.iter().map(FlatNode::constants).collect();
        let nodes: Vec<_> = std::iter::zip(&flat.nodes, &constants)
            .map(|(node, constants)| node.raw(constants))
            .collect();
        let mut unknown = 0;
        // SAFETY: all is borrowed for the call.
        let raw = unsafe {
            let count = nodes.len();
            shim::pdllConditionCreate(nodes.as_ptr(), count, kind(subject), &raw mut unknown)
        };
        let code = |node: &FlatNode<'_>| match node.leaf {
            Some(leaf) => leaf.code.clone(),
            None => node.text.clone(),
        };
        NonNull::new(raw)
            .map(|raw| Condition { raw })
            .ok_or_else(|| Uncovered::code(&flat.nodes.get(unknown).map(code).unwrap_or_default()))
    }

    /// Whether it holds of a type.
    pub(crate) fn holds_of_type(&self, ty: Type<'_>) -> bool {
        self.holds(PdllKind::PdllType, ty.to_raw().ptr)
    }

    /// Whether it holds of an attribute.
    pub(crate) fn holds_of_attribute(&self, attribute: Attribute<'_>) -> bool {
        self.holds(PdllKind::PdllAttribute, attribute.to_raw().ptr)
    }

    /// Whether it holds of an operation.
    pub(crate) fn holds_of_operation(&self, operation: OperationRef<'_, '_>) -> bool {
        self.holds(PdllKind::PdllOperation, operation.to_raw().ptr)
    }

    fn holds(&self, kind: PdllKind, entity: *const c_void) -> bool {
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
        // SAFETY: it is ours, and nobody uses it any more.
        unsafe { shim::pdllConditionDestroy(self.raw.as_ptr()) }
    }
}

/// What an entity of that kind is called in the contract.
fn kind(subject: Subject) -> PdllKind {
    match subject {
        Subject::Attribute => PdllKind::PdllAttribute,
        Subject::Type => PdllKind::PdllType,
        Subject::Operation => PdllKind::PdllOperation,
    }
}

/// A condition in a row, each part before its children.
#[derive(Default)]
struct Flat<'a> {
    nodes: Vec<FlatNode<'a>>,
}

struct FlatNode<'a> {
    kind: PdllConditionKind,
    entity_kind: PdllKind,
    entity: usize,
    text: String,
    leaf: Option<&'a Leaf>,
    comparison: PdllComparison,
    number: i64,
    children: usize,
}

impl FlatNode<'_> {
    fn combination(kind: PdllConditionKind, children: usize) -> Self {
        FlatNode {
            kind,
            entity_kind: PdllKind::PdllAttribute,
            entity: 0,
            text: String::new(),
            leaf: None,
            comparison: PdllComparison::PdllEqual,
            number: 0,
            children,
        }
    }

    fn constants(&self) -> Vec<PdllParameter> {
        let parameters = self.leaf.map(|leaf| &*leaf.parameters).unwrap_or_default();
        parameters.iter().map(constant).collect()
    }

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

impl<'a> Flat<'a> {
    fn add(&mut self, condition: &'a predicates::Condition) {
        use predicates::Condition;
        match condition {
            Condition::Leaf(leaf) => self.leaf(leaf, PdllConditionKind::PdllConditionLeaf),
            Condition::Compare {
                leaf,
                comparison,
                number,
            } => {
                self.leaf(leaf, PdllConditionKind::PdllConditionCompare);
                if let Some(node) = self.nodes.last_mut() {
                    node.comparison = raw_comparison(*comparison);
                    node.number = *number;
                }
            }
            Condition::All(children) => {
                self.combine(PdllConditionKind::PdllConditionAll, children);
            }
            Condition::Any(children) => {
                self.combine(PdllConditionKind::PdllConditionAny, children);
            }
            Condition::Not(child) => {
                let children = std::slice::from_ref(&**child);
                self.combine(PdllConditionKind::PdllConditionNot, children);
            }
            Condition::With {
                entity,
                projection,
                body,
            } => self.project(
                PdllConditionKind::PdllConditionWith,
                *entity,
                *projection,
                body,
            ),
            Condition::Each {
                entity,
                projection,
                of_all,
                body,
            } => {
                let kind = match of_all {
                    true => PdllConditionKind::PdllConditionEach,
                    false => PdllConditionKind::PdllConditionSome,
                };
                self.project(kind, *entity, *projection, body);
            }
        }
    }

    fn leaf(&mut self, leaf: &'a Leaf, of: PdllConditionKind) {
        self.nodes.push(FlatNode {
            entity_kind: kind(leaf.kind),
            entity: leaf.entity,
            text: leaf.text.clone(),
            leaf: Some(leaf),
            ..FlatNode::combination(of, 0)
        });
    }

    fn combine(&mut self, of: PdllConditionKind, children: &'a [predicates::Condition]) {
        self.nodes.push(FlatNode::combination(of, children.len()));
        for child in children {
            self.add(child);
        }
    }

    fn project(
        &mut self,
        of: PdllConditionKind,
        entity: usize,
        projection: usize,
        body: &'a predicates::Condition,
    ) {
        let projection = &PROJECTIONS[projection];
        self.nodes.push(FlatNode {
            entity_kind: kind(projection.of),
            entity,
            text: projection.text(),
            ..FlatNode::combination(of, 1)
        });
        self.add(body);
    }
}

fn constant(parameter: &Parameter) -> PdllParameter {
    let nothing = PdllParameter {
        number: 0,
        real: 0.0,
        text: string(""),
        numbers: ptr::null(),
        numNumbers: 0,
    };
    match parameter {
        Parameter::Number(number) => PdllParameter {
            number: *number,
            ..nothing
        },
        Parameter::Real(real) => PdllParameter {
            real: *real,
            ..nothing
        },
        Parameter::Text(text) => PdllParameter {
            text: string(text),
            ..nothing
        },
        Parameter::Numbers(numbers) => PdllParameter {
            numbers: numbers.as_ptr(),
            numNumbers: numbers.len(),
            ..nothing
        },
    }
}

fn raw_comparison(comparison: Comparison) -> PdllComparison {
    match comparison {
        Comparison::Equal => PdllComparison::PdllEqual,
        Comparison::NotEqual => PdllComparison::PdllNotEqual,
        Comparison::Less => PdllComparison::PdllLess,
        Comparison::LessOrEqual => PdllComparison::PdllLessOrEqual,
        Comparison::Greater => PdllComparison::PdllGreater,
        Comparison::GreaterOrEqual => PdllComparison::PdllGreaterOrEqual,
    }
}
