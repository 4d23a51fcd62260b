//! The statements and expressions of patterns.

use super::check;
use expect_test::expect;

#[test]
fn names_come_from_the_rule_and_from_definitions() {
    check(
        r#"
        def A : Pat<(Two:$root $x, (One:$inner $_), $n), (Two $x, $inner, $n)>;
        def B : Pat<(Two (One $x), (One $x), $_), (Many (variadic (Like $x), (Like $x)))>;
        def C : Pat<(Return:$let $op), (One $op)>;
        "#,
        &expect![[r#"

            Pattern A {
              let inner = op<t.one>;
              let root = op<t.two>(x: Value, inner) {n = n: Attr};
              replace root with op<t.two>(x, inner) {n = n};
            }

            Pattern B {
              let root = op<t.two>(op<t.one>(x: Value), op<t.one>(x));
              rewrite root with {
                let like = op<t.like>(x);
                let like2 = op<t.like>(x);
                replace root with op<t.many>((like.y, like2.y));
              };
            }

            Pattern C {
              let letValue = op<t.return>(opValue: Value);
              replace letValue with op<t.one>(opValue);
            }
        "#]],
    );
}

#[test]
fn operations_that_are_used_once_stand_where_they_are_used() {
    check(
        r#"
        def A : Pat<(One $x), (One (Like (Like (Like $x))))>;
        def B : Pattern<(Pair $x), [(Like:$a $x), (Two (Like $a), (Like $x), ConstantAttr<I32Attr, "1">), (replaceWithValue $a)]>;
        def C : Pattern<(One $x), [(Sink (Like $x), ConstantAttr<UnitAttr, "true">), (Like $x)]>;
        "#,
        &expect![[r#"

            Pattern A {
              let root = op<t.one>(x: Value);
              replace root with op<t.one>(op<t.like>(op<t.like>(op<t.like>(x))));
            }

            Pattern B {
              let root = op<t.pair>(x: Value) -> (pType: Type, _: Type);
              rewrite root with {
                let a = op<t.like>(x);
                replace root
                  with (
                    op<t.two>(op<t.like>(a), op<t.like>(x)) {n = attr<"1 : i32">}
                      -> (pType),
                    a
                  );
              };
            }

            Pattern C {
              let root = op<t.one>(x: Value);
              rewrite root with {
                op<t.sink>(op<t.like>(x)) {flag};
                replace root with op<t.like>(x);
              };
            }
        "#]],
    );
}

#[test]
fn the_order_of_effects_stays() {
    check(
        r#"
        def F : NativeCodeCall<"f($_builder, $0)">;
        def A : Pat<(One $x), (Two (F $x), (Like $x), (NativeCodeCall<"g($_builder)">))>;
        def B : Pat<(Maybe $x, $_), (Mixed (Like $x), (F $x), (Like $x))>;
        def C : Pat<(Maybe $x, $_), (Mixed (F $x), ConstantAttr<I32Attr, "0x10">, (Like $x))>;
        "#,
        &expect![[r#"
            remark: `F` needs a C++ compiler: pdll does not know the C++ code `f(rewriter, x)`
            note: run the patterns with `native-code=compile`, and name the headers that the code needs with `native-prelude`
            remark: `F2` needs a C++ compiler: pdll does not know the C++ code `f(rewriter, x)`
            note: run the patterns with `native-code=compile`, and name the headers that the code needs with `native-prelude`
            remark: `AAttr` needs a C++ compiler: pdll does not know the C++ code `g(rewriter)`
            note: run the patterns with `native-code=compile`, and name the headers that the code needs with `native-prelude`

            Rewrite F(x: Value) -> Value [{
              return f(rewriter, x);
            }];

            Rewrite AAttr() -> Attr [{
              return g(rewriter);
            }];

            Pattern A {
              let root = op<t.one>(x: Value);
              replace root with op<t.two>(F(x), op<t.like>(x)) {n = AAttr()};
            }

            Rewrite F2(x: Value) -> Attr [{
              return f(rewriter, x);
            }];

            Pattern B {
              let root = op<t.maybe>(x: Value);
              rewrite root with {
                let like = op<t.like>(x);
                let attribute = F2(x);
                let like2 = op<t.like>(x);
                replace root with op<t.mixed>(like, like2) {n = attribute};
              };
            }

            Pattern C {
              let root = op<t.maybe>(x: Value);
              replace root with op<t.mixed>(F(x), op<t.like>(x)) {n = attr<"16 : i32">};
            }
        "#]],
    );
}

#[test]
fn types_are_written_where_they_do_not_follow() {
    check(
        r#"
        def Root : Pat<(Return $x), (Like $x)>;
        def Same : Pat<(Return $x), (Two (Like $x), (Return $x, (returnType $x)), ConstantAttr<I32Attr, "1">)>;
        def Written : Pat<(Return $x), (One (One $x, (returnType "$_builder.getF32Type()")))>;
        def Each : Pattern<(Pair $x), [(One $x), (Return $x)]>;
        def Range : Pat<(One $x), (NativeCodeCall<"$0.front()"> (Fan $x, (returnType $x, "$_builder.getI8Type()")))>;
        def OfResult : Pat<(One:$r I32:$x), (Many (variadic (Return $x, (returnType $r)))), [(F32 $r)]>;
        "#,
        &expect![[r#"

            Pattern Root {
              let root = op<t.return>(x: Value);
              replace root with op<t.like>(x);
            }

            Pattern Same {
              let root = op<t.return>(x: Value<xType: Type>);
              replace root
                with op<t.two>(op<t.like>(x), op<t.return>(x) -> (xType))
                  {n = attr<"1 : i32">};
            }

            Pattern Written {
              let root = op<t.return>(x: Value);
              replace root with op<t.one>(op<t.one>(x) -> (type<"f32">));
            }

            Pattern Each {
              let root = op<t.pair>(x: Value) -> (pType: Type, qType: Type);
              replace root with (op<t.one>(x) -> (pType), op<t.return>(x) -> (qType));
            }

            Rewrite RangeValue(values: ValueRange) -> Value [{
              return values.front();
            }];

            Pattern Range {
              let root = op<t.one>(x: Value<xType: Type>);
              replace root with RangeValue(op<t.fan>(x) -> ((xType, type<"i8">)));
            }

            Pattern OfResult {
              let r = op<t.one>(x: [Value, I32]) -> (yType: F32);
              replace r with op<t.many>(op<t.return>(x) -> (yType));
            }
        "#]],
    );
}

#[test]
fn ranges_are_tuples() {
    check(
        r#"
        def A : Pat<(Many (variadic:$all $x, (One $y), $_)), (Many (variadic $y, $x))>;
        def B : Pat<(Parts (variadic $a, $b), $x, (variadic)), (Parts (variadic $b), $x, (variadic $a))>;
        def C : Pat<(Parts $xs, $x, $o), (Parts $o, $x, $xs)>;
        def D : Pat<(Parts (variadic $a, $b), $x, $o), (Many (variadic $a, $b))>;
        def E : Pat<(Many (variadic)), (Many (variadic))>;
        "#,
        &expect![[r##"
            #include "pdll/std.pdll"

            Pattern A {
              let root = op<t.many>((x: Value, op<t.one>(y: Value), _: Value));
              replace root with op<t.many>((y, x));
            }

            Pattern B {
              let root = op<t.parts>((a: Value, b: Value), x: Value, ());
              replace root with op<t.parts>(b, x, a);
            }

            Pattern C {
              let root = op<t.parts>(xs: ValueRange, x: Value, o: ValueRange);
              replace root with op<t.parts>(o, x, xs);
            }

            Pattern D {
              let root = op<t.parts>(xs: ValueRange, x: Value, o: ValueRange);
              HasLength(xs, attr<"2 : i64">);
              let a = GetValue(xs, attr<"0 : i64">);
              let b = GetValue(xs, attr<"1 : i64">);
              replace root with op<t.many>((a, b));
            }

            Pattern E {
              let root = op<t.many>(());
              replace root with op<t.many>(());
            }
        "##]],
    );
}

#[test]
fn results_have_the_names_of_the_definition() {
    check(
        r#"
        def A : Pattern<(Pair:$r (Pair:$p $x)), [(replaceWithValue $p__1), (replaceWithValue $r__0)]>;
        def B : Pattern<(Pair $x), [(Pair:$q $x, (returnType $x, $x)), (replaceWithValue $q__1), (replaceWithValue $q__0)]>;
        "#,
        &expect![[r#"

            Pattern A {
              let p = op<t.pair>(x: Value);
              let r = op<t.pair>(p.p);
              replace r with (p.q, r.p);
            }

            // The rule `A` for another result of an operation that defines an operand.
            Pattern A_2 with labels("A") {
              let p = op<t.pair>(x: Value);
              let r = op<t.pair>(p.q);
              replace r with (p.q, r.p);
            }

            Pattern B {
              let root = op<t.pair>(x: Value<xType: Type>);
              rewrite root with {
                let q = op<t.pair>(x) -> (xType, xType);
                replace root with (q.q, q.p);
              };
            }
        "#]],
    );
}

#[test]
fn either_becomes_several_patterns() {
    check(
        r#"
        /// Takes either operand.
        def A : Pat<(Two (either (One $x), $y), $n), (Two $y, $x, $n)>;
        "#,
        &expect![[r#"

            /// Takes either operand.
            Pattern A {
              let root = op<t.two>(op<t.one>(x: Value), y: Value) {n = n: Attr};
              replace root with op<t.two>(y, x) {n = n};
            }

            // The rule `A` with operands in another order.
            Pattern A_2 with labels("A") {
              let root = op<t.two>(y: Value, op<t.one>(x: Value)) {n = n: Attr};
              replace root with op<t.two>(y, x) {n = n};
            }
        "#]],
    );
}

#[test]
fn benefits_are_written_if_they_are_other_ones() {
    check(
        r#"
        def A : Pat<(One (One $x)), (replaceWithValue $x)>;
        def B : Pat<(One (One $x)), (replaceWithValue $x), [], [], (addBenefit 3)>;
        "#,
        &expect![[r#"

            Pattern A {
              let root = op<t.one>(op<t.one>(x: Value));
              replace root with x;
            }

            Pattern B with benefit(5) {
              let root = op<t.one>(op<t.one>(x: Value));
              replace root with x;
            }
        "#]],
    );
}

#[test]
fn long_expressions_are_broken() {
    check(
        r#"
        def A : Pat<(Two (Two (One $first), (Return $second), $number), (Like $third), $other), (Two (Like (Like $third)), (Like (Like (Like (Like (Like (Like (Like (Like $first)))))))), $other)>;
        "#,
        &expect![[r#"

            Pattern A {
              let root = op<t.two>(
                op<t.two>(op<t.one>(first: Value), op<t.return>(second: Value))
                  {n = number: Attr},
                op<t.like>(third: Value)
              ) {n = other: Attr};
              replace root
                with op<t.two>(
                  op<t.like>(op<t.like>(third)),
                  op<t.like>(
                    op<t.like>(
                      op<t.like>(
                        op<t.like>(op<t.like>(op<t.like>(op<t.like>(op<t.like>(first)))))
                      )
                    )
                  )
                ) {n = other};
            }
        "#]],
    );
}
