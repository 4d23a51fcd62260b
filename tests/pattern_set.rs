//! Pattern sets as a compiler in Rust uses them.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

mod watched;

use expect_test::{Expect, expect};
use melior::{
    Context,
    dialect::DialectRegistry,
    ir::{BlockLike, Module, operation::OperationMutLike},
    utility::register_all_dialects,
};
use pdll::{
    native::{Attr, Op, TypeRange, Value, ValueRange},
    pattern_set::{
        Builder, Conversion, ConversionOptions, Driver, Failed, Options, PatternSet, Strictness,
    },
};
use std::{
    fmt::Write,
    sync::{Arc, Mutex},
};

/// Builds a set, runs it on a program, and compares the errors and the program.
fn check(
    program: &str,
    build: impl for<'c> FnOnce(Builder<'c>) -> Builder<'c>,
    run: impl for<'c> FnOnce(&'c Context, &PatternSet<'c>, &Module<'c>) -> Result<(), Failed>,
    expected: &Expect,
) {
    let (context, errors) = watched::context();
    let module = Module::parse(&context, program).expect("the program is valid");
    let outcome = build(PatternSet::builder(&context))
        .build()
        .and_then(|patterns| run(&context, &patterns, &module));
    let mut text = errors.lock().expect("no test panics with it").clone();
    match outcome {
        Ok(()) => write!(text, "{}", module.as_operation()).expect("a string takes it"),
        Err(Failed) => text.push_str("failed\n"),
    }
    expected.assert_eq(&text);
}

fn apply<'c>(_: &'c Context, patterns: &PatternSet<'c>, module: &Module<'c>) -> Result<(), Failed> {
    patterns.apply(module.as_operation(), &Options::default())
}

const CHAIN: &str = r#"
    Pattern First with labels("early") => replace op<t.a> with op<t.b>;
    Pattern Second => replace op<t.b> with op<t.c>;
"#;

