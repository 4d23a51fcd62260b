//! What patterns speak of: operations, values, attributes and types, and how they
//! are connected.

pub(crate) mod bodies;

use super::{shim, strings::string};
use bodies::{Block, Region};
use melior::ir::{
    Attribute, AttributeLike, OperationRef, Type, TypeLike, Value, ValueLike,
    operation::{OperationLike, WalkOrder, WalkResult},
};
use mlir_sys::{
    MlirAttribute, MlirOpOperand, MlirOperation, MlirType, MlirValue, mlirArrayAttrGetElement,
    mlirArrayAttrGetNumElements, mlirAttributeIsADenseElements, mlirAttributeIsADenseI32Array,
    mlirBlockArgumentGetOwner, mlirBlockGetParentOperation, mlirContextIsRegisteredOperation,
    mlirDenseArrayGetNumElements, mlirDenseElementsAttrGetSplatValue, mlirDenseElementsAttrIsSplat,
    mlirDenseI32ArrayGetElement, mlirIdentifierStr, mlirOpOperandGetNextUse, mlirOpOperandGetOwner,
    mlirOpResultGetOwner, mlirOpResultGetResultNumber, mlirOperationClone,
    mlirOperationGetAttributeByName, mlirOperationGetContext, mlirOperationGetName,
    mlirOperationGetNumOperands, mlirOperationGetNumResults, mlirOperationGetOperand,
    mlirOperationGetParentOperation, mlirOperationGetResult, mlirOperationRemoveAttributeByName,
    mlirOperationSetAttributeByName, mlirOperationSetOperand, mlirShapedTypeGetElementType,
    mlirShapedTypeGetRank, mlirShapedTypeHasRank, mlirTypeAttrGetValue, mlirTypeIsAShaped,
    mlirValueGetFirstUse, mlirValueGetType, mlirValueIsAOpResult, mlirValueSetType,
};
use shim::{PdllKind, PdllNativeValue};
use std::{ffi::c_void, iter};

/// Something that a variable of a pattern stands for. Outside of rewrites, no
/// operand is null.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Entity<'a> {
    Attribute(Attribute<'a>),
    Operation(OperationRef<'a, 'a>),
    Type(Type<'a>),
    Types(Vec<Type<'a>>),
    Value(Value<'a, 'a>),
    Values(Vec<Value<'a, 'a>>),
    Region(Region<'a>),
    Block(Block<'a>),
}

/// What defines a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Definition<'a> {
    /// A result of an operation, and its number.
    Result(OperationRef<'a, 'a>, usize),
    /// The block of an operation, if the block is in one.
    Block(Option<OperationRef<'a, 'a>>),
}

/// The operations inside of another one, each after those inside of it.
#[cfg(test)]
pub(crate) fn inner_operations<'a>(operation: OperationRef<'a, 'a>) -> Vec<OperationRef<'a, 'a>> {
    let mut inner = walk(operation, WalkOrder::PostOrder);
    // The last one is the operation itself.
    inner.pop();
    inner
}

/// The operations inside of another one, in the order of the source.
pub(crate) fn operations_in_order<'a>(
    operation: OperationRef<'a, 'a>,
) -> Vec<OperationRef<'a, 'a>> {
    let mut inner = walk(operation, WalkOrder::PreOrder);
    // The first one is the operation itself.
    inner.remove(0);
    inner
}

fn walk<'a>(operation: OperationRef<'a, 'a>, order: WalkOrder) -> Vec<OperationRef<'a, 'a>> {
    let mut found = Vec::new();
    operation.walk(order, |one| {
        found.push(one.to_raw());
        WalkResult::Advance
    });
    found
        .into_iter()
        // SAFETY: the operation is inside of one that lives for `'a`, or that one.
        .map(|raw| unsafe { OperationRef::from_raw(raw) })
        .collect()
}

/// A copy of an operation, with all that is inside of it. It lives as long as the
/// context.
pub(crate) fn lasting_copy<'a>(operation: OperationRef<'a, 'a>) -> OperationRef<'a, 'a> {
    // SAFETY: the operation is alive, and nothing destroys its copy.
    unsafe { OperationRef::from_raw(mlirOperationClone(operation.to_raw())) }
}

