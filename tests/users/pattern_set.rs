//! Pattern sets as a compiler in Rust uses them.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::watched;
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
        render,
    },
};
use std::{
    fmt::Write as _,
    fs,
    io::{self, Write as _},
    os::fd::AsRawFd,
    sync::{Arc, Mutex},
};

/// Builds a set, runs it on a program, and compares the program or the error, after
/// what the diagnostic engine has seen.
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
        Err(failed) => writeln!(text, "{failed}").expect("a string takes it"),
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
fn patterns_are_chosen_by_name() {
    const LETTERS: &str = r#"
        Pattern A => replace op<t.a> with op<t.new>;
        Pattern B => replace op<t.b> with op<t.new>;
        Pattern C => replace op<t.c> with op<t.new>;
    "#;
    let program = r#""t.a"() : () -> () "t.b"() : () -> () "t.c"() : () -> ()"#;
    check(
        program,
        |builder| builder.text("p.pdll", LETTERS).enable_patterns("B"),
        apply,
        &expect![[r#"
            module {
              "t.a"() : () -> ()
              "t.new"() : () -> ()
              "t.c"() : () -> ()
            }
        "#]],
    );
    check(
        program,
        |builder| {
            builder
                .text("p.pdll", LETTERS)
                .enable_patterns("A")
                .enable_patterns("C")
        },
        apply,
        &expect![[r#"
            module {
              "t.new"() : () -> ()
              "t.b"() : () -> ()
              "t.new"() : () -> ()
            }
        "#]],
    );
    // A pattern that is disabled stays so.
    check(
        program,
        |builder| {
            builder
                .text("p.pdll", LETTERS)
                .enable_patterns("?")
                .disable_patterns("A")
                .disable_patterns("B")
        },
        apply,
        &expect![[r#"
            module {
              "t.a"() : () -> ()
              "t.b"() : () -> ()
              "t.new"() : () -> ()
            }
        "#]],
    );
}

#[test]
fn names_of_no_pattern_are_errors() {
    let program = r#""t.a"() : () -> ()"#;
    check(
        program,
        |builder| {
            builder
                .text("p.pdll", CHAIN)
                .enable_patterns("First")
                .enable_patterns("Secnd")
        },
        apply,
        &expect![[r#"
            error: enable-patterns: no pattern has the name or label `Secnd`
            note: did you mean `Second`?
        "#]],
    );
    check(
        program,
        |builder| builder.text("p.pdll", CHAIN).disable_patterns("Third"),
        apply,
        &expect![[r#"
            error: disable-patterns: no pattern has the name or label `Third`
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

/// Rules, and a pattern that goes on where they end.
#[test]
fn rules_stand_beside_patterns() {
    let rules = r#"
        include "mlir/IR/PatternBase.td"
        def T : Dialect { let name = "t"; }
        def A : Op<T, "a">;
        def B : Op<T, "b">;
        def AToB : Pat<(A), (B)>;"#;
    check(
        r#""t.a"() : () -> ()"#,
        |builder| {
            builder
                .text("rules.td", rules)
                .text("p.pdll", "Pattern => replace op<t.b> with op<t.c>;")
        },
        apply,
        &expect![[r#"
            module {
              "t.c"() : () -> ()
            }
        "#]],
    );
    check(
        r#""t.a"() : () -> ()"#,
        |builder| builder.text("rules.td", rules.replace("(B)", "(B $x)")),
        apply,
        &expect![[r#"
            rules.td:6:13: error: `t.b` has 0 arguments in its definition, found 1
                    def AToB : Pat<(A), (B $x)>;
                        ^~~~
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
            -:1:1: error: this pattern set was built without conversions
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
            p.pdll:4:68: error: native rewrite `Changes` failed: it is Saturday
                Pattern { let root = op<t.a>; Holds(root); rewrite root with { Changes(root); erase root; }; }
                                                                               ^
            -:1:1: note: while the pattern at p.pdll:4 rewrote this `t.a`
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
            p.pdll:4:35: error: native constraint `Holds` failed: it panicked: no idea
                Pattern { let root = op<t.a>; Holds(root); rewrite root with { Changes(root); erase root; }; }
                                              ^
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
            p.pdll:4:35: error: native constraint `Holds` is used as `Holds(Op)`, but it is `Holds(Attr)` in the Rust program
                Pattern { let root = op<t.a>; Holds(root); rewrite root with { Changes(root); erase root; }; }
                                              ^
            p.pdll:4:68: error: native rewrite `Changes(Op)` is not registered
                Pattern { let root = op<t.a>; Holds(root); rewrite root with { Changes(root); erase root; }; }
                                                                               ^
            p.pdll:4:68: note: name a file that registers it with the option `natives`, or write its body in the pattern file
                Pattern { let root = op<t.a>; Holds(root); rewrite root with { Changes(root); erase root; }; }
                                                                               ^
        "#]],
    );
}

/// Applies a pattern to the first operation of the body of `program`, with each
/// driver, and compares the errors, and the program if there are none.
fn check_root(program: &str, expected: &Expect) {
    let mut texts = Vec::new();
    for driver in [Some(Driver::Greedy), Some(Driver::Walk), None] {
        let (context, seen) = watched::context();
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
            texts.push(match outcome {
                Ok(()) => format!("{}\n", root.to_string().trim_end()),
                Err(failed) => format!("{failed}\n"),
            });
            assert_eq!(*seen.lock().expect("no test panics with it"), "");
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
            -:1:10: error: cannot apply patterns to this `t.a`: it is not registered, so its regions have no known meaning
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
            -:1:6: error: cannot apply patterns to this `arith.constant`: it is not isolated from above; apply them to the enclosing operation that is
        "#]],
    );
    check_root(
        r#"scf.execute_region { "t.a"() : () -> () scf.yield }"#,
        &expect![[r#"
            -:1:1: error: cannot apply patterns to this `scf.execute_region`: it is not isolated from above; apply them to the enclosing operation that is
        "#]],
    );
    check_root(
        r#""t.region"() ({ "t.a"() : () -> () }) : () -> ()"#,
        &expect![[r#"
            -:1:1: error: cannot apply patterns to this `t.region`: it is not registered, so its regions have no known meaning
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
    let module = Module::parse(&other, "module {}").expect("the program is valid");
    let patterns = PatternSet::builder(&context)
        .text("p.pdll", "Pattern => replace op<t.a> with op<t.b>;")
        .build()
        .expect("the pattern is valid");
    let failed = patterns.apply(module.as_operation(), &Options::default());
    expect!["-:1:1: error: cannot apply patterns to this `builtin.module`: it and the patterns have different contexts"].assert_eq(&failed.expect_err("it has another context").to_string());
}

/// Returns the error of building a set.
fn build_error(context: &Context, build: impl FnOnce(Builder<'_>) -> Builder<'_>) -> Failed {
    let outcome = build(PatternSet::builder(context)).build();
    outcome.err().expect("something is wrong with the patterns")
}

#[test]
fn errors_show_the_line_of_a_text_or_a_file_and_how_to_fix_it() {
    let (context, seen) = watched::context();
    let text = "// First line.\nPattern => erase op<t.a>(x, y: Value);\n";
    let failed = build_error(&context, |builder| builder.text("p.pdll", text));
    expect![[r#"
        p.pdll:2:26: error: `x` is not defined
        Pattern => erase op<t.a>(x, y: Value);
                                 ^
        note: write `x: Value` where it is first mentioned"#]]
    .assert_eq(&failed.to_string());
    // This is what Rust prints when `main` returns an error.
    assert_eq!(format!("{failed:?}"), failed.to_string());

    // The same in a file that another one includes.
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let inner = folder.path().join("inner.pdll");
    fs::write(&inner, text).expect("the folder is ours");
    let outer = folder.path().join("outer.pdll");
    fs::write(&outer, "#include \"inner.pdll\"\n").expect("the folder is ours");
    let failed = build_error(&context, |builder| {
        builder.file(outer.display().to_string())
    });
    let folder = format!("{}/", folder.path().display());
    expect![[r#"
        Included from outer.pdll:1:
        inner.pdll:2:26: error: `x` is not defined
        Pattern => erase op<t.a>(x, y: Value);
                                 ^
        note: write `x: Value` where it is first mentioned"#]]
    .assert_eq(&failed.to_string().replace(&folder, ""));

    // These errors come from MLIR and from the checks of patterns.
    let failed = build_error(&context, |builder| builder.text("p.mlir", "pdl.pattern {"));
    expect![[r#"
        p.mlir:1:12: error: expected ':'
        pdl.pattern {
                   ^"#]]
    .assert_eq(&failed.to_string());
    let failed = build_error(&context, |builder| builder.text("p.pdll", CALLS));
    expect![[r#"
        p.pdll:4:35: error: native constraint `Holds(Op)` is not registered
            Pattern { let root = op<t.a>; Holds(root); rewrite root with { Changes(root); erase root; }; }
                                          ^
        p.pdll:4:35: note: name a file that registers it with the option `natives`, or write its body in the pattern file
            Pattern { let root = op<t.a>; Holds(root); rewrite root with { Changes(root); erase root; }; }
                                          ^
        p.pdll:4:68: error: native rewrite `Changes(Op)` is not registered
            Pattern { let root = op<t.a>; Holds(root); rewrite root with { Changes(root); erase root; }; }
                                                                           ^
        p.pdll:4:68: note: name a file that registers it with the option `natives`, or write its body in the pattern file
            Pattern { let root = op<t.a>; Holds(root); rewrite root with { Changes(root); erase root; }; }
                                                                           ^"#]].assert_eq(&failed.to_string());
    let failed = build_error(&context, |builder| builder.file("missing.pdll"));
    expect!["error: cannot read `missing.pdll`: there is no such file or folder"]
        .assert_eq(&failed.to_string());
    assert_eq!(*seen.lock().expect("no test panics with it"), "");
}

#[test]
fn errors_of_a_run_name_places_whether_or_not_their_files_are_there() {
    let (context, _) = watched::context();
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let known = folder.path().join("known.mlir");
    fs::write(&known, "\nt.a of the source\n").expect("the folder is ours");
    let error = |file: &str| {
        let program = format!(r#""t.a"() : () -> () loc("{file}":2:3)"#);
        let module = Module::parse(&context, &program).expect("the program is valid");
        let patterns = PatternSet::builder(&context)
            .text("p.pdll", CALLS)
            .constraint::<(Op,), _>("Holds", |_, _| true)
            .rewrite::<(Op,), (), _>("Changes", |_, _| Err("it is Saturday".into()))
            .build()
            .expect("the patterns are valid");
        let outcome = apply(&context, &patterns, &module);
        outcome.expect_err("the rewrite fails").to_string()
    };
    expect![[r#"
        p.pdll:4:68: error: native rewrite `Changes` failed: it is Saturday
            Pattern { let root = op<t.a>; Holds(root); rewrite root with { Changes(root); erase root; }; }
                                                                           ^
        gone.mlir:2:3: note: while the pattern at p.pdll:4 rewrote this `t.a`"#]].assert_eq(&error("gone.mlir"));
    let known = known.display().to_string();
    expect![[r#"
        p.pdll:4:68: error: native rewrite `Changes` failed: it is Saturday
            Pattern { let root = op<t.a>; Holds(root); rewrite root with { Changes(root); erase root; }; }
                                                                           ^
        known.mlir:2:3: note: while the pattern at p.pdll:4 rewrote this `t.a`
        t.a of the source
          ^"#]].assert_eq(&error(&known).replace(&known, "known.mlir"));
}

#[test]
fn errors_of_a_run_are_at_what_the_rewrite_takes() {
    check(
        r#""t.a"() : () -> ()"#,
        |builder| {
            builder.text(
                "p.pdll",
                "Pattern {
                   let root = op<t.a> -> (types: TypeRange);
                   rewrite root with {
                     let new = op<t.b> -> (types);
                     op<t.c>(
                       new.0);
                     erase root;
                   };
                 }",
            )
        },
        apply,
        &expect![[r#"
            p.pdll:6:24: error: there is no result 0: this `t.b` has no results
                                   new.0);
                                   ^
            -:1:1: note: while the pattern at p.pdll:1 rewrote this `t.a`
        "#]],
    );
}

/// A set is compiled again to say where something is wrong inside a pattern.
#[test]
fn pipes_are_read_once() {
    let (context, _) = watched::context();
    let build = |text: &'static str| {
        let (reader, mut writer) = io::pipe().expect("there is a pipe");
        let path = format!("/dev/fd/{}", reader.as_raw_fd());
        writer
            .write_all(text.as_bytes())
            .expect("the pipe has room");
        drop(writer);
        let built = PatternSet::builder(&context).file(&path).build();
        built
            .map(drop)
            .map_err(|error| error.to_string().replace(&path, "p.pdll"))
    };
    let warning = "Pattern => replace op<arith.constant>(x: Value) -> (t: Type) with x;";
    assert_eq!(build(warning), Ok(()));
    let error = "Pattern =>
                   replace op<t.a> with op<arith.unknown>;";
    expect![[r#"
        p.pdll:2:41: error: cannot create `arith.unknown`: the dialect `arith` has no such operation
                           replace op<t.a> with op<arith.unknown>;
                                                ^"#]]
    .assert_eq(&build(error).expect_err("there is no such operation"));
}

#[test]
fn errors_of_mlir_can_be_caught_and_the_rest_goes_on() {
    let (context, seen) = watched::context();
    let parsed = Failed::catch(&context, || {
        Module::parse(&context, "module {\n  %0 = 1\n}")
    });
    let failed = parsed.expect_err("the program is invalid");
    expect!["-:2:7: error: expected operation name in quotes"].assert_eq(&failed.to_string());
    assert_eq!(*seen.lock().expect("no test panics with it"), "");

    // Something may have a result in spite of errors, or no result without one.
    let outcome = Failed::catch(&context, || {
        assert!(Module::parse(&context, "first").is_none());
        Some(())
    });
    assert_eq!(outcome, Ok(()));
    let silent = Failed::catch::<()>(&context, || None);
    expect!["failed without an error message"]
        .assert_eq(&silent.expect_err("there is no result").to_string());
    expect![[r#"
        error: custom op 'first' is unknown (tried 'builtin.first' as well)
    "#]]
    .assert_eq(&seen.lock().expect("no test panics with it"));
}

#[test]
fn handlers_can_render_warnings() {
    let (context, _) = watched::context();
    let rendered = Arc::new(Mutex::new(String::new()));
    let sink = Arc::clone(&rendered);
    context.attach_diagnostic_handler(move |diagnostic| {
        *sink.lock().expect("no test panics with it") += &render(&diagnostic);
        true
    });
    PatternSet::builder(&context)
        .text("p.pdll", "Pattern => erase op<arith.adi>;")
        .build()
        .expect("a warning is no error");
    expect![[r#"
        p.pdll:1:18: warning: nothing matches `arith.adi`: the dialect `arith` has no such operation; did you mean `arith.addi`?
    "#]].assert_eq(&rendered.lock().expect("no test panics with it"));
}

/// Threads may share what a compiler keeps, and hand it on.
#[test]
fn sets_and_conversions_are_for_all_threads() {
    fn for_all_threads<T: Send + Sync>() {}
    for_all_threads::<PatternSet<'_>>();
    for_all_threads::<Conversion<'_>>();
}
