//! Pattern sets in several threads that share a context, as programs in C++ do. In Rust,
//! it takes unsafe code to share one.

use crate::library::pattern_set::{Options, PatternSet};
use melior::{Context, ir::Module};
use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// What threads share.
struct Shared<T>(T);

// SAFETY: MLIR's contexts are for several threads, once their dialects are loaded.
unsafe impl<T> Sync for Shared<T> {}

impl<T> Shared<T> {
    fn get(&self) -> &T {
        &self.0
    }
}

const FAILING: &str =
    "Pattern => replace op<t.a> with op<builtin.unrealized_conversion_cast> -> ();";

#[test]
fn errors_of_threads_are_not_mixed_up() {
    let context = Context::new();
    context.set_allow_unregistered_dialects(true);
    let context = Shared(context);
    let failing = PatternSet::builder(context.get())
        .text("failing.pdll", FAILING)
        .build();
    let failing = failing.expect("the patterns are valid");
    let creators = AtomicUsize::new(4);
    thread::scope(|scope| {
        for creator in 0..4 {
            let (context, creators) = (&context, &creators);
            scope.spawn(move || {
                (0..20).for_each(|round| create(context.get(), creator * 20 + round));
                creators.fetch_sub(1, Ordering::Relaxed);
            });
            let failing = &failing;
            scope.spawn(move || {
                while creators.load(Ordering::Relaxed) > 0 {
                    fail(context.get(), failing);
                }
            });
        }
    });
}

/// Creates a valid set and one with an invalid literal.
fn create(context: &Context, number: usize) {
    let build = |literal: &str| {
        let text = format!("Pattern => replace op<t.a> with op<t.b> {{n = attr<\"{literal}\">}};");
        let file = format!("p{number}.pdll");
        PatternSet::builder(context).text(file, text).build()
    };
    assert!(build(&format!("{number} : i32")).is_ok());
    let failed = build(&format!("[{number}")).err();
    let failed = failed.expect("the literal is invalid").to_string();
    assert!(failed.starts_with(&format!("p{number}.pdll:")), "{failed}");
}

/// Applies patterns that fail.
fn fail(context: &Context, patterns: &PatternSet<'_>) {
    let program = Module::parse(context, r#""t.a"() : () -> ()"#).expect("it is valid");
    let applied = patterns.apply(program.as_operation(), &Options::default());
    let failed = applied.expect_err("a cast has a result").to_string();
    assert!(failed.contains("unrealized_conversion_cast"), "{failed}");
}
