//! Patterns that the checks refuse, and some that are large.

use super::for_this_process;
use crate::{
    base::source::{Memory, SourceMap},
    mlir::diagnostics::Catcher,
    mlir::ffi::{
        ir::{load_pdl, parse_module},
        pattern_set::Filter,
    },
};
use expect_test::{Expect, expect};
use melior::Context;
use std::{fmt::Write, thread};

/// What is said about the patterns of a module: the line, the message, and the notes.
fn said(patterns: &str) -> String {
    let context = Context::new_with_threading(false);
    load_pdl(&context);
    context.set_allow_unregistered_dialects(true);
    let module = parse_module(&context, patterns.as_bytes(), "a.mlir");
    let module = module.expect("the patterns are valid");
    let catcher = Catcher::of_this_thread(&context);
    let is_sound = for_this_process(&context, &module, None, &Filter::default()).is_some();
    let mut sources = SourceMap::default();
    let mut said = String::new();
    for one in catcher.finish(&mut sources, &Memory::default()) {
        let mut say = |span: Option<_>, text: &str| {
            let line = span.map_or(0, |span| sources.position(span).line);
            writeln!(said, "{line}: {text}").expect("a string takes everything");
        };
        say(one.span, &one.message);
        one.notes
            .iter()
            .for_each(|note| say(note.span, &format!("  {}", note.message)));
    }
    if is_sound {
        said += "accepted";
    }
    said
}

#[expect(clippy::needless_pass_by_value, reason = "so are expectations written")]
fn check(patterns: &str, expected: Expect) {
    expected.assert_eq(&said(patterns));
}

