//! Native functions.

use super::check;
use expect_test::expect;

#[test]
fn code_is_declared_once() {
    check(
        r#"
        // Adds one.
        def AddOne : NativeCodeCall<"$_builder.getI32IntegerAttr($0.getInt() + 1)">;
        def SameType : Constraint<CPred<"$0.getType() == $1.getType()">>;
        def A : Pat<(Two $x, $y, $n), (Two $y, $x, (AddOne $n)), [(SameType $x, $y)]>;
        def B : Pat<(Two $a, $b, $m), (Two $a, $a, (AddOne $m)), [(SameType $a, $b), (Constraint<CPred<"$0.getInt() > 0">> $m)]>;
        def C : Pat<(Two $x, $y, ConfinedAttr<I32Attr, [IntMinValue<3>]>:$n), (replaceWithValue $x)>;
        def D : Pat<(One (ConstantLikeMatcher I32Attr:$n)), (NativeCodeCall<"make($_builder, $0)"> $n)>;
        def E : Pattern<(One $x), [(Like:$new $x)], [], [(NativeCodeCallVoid<"note($_builder, $_loc, $0)"> $new)]>;
        def G : Pat<(One (NativeCodeCall<"find($_self, &$0, &$1)"> I32Attr:$n, F32:$v)), (Two $v, $v, $n)>;
        def F : Pat<(One $x), (NativeCodeCall<"[&] { int a[] = {1}; return a[int{0}] ? $0 : $0; }()"> $x)>;
        "#,
        &expect![[r#"
            remark: `DValue` needs a C++ compiler: pdll does not know the C++ code `make(rewriter, cast<IntegerAttr>(n))`
            note: run the patterns with `native-code=compile`, and name the headers that the code needs with `native-prelude`
            remark: `EAction` needs a C++ compiler: pdll does not know the C++ code `note(rewriter, odsLoc, new)`
            note: run the patterns with `native-code=compile`, and name the headers that the code needs with `native-prelude`
            remark: `GCondition` needs a C++ compiler: pdll does not know the C++ code `IntegerAttr out0`
            note: run the patterns with `native-code=compile`, and name the headers that the code needs with `native-prelude`
            remark: `FValue` needs a C++ compiler: pdll does not know the C++ code `return[&]`
            note: run the patterns with `native-code=compile`, and name the headers that the code needs with `native-prelude`
            #include "pdll/std.pdll"

            Constraint SameType(x: Value, y: Value) [{
              return success(x.getType() == y.getType());
            }];

            // Adds one.
            Rewrite AddOne(n: Attr) -> Attr [{
              return rewriter.getI32IntegerAttr(cast<IntegerAttr>(n).getInt() + 1);
            }];

            Pattern A {
              let root = op<t.two>(x: Value, y: Value) {n = n: Attr};
              SameType(x, y);
              replace root with op<t.two>(y, x) {n = AddOne(n)};
            }

            Constraint BCondition(m: Attr) [{
              return success(cast<IntegerAttr>(m).getInt() > 0);
            }];

            Pattern B {
              let root = op<t.two>(a: Value, b: Value) {n = m: Attr};
              SameType(a, b);
              BCondition(m);
              replace root with op<t.two>(a, a) {n = AddOne(m)};
            }

            Constraint CCondition(self: Attr) [{
              return success(((isa<::mlir::IntegerAttr>(self)) && (cast<::mlir::IntegerAttr>(self).getType().isSignlessInteger(32))) &&
                             (cast<::mlir::IntegerAttr>(self).getInt() >= 3));
            }];

            Pattern C {
              let root = op<t.two>(x: Value, y: Value) {n = n: CCondition};
              replace root with x;
            }

            Rewrite DValue(n: Attr) -> Value [{
              return make(rewriter, cast<IntegerAttr>(n));
            }];

            Pattern D {
              let root = op<t.one>(x: Value);
              let n: I32Attr = GetConstant(x);
              replace root with DValue(n);
            }

            Rewrite EAction(new: Value, operation: Op) [{
              Location odsLoc = rewriter.getFusedLoc({operation->getLoc()});
              note(rewriter, odsLoc, new);
            }];

            Pattern E {
              let root = op<t.one>(x: Value);
              rewrite root with {
                let new = op<t.like>(x);
                EAction(new, root);
                replace root with new;
              };
            }

            Constraint GCondition(x: Value) -> (Attr, Value) [{
              Operation *self = x.getDefiningOp();
              if (!self) return failure();
              IntegerAttr out0{};
              Value out1{};
              if (failed(find(self, &out0, &out1))) return failure();
              if (!out0) return failure();
              results.push_back(out0);
              if (!out1) return failure();
              results.push_back(out1);
              return success();
            }];

            Pattern G {
              let root = op<t.one>(x: Value);
              let gCondition = GCondition(x);
              let n: I32Attr = gCondition.0;
              let v: [Value, F32] = gCondition.1;
              replace root with op<t.two>(v, v) {n = n};
            }

            Rewrite FValue(x: Value)
              -> Value "\n  return [&] { int a[] = {1}; return a[int{0}] ? x : x; }();\n";

            Pattern F {
              let root = op<t.one>(x: Value);
              replace root with FValue(x);
            }
        "#]],
    );
}

#[test]
fn some_code_is_in_the_standard_library() {
    check(
        r#"
        def OneUse : Constraint<CPred<"$0.hasOneUse()">>;
        def A : Pat<(Pair:$p $x), (Pair $x), [(OneUse $x), (HasNoUseOf:$p__1)]>;
        def B : Pat<(One (One:$a $x)), (Like $x, (location $a, "name"))>;
        def C : Pat<(Maybe $x, $n), (Maybe $x, $n)>;
        "#,
        &expect![[r##"
            #include "pdll/std.pdll"

            Pattern A {
              let p = op<t.pair>(x: Value);
              HasOneUse(x);
              HasNoUses(p.q);
              replace p with op<t.pair>(x);
            }

            Pattern B {
              let a = op<t.one>(x: Value);
              let root = op<t.one>(a);
              rewrite root with {
                let like = op<t.like>(x);
                SetLoc(like, a);
                SetLocMetadata(like, "name");
                replace root with like;
              };
            }

            Pattern C {
              let root = op<t.maybe>(x: Value);
              rewrite root with {
                let maybe = op<t.maybe>(x);
                CopyOptionalAttr(root, "n", maybe, "n");
                replace root with maybe;
              };
            }
        "##]],
    );
}

#[test]
fn builders_are_functions() {
    check(
        r#"
        def A : Pat<(One (One $x)), (One (Built $x))>;
        def B : Pat<(Two $x, $y, ConstantAttr<Color, "::t::Color::Red">), (Two $x, $x, ConstantAttr<Color, "::t::Color::Green">)>;
        "#,
        &expect![[r#"
            remark: `CreateBuilt` needs a C++ compiler: pdll does not know the C++ code `t::Built::create(rewriter, odsLoc, x)`
            note: run the patterns with `native-code=compile`, and name the headers that the code needs with `native-prelude`
            remark: `IsColorRed` needs a C++ compiler: pdll does not know the C++ code `t::Color::Red`
            note: run the patterns with `native-code=compile`, and name the headers that the code needs with `native-prelude`
            remark: `ColorGreen` needs a C++ compiler: pdll does not know the C++ code `t::Color::Green`
            note: run the patterns with `native-code=compile`, and name the headers that the code needs with `native-prelude`

            Rewrite CreateBuilt(operation: Op, operation2: Op, x: Value) -> Op [{
              Location odsLoc = rewriter.getFusedLoc({operation->getLoc(), operation2->getLoc()});
              return t::Built::create(rewriter, odsLoc, x).getOperation();
            }];

            Pattern A {
              let one = op<t.one>(x: Value);
              let root = op<t.one>(one);
              replace root with op<t.one>(CreateBuilt(root, one, x).0);
            }

            Constraint IsColorRed(n: Attr) [{
              return success(n == (::t::ColorAttr::get(rewriter.getContext(), ::t::Color::Red)));
            }];

            Rewrite ColorGreen() -> Attr [{
              return ::t::ColorAttr::get(rewriter.getContext(), ::t::Color::Green);
            }];

            Pattern B {
              let root = op<t.two>(x: Value, y: Value) {n = n: Attr};
              IsColorRed(n);
              replace root with op<t.two>(x, x) {n = ColorGreen()};
            }
        "#]],
    );
}
