//! Native functions in Rust and C, which patterns call through the C interface
//! of `pdll/Native.h`.

mod any;
mod closure;
mod constraint;
mod declared;
pub(crate) mod foreign;
mod kinds;

pub use any::{Any, AnyKind};
pub use closure::Call;
pub(crate) use closure::{NativeClosure, NativeKind, Verdict};
pub(crate) use constraint::{Answer, LibraryConstraint, NativeFacts};
pub(crate) use declared::declare;
pub use kinds::{Attr, Kind, Kinds, Op, Type, TypeRange, Value, ValueRange};