/// Replaces an operand, which exists.
pub(crate) fn set_operand<'a>(operation: OperationRef<'a, 'a>, index: usize, value: Value<'a, 'a>) {
    assert!(index < operation.operand_count(), "the operand exists");
    // SAFETY: both are alive, and the operand exists.
    unsafe { mlirOperationSetOperand(operation.to_raw(), index as isize, value.to_raw()) };
}

/// Replaces all operands.
#[cfg(test)]
pub(crate) fn set_operands<'a>(operation: OperationRef<'a, 'a>, values: &[Value<'a, 'a>]) {
    let raw: Vec<_> = values.iter().map(|value| value.to_raw()).collect();
    // SAFETY: all of them are alive.
    unsafe {
        mlir_sys::mlirOperationSetOperands(operation.to_raw(), raw.len() as isize, raw.as_ptr());
    }
}

/// Gives a value another type.
pub(crate) fn set_type<'a>(value: Value<'a, 'a>, ty: Type<'a>) {
    // SAFETY: both are alive.
    unsafe { mlirValueSetType(value.to_raw(), ty.to_raw()) };
}

/// Gives an operation an attribute, or takes it away.
pub(crate) fn set_attribute<'a>(
    operation: OperationRef<'a, 'a>,
    name: &str,
    attribute: Option<Attribute<'a>>,
) {
    let name = melior::StringRef::new(name);
    let raw = operation.to_raw();
    // SAFETY: all of them are alive, and the name is borrowed for the call.
    unsafe {
        match attribute {
            Some(attribute) => {
                mlirOperationSetAttributeByName(raw, name.to_raw(), attribute.to_raw());
            }
            None => {
                mlirOperationRemoveAttributeByName(raw, name.to_raw());
            }
        }
    }
}

/// The element that all of dense elements are, if they are equal.
pub(crate) fn splat_value(attribute: Attribute<'_>) -> Option<Attribute<'_>> {
    let raw = attribute.to_raw();
    // SAFETY: the attribute is not null, and a splat where its value is asked for.
    unsafe {
        let is_splat = mlirAttributeIsADenseElements(raw) && mlirDenseElementsAttrIsSplat(raw);
        is_splat.then(|| Attribute::from_raw(mlirDenseElementsAttrGetSplatValue(raw)))
    }
}

/// The type of the elements of a shaped type.
pub(crate) fn element_type(ty: Type<'_>) -> Option<Type<'_>> {
    // SAFETY: the type is not null, and shaped.
    unsafe {
        mlirTypeIsAShaped(ty.to_raw())
            .then(|| Type::from_raw(mlirShapedTypeGetElementType(ty.to_raw())))
    }
}

/// The number of dimensions of a shaped type.
///
/// # Panics
///
/// If it is no shaped type with a rank.
pub(crate) fn rank(ty: Type<'_>) -> usize {
    // SAFETY: the type is not null, and shaped before it is asked for its rank.
    unsafe {
        let has_rank = mlirTypeIsAShaped(ty.to_raw()) && mlirShapedTypeHasRank(ty.to_raw());
        assert!(has_rank, "it has a rank");
        mlirShapedTypeGetRank(ty.to_raw()).cast_unsigned() as usize
    }
}

/// Whether a dialect that the context has loaded defines the operation.
pub(crate) fn is_registered(operation: OperationRef<'_, '_>) -> bool {
    let raw = operation.to_raw();
    // SAFETY: the operation is alive, and so are its context and its name.
    unsafe {
        let name = mlirIdentifierStr(mlirOperationGetName(raw));
        mlirContextIsRegisteredOperation(mlirOperationGetContext(raw), name)
    }
}

/// Whether the order of the operands of an operation does not matter.
pub(crate) fn is_commutative(operation: OperationRef<'_, '_>) -> bool {
    has_trait(operation, "IsCommutative")
}

/// Whether an operation is a constant.
pub(crate) fn is_constant(operation: OperationRef<'_, '_>) -> bool {
    has_trait(operation, "ConstantLike")
}

/// Whether an operation does to vectors and tensors what it does to each element.
pub(crate) fn is_elementwise(operation: OperationRef<'_, '_>) -> bool {
    has_trait(operation, "Elementwise")
}

fn has_trait(operation: OperationRef<'_, '_>, name: &str) -> bool {
    // SAFETY: the operation is alive, and the name is borrowed for the call.
    unsafe { shim::pdllHasTrait(operation.to_raw(), string(name)) }
}

/// The names of the attributes of an operation.
pub(crate) fn attribute_names(operation: OperationRef<'_, '_>) -> Vec<String> {
    let attributes =
        (0..operation.attribute_count()).filter_map(|index| operation.attribute_at(index).ok());
    attributes
        .map(|(name, _)| name.as_string_ref().as_str().unwrap_or_default().to_owned())
        .collect()
}

pub(crate) fn operands<'a>(operation: OperationRef<'a, 'a>) -> Vec<Value<'a, 'a>> {
    let raw = operation.to_raw();
    // SAFETY: the operation is alive, and has that many operands.
    unsafe {
        (0..mlirOperationGetNumOperands(raw))
            .map(|index| Value::from_raw(mlirOperationGetOperand(raw, index)))
            .collect()
    }
}

pub(crate) fn results<'a>(operation: OperationRef<'a, 'a>) -> Vec<Value<'a, 'a>> {
    let raw = operation.to_raw();
    // SAFETY: the operation is alive, and has that many results.
    unsafe {
        (0..mlirOperationGetNumResults(raw))
            .map(|index| Value::from_raw(mlirOperationGetResult(raw, index)))
            .collect()
    }
}

