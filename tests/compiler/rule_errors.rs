//! What is wrong with rules, at which place.

use expect_test::{Expect, expect};
use pdll::internals::{
    LinkedTableGen,
    diagnostic::Diagnostics,
    drr,
    ods::{self, read_rules},
    source::{Disk, SourceMap},
    testing::FakeHost,
};
use std::path::Path;

/// A dialect with a few operations.
const DIALECT: &str = r#"
include "mlir/IR/PatternBase.td"

def T : Dialect { let name = "t"; let cppNamespace = "t"; }
class TOp<string name, list<Trait> traits = []> : Op<T, name, traits>;
def One : TOp<"one"> { let arguments = (ins AnyType:$x); let results = (outs AnyType:$y); }
def Two : TOp<"two"> {
  let arguments = (ins AnyType:$a, AnyType:$b, I32Attr:$n);
  let results = (outs AnyType:$y);
}
def Pair : TOp<"pair"> {
  let arguments = (ins AnyType:$x);
  let results = (outs AnyType:$p, AnyType:$q);
}
def Many : TOp<"many"> { let arguments = (ins Variadic<AnyType>:$xs); let results = (outs AnyType:$y); }
def Sink : TOp<"sink"> { let arguments = (ins AnyType:$x); }
"#;

/// Compares the errors of rules over [`DIALECT`].
fn check(rules: &str, expected: &Expect) {
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let text = format!("{DIALECT}{rules}");
    let file = sources.add("rules.td", text, None);
    let read = read_rules(
        file,
        Path::new("rules.td"),
        &[],
        &Disk,
        &ods::Settings::new(&LinkedTableGen),
        &mut sources,
        &mut diagnostics,
    );
    let host = &mut FakeHost::default();
    let module = drr::analyze(&read, host, &mut diagnostics);
    let mut lines = Vec::new();
    for one in diagnostics.take_sorted() {
        lines.push(one.message.clone());
        lines.extend(one.notes.iter().map(|note| format!("  {}", note.message)));
        lines.extend(one.help.map(|help| format!("  {help}")));
    }
    if lines.is_empty() {
        lines.extend(module.patterns.iter().map(|pattern| {
            let name = pattern
                .name
                .as_deref()
                .unwrap_or("a pattern without a name");
            format!(
                "{name}: benefit {}, {} nodes",
                pattern.benefit,
                pattern.nodes.len()
            )
        }));
    }
    expected.assert_eq(&lines.join("\n"));
}

