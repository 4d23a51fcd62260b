//! A compiler that loads its patterns at run time:
//!
//! ```sh
//! cargo run --release --example apply -- \
//!   examples/embed/src/simplify.pdll examples/embed/in.mlir
//! ```
//!
//! `examples/embed` is the same compiler with embedded patterns.
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
use std::{env, error::Error, fs};

#[expect(clippy::print_stdout, reason = "the program prints its result")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let (Some(patterns), Some(input)) = (arguments.next(), arguments.next()) else {
        return Err("expected a pattern file and an MLIR file".into());
    };
    let registry = DialectRegistry::new();
    register_all_dialects(&registry);
    let context = Context::new_with_registry(&registry, true);
    let patterns = PatternSet::builder(&context)
        .file(patterns)
        .constraint::<(Attr,), _>("IsPowerOfTwo", |_, (number,)| {
            power_of_two(number).is_some()
        })
        .rewrite::<(Attr,), (Attr,), _>("Log2", |_, (number,)| {
            let places = power_of_two(number).ok_or("the factor is not a power of two")?;
            Ok((IntegerAttribute::new(number.r#type(), places.into()).into(),))
        })
        .build()?;

    let program = fs::read_to_string(input)?;
    let module = Failed::catch(&context, || Module::parse(&context, &program))?;
    patterns.apply(module.as_operation(), &Options::default())?;
    println!("{}", module.as_operation());
    Ok(())
}

/// Returns the exponent of a power of two, or `None` for other numbers.
fn power_of_two(number: Attribute<'_>) -> Option<u32> {
    let number = IntegerAttribute::try_from(number).ok()?.value();
    (number > 0 && number.count_ones() == 1).then(|| number.trailing_zeros())
}
