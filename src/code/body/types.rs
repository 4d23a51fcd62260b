//! The C++ types of expressions.

use crate::{
    front::hir,
    mlir::ffi::body::{self, EntityKind, IntegerType},
};
use smol_str::SmolStr;
use std::{collections::BTreeMap, sync::LazyLock};

/// The type of an expression. Classes have no namespaces that are in scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ty {
    Boolean,
    Integer(Width),
    /// `double` and `float`.
    Real,
    Single,
    Text,
    /// `APInt` and `APFloat`.
    BigInteger,
    BigReal,
    Enum(SmolStr),
    /// A case of an enum that an included definition has, kept as the attribute of it.
    Case(SmolStr),
    Attribute(SmolStr),
    Type(SmolStr),
    /// An operation of a class, which is `Operation` for those of any class.
    Operation(SmolStr),
    Value,
    /// A value that C++ knows to be an argument of a block, which has members of its own.
    BlockArgument,
    /// A block or a region.
    Place(SmolStr),
    List(Box<Ty>),
    /// Elements in braces, which become a list when it is known of what.
    Braces(Vec<Ty>),
    /// A `FailureOr` or `std::optional`.
    Optional(Box<Ty>),
    /// A `LogicalResult`.
    Outcome,
    Null,
    /// What has no value of its own: a builder, the context, and `void`.
    Builder,
    Context,
    Nothing,
}

/// The size and sign of an integer type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Width {
    pub(super) bits: u32,
    pub(super) is_signed: bool,
}

/// `int`.
pub(super) const INT: Width = Width {
    bits: 32,
    is_signed: true,
};
/// `int64_t`.
pub(super) const INT64: Width = Width {
    bits: 64,
    is_signed: true,
};

impl Width {
    pub(super) fn raw(self) -> IntegerType {
        IntegerType {
            bits: self.bits,
            isSigned: self.is_signed,
        }
    }

    /// The type in which C++ computes with operands of two types.
    pub(super) fn common(self, other: Width) -> Width {
        let (one, other) = (self.promoted(), other.promoted());
        if one.bits == other.bits {
            return Width {
                is_signed: one.is_signed && other.is_signed,
                ..one
            };
        }
        if one.bits > other.bits { one } else { other }
    }

    fn promoted(self) -> Width {
        if self.bits < INT.bits { INT } else { self }
    }
}

impl Ty {
    /// The type that C++ calls `name`, if it is known.
    pub(super) fn named(name: &str) -> Option<Self> {
        if let Some(element) = name
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
        {
            return Some(Ty::List(Box::new(Ty::named(element)?)));
        }
        if let Some(inner) = name.strip_suffix('?') {
            return Some(Ty::Optional(Box::new(Ty::named(inner)?)));
        }
        if let Some(name) = name.strip_prefix("enum ") {
            return Some(Ty::Enum(name.into()));
        }
        if let Some(width) = integer(name) {
            return Some(Ty::Integer(width));
        }
        Some(match name {
            "bool" => Ty::Boolean,
            "double" => Ty::Real,
            "float" => Ty::Single,
            "StringRef" => Ty::Text,
            "APInt" => Ty::BigInteger,
            "APFloat" => Ty::BigReal,
            "Value" => Ty::Value,
            "Operation" => Ty::Operation(name.into()),
            "Block" | "Region" => Ty::Place(name.into()),
            // What the shim keeps as attributes.
            "Location" | "AffineMap" => Ty::Attribute(name.into()),
            "OpResult" => Ty::Value,
            "BlockArgument" => Ty::BlockArgument,
            "ValueRange" | "OperandRange" | "ResultRange" => Ty::List(Box::new(Ty::Value)),
            "TypeRange" => Ty::List(Box::new(Ty::Type("Type".into()))),
            "LogicalResult" => Ty::Outcome,
            "void" => Ty::Nothing,
            class => match CLASSES.get(class)?.kind {
                EntityKind::PdllType => Ty::Type(class.into()),
                _ => Ty::Attribute(class.into()),
            },
        })
    }

