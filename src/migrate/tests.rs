//! Rules and the PDLL that they become.

use super::{Request, check, file, literals::Recorder, migrate};
use crate::{
    drr,
    ods::RuleFile,
    session::Session,
    source::{Disk, Loader, Memory},
    testing::FakeHost,
};
use expect_test::{Expect, expect};
use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
};

/// Files of a test, and those of MLIR.
struct WithDisk(Memory);

impl WithDisk {
    /// The file of rules over [`DIALECT`].
    fn of(rules: &str) -> Self {
        let text = format!("// Rules.\n\ninclude \"t.td\"\n{rules}");
        let files = Memory::default();
        WithDisk(files.with("t.td", DIALECT).with("rules.td", text))
    }
}

impl Loader for WithDisk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.0.read(path).or_else(|_| Disk.read(path))
    }

    fn identity(&self, path: &Path) -> Option<PathBuf> {
        self.0.identity(path).or_else(|| Disk.identity(path))
    }
}

/// A dialect with a few operations.
const DIALECT: &str = r#"
include "mlir/IR/PatternBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

def T : Dialect { let name = "t"; let cppNamespace = "t"; }
class TOp<string name, list<Trait> traits = []> : Op<T, name, traits>;
def One : TOp<"one"> { let arguments = (ins AnyType:$x); let results = (outs AnyType:$y); }
def Like : TOp<"like", [SameOperandsAndResultType]> {
  let arguments = (ins AnyType:$x);
  let results = (outs AnyType:$y);
}
def Two : TOp<"two"> {
  let arguments = (ins AnyType:$a, AnyType:$b, I32Attr:$n);
  let results = (outs AnyType:$y);
}
def Pair : TOp<"pair"> {
  let arguments = (ins AnyType:$x);
  let results = (outs AnyType:$p, AnyType:$q);
}
def Many : TOp<"many"> { let arguments = (ins Variadic<AnyType>:$xs); let results = (outs AnyType:$y); }
def Parts : TOp<"parts", [AttrSizedOperandSegments]> {
  let arguments = (ins Variadic<AnyType>:$xs, AnyType:$x, Optional<AnyType>:$o);
  let results = (outs AnyType:$y);
}
def Ends : TOp<"ends", [AttrSizedResultSegments]> {
  let arguments = (ins AnyType:$x);
  let results = (outs Variadic<AnyType>:$as, AnyType:$y, Optional<AnyType>:$o);
}
def Fan : TOp<"fan"> { let arguments = (ins AnyType:$x); let results = (outs Variadic<AnyType>:$ys); }
def Sink : TOp<"sink"> { let arguments = (ins AnyType:$x, UnitAttr:$flag); }
def Maybe : TOp<"maybe"> {
  let arguments = (ins AnyType:$x, OptionalAttr<I32Attr>:$n);
  let results = (outs AnyType:$y);
}
def Built : TOp<"built"> {
  let arguments = (ins AnyType:$x);
  let results = (outs AnyType:$y);
}
def Mixed : TOp<"mixed"> {
  let arguments = (ins AnyType:$x, I32Attr:$n, AnyType:$y);
  let results = (outs AnyType:$r);
}
def Red : I32EnumAttrCase<"Red", 0, "red">;
def Color : I32EnumAttr<"Color", "a color", [Red]> { let cppNamespace = "::t"; }
def Return : TOp<"return"> { let arguments = (ins AnyType:$x); let results = (outs AnyType:$y); }
"#;

/// Compares the PDLL of rules over [`DIALECT`], without the line that includes it, and
/// what is said about them.
fn check(rules: &str, expected: &Expect) {
    check_with(rules, false, expected);
}

fn check_with(rules: &str, skip_unsupported: bool, expected: &Expect) {
    let loader = WithDisk::of(rules);
    let mut session = Session::new(&loader, Vec::new());
    let file = session.open(Path::new("rules.td")).expect("it is there");
    let read = session.rules(file);
    let request = request(&read, skip_unsupported);
    let text = migrate(&request, &mut session, &mut FakeHost::default());
    let mut out = String::new();
    for one in session.diagnostics.take_sorted() {
        out += &format!("{}: {}\n", one.severity.name(), one.message);
        out.extend(one.help.map(|help| format!("note: {help}\n")));
    }
    let text = text.unwrap_or_default();
    let body = text.strip_prefix("// Rules.\n\n#include \"t.td\"\n");
    out += body.unwrap_or(&text);
    expected.assert_eq(&out);
}