#[test]
fn matching_finds_everything() {
    check(
        r#"pdl.pattern : benefit(1) {
  %x = pdl.operand
  %other = pdl.operation "t.b"
  %root = pdl.operation "t.a"(%x : !pdl.value)
  %a = pdl.attribute
  pdl.apply_native_constraint "F"(%a, %other : !pdl.attribute, !pdl.operation)
  pdl.rewrite %root { pdl.erase %root }
}"#,
        expect![[r#"
            3: this operation shares no value with the rest of the pattern, so it cannot be found
        "#]],
    );
    check(
        r#"pdl.pattern : benefit(1) {
  %a = pdl.attribute
  %root = pdl.operation "t.a"
  pdl.apply_native_constraint "F"(%a, %root : !pdl.attribute, !pdl.operation)
  pdl.rewrite %root { pdl.erase %root }
}"#,
        expect![[r#"
            2: this value is used, but no operation of the pattern determines it
        "#]],
    );
    // Nothing leads from the argument of a block to what the block is in.
    check(
        r#"pdl.pattern : benefit(1) {
  %around = pdl.operation "t.b"
  %region = pdl.apply_native_constraint "pdll.region"(%around : !pdl.operation)
    : !pdl.attribute {pdll.index = 0 : i32}
  %block = pdl.apply_native_constraint "pdll.block"(%region : !pdl.attribute)
    : !pdl.attribute {pdll.index = 0 : i32}
  %x = pdl.apply_native_constraint "pdll.argument"(%block : !pdl.attribute)
    : !pdl.value {pdll.index = 0 : i32}
  %root = pdl.operation "t.a"(%x : !pdl.value)
  pdl.rewrite %root { pdl.erase %root }
}"#,
        expect![[r#"
            2: this operation shares no value with the rest of the pattern, so it cannot be found
        "#]],
    );
}

#[test]
fn rewrites_have_an_order() {
    check(
        r#"pdl.pattern : benefit(1) {
  %root = pdl.operation "t.a"
  pdl.rewrite %root {
    pdl.erase %root
    pdl.apply_native_rewrite "G"(%root : !pdl.operation)
  }
}"#,
        expect![[r#"
            5: this uses an operation that has been erased or replaced before
            2:   the operation is here
        "#]],
    );
    check(
        r#"pdl.pattern : benefit(1) {
  %root = pdl.operation "t.a"
  pdl.rewrite %root {
    %new = pdl.operation "t.b"
    %0 = pdl.result 0 of %new
    pdl.apply_native_rewrite "G"(%0 : !pdl.value)
  }
}"#,
        expect![[r#"
            4: cannot infer the result types of `t.b`; write them with `-> (...)`
        "#]],
    );
}

#[test]
fn what_mlir_allows_but_no_pattern_has_is_refused() {
    check(
        r#"pdl.pattern : benefit(1) {
  %root = pdl.operation "t.a"
  pdl.pattern : benefit(1) {
    %inner = pdl.operation "t.a"
    pdl.rewrite %inner { pdl.erase %inner }
  }
  pdl.rewrite %root { pdl.erase %root }
}"#,
        expect![[r#"
            3: a pattern cannot contain this operation
        "#]],
    );
}

/// Patterns on the operation `%root`, whose region and block have names: what else is
/// matched, and the rewrite.
#[test]
fn regions_and_blocks_are_written_in_one_way() {
    let check = |matched: &str, rewrite: &str, expected: Expect| {
        let pattern = format!(
            r#"pdl.pattern : benefit(1) {{
  %root = pdl.operation "t.a"
  %region = pdl.apply_native_constraint "pdll.region"(%root : !pdl.operation) : !pdl.attribute {{pdll.index = 0 : i32}}
  %block = pdl.apply_native_constraint "pdll.block"(%region : !pdl.attribute) : !pdl.attribute {{pdll.index = 0 : i32}}
  {matched}
  pdl.rewrite %root {{
    {rewrite}
    pdl.erase %root
  }}
}}"#
        );
        check(&pattern, expected);
    };
    check("", "", expect!["accepted"]);
    check(
        r#"%wrong = pdl.apply_native_constraint "pdll.region"(%block : !pdl.attribute) : !pdl.attribute"#,
        "",
        expect![[r#"
            5: this is not how a region is written
        "#]],
    );
    check(
        r#"%wrong = pdl.apply_native_constraint "pdll.argument"(%block : !pdl.attribute) : !pdl.attribute"#,
        "",
        expect![[r#"
            5: this is not how an argument is written
        "#]],
    );
    check(
        r#"pdl.apply_native_constraint "F"(%block : !pdl.attribute)"#,
        "",
        expect![[r#"
            5: this cannot use a region or block
        "#]],
    );
    check(
        r#"%inner = pdl.operation "t.i" {"n" = %block}"#,
        r#"pdl.apply_native_rewrite "G"(%inner : !pdl.operation)"#,
        expect![[r#"
            5: this cannot use a region or block
        "#]],
    );
    check(
        r#"%inner = pdl.operation "t.i" {"pdll.parent" = %region}"#,
        r#"pdl.apply_native_rewrite "G"(%inner : !pdl.operation)"#,
        expect![[r#"
            5: `pdll.parent` is the block of an operation that is matched
        "#]],
    );
    check(
        r#"%inner = pdl.operation "t.i" {"pdll.region.0" = %region}"#,
        r#"pdl.apply_native_rewrite "G"(%inner : !pdl.operation)"#,
        expect![[r#"
            5: `pdll.region.` and an index, in order, are the regions of an operation that is created
        "#]],
    );
    check(
        "",
        r#"%new = pdl.operation "t.b" {"pdll.region.1" = %region}"#,
        expect![[r#"
            7: `pdll.region.` and an index, in order, are the regions of an operation that is created
        "#]],
    );
    check(
        "",
        r#"%new = pdl.apply_native_rewrite "pdll.new_block"(%region : !pdl.attribute) : !pdl.attribute"#,
        expect![[r#"
            7: this is not how `pdll.new_block` is called
        "#]],
    );
    check(
        "",
        r#"%new = pdl.apply_native_rewrite "pdll.new_region"(%root : !pdl.operation) : !pdl.attribute"#,
        expect![[r#"
            7: this is not how `pdll.new_region` is called
        "#]],
    );
}

/// A pattern of so many operations, each of which takes the result of the one before.
fn chain(length: usize) -> String {
    let mut text = "pdl.pattern : benefit(1) {\n  %t = pdl.type\n  %0 = pdl.operand\n".to_owned();
    for index in 1..=length {
        let before = index - 1;
        write!(
            text,
            "  %o{index} = pdl.operation \"t.a\"(%{before} : !pdl.value) -> (%t : !pdl.type)
  %{index} = pdl.result 0 of %o{index}\n"
        )
        .expect("a string takes everything");
    }
    text + &format!(
        "  pdl.rewrite %o{length} {{ pdl.replace %o{length} with (%0 : !pdl.value) }}\n}}\n"
    )
}

/// MLIR's verifier needs more than tests have, but no more than main threads have.
#[test]
fn deep_patterns_need_no_deep_stack() {
    let deep = thread::Builder::new().stack_size(8 << 20);
    let deep = deep.spawn(|| said(&chain(10_000)));
    let said = deep.expect("there is memory").join();
    assert_eq!(said.expect("the stack is enough"), "accepted");
}

/// All operations take the same value.
#[test]
fn a_value_may_have_many_users() {
    let mut text = "pdl.pattern : benefit(1) {\n  %x = pdl.operand\n".to_owned();
    for index in 0..20_000 {
        write!(
            text,
            "  %o{index} = pdl.operation \"t.a\"(%x : !pdl.value)
  pdl.apply_native_constraint \"F\"(%o{index} : !pdl.operation)\n"
        )
        .expect("a string takes everything");
    }
    text += "  pdl.rewrite %o0 { pdl.erase %o0 }\n}\n";
    assert_eq!(said(&text), "accepted");
}

/// Constraints that are linked, and disjunctions of many branches over many values.
#[test]
fn constraints_may_be_many() {
    let mut text = "pdl.pattern : benefit(1) {\n  %t0 = pdl.type\n".to_owned();
    for index in 1..=20_000 {
        let before = index - 1;
        write!(
            text,
            "  %t{index} = pdl.type
  pdl.apply_native_constraint \"pdll.same\"(%t{before}, %t{index} : !pdl.type, !pdl.type)\n"
        )
        .expect("a string takes everything");
    }
    let types: Vec<_> = (0..=20_000).map(|index| format!("%t{index}")).collect();
    let kinds = vec!["!pdl.type"; types.len()];
    write!(
        text,
        "  %root = pdl.operation \"t.a\" -> ({} : {})
  pdl.rewrite %root {{ pdl.erase %root }}\n}}\n",
        types.join(", "),
        kinds.join(", ")
    )
    .expect("a string takes everything");
    assert_eq!(said(&text), "accepted");
}
