//! A compiler with embedded patterns. It reads MLIR from standard input and prints
//! the simplified MLIR. It needs no pattern file at run time.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use melior::{
    Context,
    dialect::DialectRegistry,
    ir::{Attribute, AttributeLike, Module, attribute::IntegerAttribute},
    utility::register_all_dialects,
};
use pdll::{
    native::Attr,
    pattern_set::{Failed, Options, PatternSet},
};
use std::{error::Error, io};

fn main() -> Result<(), Box<dyn Error>> {
    let registry = DialectRegistry::new();
    register_all_dialects(&registry);
    let context = Context::new_with_registry(&registry, true);
    let patterns = patterns(&context)?;

    let text = io::read_to_string(io::stdin())?;
    let module = Failed::catch(&context, || Module::parse(&context, &text))?;
    patterns.apply(module.as_operation(), &Options::default())?;
    println!("{}", module.as_operation());
    Ok(())
}

/// Builds the patterns that `build.rs` compiled, with the native functions that
/// they call.
fn patterns(context: &Context) -> Result<PatternSet<'_>, Failed> {
    PatternSet::builder(context)
        .embedded(pdll::include_patterns!("simplify"))
        .constraint::<(Attr,), _>("IsPowerOfTwo", |_, (number,)| {
            power_of_two(number).is_some()
        })
        .rewrite::<(Attr,), (Attr,), _>("Log2", |_, (number,)| {
            let places = power_of_two(number).ok_or("the factor is not a power of two")?;
            Ok((IntegerAttribute::new(number.r#type(), places.into()).into(),))
        })
        .build()
}

/// Returns the exponent of a power of two, or `None` for other numbers.
fn power_of_two(number: Attribute<'_>) -> Option<u32> {
    let number = IntegerAttribute::try_from(number).ok()?.value();
    (number > 0 && number.count_ones() == 1).then(|| number.trailing_zeros())
}
