//! Regions and blocks of matched operations.

use super::Fixture;
use crate::{
    hir::{NodeKind, Pattern},
    sema::analyze,
    testing::FakeHost,
};
use expect_test::{Expect, expect};
use std::fmt::Write;

/// Compares what is said about the only pattern of a text: its errors, or what it knows
/// about regions.
fn check(text: &str, expected: Expect) {
    let mut fixture = Fixture::new(text);
    let mut host = FakeHost::default();
    let module = analyze(&fixture.program, &mut host, &mut fixture.diagnostics);
    let mut out = String::new();
    for diagnostic in fixture.diagnostics.iter() {
        let place = diagnostic
            .span
            .map_or_else(String::new, |span| fixture.place(span));
        let _ = writeln!(out, "{place} {}", diagnostic.message);
    }
    for pattern in &module.patterns {
        assert_eq!(pattern.verify(), Ok(()));
        show(pattern, &mut out);
    }
    expected.assert_eq(&out);
}

fn show(pattern: &Pattern, out: &mut String) {
    for (index, node) in pattern.nodes.iter().enumerate() {
        let _ = match &node.kind {
            NodeKind::Operation(operation) => writeln!(
                out,
                "{index}: {:?}, inside {:?}, last {}, regions {:?}",
                operation.name, operation.inside, operation.is_last, operation.num_regions
            ),
            NodeKind::Region { .. }
            | NodeKind::Block { .. }
            | NodeKind::Argument { .. }
            | NodeKind::Arguments { .. } => writeln!(out, "{index}: {:?}", node.kind),
            _ => Ok(()),
        };
    }
}

