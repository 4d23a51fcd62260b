//! What an entity consists of.

use crate::ods::Subject::{self, Attribute, Type};

/// A part of an entity, or several of them, by the C++ that gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Projection {
    /// What it is a part of.
    pub of: Subject,
    /// The class that has the part, without `mlir::`; or, for a function of
    /// entities of any class, nothing.
    pub class: &'static str,
    /// How the class is asked for it: a method; or else a function; or nothing
    /// for a class that is a list itself.
    pub member: &'static str,
    /// What it is.
    pub gives: Subject,
    /// The class that C++ knows it to be of, if it knows more.
    pub gives_class: &'static str,
    /// Whether there may be several.
    pub is_list: bool,
}

impl Projection {
    /// The C++ that gives it of `$_self`.
    pub fn text(&self) -> String {
        match (self.class, self.member) {
            ("", function) => format!("{function}($_self)"),
            (class, "") => format!("cast<{class}>($_self)"),
            (class, member) if self.is_function() => format!("{member}(cast<{class}>($_self))"),
            (class, member) => format!("cast<{class}>($_self).{member}()"),
        }
    }

    /// Whether it is a function, and no method.
    pub fn is_function(&self) -> bool {
        self.class.is_empty() || self.member == "getFlattenedTypes"
    }
}

/// All that is known.
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
    gives: Subject,
    gives_class: &'static str,
) -> Projection {
    Projection {
        of,
        class,
        member,
        gives,
        gives_class,
        is_list: false,
    }
}

const fn list(
    of: Subject,
    class: &'static str,
    member: &'static str,
    gives: Subject,
) -> Projection {
    Projection {
        is_list: true,
        ..part(of, class, member, gives, "")
    }
}

/// The number of the projection of that class and member.
pub(super) fn find(of: Subject, class: &str, member: &str, is_list: bool) -> Option<usize> {
    PROJECTIONS.iter().position(|one| {
        (one.of, one.class, one.member, one.is_list) == (of, class, member, is_list)
    })
}