pub(crate) fn type_of<'a>(value: Value<'a, 'a>) -> Type<'a> {
    // SAFETY: the value is alive.
    unsafe { Type::from_raw(mlirValueGetType(value.to_raw())) }
}

/// The attribute of an operation, whether it is discardable or a property.
pub(crate) fn attribute<'a>(operation: OperationRef<'a, 'a>, name: &str) -> Option<Attribute<'a>> {
    let name = melior::StringRef::new(name);
    // SAFETY: the operation is alive, and the name is borrowed for the call.
    unsafe {
        Attribute::from_option_raw(mlirOperationGetAttributeByName(
            operation.to_raw(),
            name.to_raw(),
        ))
    }
}

/// The type of an attribute that has one.
pub(crate) fn attribute_type(attribute: Attribute<'_>) -> Option<Type<'_>> {
    // SAFETY: the attribute is not null.
    unsafe { Type::from_option_raw(shim::pdllAttributeGetType(attribute.to_raw())) }
}

/// Whether operations with that name may have the attribute under a name.
pub(crate) fn attribute_fits(attribute: Attribute<'_>, operation: &str, name: &str) -> bool {
    // SAFETY: the attribute is not null, and the strings are borrowed for the call.
    unsafe { shim::pdllAttributeFits(attribute.to_raw(), string(operation), string(name)) }
}

/// The numbers in an array attribute of 32-bit integers.
pub(crate) fn integers(attribute: Attribute<'_>) -> Option<Vec<i32>> {
    let raw = attribute.to_raw();
    // SAFETY: the attribute is not null, is such an array, and has that many
    // elements.
    unsafe {
        mlirAttributeIsADenseI32Array(raw).then(|| {
            (0..mlirDenseArrayGetNumElements(raw))
                .map(|index| mlirDenseI32ArrayGetElement(raw, index))
                .collect()
        })
    }
}

/// The type for which an attribute stands.
///
/// # Panics
///
/// If it is not a type attribute.
pub(crate) fn constant_type(attribute: Attribute<'_>) -> Type<'_> {
    assert!(attribute.is_type(), "it stands for a type");
    // SAFETY: it is a type attribute.
    unsafe { Type::from_raw(mlirTypeAttrGetValue(attribute.to_raw())) }
}

/// The types for which an attribute stands.
///
/// # Panics
///
/// If it is not an array of type attributes.
pub(crate) fn constant_types(attribute: Attribute<'_>) -> Vec<Type<'_>> {
    assert!(attribute.is_array(), "it stands for several types");
    let raw = attribute.to_raw();
    // SAFETY: it is an array with that many elements, which are not null.
    unsafe {
        (0..mlirArrayAttrGetNumElements(raw))
            .map(|index| constant_type(Attribute::from_raw(mlirArrayAttrGetElement(raw, index))))
            .collect()
    }
}

pub(crate) fn definition<'a>(value: Value<'a, 'a>) -> Definition<'a> {
    let raw = value.to_raw();
    // SAFETY: the value is alive, and either a result or the argument of a block.
    unsafe {
        if mlirValueIsAOpResult(raw) {
            let owner = OperationRef::from_raw(mlirOpResultGetOwner(raw));
            let number = mlirOpResultGetResultNumber(raw);
            Definition::Result(owner, number.cast_unsigned())
        } else {
            let parent = mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(raw));
            Definition::Block(OperationRef::from_option_raw(parent))
        }
    }
}

/// The operations that use a value, in the order of its list of uses. An operation
/// that uses it twice comes twice. Only so many are returned.
pub(crate) fn users<'a>(value: Value<'a, 'a>, count: usize) -> Vec<OperationRef<'a, 'a>> {
    let exists = |operand: MlirOpOperand| (!operand.ptr.is_null()).then_some(operand);
    // SAFETY: the value is alive, and so are its uses and their owners.
    unsafe {
        let first = exists(mlirValueGetFirstUse(value.to_raw()));
        iter::successors(first, |operand| exists(mlirOpOperandGetNextUse(*operand)))
            .take(count)
            .map(|operand| OperationRef::from_raw(mlirOpOperandGetOwner(operand)))
            .collect()
    }
}

/// An operation, the operation that holds it in its regions, and so on.
pub(crate) fn with_ancestors<'a>(
    operation: OperationRef<'a, 'a>,
) -> impl Iterator<Item = OperationRef<'a, 'a>> {
    iter::successors(Some(operation), |inner| {
        // SAFETY: the operation is alive.
        unsafe { OperationRef::from_option_raw(mlirOperationGetParentOperation(inner.to_raw())) }
    })
}

