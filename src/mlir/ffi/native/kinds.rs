//! The kinds of arguments and results, as types.

use crate::mlir::ffi::shim::{PdllKind, PdllNativeValue};
use melior::ir::{self, AttributeLike, OperationRef, TypeLike, ValueLike};
use mlir_sys::{MlirAttribute, MlirOperation, MlirType, MlirValue};
use std::{ffi::c_void, slice};

/// A kind of argument or result, with its name in pattern files.
pub trait Kind {
    /// The Rust type of the kind in a call with the lifetime `'a`.
    type Of<'a>;

    #[doc(hidden)]
    const NAME: &'static str;

    /// # Safety
    ///
    /// The argument is of this kind and valid for `'a`.
    #[doc(hidden)]
    unsafe fn read<'a>(argument: &PdllNativeValue) -> Self::Of<'a>;

    #[doc(hidden)]
    fn write(result: Self::Of<'_>, sink: &mut Sink<'_>);
}

/// An attribute.
#[derive(Debug)]
pub enum Attr {}
/// An operation.
#[derive(Debug)]
pub enum Op {}
/// A type.
#[derive(Debug)]
pub enum Type {}
/// A range of types.
#[derive(Debug)]
pub enum TypeRange {}
/// A value.
#[derive(Debug)]
pub enum Value {}
/// A range of values.
#[derive(Debug)]
pub enum ValueRange {}

/// A tuple of up to six kinds.
pub trait Kinds {
    /// The Rust type of the kind in a call with the lifetime `'a`.
    type Of<'a>;

    /// The kinds in the form of a signature.
    #[doc(hidden)]
    fn signature() -> String;

    /// # Safety
    ///
    /// The arguments are of these kinds and valid for `'a`.
    #[doc(hidden)]
    unsafe fn read<'a>(arguments: &[PdllNativeValue]) -> Self::Of<'a>;

    #[doc(hidden)]
    fn write(results: Self::Of<'_>, sink: &mut Sink<'_>);
}

/// Receives results.
pub(super) type Sink<'a> = dyn FnMut(PdllKind, &[*mut c_void]) + 'a;

/// The elements of an argument.
///
/// # Safety
///
/// The argument is valid.
unsafe fn elements(argument: &PdllNativeValue) -> &[*mut c_void] {
    match argument.numElements {
        0 => &[],
        // SAFETY: a valid argument has that many elements.
        count => unsafe { slice::from_raw_parts(argument.elements, count) },
    }
}

macro_rules! single {
    ($kind:ident, $tag:ident, $raw:ident, $of:ty, $entity:ty) => {
        impl Kind for $kind {
            type Of<'a> = $of;
            const NAME: &'static str = stringify!($kind);

            unsafe fn read<'a>(argument: &PdllNativeValue) -> Self::Of<'a> {
                // SAFETY: the caller's promise: it has one element, of this
                // kind.
                unsafe {
                    <$entity>::from_raw($raw {
                        ptr: elements(argument)[0],
                    })
                }
            }

            fn write(result: Self::Of<'_>, sink: &mut Sink<'_>) {
                sink(PdllKind::$tag, &[result.to_raw().ptr.cast_mut()]);
            }
        }
    };
}

macro_rules! range {
    ($kind:ident, $tag:ident, $raw:ident, $of:ty, $entity:ty) => {
        impl Kind for $kind {
            type Of<'a> = $of;
            const NAME: &'static str = stringify!($kind);

            unsafe fn read<'a>(argument: &PdllNativeValue) -> Self::Of<'a> {
                // SAFETY: the caller's promise: its elements are of this kind.
                unsafe {
                    let elements = elements(argument).iter();
                    elements
                        .map(|element| <$entity>::from_raw($raw { ptr: *element }))
                        .collect()
                }
            }

            fn write(result: Self::Of<'_>, sink: &mut Sink<'_>) {
                let elements = result.iter().map(|one| one.to_raw().ptr.cast_mut());
                sink(PdllKind::$tag, &elements.collect::<Vec<_>>());
            }
        }
    };
}

single!(
    Attr,
    PdllAttribute,
    MlirAttribute,
    ir::Attribute<'a>,
    ir::Attribute<'_>
);
single!(Type, PdllType, MlirType, ir::Type<'a>, ir::Type<'_>);
single!(
    Value,
    PdllValue,
    MlirValue,
    ir::Value<'a, 'a>,
    ir::Value<'_, '_>
);
range!(
    TypeRange,
    PdllTypeRange,
    MlirType,
    Vec<ir::Type<'a>>,
    ir::Type<'_>
);
range!(
    ValueRange,
    PdllValueRange,
    MlirValue,
    Vec<ir::Value<'a, 'a>>,
    ir::Value<'_, '_>
);

impl Kind for Op {
    type Of<'a> = OperationRef<'a, 'a>;
    const NAME: &'static str = "Op";

    unsafe fn read<'a>(argument: &PdllNativeValue) -> Self::Of<'a> {
        // SAFETY: the caller's promise: it has one element, of this kind.
        unsafe {
            OperationRef::from_raw(MlirOperation {
                ptr: elements(argument)[0],
            })
        }
    }

    fn write(result: Self::Of<'_>, sink: &mut Sink<'_>) {
        sink(PdllKind::PdllOperation, &[result.to_raw().ptr]);
    }
}

macro_rules! tuple {
    ($($kind:ident $index:tt),*) => {
        impl<$($kind: Kind),*> Kinds for ($($kind,)*) {
            type Of<'a> = ($($kind::Of<'a>,)*);

            fn signature() -> String {
                let names: &[&str] = &[$($kind::NAME),*];
                format!("({})", names.join(", "))
            }

            #[allow(
                unused_variables, clippy::unused_unit,
                reason = "the empty tuple reads nothing"
            )]
            unsafe fn read<'a>(arguments: &[PdllNativeValue]) -> Self::Of<'a> {
                // SAFETY: the caller's promise.
                ($(unsafe { $kind::read(&arguments[$index]) },)*)
            }

            #[allow(unused_variables, reason = "the empty tuple writes nothing")]
            fn write(results: Self::Of<'_>, sink: &mut Sink<'_>) {
                $($kind::write(results.$index, sink);)*
            }
        }
    };
}

tuple!();
tuple!(A 0);
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);
tuple!(A 0, B 1, C 2, D 3, E 4);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5);