fn request(rules: &RuleFile, skip_unsupported: bool) -> Request<'_> {
    Request {
        rules,
        output: "rules.pdll",
        includes: vec!["t.td".to_owned()],
        includes_rules: false,
        skip_unsupported,
    }
}

#[test]
fn pdll_that_does_something_else_is_noticed() {
    let loader = WithDisk::of(
        r#"
        def AddOne : NativeCodeCall<"$_builder.getI32IntegerAttr($0.getInt() + 1)">;
        def SameType : Constraint<CPred<"$0.getType() == $1.getType()">>;
        def A : Pat<(Two F32:$x, (Like $y), $n), (Two $y, (Like $x), (AddOne $n)), [(SameType $x, $y)], [], (addBenefit 1)>;
        "#,
    );
    let noticed = |old: &str, new: &str| {
        let mut session = Session::new(&loader, Vec::new());
        let file = session.open(Path::new("rules.td")).expect("it is there");
        let read = session.rules(file);
        let mut host = FakeHost::default();
        let mut recorder = Recorder::new(&mut host);
        let (meanings, natives) = drr::analyze_each(&read.rules, &read.ods, &mut recorder);
        let request = request(&read, false);
        let texts = &recorder.texts;
        let mut printed = file::print(&request, meanings, &natives, &mut session, texts);
        assert!(printed.text.contains(old), "{old}:\n{}", printed.text);
        printed.text = printed.text.replace(old, new);
        let check = || check::check(&printed, "rules.pdll", &mut session, &mut recorder);
        catch_unwind(AssertUnwindSafe(check)).is_err()
    };
    for (old, new) in [
        ("benefit(3)", "benefit(2)"),
        ("Pattern A", "Pattern B"),
        ("[Value, F32]", "Value"),
        ("SameType(x, y);", ""),
        ("SameType(x, y);", "SameType(y, x);"),
        ("op<t.like>(y: Value)", "y: Value"),
        ("op<t.two>(y,", "op<t.two>(x,"),
        ("op<t.like>(x)", "x"),
        ("AddOne(n)", "n"),
        ("+ 1", "+ 2"),
        ("(n: Attr) ->", "(n: Type) ->"),
        ("replace root", "replace rot"),
    ] {
        assert!(noticed(old, new), "{old} -> {new}");
    }
    assert!(!noticed("Pattern A", "Pattern   A"));
}

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
fn names_are_those_of_pdll() {
    check(
        r#"
        def Value : Pat<(One $erase), (replaceWithValue $erase)>;
        def I8Attr_ : Pat<(One $F32), (replaceWithValue $F32)>;
        def HasOneUse : Pat<(One (Return $x)), (One (Like:$a $x)), [(Constraint<CPred<"$_self.hasOneUse()">>:$x)]>;
        "#,
        &expect![[r#"
            remark: the rule `Value` becomes the pattern `ValuePattern`, because PDLL cannot have another `Value`
            remark: the rule `HasOneUse` becomes the pattern `HasOneUse2`, because PDLL cannot have another `HasOneUse`
            #include "pdll/std.pdll"

            Pattern ValuePattern {
              let root = op<t.one>(eraseValue: Value);
              replace root with eraseValue;
            }

            Pattern I8Attr_ {
              let root = op<t.one>(F32_2: Value);
              replace root with F32_2;
            }

            Pattern HasOneUse2 {
              let root = op<t.one>(op<t.return>(x: Value));
              HasOneUse(x);
              rewrite root with {
                let a = op<t.like>(x);
                replace root with op<t.one>(a);
              };
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
                replace root with (
                  op<t.two>(op<t.like>(a), op<t.like>(x)) {n = attr<"1 : i32">} -> (pType),
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
              replace root with op<t.two>(op<t.like>(x), op<t.return>(x) -> (xType))
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

            Rewrite FValue(x: Value) -> Value "\n  return [&] { int a[] = {1}; return a[int{0}] ? x : x; }();\n";

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

#[test]
fn templates_say_where_they_come_from() {
    check(
        r#"
        multiclass M<Op from> {
          // A rule.
          def Rule : Pat<(from $x), (replaceWithValue $x)>;
        }
        // An instance.
        defm Of : M<One>;
        defm : M<Like>;
        // In a loop.
        foreach op = [One, Like] in
          def : Pat<(op (Return $x)), (replaceWithValue $x)>;
        "#,
        &expect![[r#"

            // An instance.
            //
            // A rule.
            // From the rule at rules.td:7, instantiated at rules.td:10.
            Pattern OfRule {
              let root = op<t.one>(x: Value);
              replace root with x;
            }

            // A rule.
            // From the rule at rules.td:7, instantiated at rules.td:11.
            Pattern Rule {
              let root = op<t.like>(x: Value);
              replace root with x;
            }

            // In a loop.
            // One of 2 rules from rules.td:14.
            Pattern {
              let root = op<t.one>(op<t.return>(x: Value));
              replace root with x;
            }

            // In a loop.
            // One of 2 rules from rules.td:14.
            Pattern {
              let root = op<t.like>(op<t.return>(x: Value));
              replace root with x;
            }
        "#]],
    );
}

#[test]
fn comments_stay() {
    check(
        r#"
        //===- First part -===//

        // Above.
        // More.
        def A : Pat<(One $x), // the source
                    /* the result */ (replaceWithValue $x)>; // after

        // Of another def.
        def Never : Constraint<CPred<"false">>;

        //===- Second part -===//
        def B : Pat<(One $x), (replaceWithValue $x), [(Never $x)]>;
        "#,
        &expect![[r#"

            //===- First part -===//

            // Above.
            // More.
            // the source
            // the result
            // after
            Pattern A {
              let root = op<t.one>(x: Value);
              replace root with x;
            }

            // Of another def.
            Constraint Never(x: Value) [{
              return success(false);
            }];

            //===- Second part -===//
            Pattern B {
              let root = op<t.one>(x: Value);
              Never(x);
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
              replace root with op<t.two>(
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

#[test]
fn rules_with_errors_are_no_pdll() {
    let rules = "
        def A : Pat<(One $x), (replaceWithValue $y)>;
        // The result may be missing.
        def B : Pat<(Ends:$r $x), (Ends $x), [(Constraint<CPred<\"$0.empty()\">> $r__2)]>;
        def C : Pat<(One $x), (replaceWithValue $x)>;
        def D : Pat<(One $x), (One (One $x, (returnType $x, $x)))>;
        ";
    check(
        rules,
        &expect![[r#"
            error: `$y` is not bound to anything
            error: PDLL cannot express this rule: it uses the result `o` of `t.ends`, which may be missing
            note: use `--skip-unsupported` to leave out such rules
            error: PDLL cannot express this rule: it gives 2 types to `t.one`, which has 1 result in its definition
            note: use `--skip-unsupported` to leave out such rules
        "#]],
    );
    check_with(
        rules,
        true,
        &expect![[r#"
            warning: the rule `A` is left out: `$y` is not bound to anything
            warning: the rule `B` is left out: PDLL cannot express this rule: it uses the result `o` of `t.ends`, which may be missing
            warning: the rule `D` is left out: PDLL cannot express this rule: it gives 2 types to `t.one`, which has 1 result in its definition

            // The rule `A` at rules.td:5 is left out: `$y` is not bound to anything

            // The result may be missing.
            // The rule `B` at rules.td:7 is left out: PDLL cannot express this rule: it
            // uses the result `o` of `t.ends`, which may be missing

            Pattern C {
              let root = op<t.one>(x: Value);
              replace root with x;
            }

            // The rule `D` at rules.td:9 is left out: PDLL cannot express this rule: it
            // gives 2 types to `t.one`, which has 1 result in its definition
        "#]],
    );
}
