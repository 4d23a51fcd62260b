//! Patterns are checked without IR where that is enough. What is said of them is the same
//! as when their IR is checked, and they are the same patterns: over all pattern files of
//! the repository, and over random ones, half of which are damaged.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::{
    effort,
    support::{
        corpus,
        ours::{Input, context_with_dialects},
        random::numbers,
        workers::parallel,
    },
    verdicts::random_text,
};
use melior::Context;
use pdll::internals::{
    frontend::PatternFile,
    session::Session,
    source::{Disk, FileId},
};
use std::path::Path;

/// Mistakes about which only the checks of IR know.
const MISTAKES: &[&str] = &[
    "Pattern => erase op<memref.subview>(x: Value, xs: ValueRange);",
    "Pattern => erase op<>(xs: ValueRange, ys: ValueRange);",
    "Pattern => erase op<> -> (xs: TypeRange, ys: TypeRange);",
    "Pattern => replace op<t.a>(x: Value) with op<arith.addi>(x);",
    "Pattern => replace op<t.a>(x: Value) with op<arith.nothing>(x) -> (type<\"i1\">);",
    "Pattern => replace op<t.a>(x: Value) with op<arith.cmpi>(x, x) {predicate = attr<\"true\">};",
    "Pattern => replace op<t.a>(x: Value) with op<scf.while>(x) -> (type<\"i1\">);",
    "Pattern { let a = op<t.a>; rewrite a with { op<cf.br>; erase a; }; }",
    r#"#include "pdll/std.pdll"
       Pattern { let a = op<t.a>; HasInterface(a, attr<"\"CastInterface\"">); erase a; }"#,
    r#"#include "pdll/std.pdll"
       Pattern { let a = op<t.a>; HasTrait(a, attr<"\"IsCommutativ\"">); erase a; }"#,
    r#"#include "pdll/std.pdll"
       Pattern { let a = op<t.a>; HasParent(a, attr<"\"scf.fro\"">); erase a; }"#,
    r#"Pattern {
         let a = op<t.a>(x: Value<t: Type>, xs: ValueRange) -> ();
         rewrite a with { op<func.call>(xs) {callee = attr<"@f">} -> ((t, t)); erase a; };
       }"#,
    r#"Pattern {
         let a = op<t.a>(x: Value) -> () ({ ^b(i: Value<t: Type>): });
         rewrite a with { op<arith.index_cast>(x) -> (t); erase a; };
       }"#,
    r#"Pattern {
         let a = op<t.a>(x: Value, y: Value) -> ();
         rewrite a with {
           let t: Type;
           let sum = op<arith.addi>(x, y) -> (t);
           op<arith.index_cast>(sum) -> (t);
           erase a;
         };
       }"#,
];

#[test]
fn mistakes_that_ir_shows() {
    let context = context_with_dialects();
    for text in MISTAKES {
        let input = input(text);
        assert_ne!(check(&context, input), "[]", "{text}");
        if let Err(difference) = compare(&context, input) {
            panic!("{difference}");
        }
    }
}

#[test]
fn files_of_the_repository() {
    let mut chunks = corpus::chunks("without-ir");
    chunks.extend(corpus::chunks_of("without-ir", "td"));
    let chunks = effort::sample(chunks);
    let inputs: Vec<_> = chunks.iter().map(corpus::Chunk::input).collect();
    compare_all(&inputs);
}

#[test]
fn random_files() {
    let numbers: Vec<_> = numbers(effort::share(1000)).collect();
    let texts: Vec<_> = numbers
        .into_iter()
        .map(|number| random_text(number as usize))
        .collect();
    let inputs: Vec<_> = texts.iter().map(|text| input(text)).collect();
    compare_all(&inputs);
}

fn input(text: &str) -> Input<'_> {
    Input {
        path: Path::new("a.pdll"),
        text: text.as_bytes(),
        include_dirs: &[],
    }
}

fn compare_all(inputs: &[Input<'_>]) {
    let compared = parallel(inputs, context_with_dialects, |context, input| {
        compare(context, *input)
    });
    let mut num_patterns = 0;
    let mut differences = Vec::new();
    for one in compared {
        match one {
            Ok(count) => num_patterns += count,
            Err(difference) => differences.push(difference),
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(num_patterns > inputs.len() / 4, "only {num_patterns}");
}

/// Returns the number of patterns.
///
/// # Errors
///
/// How the two ways differ.
fn compare(context: &Context, input: Input<'_>) -> Result<usize, String> {
    let quick = check(context, input);
    let thorough = said(input, |session, file, patterns| {
        session.check_in_detail(context, file, patterns);
    });
    if quick != thorough {
        return Err(report(input, &quick, &thorough));
    }
    let mut graphs = None;
    said(input, |session, file, patterns| {
        graphs = session.graphs_as_text(context, file, patterns);
    });
    match graphs {
        None => Ok(0),
        Some([built, read]) if built == read => Ok(built.lines().count()),
        Some([built, read]) => Err(report(input, &built, &read)),
    }
}

fn check(context: &Context, input: Input<'_>) -> String {
    said(input, |session, file, patterns| {
        session.check(context, file, patterns);
    })
}

/// What is said of an input.
fn said(input: Input<'_>, run: impl FnOnce(&mut Session<'_>, FileId, &dyn PatternFile)) -> String {
    let mut session = Session::new(&Disk, input.include_dirs.to_vec());
    let file = session.add(&input.path.display().to_string(), input.text.to_vec());
    let patterns = session.patterns(file);
    run(&mut session, file, &*patterns);
    format!("{:#?}", session.diagnostics.take_sorted())
}

fn report(input: Input<'_>, without: &str, with: &str) -> String {
    let text = String::from_utf8_lossy(input.text);
    let path = input.path.display();
    format!("{path}\n{text}\nwithout IR: {without}\nwith IR: {with}\n")
}
