//! Records of patterns and operations.

mod random;

use super::Reference;
use crate::{
    back::check,
    mlir::ffi::{
        ir::{load_pdl, parse_module},
        pattern_set::{Filter, Natives},
    },
};
use expect_test::{Expect, expect};
use melior::{
    Context,
    ir::{BlockLike, operation::OperationLike},
};
use std::iter;

/// Compares the record of the first pattern and of the operation with the
/// attribute `root`.
#[expect(clippy::needless_pass_by_value, reason = "so are expectations written")]
fn check(pattern: &str, program: &str, expected: Expect) {
    let context = Context::new_with_threading(false);
    load_pdl(&context);
    context.set_allow_unregistered_dialects(true);
    let pattern = format!("pdl.pattern : benefit(1) {{\n{pattern}\n}}");
    let patterns = parse_module(&context, pattern.as_bytes(), "a.mlir");
    let patterns = patterns.expect("the pattern is valid");
    let program = parse_module(&context, program.as_bytes(), "b.mlir");
    let program = program.expect("the program is valid");
    let natives = Natives::new();
    let graph = check::for_this_process(&context, &patterns, None, &Filter::default());
    let graph = graph.expect("the pattern passes the checks");
    let reference = Reference::new(&graph, &natives);
    let first = program.body().first_operation();
    let root = iter::successors(first, OperationLike::next_in_block)
        .find(|operation| operation.has_attribute("root"))
        .expect("an operation has the attribute");
    expected.assert_eq(&reference.print(0, &reference.judge(0, root)));
}

