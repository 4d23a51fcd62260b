//! What predicates of the library say about the kind of a type.

use crate::{front::contract::LIBRARY_PREFIX, mlir::ffi::entity};
use melior::ir::{Type, TypeLike, r#type::IntegerType};

/// A set of kinds of types. Every type is of exactly one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TypeKinds(u32);

const SIGNLESS: u32 = 1 << 0;
const SIGNED: u32 = 1 << 1;
const UNSIGNED: u32 = 1 << 2;
const FLOAT: u32 = 1 << 3;
const COMPLEX: u32 = 1 << 4;
const INDEX: u32 = 1 << 5;
const FIXED_VECTOR: u32 = 1 << 6;
const SCALABLE_VECTOR: u32 = 1 << 7;
const OTHER_VECTOR: u32 = 1 << 8;
const RANKED_TENSOR: u32 = 1 << 9;
const UNRANKED_TENSOR: u32 = 1 << 10;
const MEM_REF: u32 = 1 << 11;
const UNRANKED_MEM_REF: u32 = 1 << 12;
const OTHER_SHAPED: u32 = 1 << 13;
const FUNCTION: u32 = 1 << 14;
const TUPLE: u32 = 1 << 15;
const OPAQUE: u32 = 1 << 16;
const OTHER: u32 = 1 << 17;

const INTEGER: u32 = SIGNLESS | SIGNED | UNSIGNED;
const VECTOR: u32 = FIXED_VECTOR | SCALABLE_VECTOR | OTHER_VECTOR;
const RANKED: u32 = VECTOR | RANKED_TENSOR | MEM_REF | OTHER_SHAPED;
const SHAPED: u32 = RANKED | UNRANKED_TENSOR | UNRANKED_MEM_REF;

impl TypeKinds {
    pub(super) const ALL: Self = TypeKinds(u32::MAX);

    /// The kind of a type.
    pub(super) fn of(ty: Type<'_>) -> Self {
        TypeKinds(kind(ty))
    }

    pub(super) fn and(self, other: Self) -> Self {
        TypeKinds(self.0 & other.0)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }
}

fn kind(ty: Type<'_>) -> u32 {
    if let Ok(integer) = IntegerType::try_from(ty) {
        return match (integer.is_signed(), integer.is_unsigned()) {
            (true, _) => SIGNED,
            (_, true) => UNSIGNED,
            _ => SIGNLESS,
        };
    }
    let kinds = [
        (ty.is_float(), FLOAT),
        (ty.is_complex(), COMPLEX),
        (ty.is_index(), INDEX),
        (ty.is_vector(), OTHER_VECTOR),
        (ty.is_ranked_tensor(), RANKED_TENSOR),
        (ty.is_unranked_tensor(), UNRANKED_TENSOR),
        (ty.is_mem_ref(), MEM_REF),
        (ty.is_unranked_mem_ref(), UNRANKED_MEM_REF),
        (ty.is_shaped(), OTHER_SHAPED),
        (ty.is_function(), FUNCTION),
        (ty.is_tuple(), TUPLE),
        (ty.is_opaque(), OPAQUE),
    ];
    let found = kinds.into_iter().find(|(is_it, _)| *is_it);
    match found.map_or(OTHER, |(_, kind)| kind) {
        OTHER_VECTOR => vector_kind(ty),
        kind => kind,
    }
}

fn vector_kind(ty: Type<'_>) -> u32 {
    match (entity::rank(ty), ty.is_scalable_vector()) {
        (1, true) => SCALABLE_VECTOR,
        (1, false) => FIXED_VECTOR,
        _ => OTHER_VECTOR,
    }
}

/// What a constraint of the library says about its first argument, a type.
#[derive(Debug)]
pub(super) struct TypePredicate {
    /// Its name without the prefix of the library.
    name: &'static str,
    /// The kinds of types of which it can hold.
    pub(super) kinds: TypeKinds,
    /// How messages call these types.
    pub(super) description: &'static str,
    /// What its results are. Parts of a type that have the same name are equal,
    /// whatever constraint returns them.
    pub(super) parts: &'static [&'static str],
}

/// The entry for a constraint, if it says something.
pub(super) fn find(function: &str) -> Option<&'static TypePredicate> {
    let name = function.strip_prefix(LIBRARY_PREFIX)?;
    PREDICATES.iter().find(|predicate| predicate.name == name)
}

const fn says(
    name: &'static str,
    kinds: u32,
    description: &'static str,
    parts: &'static [&'static str],
) -> TypePredicate {
    TypePredicate {
        name,
        kinds: TypeKinds(kinds),
        description,
        parts,
    }
}

#[rustfmt::skip]
static PREDICATES: [TypePredicate; 27] = [
    says("IntegerType_capture", SIGNLESS, "a signless integer type", &["width"]),
    says("SignedIntegerType_capture", SIGNED, "a signed integer type", &["width"]),
    says("UnsignedIntegerType_capture", UNSIGNED, "an unsigned integer type", &["width"]),
    says("AnyIntegerType_capture", INTEGER, "an integer type", &["width"]),
    says("FloatType_capture", FLOAT, "a float type", &["width"]),
    says("IntOrFloatType_capture", INTEGER | FLOAT, "an integer or float type", &["width"]),
    says("IntOrIndex_check", INTEGER | INDEX, "`index` or an integer type", &[]),
    says("ComplexType_capture", COMPLEX, "a complex type", &["element"]),
    says("FixedVectorType_capture", FIXED_VECTOR, "a fixed vector type of one dimension", &["element", "number of elements"]),
    says("ScalableVectorType_capture", SCALABLE_VECTOR, "a scalable vector type of one dimension", &["element", "minimum"]),
    says("VectorType_capture", VECTOR, "a vector type", &["element", "shape", "scalable"]),
    says("RankedTensorType_capture", RANKED_TENSOR, "a ranked tensor type", &["element", "shape", "encoding"]),
    says("UnrankedTensorType_capture", UNRANKED_TENSOR, "an unranked tensor type", &["element"]),
    says("TensorType_capture", RANKED_TENSOR | UNRANKED_TENSOR, "a tensor type", &["element"]),
    says("MemRefType_capture", MEM_REF, "a ranked memref type", &["element", "shape", "layout", "space"]),
    says("UnrankedMemRefType_capture", UNRANKED_MEM_REF, "an unranked memref type", &["element", "space"]),
    says("BaseMemRefType_capture", MEM_REF | UNRANKED_MEM_REF, "a memref type", &["element", "space"]),
    says("ShapedType_capture", SHAPED, "a shaped type", &["element"]),
    says("Shape_capture", RANKED, "a shaped type with a rank", &["shape"]),
    says("Rank_capture", RANKED, "a shaped type with a rank", &["rank"]),
    says("DimSize_capture", RANKED, "a shaped type with a rank", &[]),
    says("StaticShape_check", RANKED, "a type of static shape", &[]),
    says("NumElements_capture", RANKED, "a type of static shape", &["number of elements"]),
    says("SameSizes_check", RANKED, "a shaped type with a rank", &[]),
    says("FunctionType_capture", FUNCTION, "a function type", &["inputs", "results"]),
    says("TupleType_capture", TUPLE, "a tuple type", &["types"]),
    says("OpaqueType_capture", OPAQUE, "an opaque type", &["dialect", "data"]),
];
