//! The parts of entities.

use crate::front::ods::Subject::{self, Attribute, Type};

/// A part of an entity, or a list of parts, and the C++ that returns it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Projection {
    /// The kind of entity that has the part.
    pub of: Subject,
    /// The class that has the part, without `mlir::`; empty for a function of
    /// entities of any class.
    pub class: &'static str,
    /// The method or function that returns the part; empty for a class that is
    /// itself the list.
    pub member: &'static str,
    /// The kind of the part.
    pub result: Subject,
    /// The class of the part in C++, if that is not the base class.
    pub result_class: &'static str,
    /// Whether it is a list of parts.
    pub is_list: bool,
}

impl Projection {
    /// The C++ expression for the part of `$_self`.
    pub fn text(&self) -> String {
        match (self.class, self.member) {
            ("", function) => format!("{function}($_self)"),
            (class, "") => format!("cast<{class}>($_self)"),
            (class, member) if self.is_function() => format!("{member}(cast<{class}>($_self))"),
            (class, member) => format!("cast<{class}>($_self).{member}()"),
        }
    }

    /// Whether `member` is a function rather than a method.
    pub fn is_function(&self) -> bool {
        self.class.is_empty() || self.member == "getFlattenedTypes"
    }
}

/// All known projections.
pub const PROJECTIONS: &[Projection] = &[
    part(Type, "ShapedType", "getElementType", Type, ""),
    part(Type, "TensorType", "getElementType", Type, ""),
    part(Type, "RankedTensorType", "getElementType", Type, ""),
    part(Type, "UnrankedTensorType", "getElementType", Type, ""),
    part(Type, "BaseMemRefType", "getElementType", Type, ""),
    part(Type, "MemRefType", "getElementType", Type, ""),
    part(Type, "UnrankedMemRefType", "getElementType", Type, ""),
    part(Type, "VectorType", "getElementType", Type, ""),
    part(Type, "ComplexType", "getElementType", Type, ""),
    part(Type, "", "getElementTypeOrSelf", Type, ""),
    part(Type, "RankedTensorType", "getEncoding", Attribute, ""),
    part(Type, "BaseMemRefType", "getMemorySpace", Attribute, ""),
    part(Type, "MemRefType", "getMemorySpace", Attribute, ""),
    part(Type, "UnrankedMemRefType", "getMemorySpace", Attribute, ""),
    part(
        Type,
        "MemRefType",
        "getLayout",
        Attribute,
        "MemRefLayoutAttrInterface",
    ),
    list(Type, "TupleType", "getTypes", Type),
    list(Type, "TupleType", "getFlattenedTypes", Type),
    list(Type, "FunctionType", "getInputs", Type),
    list(Type, "FunctionType", "getResults", Type),
    part(Attribute, "TypeAttr", "getValue", Type, ""),
    part(Attribute, "TypedAttr", "getType", Type, ""),
    part(Attribute, "IntegerAttr", "getType", Type, ""),
    part(Attribute, "FloatAttr", "getType", Type, ""),
    part(Attribute, "ElementsAttr", "getType", Type, "ShapedType"),
    part(
        Attribute,
        "DenseElementsAttr",
        "getType",
        Type,
        "ShapedType",
    ),
    part(
        Attribute,
        "DenseIntOrFPElementsAttr",
        "getType",
        Type,
        "ShapedType",
    ),
    part(
        Attribute,
        "DenseIntElementsAttr",
        "getType",
        Type,
        "ShapedType",
    ),
    part(
        Attribute,
        "DenseFPElementsAttr",
        "getType",
        Type,
        "ShapedType",
    ),
    part(Attribute, "ElementsAttr", "getElementType", Type, ""),
    part(Attribute, "DenseElementsAttr", "getElementType", Type, ""),
    part(
        Attribute,
        "DenseIntElementsAttr",
        "getElementType",
        Type,
        "",
    ),
    part(Attribute, "DenseFPElementsAttr", "getElementType", Type, ""),
    part(Attribute, "DenseArrayAttr", "getElementType", Type, ""),
    part(
        Attribute,
        "SymbolRefAttr",
        "getRootReference",
        Attribute,
        "StringAttr",
    ),
    part(
        Attribute,
        "SymbolRefAttr",
        "getLeafReference",
        Attribute,
        "StringAttr",
    ),
    list(Attribute, "ArrayAttr", "", Attribute),
    list(Attribute, "ArrayAttr", "getValue", Attribute),
];

const fn part(
    of: Subject,
    class: &'static str,
    member: &'static str,
    result: Subject,
    result_class: &'static str,
) -> Projection {
    Projection {
        of,
        class,
        member,
        result,
        result_class,
        is_list: false,
    }
}

const fn list(
    of: Subject,
    class: &'static str,
    member: &'static str,
    result: Subject,
) -> Projection {
    Projection {
        is_list: true,
        ..part(of, class, member, result, "")
    }
}

/// The index of the projection of that class and member.
pub(super) fn find(of: Subject, class: &str, member: &str, is_list: bool) -> Option<usize> {
    PROJECTIONS.iter().position(|one| {
        (one.of, one.class, one.member, one.is_list) == (of, class, member, is_list)
    })
}