impl<'a> Entity<'a> {
    /// Its kind, and the pointers in the handles of its elements.
    pub(super) fn elements(&self) -> (PdllKind, Vec<*mut c_void>) {
        let ty = |one: &Type<'_>| one.to_raw().ptr.cast_mut();
        let value = |one: &Value<'_, '_>| one.to_raw().ptr.cast_mut();
        match self {
            Entity::Attribute(one) => (PdllKind::PdllAttribute, vec![one.to_raw().ptr.cast_mut()]),
            Entity::Operation(one) => (PdllKind::PdllOperation, vec![one.to_raw().ptr]),
            Entity::Type(one) => (PdllKind::PdllType, vec![ty(one)]),
            Entity::Types(all) => (PdllKind::PdllTypeRange, all.iter().map(ty).collect()),
            Entity::Value(one) => (PdllKind::PdllValue, vec![value(one)]),
            Entity::Values(all) => (PdllKind::PdllValueRange, all.iter().map(value).collect()),
            Entity::Region(_) | Entity::Block(_) => panic!("no function takes regions and blocks"),
        }
    }

    /// Copies an entity that is not null.
    ///
    /// # Safety
    ///
    /// The elements are valid for `'a`, and of the kind that is said.
    pub(super) unsafe fn from_raw(raw: &PdllNativeValue) -> Option<Self> {
        if raw.isNull {
            return None;
        }
        let elements: Vec<*mut c_void> = (0..raw.numElements)
            // SAFETY: there are that many elements.
            .map(|index| unsafe { *raw.elements.add(index) })
            .collect();
        let attribute = |ptr| MlirAttribute { ptr };
        let ty = |ptr| MlirType { ptr };
        let value = |ptr| MlirValue { ptr };
        // SAFETY: the caller's promise.
        unsafe {
            Some(match raw.kind {
                PdllKind::PdllAttribute => {
                    Entity::Attribute(Attribute::from_raw(attribute(elements[0])))
                }
                PdllKind::PdllOperation => {
                    Entity::Operation(OperationRef::from_raw(MlirOperation { ptr: elements[0] }))
                }
                PdllKind::PdllType => Entity::Type(Type::from_raw(ty(elements[0]))),
                PdllKind::PdllTypeRange => Entity::Types(
                    elements
                        .into_iter()
                        .map(|one| Type::from_raw(ty(one)))
                        .collect(),
                ),
                PdllKind::PdllValue => Entity::Value(Value::from_raw(value(elements[0]))),
                PdllKind::PdllValueRange => Entity::Values(
                    elements
                        .into_iter()
                        .map(|one| Value::from_raw(value(one)))
                        .collect(),
                ),
            })
        }
    }
}