#[test]
fn trees_fit_the_definitions() {
    check(
        r"
        def A : Pat<(One $x, $y), (replaceWithValue $x)>;
        def B : Pat<(Many (One $x)), (replaceWithValue $x)>;
        def C : Pat<(One (variadic $x)), (replaceWithValue $x)>;
        def D : Pat<(One (Sink $x)), (replaceWithValue $x)>;
        def E : Pat<(Two $x, (either $y, $n)), (replaceWithValue $x)>;
        def F : Pat<(Two (either:$e $x, $y), $n), (replaceWithValue $x)>;
        def G : Pat<(Two (either $x, $y, $z), $n), (replaceWithValue $x)>;
        def H : Pat<(replaceWithValue $x), (replaceWithValue $x)>;
        def I : Pat<(Two $x, $y, (One $z)), (replaceWithValue $x)>;
        ",
        &expect![[r#"
            `t.one` has 1 argument in its definition, found 2
              it is `x`
            `xs` of `t.many` may have any number of values, found a tree for one
              write `(variadic …)` around it
            `x` of `t.one` is a single operand, so that `variadic` does not fit
            `t.sink` has no results, so that it defines no operand
            expected operands of `t.two` in `either`, found an attribute
            `either` stands for no value, so that it cannot have a name
            expected 2 operands in `either`, found 3
            expected an operation at the root of the source pattern, found `replaceWithValue`
            expected a constraint of an attribute of `t.two`, found a tree"#]],
    );
}

#[test]
fn names_are_bound_once_and_before_they_are_used() {
    check(
        r"
        def A : Pat<(One $x), (replaceWithValue $y)>;
        def B : Pat<(Two $x, $n, $n), (replaceWithValue $x)>;
        def C : Pat<(One:$x $x), (replaceWithValue $x)>;
        def D : Pat<(One:$r $x), (replaceWithValue $r__1)>;
        def E : Pat<(Two $x, $y, $n), (replaceWithValue $n)>;
        def F : Pat<(One $value), (replaceWithValue $valeu)>;
        ",
        &expect![[r#"
            `$y` is not bound to anything
            `$n` is bound more than once
            `$x` is bound more than once
            `$r` has no value with index 1
            `$n` is an attribute, expected a value
              create an operation with this attribute that has a constant as its result
            `$valeu` is not bound to anything
              did you mean `$value`?"#]],
    );
}

#[test]
fn results_are_counted() {
    check(
        r"
        def A : Pat<(Pair $x), (replaceWithValue $x)>;
        def B : Pattern<(Pair $x), [(Pair $x), (One $x)]>;
        def C : Pat<(One $x), (Pair $x)>;
        def D : Pattern<(Sink $x), []>;
        def E : Pat<(One $x), (Two $x, $x)>;
        ",
        &expect![[r#"
            expected 2 values to replace the results of `t.pair`, found 1
            some results of `t.pair` would replace those of the root, and others not
              give it a name, and write `(replaceWithValue …)` for each value that replaces one
            some results of `t.pair` would replace those of the root, and others not
              give it a name, and write `(replaceWithValue …)` for each value that replaces one
            `t.two` has 3 arguments in its definition, found 2
              they are `a`, `b`, `n`"#]],
    );
}

#[test]
fn trees_without_values_replace_nothing() {
    check(
        r#"
        def Log : NativeCodeCallVoid<"log($0)">;
        def A : Pattern<(One $x), [(Sink $x), (One $x), (Sink $x)]>;
        def B : Pattern<(One $x), [(Log $x), (replaceWithValue $x)]>;
        def C : Pattern<(Pair $x), [(One $x), (Log $x), (One $x)]>;
        "#,
        &expect![[r#"
            A: benefit 1, 8 nodes
            B: benefit 1, 5 nodes
            C: benefit 1, 10 nodes"#]],
    );
}

#[test]
fn one_name_is_one_value() {
    check(
        r#"
        def Both : NativeCodeCall<"both($0)", 2>;
        def A : Pat<(One (Pair:$p $x)), (replaceWithValue $p)>;
        def B : Pattern<(One $x), [(Both:$b $x), (replaceWithValue $b__1)]>;
        def C : Pattern<(One $x), [(Both:$b__2 $x), (replaceWithValue $b__0)]>;
        "#,
        &expect![[r#"
            `$p` stands for 2 results, expected one
              write `(replaceWithValue $p__0)` and so on
            `$b` has no value with index 2"#]],
    );
}

#[test]
fn what_code_finds_is_constrained() {
    check(
        r#"
        def Find : NativeCodeCall<"find($_self, &$0)">;
        def A : Pat<(One (Find I32:$y)), (replaceWithValue $y)>;
        def B : Pat<(One (Find ConstantAttr<I32Attr, "1">)), (One (NativeCodeCall<"x"> ))>;
        def C : Pat<(Two (Find I32Attr:$n), $y, $_), (replaceWithValue $y)>;
        "#,
        &expect![[r#"
            A: benefit 1, 9 nodes
            B: benefit 1, 12 nodes
            C: benefit 1, 8 nodes"#]],
    );
}

#[test]
fn benefits_are_small_numbers() {
    check(
        r"
        def A : Pat<(One $x), (replaceWithValue $x), [], [], (addBenefit 40000)>;
        def B : Pat<(One $x), (replaceWithValue $x), [], [], (addBenefit -2)>;
        def C : Pat<(One $x), (replaceWithValue $x), [], [], (addBenefit -1)>;
        def D : Pat<(One (One $x)), (replaceWithValue $x), [], [], (addBenefit 10)>;
        ",
        &expect![[r#"
            the benefit of this rule is 40001, expected 0 to 32767: 1 operation and 40000
            the benefit of this rule is -1, expected 0 to 32767: 1 operation and -2"#]],
    );
}

#[test]
fn templates_are_named() {
    check(
        r"
        multiclass M<dag result> { def Rule : Pat<(One $x), result>; }
        defm First : M<(replaceWithValue $z)>;
        ",
        &expect![[r#"
            `$z` is not bound to anything
              instantiated here"#]],
    );
}

#[test]
fn forms_become_patterns() {
    check(
        r"
        def A : Pat<(Two (either $a, (One $b)), $n), (replaceWithValue $b)>;
        def B : Pat<(One (Pair $a)), (replaceWithValue $a)>;
        def C : Pat<(Two (either (Two (either $a, (One $b)), $m), $c), $n), (replaceWithValue $b)>;
        ",
        &expect![[r#"
            A: benefit 2, 9 nodes
            A_2: benefit 2, 9 nodes
            B: benefit 2, 8 nodes
            B_2: benefit 2, 8 nodes
            C: benefit 3, 14 nodes
            C_2: benefit 3, 14 nodes
            C_3: benefit 3, 14 nodes
            C_4: benefit 3, 14 nodes"#]],
    );
}