    /// The type that holds all entities of a kind.
    pub(super) fn of_kind(ty: hir::Type) -> Self {
        match ty {
            hir::Type::Attribute => Ty::Attribute("Attribute".into()),
            hir::Type::Operation => Ty::Operation("Operation".into()),
            hir::Type::Type => Ty::Type("Type".into()),
            hir::Type::TypeRange => Ty::List(Box::new(Ty::of_kind(hir::Type::Type))),
            hir::Type::Value => Ty::Value,
            hir::Type::ValueRange => Ty::List(Box::new(Ty::Value)),
            hir::Type::Region | hir::Type::Block | hir::Type::Place => {
                unreachable!("no function has parameters of this type")
            }
        }
    }

    /// The kind of the entity that an expression of this type is.
    pub(super) fn entity_kind(&self) -> Option<EntityKind> {
        Some(match self {
            Ty::Attribute(_) => EntityKind::PdllAttribute,
            Ty::Type(_) => EntityKind::PdllType,
            Ty::Operation(_) => EntityKind::PdllOperation,
            Ty::Value | Ty::BlockArgument => EntityKind::PdllValue,
            Ty::List(element) => match **element {
                Ty::Value => EntityKind::PdllValueRange,
                Ty::Type(_) => EntityKind::PdllTypeRange,
                _ => return None,
            },
            _ => return None,
        })
    }

    /// The classes whose methods an object of this type has, its own one first.
    pub(super) fn classes(&self) -> Vec<SmolStr> {
        let (class, base) = match self {
            Ty::Attribute(class) => (class, "Attribute"),
            Ty::Type(class) => (class, "Type"),
            Ty::Operation(_) => return vec!["Operation".into()],
            Ty::Value => return vec!["Value".into()],
            Ty::BlockArgument => return vec!["BlockArgument".into(), "Value".into()],
            Ty::Place(class) | Ty::Enum(class) => return vec![class.clone()],
            Ty::Builder => return vec!["Builder".into()],
            Ty::BigInteger => return vec!["APInt".into()],
            Ty::BigReal => return vec!["APFloat".into()],
            Ty::Text => return vec!["StringRef".into()],
            Ty::List(element) if **element == Ty::Value => return vec!["ValueRange".into()],
            _ => return Vec::new(),
        };
        let bases = bases(class).map_or(&[][..], |class| &class.bases);
        let own = [class.clone()].into_iter().chain(bases.iter().cloned());
        let mut classes: Vec<_> = own.collect();
        if !classes.iter().any(|class| class == base) {
            classes.push(base.into());
        }
        classes
    }
}

/// Whether objects of a class of attributes or types are objects of the other one.
pub(super) fn is_derived(class: &str, base: &str) -> bool {
    class == base
        || matches!(base, "Attribute" | "Type")
        || (class == "Location" && base == "LocationAttr")
        || bases(class).is_some_and(|class| class.bases.iter().any(|one| one == base))
}

struct Class {
    kind: EntityKind,
    bases: Vec<SmolStr>,
}

/// The classes that the shim knows, in an ordered map for leak checkers.
static CLASSES: LazyLock<BTreeMap<SmolStr, Class>> = LazyLock::new(|| {
    let class = |(kind, name, bases): body::Class| {
        let bases = bases.split_whitespace().map(SmolStr::from).collect();
        (name.into(), Class { kind, bases })
    };
    body::classes().into_iter().map(class).collect()
});

fn bases(class: &str) -> Option<&'static Class> {
    CLASSES.get(class)
}

/// The integer type of that name.
fn integer(name: &str) -> Option<Width> {
    let (bits, is_signed) = match name {
        "char" | "int8_t" => (8, true),
        "int16_t" => (16, true),
        "int" | "int32_t" => (32, true),
        "long" | "ssize_t" | "int64_t" => (64, true),
        "uint8_t" => (8, false),
        "uint16_t" => (16, false),
        "unsigned" | "uint32_t" => (32, false),
        "size_t" | "uint64_t" => (64, false),
        _ => return None,
    };
    Some(Width { bits, is_signed })
}
