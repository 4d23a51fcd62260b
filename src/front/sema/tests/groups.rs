//! Groups of operands and results.

use super::{Fixture, check_messages};
use crate::{
    base::source::Span,
    hir::NodeKind,
    ods::{Lengths, Operation},
    sema::analyze,
    testing::{FakeHost, with_regions},
};
use expect_test::{Expect, expect};
use std::fmt::Write;

/// The definition of `test.parts`, which has two groups of operands, and two of results. It
/// says how long they are.
pub(super) fn parts(span: Span) -> Operation {
    let mut parts = with_regions("test.parts", &[], span);
    for groups in [&mut parts.operands, &mut parts.results] {
        let mut more = groups[0].clone();
        more.name = format!("more_{}", more.name).into();
        groups.push(more);
    }
    parts.operand_lengths = Lengths::Segments;
    parts.result_lengths = Lengths::Segments;
    parts
}

/// Compares the nodes of the only pattern of a text.
fn check(text: &str, expected: &Expect) {
    let mut fixture = Fixture::new(text);
    let mut host = FakeHost::default();
    let module = analyze(&fixture.program, &mut host, &mut fixture.diagnostics);
    let [pattern] = &module.patterns[..] else {
        panic!("there are errors: {:?}", fixture.diagnostics);
    };
    assert_eq!(pattern.verify(), Ok(()));
    let mut out = String::new();
    for (index, node) in pattern.nodes.iter().enumerate() {
        let _ = match &node.kind {
            NodeKind::Operation(operation) => {
                let numbers = |nodes: &[crate::hir::NodeId]| {
                    nodes.iter().map(|node| node.0).collect::<Vec<_>>()
                };
                writeln!(
                    out,
                    "{index}: {} of {:?}, {:?} -> {:?}, {:?}",
                    operation.name.as_deref().unwrap_or_default(),
                    numbers(&operation.operands),
                    operation.operand_lengths,
                    operation.result_types.as_deref().map(numbers),
                    operation.result_lengths,
                )
            }
            kind => writeln!(out, "{index}: {kind:?}"),
        };
    }
    expected.assert_eq(&out);
}

#[test]
fn an_empty_group_beside_one_of_any_length_has_no_types() {
    check(
        "Pattern => erase op<test.parts>(x: ValueRange, ()) -> ((), ts: TypeRange);",
        &expect![[r#"
            0: Operands { ty: None }
            1: Range { ty: TypeRange, elements: [] }
            2: Operands { ty: Some(NodeId(1)) }
            3: Types
            4: Range { ty: TypeRange, elements: [] }
            5: test.parts of [0, 2], Segments -> Some([4, 3]), Segments
            6: Erase { operation: NodeId(5) }
        "#]],
    );
}

#[test]
fn a_tuple_with_values_beside_a_group_of_any_length_is_an_error() {
    check_messages(
        "Pattern => erase op<test.parts>((_: Value), _: ValueRange);
Pattern => erase op<test.parts> -> (_: TypeRange, (_: Type));
",
        &expect![[r#"
            1:18: cannot tell which operands of `test.parts` belong to the tuple, because another group has any length
            2:18: cannot tell which results of `test.parts` belong to the tuple, because another group has any length
        "#]],
    );
}

#[test]
fn an_index_is_that_of_a_result_if_the_results_are_one_variadic_group() {
    check(
        "Pattern {
           let root = op<t.a>(x: Value);
           rewrite root with {
             let new = op<test.if>(x) -> ((type<\"i1\">, type<\"i2\">));
             replace root with new.1;
           };
         }",
        &expect![[r#"
            0: Operand { ty: None }
            1: Types
            2: t.a of [0], Counted -> Some([1]), Counted
            3: TypeLiteral(LiteralId(0))
            4: TypeLiteral(LiteralId(1))
            5: Range { ty: TypeRange, elements: [NodeId(3), NodeId(4)] }
            6: test.if of [0], Counted -> Some([5]), Counted
            7: Result { operation: NodeId(6), index: 1 }
            8: Replace { operation: NodeId(2), with: Values([NodeId(7)]) }
        "#]],
    );
}

#[test]
fn an_index_is_less_than_the_number_of_results() {
    check_messages(
        "Pattern {
           let root = op<t.a>(x: Value) -> (s: Type, t: Type);
           rewrite root with {
             let new = op<test.if>(x) -> ((s, t));
             replace root with (new.2, x);
           };
         }
         Pattern {
           let root = op<t.a>(x: Value) -> (s: Type, t: Type);
           rewrite root with {
             let new = op<test.if>(x) -> ((s, t));
             replace root with (new.1, new.0);
           };
         }
         Pattern => replace op<test.parts>(x: Value) with op<test.parts>(x, ()).2;
",
        &expect![[r#"
            5:37: there is no result 2: the operation has 2 results
            12:14: the operation has 2 results, but there are 3 replacement values
            15:81: there is no result 2: `test.parts` has 2 results
        "#]],
    );
}
