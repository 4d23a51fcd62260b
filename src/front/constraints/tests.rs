//! The rules of the planner, and random systems.

mod notation;
mod random;

use expect_test::{Expect, expect};
use notation::{show_creation, show_match, show_rewrite};

/// A system, and its plan or why there is none.
fn check(system: &str, expected: Expect) {
    expected.assert_eq(&show_match(system));
}

fn check_rewrite(system: &str, expected: Expect) {
    expected.assert_eq(&show_rewrite(system));
}

fn check_creation(system: &str, expected: Expect) {
    expected.assert_eq(&show_creation(system));
}

#[test]
fn a_check_binds_what_it_captures() {
    check(
        "known t; Vec(t, e, n)",
        expect![[r#"
            check Vec(t, e:, n:)
        "#]],
    );
}

#[test]
fn captures_of_a_capture_follow_it() {
    check(
        "known t; Int(e, w); Vec(t, e, n); le(w, n)",
        expect![[r#"
            check Vec(t, e:, n:)
            check Int(e, w:)
            check le(w, n)
        "#]],
    );
}

#[test]
fn a_variable_that_is_bound_twice_is_compared() {
    check(
        "known s t; Vec(s, e, n); Vec(t, e, n)",
        expect![[r#"
            check Vec(s, e:, n:)
            check Vec(t, e=, n=)
        "#]],
    );
    check(
        "known t; Vec(t, e, e)",
        expect![[r#"
            check Vec(t, e:, e=)
        "#]],
    );
}

#[test]
fn a_known_argument_is_compared() {
    check(
        "known t w; Int(t, w)",
        expect![[r#"
            check Int(t, w=)
        "#]],
    );
}

#[test]
fn any_is_neither_bound_nor_compared() {
    check(
        "known t; Vec(t, _, n)",
        expect![[r#"
            check Vec(t, n:)
        "#]],
    );
}

#[test]
fn capturing_is_preferred_to_evaluating() {
    check(
        "known t w; Int(e, w); Vec(t, e, n)",
        expect![[r#"
            check Vec(t, e:, n:)
            check Int(e, w=)
        "#]],
    );
}

#[test]
fn what_no_check_captures_is_evaluated() {
    check(
        "known w; Int(t, w)",
        expect![[r#"
            evaluate Int(t, w)
        "#]],
    );
    check(
        "known w n; Vec(v, e, n); Int(e, w)",
        expect![[r#"
            evaluate Int(e, w)
            evaluate Vec(v, e, n)
        "#]],
    );
}

#[test]
fn a_captured_value_satisfies_what_would_evaluate_it() {
    check(
        "known a b t; Sum(s, a, b); Int(t, s)",
        expect![[r#"
            check Int(t, s:)
            check Sum(s, a, b)
        "#]],
    );
}

#[test]
fn equality_works_both_ways() {
    check(
        "known a; eq(b, a); eq(b, c)",
        expect![[r#"
            evaluate eq(b, a)
            check eq(b, c:)
        "#]],
    );
}

#[test]
fn the_cheapest_of_several_captures_binds() {
    check(
        "known t u; Vec(t, v, _); Vec(v, e, _); Vec(u, e, _)",
        expect![[r#"
            check Vec(t, v:)
            check Vec(u, e:)
            check Vec(v, e=)
        "#]],
    );
}

#[test]
fn a_cheap_long_way_beats_an_evaluation() {
    check(
        "known t w; Int(e, w); Vec(t, a, _); Vec(a, b, _); Vec(b, e, _)",
        expect![[r#"
            check Vec(t, a:)
            check Vec(a, b:)
            check Vec(b, e:)
            check Int(e, w=)
        "#]],
    );
}

#[test]
fn what_a_check_reads_must_be_known() {
    check(
        "known t; Dim(t, i, n)",
        expect![[r#"
            error: i: #1 of Dim never
            error: n: #2 of Dim needs i
        "#]],
    );
    check(
        "known t i; Dim(t, i, n)",
        expect![[r#"
            check Dim(t, i, n:)
        "#]],
    );
    check(
        "known t; Dim(t, _, n)",
        expect![[r#"
            error: _: #1 of Dim never
            error: n: #2 of Dim needs _
        "#]],
    );
}

#[test]
fn a_cycle_derives_nothing() {
    check(
        "Vec(a, b, _); Vec(b, a, _)",
        expect![[r#"
            error: a: #0 of Vec any #2, #1 of Vec needs b
            error: b: #1 of Vec needs a, #0 of Vec any #2
        "#]],
    );
}

#[test]
fn comparisons_derive_nothing() {
    check(
        "known a; le(a, b); gt(b, a)",
        expect![[r#"
            error: b: #1 of le never, #0 of gt never
        "#]],
    );
}

#[test]
fn an_evaluation_needs_every_argument() {
    check(
        "Vec(v, e, n); Int(e, w)",
        expect![[r#"
            error: v: #0 of Vec needs e n
            error: e: #1 of Vec needs v, #0 of Int needs w
            error: n: #2 of Vec needs v
            error: w: #1 of Int needs e
        "#]],
    );
}

#[test]
fn an_or_checks_and_captures_nothing() {
    check(
        "known t e; { eq(t, e) | Vec(t, e, _) }",
        expect![[r#"
            or
              check eq(t, e=)
            |
              check Vec(t, e=)
        "#]],
    );
    check(
        "known t; { eq(t, e) | Vec(t, e, _) }",
        expect![[r#"
            error: e: #1 of eq in or, #1 of Vec in or
        "#]],
    );
}

#[test]
fn a_variable_of_a_branch_is_bound_in_it() {
    check(
        "known t w; { Int(t, w) | Vec(t, .e, _); Int(.e, w) }",
        expect![[r#"
            or
              check Int(t, w=)
            |
              check Vec(t, .e:)
              check Int(.e, w=)
        "#]],
    );
    check(
        "known t; { F(t) | Vec(.v, .e, _) }",
        expect![[r#"
            error: .v: #0 of Vec any #2
            error: .e: #1 of Vec needs .v
        "#]],
    );
}

#[test]
fn an_or_reads_what_other_constraints_capture() {
    check(
        "known t; { F(e) | Int(e, _) }; Vec(t, e, _)",
        expect![[r#"
            check Vec(t, e:)
            or
              check F(e)
            |
              check Int(e)
        "#]],
    );
}

#[test]
fn disjunctions_nest() {
    check(
        "known t u; { F(t) | { F(u) | Int(u, _) }; Int(t, _) }",
        expect![[r#"
            or
              check F(t)
            |
              check Int(t)
              or
                check F(u)
              |
                check Int(u)
        "#]],
    );
}

#[test]
fn a_rewrite_evaluates_what_is_wanted() {
    check_rewrite(
        "known w n x; Vec(v, e, n); Int(e, s); Sum(s, w, w); Int(x, w)",
        expect![[r#"
            evaluate Sum(s, w, w)
            evaluate Int(e, s)
            evaluate Vec(v, e, n)
        "#]],
    );
}

#[test]
fn a_rewrite_captures_nothing() {
    check_rewrite(
        "known t; Int(t, w)",
        expect![[r#"
            error: w: #1 of Int only in match
        "#]],
    );
}

#[test]
fn a_creation_captures_and_evaluates() {
    check_creation(
        "known t i; Vec(t, e, n); Int(e, w); Sum(s, w, w); Int(x, s); Vec(v, x, n)",
        expect![[r#"
            check Vec(t, e:, n:)
            check Int(e, w:)
            evaluate Sum(s, w, w)
            evaluate Int(x, s)
            evaluate Vec(v, x, n)
        "#]],
    );
}

#[test]
fn a_creation_compares_nothing() {
    check_creation(
        "known t u; Vec(t, e, n); Vec(u, e, n); le(n, n)",
        expect![[r#"
            check Vec(t, e:, n:)
        "#]],
    );
}

/// The time for a chain of captures, in which the constraints come in the worst
/// order, grows with its length and not with its square.
#[test]
fn a_long_system_is_planned_in_linear_work() {
    let length = 100_000;
    let names = (0..length).rev();
    let links = names.map(|n| format!("Vec(v{n}, v{}, _)", n + 1));
    let system = format!("known v0; {}", links.collect::<Vec<_>>().join("; "));
    let (system, _) = notation::parse(&system);
    let plan = system.plan().expect("every link captures the next");
    assert_eq!(plan.steps.len(), length);
}
