//! Counterexamples are run before they are shown.

use crate::{
    back::{
        graph::{
            pattern::{Pattern, Statement},
            pool::Pool,
        },
        verify::{Counterexample, interpret},
    },
    commands::options::Verify,
    front::contract::LIBRARY_PREFIX,
    library::pattern_set::{Driver, Options, PatternSet},
};
use melior::{
    Context,
    ir::{BlockLike, Module},
};
use pdll_verify::meanings::Reading;

/// A pattern that may be run.
pub(super) struct Confirmed<'p> {
    /// Its file, if the pattern is in a file of its own.
    pub(super) file: Option<&'p str>,
    /// The name that tells it from others of the file, if there is one.
    pub(super) name: Option<&'p str>,
    /// The pattern, as MLIR prints it.
    pub(super) text: String,
    /// Whether it calls functions of the library only.
    pub(super) is_alone: bool,
}

/// Whether a pattern calls no functions but those of the library.
pub(super) fn is_alone(pattern: &Pattern, pool: &Pool<'_>) -> bool {
    let in_rewrite = pattern
        .rewrite
        .iter()
        .filter_map(|statement| match statement {
            Statement::Call(call) => Some(call),
            _ => None,
        });
    let mut calls = pattern.constraints.iter().chain(in_rewrite);
    calls.all(|call| pool.text(call.name).starts_with(LIBRARY_PREFIX))
}

/// Applies a pattern to the program for which it is wrong. Returns the reason if that is not
/// possible.
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
    pattern: &Confirmed<'_>,
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
    let Some(name) = pattern.name else {
        return Ok(Some("no name tells it from the others"));
    };
    let Some(file) = pattern.file else {
        return Ok(Some("it is no file of its own"));
    };
    let dirs = options.common.include_dirs.iter();
    let builder = PatternSet::builder(context);
    // To compile the whole file for each pattern takes long if it has many.
    let builder = match pattern.is_alone {
        true => builder.text("pattern.mlir", pattern.text.clone()),
        false => builder.file(file).enable_patterns(name),
    };
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
