//! A compiler with patterns inside: reads MLIR from standard input, and prints
//! it simplified. It needs no pattern file at run time.
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
    // What is wrong goes to standard error, by MLIR.
    let module = Module::parse(&context, &text).ok_or(Failed)?;
    patterns.apply(module.as_operation(), &Options::default())?;
    println!("{}", module.as_operation());
    Ok(())
}

/// What `build.rs` made, and the functions that it calls.
fn patterns(context: &Context) -> Result<PatternSet<'_>, Failed> {
    PatternSet::builder(context)
        .embedded(pdll::include_patterns!("simplify"))
        .constraint::<(Attr,), _>("IsPowerOfTwo", |_, (number,)| {
            power_of_two(number).is_some()
        })
        .rewrite::<(Attr,), (Attr,), _>("Log2", |_, (number,)| {
            let places = power_of_two(number).ok_or("it is no power of two")?;
            Ok((IntegerAttribute::new(number.r#type(), places.into()).into(),))
        })
        .build()
}

/// Of which power of two a number is, if it is one.
fn power_of_two(number: Attribute<'_>) -> Option<u32> {
    let number = IntegerAttribute::try_from(number).ok()?.value();
    (number > 0 && number.count_ones() == 1).then(|| number.trailing_zeros())
}
