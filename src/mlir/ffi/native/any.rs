//! Arguments and results whose kinds are known only when the program runs, as those of
//! functions in another language are.

use super::kinds::{self, Kind, Sink};
use crate::mlir::ffi::shim::{PdllKind, PdllNativeValue};
use melior::ir::{self, OperationRef};

macro_rules! any {
    ($($kind:ident $tag:ident $of:ty),*) => {
        /// A kind of argument or result, with its name in pattern files.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum AnyKind {
            $(#[doc = concat!("As [`", stringify!($kind), "`](enum@kinds::", stringify!($kind), ").")]
            $kind),*
        }

        /// An argument or a result of some kind.
        #[derive(Debug, Clone)]
        pub enum Any<'a> {
            $(#[doc = concat!("As [`", stringify!($kind), "`](enum@kinds::", stringify!($kind), ").")]
            $kind($of)),*
        }

        impl AnyKind {
            /// The name of the kind in pattern files.
            pub fn name(self) -> &'static str {
                match self {
                    $(AnyKind::$kind => kinds::$kind::NAME),*
                }
            }
        }

        impl<'a> Any<'a> {
            /// The kind of what this is.
            pub fn kind(&self) -> AnyKind {
                match self {
                    $(Any::$kind(_) => AnyKind::$kind),*
                }
            }

            /// # Safety
            ///
            /// The argument is valid for `'a`.
            pub(super) unsafe fn read(argument: &'a PdllNativeValue) -> Self {
                match argument.kind {
                    // SAFETY: the caller's promise, and the argument says its kind.
                    $(PdllKind::$tag => Any::$kind(unsafe { kinds::$kind::read(argument) })),*
                }
            }

            pub(super) fn write(self, sink: &mut Sink<'_>) {
                match self {
                    $(Any::$kind(result) => kinds::$kind::write(result, sink)),*
                }
            }
        }
    };
}

any!(
    Attr PdllAttribute ir::Attribute<'a>,
    Op PdllOperation OperationRef<'a, 'a>,
    Type PdllType ir::Type<'a>,
    TypeRange PdllTypeRange Vec<ir::Type<'a>>,
    Value PdllValue ir::Value<'a, 'a>,
    ValueRange PdllValueRange Vec<ir::Value<'a, 'a>>
);

/// The kinds in the form of a signature.
pub(super) fn signature(kinds: &[AnyKind]) -> String {
    let names: Vec<_> = kinds.iter().map(|kind| kind.name()).collect();
    format!("({})", names.join(", "))
}
