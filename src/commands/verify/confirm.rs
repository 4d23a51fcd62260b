//! Counterexamples are run before they are shown.

use crate::{
    back::verify::{Counterexample, interpret},
    commands::options::Verify,
    library::pattern_set::{Driver, Options, PatternSet},
};
use melior::{
    Context,
    ir::{BlockLike, Module},
};
use pdll_verify::meanings::Reading;

/// Applies a pattern of a file, which has that name alone, to the program for which it is
/// wrong. Returns the reason if that is not possible.
///
/// # Errors
///
/// Fails if the engine refuses to apply it, or if it asks for more than the program has.
///
/// # Panics
///
/// If the pattern does something else than the verifier says, which is a bug of ours.
pub(super) fn confirm(
    context: &Context,
    file: Option<&str>,
    name: Option<&str>,
    options: &Verify,
    counterexample: &Counterexample,
) -> Result<Option<&'static str>, String> {
    let Some(programs) = &counterexample.programs else {
        return Ok(Some("its program cannot be written"));
    };
    if counterexample.has_definitions {
        return Ok(Some(
            "an operation or function of it is known by its definition only",
        ));
    }
    let Some(name) = name else {
        return Ok(Some("no name tells it from the others"));
    };
    let Some(file) = file else {
        return Ok(Some("it is no file of its own"));
    };
    let dirs = options.common.include_dirs.iter();
    let builder = PatternSet::builder(context)
        .file(file)
        .enable_patterns(name);
    let builder = dirs.fold(builder, |builder, dir| builder.include_dir(dir));
    let Ok(patterns) = builder.build() else {
        return Ok(Some("its functions need a compiler"));
    };
    let Some(module) = Module::parse(context, &programs.before) else {
        panic!(
            "MLIR does not read what it has printed: {}",
            programs.before
        );
    };
    let how = Options {
        driver: Driver::Walk,
        max_num_rewrites: 1,
        fold: false,
        ..Options::default()
    };
    let before = module.as_operation().to_string();
    if let Err(failed) = patterns.apply(module.as_operation(), &how) {
        return Err(format!(
            "the pattern cannot be applied to the program: {failed}"
        ));
    }
    if counterexample.looks_around && module.as_operation().to_string() == before {
        let text = "what it asks about uses and places does not hold in the program for which it \
                    is wrong; without these constraints it is not right";
        return Err(text.to_owned());
    }
    let function = module.body().first_operation();
    let Counterexample {
        arguments,
        index_width,
        ..
    } = counterexample;
    let agrees = |reading| {
        let returned = interpret(context, function?, arguments, *index_width, reading)?;
        (returned == counterexample.returned).then_some(())
    };
    assert!(
        Reading::ALL.into_iter().find_map(agrees).is_some(),
        "the pattern does something else than was computed: {}",
        module.as_operation()
    );
    Ok(None)
}