#[test]
fn blocks_have_arguments_and_operations() {
    check(
        "Pattern {
           let root = op<a.for>(x: Value) ({
             ^body(i: Value<t: Type>, rest: ValueRange):
               let m = op<a.mul>(op<a.neg>(i), x);
               ...;
               op<a.yield>(m)
           }, _, {}, { ...; ^last(): op<a.end>; ... });
           erase root;
         }",
        expect![[r#"
            2: Some("a.for"), inside None, last false, regions Some(4)
            3: Region { operation: NodeId(2), index: 0, num_blocks: Some(1) }
            4: Block { region: NodeId(3), index: 0, num_arguments: None, is_exact: false }
            6: Argument { block: NodeId(4), index: 0, ty: Some(NodeId(5)) }
            7: Arguments { block: NodeId(4), first: 1, ty: None }
            9: Some("a.neg"), inside Some(NodeId(4)), last false, regions None
            12: Some("a.mul"), inside Some(NodeId(4)), last false, regions None
            15: Some("a.yield"), inside Some(NodeId(4)), last true, regions None
            16: Region { operation: NodeId(2), index: 2, num_blocks: Some(0) }
            17: Region { operation: NodeId(2), index: 3, num_blocks: Some(2) }
            18: Block { region: NodeId(17), index: 0, num_arguments: None, is_exact: false }
            19: Block { region: NodeId(17), index: 1, num_arguments: Some(0), is_exact: false }
            22: Some("a.end"), inside Some(NodeId(19)), last false, regions None
        "#]],
    );
}

#[test]
fn regions_have_the_names_of_definitions() {
    check(
        "Pattern {
           let root = op<test.if>(x: Value) (else = { op<a.yield>() });
           erase root;
         }",
        expect![[r#"
            2: Some("test.if"), inside None, last false, regions None
            3: Region { operation: NodeId(2), index: 1, num_blocks: Some(1) }
            4: Block { region: NodeId(3), index: 0, num_arguments: None, is_exact: true }
            6: Some("a.yield"), inside Some(NodeId(4)), last true, regions None
        "#]],
    );
    check(
        "Pattern {
           let root = op<test.switch>(x: Value) (_, _, { op<a.yield>() });
           erase root;
         }",
        expect![[r#"
            2: Some("test.switch"), inside None, last false, regions Some(3)
            3: Region { operation: NodeId(2), index: 2, num_blocks: Some(1) }
            4: Block { region: NodeId(3), index: 0, num_arguments: None, is_exact: true }
            6: Some("a.yield"), inside Some(NodeId(4)), last true, regions None
        "#]],
    );
}

#[test]
fn what_is_outermost_comes_first() {
    check(
        "Pattern {
           let c = op<a.constant>() -> (t: Type);
           let root = op<a.for>(x: Value) ({ op<a.use>(c); });
           erase root;
         }",
        expect![[r#"
            2: Some("a.for"), inside None, last false, regions Some(1)
            4: Some("a.constant"), inside None, last false, regions None
            5: Region { operation: NodeId(2), index: 0, num_blocks: Some(1) }
            6: Block { region: NodeId(5), index: 0, num_arguments: None, is_exact: true }
            9: Some("a.use"), inside Some(NodeId(6)), last true, regions None
        "#]],
    );
    // It comes first also if nothing mentions it.
    check(
        "Pattern {
           let c = op<a.constant>() -> (t: Type);
           op<a.for>(x: Value) ({
             ^body: ...; op<a.use>(c); let inner = op<a.inner>() -> (u: Type); ...
           });
           let root = op<a.root>(inner);
           replace root with c;
         }",
        expect![[r#"
            2: Some("a.for"), inside None, last false, regions Some(1)
            4: Some("a.constant"), inside None, last false, regions None
            5: Region { operation: NodeId(2), index: 0, num_blocks: Some(1) }
            6: Block { region: NodeId(5), index: 0, num_arguments: None, is_exact: false }
            9: Some("a.use"), inside Some(NodeId(6)), last false, regions None
            11: Some("a.inner"), inside Some(NodeId(6)), last false, regions None
            14: Some("a.root"), inside None, last false, regions None
        "#]],
    );
    check(
        "Pattern {
           let c = op<a.constant>() -> (t: Type);
           let other = op<a.if>(y: Value) ({ op<a.use>(c); });
           let root = op<a.for>(x: Value) ({ op<a.use>(c); });
           erase root;
           }",
        expect![[r#"
            4:23 `a.for` is connected to the rest of the pattern only by what is in its regions
        "#]],
    );
}

#[test]
fn wrong_names_and_numbers_are_reported() {
    check(
        "Pattern { erase op<test.if>(x: Value) (els = {}, then = {}); }",
        expect![[r#"
        1:40 `test.if` has no region `els`
    "#]],
    );
    check(
        "Pattern { erase op<test.if>(x: Value) (other_one = {}); }",
        expect![[r#"
        1:40 `test.if` has no region `other_one`
    "#]],
    );
    check(
        "Pattern { erase op<test.if>(x: Value) (then = {}, then = _); }",
        expect![[r#"
        1:51 the region `then` is already described
    "#]],
    );
    check(
        "Pattern { erase op<test.if>(x: Value) (then = {}, {}); }",
        expect![[r#"
        1:51 expected a name before this region, as others in the list have one
    "#]],
    );
    check(
        "Pattern { erase op<test.if>(x: Value) ({}); }",
        expect![[r#"
        1:40 `test.if` has 2 regions in its definition, found 1
    "#]],
    );
    check(
        "Pattern { erase op<test.switch> (cases = {}); }",
        expect![[r#"
        1:34 `cases` of `test.switch` stands for any number of regions
    "#]],
    );
    check(
        "Pattern { erase op<test.pair>(x: Value, y: Value) ({}); }",
        expect![[r#"
        1:52 `test.pair` has no regions in its definition
    "#]],
    );
    check(
        "Pattern { erase op<a.b> (body = {}); }",
        expect![[r#"
        1:26 no included definition of `a.b` says that it has a region `body`
    "#]],
    );
    check(
        "Pattern { erase op<> (body = {}); }",
        expect![[r#"
        1:23 no included definition of this operation says that it has a region `body`
    "#]],
    );
}

#[test]
fn what_no_block_can_have_is_reported() {
    check(
        "Pattern {
           let root = op<a.b> ({
             ^a(x: Value, xs: ValueRange, y: Value, z: Attr):
               erase root;
               return x;
             ^a:
               replace y with x;
               rewrite x with {};
               ...;
               op<x.y>(q);
           });
           ...;
           erase root;
         }",
        expect![[r#"
            6:15 the region already has a block `^a`
            3:27 a range of block arguments must be the last one, because it takes all that follow
            3:53 expected a block argument of type `Value` or `ValueRange`, found `Attr`
            4:16 a block only says what is matched: expected an operation, `let`, a constraint or `...`
            5:16 a block only says what is matched: expected an operation, `let`, a constraint or `...`
            7:16 a block only says what is matched: expected an operation, `let`, a constraint or `...`
            8:16 a block only says what is matched: expected an operation, `let`, a constraint or `...`
            10:24 `q` is not defined
            12:12 expected a statement, found `...`
        "#]],
    );
}

#[test]
fn errors_in_new_blocks_hide_no_others() {
    check(
        "Pattern {
           let root = op<a.b>;
           rewrite root with {
             let new = op<a.c> ({ ^b(v: Value): let x = op<a.d>(y); op<a.e>(x, v); });
             op<a.f>(x);
             replace root with new;
           };
         }
         Rewrite R() => op<a.c> ({});",
        expect![[r#"
            4:38 expected the type of `v`, an argument of a new block
            4:65 `y` is not defined
            5:22 `x` is not defined
        "#]],
    );
}

#[test]
fn regions_stand_where_operations_are_matched() {
    check(
        "Constraint C(v: Value) { op<a.b>(v) ({ ^b(x: Value): op<a.c>(x) }); }
         Pattern { let root = op<a.d>(v: Value) ({ C(v); op<a.yield>() }); erase root; }
         TypeRule { op<a.b>() -> (type<\"i1\">) ({}); }",
        expect![[r#"
            3:48 a rule is about the types in an operation, and not about its regions
            2: Some("a.d"), inside None, last false, regions Some(1)
            3: Region { operation: NodeId(2), index: 0, num_blocks: Some(1) }
            4: Block { region: NodeId(3), index: 0, num_arguments: None, is_exact: true }
            6: Some("a.b"), inside None, last false, regions Some(1)
            7: Region { operation: NodeId(6), index: 0, num_blocks: Some(1) }
            8: Block { region: NodeId(7), index: 0, num_arguments: Some(1), is_exact: true }
            9: Argument { block: NodeId(8), index: 0, ty: None }
            11: Some("a.c"), inside Some(NodeId(8)), last true, regions None
            13: Some("a.yield"), inside Some(NodeId(4)), last true, regions None
        "#]],
    );
}

#[test]
fn syntax_errors_are_reported_once() {
    check(
        "Pattern { erase op<a.b>(x: Value, _, ^a) (_, 3); }",
        expect![[r#"
        1:36 expected `:` and a constraint after `_`, found `,`
    "#]],
    );
    check(
        "Pattern { let a = op<a.b> ({ ^a(x): op<a.b>; ^b(y Value): op<a.b>(y); op<b.c>; }); erase a; }",
        expect![[r#"
        1:34 expected `:` and a constraint after the name of a block argument, found `)`
        1:51 expected `:` and a constraint after the name of a block argument, found `Value`
    "#]],
    );
    check(
        "Pattern { let a = op<a.b>(x: Value) (); ^a: erase a; }",
        expect![[r#"
        1:37 expected at least one region
        1:41 a label belongs at the start of a block, in a region
    "#]],
    );
    check(
        "Pattern { let a = op<a.b>(x: Value);\n ^a\n ^b(x: Value):\n erase a; }",
        expect![[r#"
        2:2 a label belongs at the start of a block, in a region
        3:2 a label belongs at the start of a block, in a region
    "#]],
    );
    check(
        "Pattern { let a = op<a.b> ({ op<a.c> op<a.d>; }); let b = op<a.e>(...); erase a; }",
        expect![[r#"
        1:38 expected `;` after the statement, found `op`
        1:67 expected an expression, found `...`
    "#]],
    );
    check(
        "Pattern { let a = op<a.b> ({ ^a op<a.c>; ^b: op<a.d>; }",
        expect![[r#"
        1:33 expected `:` after the label of a block, found `op`
        1:56 expected `)` after the regions, found the end of the file
    "#]],
    );
    check(
        "Pattern { let a = op<a.b> ({ ^a(",
        expect![[r#"
        1:33 expected a block argument, found the end of the file
    "#]],
    );
}

#[test]
fn rewrites_build_regions() {
    check(
        "Rewrite Body(b: Block, r: Region) { rewrite b with {}; }
         Pattern {
           let root = op<a.loop>(x: Value<t: Type>) (other: Region, {
             ^body(i: Value): ...; let end = op<a.end>
           });
           rewrite root with {
             op<b.loop>() -> () (other, {
               ^head(y: Value<t>, zs: ValueRange<(t, t)>):
                 op<b.use>(y, zs) -> ();
               ^tail: op<b.inner>() -> () ({ op<b.use>(y) -> () });
             }, {});
             rewrite ^body with { op<b.first> -> (); };
             replace end with op<b.end>(i) -> ();
             replace root with x;
           };
         }",
        expect![[r#"
            3: Some("a.loop"), inside None, last false, regions Some(2)
            4: Region { operation: NodeId(3), index: 0, num_blocks: None }
            5: Region { operation: NodeId(3), index: 1, num_blocks: Some(1) }
            6: Block { region: NodeId(5), index: 0, num_arguments: Some(1), is_exact: false }
            7: Argument { block: NodeId(6), index: 0, ty: None }
            10: Some("a.end"), inside Some(NodeId(6)), last true, regions None
            15: Argument { block: NodeId(14), index: 0, ty: None }
            16: Arguments { block: NodeId(14), first: 1, ty: None }
            17: Some("b.use"), inside None, last false, regions None
            22: Some("b.use"), inside None, last false, regions None
            24: Some("b.inner"), inside None, last false, regions None
            27: Some("b.loop"), inside None, last false, regions None
            30: Some("b.first"), inside None, last false, regions None
            34: Some("b.end"), inside None, last false, regions None
        "#]],
    );
}

#[test]
fn regions_that_rewrites_cannot_build_are_reported() {
    let in_rewrite = |stmt: &str, expected: Expect| {
        let text = format!(
            "Pattern {{
               let root = op<a.b>() (r: Region, {{ ^a: ... }}, {{ ^a: ... }}, {{ ^c: ... }});
               rewrite root with {{
                 {stmt}
                 erase root;
               }};
             }}"
        );
        check(&text, expected);
    };
    in_rewrite(
        "op<b.c>() -> () ({ ^x(i: Value): op<b.d> -> (); });",
        expect![[r#"
        4:40 expected the type of `i`, an argument of a new block
    "#]],
    );
    in_rewrite(
        "op<b.c>() -> () ({ ^x(i: Type): });",
        expect![[r#"
        4:40 expected a block argument of type `Value` or `ValueRange`, found `Type`
    "#]],
    );
    in_rewrite(
        "op<b.c>() -> () (_);",
        expect![[r#"
        4:35 a region of a new operation cannot be left open
    "#]],
    );
    in_rewrite(
        "op<b.c>() -> () (s: Region);",
        expect![[r#"
        4:35 a region of a new operation is no variable of the match
    "#]],
    );
    in_rewrite(
        "op<b.c>() -> () ({ ...; });",
        expect![[r#"
        4:37 a new block has no other operations than those that are written
    "#]],
    );
    in_rewrite(
        "op<b.c>() -> () ({ erase root; });",
        expect![[r#"
        4:37 a new block only says what is in it: expected an operation, `let` or a call
    "#]],
    );
    in_rewrite(
        "op<b.c>() -> () ({ let x = op<b.d>; }); erase x;",
        expect![[r#"
        4:64 `x` is not defined
    "#]],
    );
    in_rewrite(
        "op<b.c>() -> () (root);",
        expect![[r#"
        4:35 expected `Region`, found `Op<a.b>`
    "#]],
    );
    in_rewrite(
        "rewrite ^a with {};",
        expect![[r#"
        4:27 several blocks are called `^a`
    "#]],
    );
    in_rewrite(
        "rewrite ^d with {};",
        expect![[r#"
        4:27 there is no block `^d`
    "#]],
    );
    in_rewrite(
        "erase ^c;",
        expect![[r#"
        4:24 expected `Op`, found `Block`
    "#]],
    );
    in_rewrite(
        "op<b.c>(r) -> ();",
        expect![[r#"
        4:26 expected an operand of type `Value`, `ValueRange` or `Op`, found `Region`
    "#]],
    );
}

#[test]
fn regions_and_blocks_belong_to_operations() {
    check(
        "Pattern { let r: Region; erase op<a.b>; }",
        expect![[r#"
        1:15 a region of the match is one of an operation
    "#]],
    );
    check(
        "Pattern { let b: Block; erase op<a.b>; }",
        expect![[r#"
        1:15 a block of the match is in a region of an operation
    "#]],
    );
    check(
        "Pattern => erase op<a.b>() (r: Value);",
        expect![[r#"
        1:29 expected a variable of type `Region`, found `Value`
    "#]],
    );
    check(
        "Pattern { let a = op<a.a>() (r: Region); erase op<a.b>(a.0) -> () (r); }",
        expect![[r#"
            1:68 a region of the match belongs to one operation only
        "#]],
    );
    check(
        "Rewrite F(r: Region) [{}]; Pattern => erase op<a.b>;",
        expect![[r#"
        1:14 a native function takes and returns no regions and blocks
        2: Some("a.b"), inside None, last false, regions None
    "#]],
    );
    check(
        "Constraint Region(x: Value); Pattern => erase op<a.b>(x: Region);",
        expect![[r#"
            3: Some("a.b"), inside None, last false, regions None
        "#]],
    );
}

#[test]
fn a_list_of_regions_may_follow_the_name() {
    check(
        "Pattern {
           let root = op<a.for> (_: Region { ^b: ...; }, body: Region);
           rewrite root with { op<a.new>() -> () (body); erase root; };
         }",
        expect![[r#"
            2: Some("a.for"), inside None, last false, regions Some(2)
            3: Region { operation: NodeId(2), index: 0, num_blocks: Some(1) }
            4: Block { region: NodeId(3), index: 0, num_arguments: None, is_exact: false }
            5: Region { operation: NodeId(2), index: 1, num_blocks: None }
            6: Some("a.new"), inside None, last false, regions None
        "#]],
    );
}

#[test]
fn arguments_have_types() {
    check(
        "Pattern {
           let root = op<a.for> {value = k: Attr<u: Type>} ({ ^b(x: Value<t: Type>): ... });
           rewrite root with {
             op<a.new>() -> (t) ({ ^c(y: Value<t>): op<a.use>(y) });
             op<a.new>() -> (t) ({ ^d(y: Value<u>): op<a.use>(y) });
             erase root;
           };
         }",
        expect![[r#"
            5:37 an argument of this block is bound only to the type of an attribute, and an attribute may have no type
        "#]],
    );
}
