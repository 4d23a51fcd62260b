//! Native constraints and rewrites in Rust: closures that patterns call by
//! name, with typed arguments.
//!
//! A [`Builder`](crate::library::pattern_set::Builder) takes them. The kinds of
//! arguments and results are types, so that a pattern which uses a function in
//! another way than it is made for is an error before anything runs:
//!
//! ```
//! use melior::{Context, dialect::DialectRegistry, ir::{Module, attribute::IntegerAttribute}};
//! use melior::ir::{AttributeLike, operation::OperationLike};
//! use pdll::{native::{Attr, Op}, pattern_set::{Options, PatternSet}};
//!
//! let registry = DialectRegistry::new();
//! melior::utility::register_all_dialects(&registry);
//! let context = Context::new_with_registry(&registry, false);
//!
//! let patterns = PatternSet::builder(&context)
//!     .text("halve.pdll", "
//!         Constraint IsEven(number: Attr);
//!         Rewrite Half(number: Attr) -> Attr;
//!         Pattern {
//!           let root = op<arith.constant> {value = n: IsEven} -> (t: Type);
//!           replace root with op<arith.constant> {value = Half(n)} -> (t);
//!         }")
//!     .constraint::<(Attr,), _>("IsEven", |_, (number,)| {
//!         let number = IntegerAttribute::try_from(number);
//!         number.is_ok_and(|number| number.value() != 0 && number.value() % 2 == 0)
//!     })
//!     .rewrite::<(Attr,), (Attr,), _>("Half", |_, (number,)| {
//!         let number = IntegerAttribute::try_from(number).map_err(|error| error.to_string())?;
//!         Ok((IntegerAttribute::new(number.r#type(), number.value() / 2).into(),))
//!     })
//!     .build()
//!     .expect("all fits together");
//!
//! let module = Module::parse(&context, "
//!     func.func @f() -> i32 {
//!       %0 = arith.constant 12 : i32
//!       return %0 : i32
//!     }").expect("the program is valid");
//! patterns.apply(module.as_operation(), &Options::default()).expect("nothing goes wrong");
//! assert!(module.as_operation().to_string().contains("constant 3 : i32"));
//! ```
//!
//! Closures are called by several threads at once. One that panics, or returns
//! an error, makes [`PatternSet::apply`](crate::library::pattern_set::PatternSet::apply)
//! fail.

pub use crate::mlir::ffi::native::{
    Any, AnyKind, Attr, Call, Kind, Kinds, Op, Type, TypeRange, Value, ValueRange,
};