#[test]
fn all_of_the_structure_is_tested() {
    let pattern = r#"
  %x = pdl.operand
  %two = pdl.attribute = 2 : i32
  %t = pdl.type
  %def = pdl.operation "t.const" {"value" = %two} -> (%t : !pdl.type)
  %y = pdl.result 0 of %def
  %root = pdl.operation "t.mul"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root { pdl.replace %root with (%x : !pdl.value) }"#;
    check(
        pattern,
        r#"
  %0 = "t.any"() : () -> i32
  %1 = "t.const"() {value = 2 : i32} : () -> i32
  %2 = "t.mul"(%0, %1) {root} : (i32, i32) -> i32"#,
        expect![[r#"
            holds 8:11: root is `t.mul`
            holds 8:11: root has operands `11`
            holds 7:8: root.operands[1] is a result
            holds 7:8: root.operands[1] has number 0
            holds 8:11: root has results `1`
            holds 6:10: root.operands[1].definition is `t.const`
            holds 6:10: root.operands[1].definition has operands ``
            holds 6:10: root.operands[1].definition.`value` exists
            holds 4:10: root.operands[1].definition.`value` is 2 : i32
            holds 6:10: root.operands[1].definition has results `1`
            holds 5:8: root.operands[1].definition.results[0].type is root.results[0].type
            holds 1:1: root.operands[0] outlives root
            matches
        "#]],
    );
    check(
        pattern,
        r#"
  %0 = "t.any"() : () -> i32
  %1:2 = "t.const"() {value = 2 : i64} : () -> (i64, i64)
  %2 = "t.mul"(%0, %1#1) {root} : (i32, i64) -> i32"#,
        expect![[r#"
            holds 8:11: root is `t.mul`
            holds 8:11: root has operands `11`
            holds 7:8: root.operands[1] is a result
            FAILS 7:8: root.operands[1] has number 0, found 1
            holds 8:11: root has results `1`
            holds 6:10: root.operands[1].definition is `t.const`
            holds 6:10: root.operands[1].definition has operands ``
            holds 6:10: root.operands[1].definition.`value` exists
            FAILS 4:10: root.operands[1].definition.`value` is 2 : i32, found 2 : i64
            FAILS 6:10: root.operands[1].definition has results `1`, found 2
            does not match
        "#]],
    );
}

#[test]
fn a_value_of_a_graph_region_may_not_survive() {
    check(
        r#"
  %x = pdl.operand
  %root = pdl.operation "t.a"(%x : !pdl.value)
  pdl.rewrite %root { pdl.replace %root with (%x : !pdl.value) }"#,
        r#"%0 = "t.a"(%0) {root} : (i32) -> i32"#,
        expect![[r#"
            holds 4:11: root is `t.a`
            holds 4:11: root has operands `1`
            FAILS 4:11: root has results ``, found 1
            does not match
        "#]],
    );
    check(
        r#"
  %x = pdl.operand
  %ts = pdl.types
  %root = pdl.operation "t.a"(%x : !pdl.value) -> (%ts : !pdl.range<type>)
  pdl.rewrite %root { pdl.replace %root with (%x : !pdl.value) }"#,
        r#"%0 = "t.a"(%0) {root} : (i32) -> i32"#,
        expect![[r#"
            holds 5:11: root is `t.a`
            holds 5:11: root has operands `1`
            holds 5:11: root has results `*`
            FAILS 1:1: root.operands[0] outlives root, found false
            does not match
        "#]],
    );
}

#[test]
fn groups_have_their_places() {
    let pattern = r#"
  %x = pdl.operand
  %xs = pdl.operands
  %def = pdl.operation "t.d" -> (%ts : !pdl.range<type>)
  %r = pdl.results of %def
  %root = pdl.operation "t.a"(%x, %xs, %r, %x : !pdl.value, !pdl.range<value>, !pdl.range<value>, !pdl.value)
  pdl.rewrite %root { pdl.erase %root }"#;
    let pattern = format!("  %ts = pdl.types{pattern}");
    check(
        &pattern,
        r#"
  %0 = "t.any"() : () -> i32
  %1:2 = "t.d"() : () -> (i8, i16)
  "t.a"(%0, %0, %0, %1#0, %1#1, %0) {root} : (i32, i32, i32, i8, i16, i32) -> ()"#,
        expect![[r#"
            holds 7:11: root is `t.a`
            holds 7:11: root has operands `1*d1`
            holds 6:8: root.operands[3..5] is a result
            holds 6:8: root.operands[3..5] is root.operands[3..5].definition.results[0..2]
            holds 3:8: root.operands[5] is root.operands[0]
            holds 7:11: root has results ``
            holds 5:10: root.operands[3..5].definition is `t.d`
            holds 5:10: root.operands[3..5].definition has operands ``
            holds 5:10: root.operands[3..5].definition has results `*`
            matches
        "#]],
    );
    check(
        &pattern,
        r#"
  %0 = "t.any"() : () -> i32
  %1:2 = "t.d"() : () -> (i8, i16)
  "t.a"(%0, %0, %0, %1#1, %0) {root} : (i32, i32, i32, i16, i32) -> ()"#,
        expect![[r#"
            holds 7:11: root is `t.a`
            FAILS 7:11: root has operands `1*d1`, found 5
            holds 7:11: root has results ``
            does not match
        "#]],
    );
}

#[test]
fn segments_divide_operands() {
    let pattern = r#"
  %xs = pdl.operands
  %x = pdl.operand
  %ys = pdl.operands
  %t = pdl.type
  %root = pdl.operation "t.a"(%xs, %x, %ys : !pdl.range<value>, !pdl.value, !pdl.range<value>) -> (%t : !pdl.type) {pdll.operand_segments}
  pdl.rewrite %root { pdl.erase %root }"#;
    for (sizes, expected) in [
        (
            "1, 1, 0",
            expect![[r#"
            holds 7:11: root is `t.a`
            holds 7:11: root has operands `*1*`, by segments
            holds 7:11: root has results `1`
            matches
        "#]],
        ),
        (
            "0, 2, 0",
            expect![[r#"
            holds 7:11: root is `t.a`
            FAILS 7:11: root has operands `*1*`, by segments, found 2
            holds 7:11: root has results `1`
            does not match
        "#]],
        ),
        (
            "1, 1, 1",
            expect![[r#"
            holds 7:11: root is `t.a`
            FAILS 7:11: root has operands `*1*`, by segments, found 2
            holds 7:11: root has results `1`
            does not match
        "#]],
        ),
    ] {
        let program = format!(
            r#"
  %0:2 = "t.any"() : () -> (i32, i32)
  %1 = "t.a"(%0#0, %0#1) {{root, operandSegmentSizes = array<i32: {sizes}>}} : (i32, i32) -> i32"#
        );
        check(pattern, &program, expected);
    }
}

#[test]
fn constraints_follow_the_structure() {
    let pattern = r#"
  %a = pdl.attribute
  %b = pdl.attribute
  %root = pdl.operation "t.a" {"a" = %a, "b" = %b}
  pdl.apply_native_constraint "pdll.IsIntegerAttr"(%a : !pdl.attribute) {isNegated = true}
  pdl.rewrite %root { pdl.erase %root }"#;
    check(
        pattern,
        r#""t.a"() {root, a = 1 : i32} : () -> ()"#,
        expect![[r#"
            holds 5:11: root is `t.a`
            holds 5:11: root has operands ``
            holds 5:11: root.`a` exists
            FAILS 5:11: root.`b` exists, found nothing
            holds 5:11: root has results ``
            does not match
        "#]],
    );
    check(
        pattern,
        r#""t.a"() {root, a = 1 : i32, b} : () -> ()"#,
        expect![[r#"
            holds 5:11: root is `t.a`
            holds 5:11: root has operands ``
            holds 5:11: root.`a` exists
            holds 5:11: root.`b` exists
            holds 5:11: root has results ``
            FAILS 6:3: root.`a` satisfies not pdll.IsIntegerAttr(root.`a`), found that it holds
            does not match
        "#]],
    );
    check(
        pattern,
        r#""t.a"() {root, a, b} : () -> ()"#,
        expect![[r#"
        holds 5:11: root is `t.a`
        holds 5:11: root has operands ``
        holds 5:11: root.`a` exists
        holds 5:11: root.`b` exists
        holds 5:11: root has results ``
        holds 6:3: root.`a` satisfies not pdll.IsIntegerAttr(root.`a`)
        matches
    "#]],
    );
}

#[test]
fn users_are_tried_in_order() {
    check(
        r#"
  %x = pdl.operand
  %root = pdl.operation "t.a"(%x : !pdl.value)
  %one = pdl.attribute = 1 : i32
  %other = pdl.operation "t.b"(%x : !pdl.value) {"n" = %one}
  pdl.rewrite %root { pdl.erase %other }"#,
        r#"
  %0 = "t.any"() : () -> i32
  "t.b"(%0) {n = 2 : i32} : (i32) -> ()
  "t.b"(%0) {n = 1 : i32} : (i32) -> ()
  "t.a"(%0) {root} : (i32) -> ()"#,
        expect![[r#"
            holds 4:11: root is `t.a`
            holds 4:11: root has operands `1`
            holds 4:11: root has results ``
            holds 6:12: root.operands[0].user1 exists
            holds 6:12: root.operands[0].user1 is `t.b`
            holds 6:12: root.operands[0].user1 has operands `1`
            holds 3:8: root.operands[0].user1.operands[0] is root.operands[0]
            holds 6:12: root.operands[0].user1.`n` exists
            holds 5:10: root.operands[0].user1.`n` is 1 : i32
            holds 6:12: root.operands[0].user1 has results ``
            matches
        "#]],
    );
}