#[test]
fn patterns_are_chosen_by_name_and_label() {
    check(
        r#""t.a"() : () -> () "t.b"() : () -> ()"#,
        |builder| builder.text("p.pdll", CHAIN).enable_patterns("early"),
        apply,
        &expect![[r#"
            module {
              "t.b"() : () -> ()
              "t.b"() : () -> ()
            }
        "#]],
    );
    check(
        r#""t.a"() : () -> ()"#,
        |builder| builder.text("p.pdll", CHAIN).disable_patterns("Sec*"),
        apply,
        &expect![[r#"
            module {
              "t.b"() : () -> ()
            }
        "#]],
    );
}

#[test]
fn texts_may_have_the_same_name() {
    let text = |new: &str| {
        format!(
            "Pattern {{
               let root = op<t.{new}>;
               replace root with op<t.x> {{name = attr<\"\\\"{new}\\\"\">}};
             }}"
        )
    };
    check(
        r#""t.a"() : () -> () "t.b"() : () -> ()"#,
        |builder| {
            builder
                .text("p.pdll", text("a"))
                .text("p.pdll", text("b"))
                // The same patterns once more.
                .text("p.pdll", text("a"))
        },
        apply,
        &expect![[r#"
            module {
              "t.x"() {name = "a"} : () -> ()
              "t.x"() {name = "b"} : () -> ()
            }
        "#]],
    );
}

#[test]
fn options_reach_the_driver() {
    check(
        r#""t.a"() : () -> ()"#,
        |builder| builder.text("p.pdll", CHAIN),
        |_, patterns, module| {
            let options = Options {
                driver: Driver::Walk,
                ..Options::default()
            };
            patterns.apply(module.as_operation(), &options)
        },
        &expect![[r#"
            module {
              "t.b"() : () -> ()
            }
        "#]],
    );
    check(
        r#""t.a"() : () -> ()"#,
        |builder| builder.text("p.pdll", CHAIN),
        |_, patterns, module| {
            let options = Options {
                strictness: Strictness::Existing,
                ..Options::default()
            };
            patterns.apply(module.as_operation(), &options)
        },
        &expect![[r#"
            module {
              "t.b"() : () -> ()
            }
        "#]],
    );
}

#[test]
fn conversions_convert_what_is_not_legal() {
    let to_c = ConversionOptions {
        legal_ops: vec!["t.c".into()],
        illegal_dialects: vec!["t".into()],
        ..ConversionOptions::default()
    };
    check(
        r#""t.a"() : () -> ()"#,
        |builder| builder.text("p.pdll", CHAIN),
        |context, patterns, module| {
            let conversion = Conversion::new(context, &to_c)?;
            patterns.convert(module.as_operation(), &conversion, true)
        },
        &expect![[r#"
            module {
              "t.c"() : () -> ()
            }
        "#]],
    );
}

#[test]
fn sets_without_conversions_are_applied_and_do_not_convert() {
    let to_c = ConversionOptions {
        legal_ops: vec!["t.c".into()],
        ..ConversionOptions::default()
    };
    check(
        r#""t.a"() : () -> ()"#,
        |builder| builder.text("p.pdll", CHAIN).without_conversions(),
        |context, patterns, module| {
            apply(context, patterns, module)?;
            assert!(module.as_operation().to_string().contains("t.c"));
            let conversion = Conversion::new(context, &to_c)?;
            patterns.convert(module.as_operation(), &conversion, true)
        },
        &expect![[r#"
            error: this pattern set was built without conversions
            failed
        "#]],
    );
}

#[test]
fn results_of_all_kinds_cross() {
    check(
        r#"%0:2 = "t.x"() : () -> (i1, i2)
           "t.a"(%0#0, %0#1) {n = 7 : i32} : (i1, i2) -> ()"#,
        |builder| {
            builder
                .text(
                    "p.pdll",
                    "Constraint Types(values: ValueRange) -> TypeRange;
                     Rewrite Last(values: ValueRange, like: Attr) -> (ValueRange, Value, Attr);
                     Pattern {
                       let root = op<t.a>(values: ValueRange) {n = n: Attr};
                       let types = Types(values);
                       rewrite root with {
                         let last = Last(values, n);
                         op<t.b>(last.0, last.1) {n = last.2} -> (types);
                         erase root;
                       };
                     }",
                )
                .constraint_with_results::<(ValueRange,), (TypeRange,), _>(
                    "Types",
                    |_, (values,)| {
                        use melior::ir::ValueLike;
                        Some((values.iter().map(|value| value.r#type()).collect(),))
                    },
                )
                .rewrite::<(ValueRange, Attr), (ValueRange, Value, Attr), _>(
                    "Last",
                    |_, (values, like)| {
                        let last = *values.last().ok_or("there is none")?;
                        Ok((values, last, like))
                    },
                )
        },
        apply,
        &expect![[r#"
            module {
              %0:2 = "t.x"() : () -> (i1, i2)
              %1:2 = "t.b"(%0#0, %0#1, %0#1) {n = 7 : i32} : (i1, i2, i2) -> (i1, i2)
            }
        "#]],
    );
}

const CALLS: &str = "
    Constraint Holds(o: Op);
    Rewrite Changes(o: Op);
    Pattern { let root = op<t.a>; Holds(root); rewrite root with { Changes(root); erase root; }; }";

#[test]
fn a_closure_that_fails_makes_the_run_fail() {
    check(
        r#""t.a"() : () -> ()"#,
        |builder| {
            builder
                .text("p.pdll", CALLS)
                .constraint::<(Op,), _>("Holds", |_, _| true)
                .rewrite::<(Op,), (), _>("Changes", |_, _| Err("it is Saturday".into()))
        },
        apply,
        &expect![[r#"
            error: native rewrite `Changes` failed: it is Saturday
            failed
        "#]],
    );
    check(
        r#""t.a"() : () -> ()"#,
        |builder| {
            builder
                .text("p.pdll", CALLS)
                .constraint::<(Op,), _>("Holds", |_, _| panic!("no idea"))
                .rewrite::<(Op,), (), _>("Changes", |_, _| Ok(()))
        },
        apply,
        &expect![[r#"
            error: native constraint `Holds` failed: it panicked: no idea
            failed
        "#]],
    );
}

#[test]
fn a_closure_of_other_kinds_is_an_error_before_anything_runs() {
    check(
        r#""t.a"() : () -> ()"#,
        |builder| {
            builder
                .text("p.pdll", CALLS)
                .constraint::<(Attr,), _>("Holds", |_, _| true)
        },
        apply,
        &expect![[r#"
            error: native constraint `Holds` is used as `Holds(Op)`, but it is `Holds(Attr)` in the Rust program
            error: native rewrite `Changes(Op)` is not registered
            failed
        "#]],
    );
}

/// Applies a pattern to the first operation of the body of `program`, with each
/// driver, and compares the errors, and the program if there are none.
fn check_root(program: &str, expected: &Expect) {
    let mut texts = Vec::new();
    for driver in [Some(Driver::Greedy), Some(Driver::Walk), None] {
        let (context, errors) = watched::context();
        let module = Module::parse(&context, program).expect("the program is valid");
        let patterns = PatternSet::builder(&context)
            .text("p.pdll", "Pattern => replace op<t.a> with op<t.b>;")
            .build()
            .expect("the pattern is valid");
        let root = module.body().first_operation().expect("there is one");
        // Whether it stands alone or in a module makes no difference.
        for is_alone in [false, true] {
            if is_alone {
                let root = module.body().first_operation_mut();
                root.expect("there is one").remove_from_parent();
            }
            let outcome = match driver {
                Some(driver) => patterns.apply(
                    root,
                    &Options {
                        driver,
                        ..Options::default()
                    },
                ),
                None => {
                    let mut options = ConversionOptions::default();
                    options.legal_ops.push("t.b".into());
                    options.illegal_ops.push("t.a".into());
                    let conversion =
                        Conversion::new(&context, &options).expect("the options are valid");
                    patterns.convert(root, &conversion, false)
                }
            };
            let mut errors = errors.lock().expect("no test panics with it");
            let text = match outcome {
                Ok(()) => format!("{}\n", root.to_string().trim_end()),
                Err(Failed) => errors.clone(),
            };
            errors.clear();
            texts.push(text);
        }
    }
    expected.assert_eq(&texts[0]);
    assert!(texts.iter().all(|text| *text == texts[0]), "{texts:#?}");
}

#[test]
fn roots_are_isolated_and_registered_and_may_stand_alone() {
    check_root(
        r#"func.func @f() { "t.a"() : () -> () return }"#,
        &expect![[r#"
            func.func @f() {
              "t.b"() : () -> ()
              return
            }
        "#]],
    );
    check_root(
        r#"module { "t.a"() : () -> () }"#,
        &expect![[r#"
        error: cannot apply patterns to this `t.a`: it is not registered, so its regions have no known meaning
    "#]],
    );
    // No region, and no block.
    check_root(
        "func.func private @f()",
        &expect![[r#"
        func.func private @f()
    "#]],
    );
    check_root(
        "%0 = arith.constant 1 : i32",
        &expect![[r#"
        error: cannot apply patterns to this `arith.constant`: it is not isolated from above; apply them to the enclosing operation that is
    "#]],
    );
    check_root(
        r#"scf.execute_region { "t.a"() : () -> () scf.yield }"#,
        &expect![[r#"
            error: cannot apply patterns to this `scf.execute_region`: it is not isolated from above; apply them to the enclosing operation that is
        "#]],
    );
    check_root(
        r#""t.region"() ({ "t.a"() : () -> () }) : () -> ()"#,
        &expect![[r#"
            error: cannot apply patterns to this `t.region`: it is not registered, so its regions have no known meaning
        "#]],
    );
}

#[test]
fn roots_of_another_context_are_errors() {
    let registry = DialectRegistry::new();
    register_all_dialects(&registry);
    let (context, other) = (
        Context::new_with_registry(&registry, false),
        Context::new_with_registry(&registry, false),
    );
    context.set_allow_unregistered_dialects(true);
    let errors = Arc::new(Mutex::new(String::new()));
    let sink = errors.clone();
    other.attach_diagnostic_handler(move |diagnostic| {
        *sink.lock().expect("no test panics with it") += &diagnostic.to_string();
        true
    });
    let module = Module::parse(&other, "module {}").expect("the program is valid");
    let patterns = PatternSet::builder(&context)
        .text("p.pdll", "Pattern => replace op<t.a> with op<t.b>;")
        .build()
        .expect("the pattern is valid");
    let outcome = patterns.apply(module.as_operation(), &Options::default());
    assert_eq!(outcome, Err(Failed));
    expect![
        "cannot apply patterns to this `builtin.module`: it and the patterns have different contexts"
    ]
    .assert_eq(&errors.lock().expect("no test panics with it"));
}

/// Threads may share what a compiler keeps, and hand it on.
#[test]
fn sets_and_conversions_are_for_all_threads() {
    fn for_all_threads<T: Send + Sync>() {}
    for_all_threads::<PatternSet<'_>>();
    for_all_threads::<Conversion<'_>>();
}
