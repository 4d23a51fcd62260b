//! Calls of functions of the library that do not hold in `program.mlir`.

use super::Fixture;

pub(super) const FIXTURES: &[Fixture] = &[
    VALUES, PLACES, RANGES, EMPTY, ATTRIBUTES, NUMBERS, TYPES, SHAPES, PREDICATES, REGIONS,
];

const VALUES: Fixture = Fixture {
    head: "let sum = op<arith.addi>(a: Value, constant: Value); \
           let root = op<t.values>(sum.0, a, two: Value, m: Value, t: Value);",
    calls: &[
        "HasOneUse(sum.0);",
        "HasNoUses(sum.0);",
        "UsedOnlyBy(sum.0, root);",
        r#"UsedOnlyByOpsNamed(sum.0, attr<"\"scf.yield\"">);"#,
        "UsedOnlyByOpsNamed(sum.0, attr<\"5\">);",
        "OpHasOneUse(sum);",
        "OpHasNoUses(sum);",
        "OpHasOneUse(root);",
        "OpUsedOnlyBy(sum, root);",
        "OpUsedOnlyAfter(sum, root);",
        "IsBlockArgument(sum.0);",
        "IsBefore(root, sum);",
        "IsBefore(root, root);",
        r#"HasParent(root, attr<"\"scf.for\"">);"#,
        r#"HasAncestor(root, attr<"\"scf.for\"">);"#,
        r#"IsFromDialect(sum, attr<"\"scf\"">);"#,
        r#"HasTrait(sum, attr<"\"IsTerminator\"">);"#,
        r#"HasTrait(root, attr<"\"IsTerminator\"">);"#,
        r#"HasInterface(sum, attr<"\"CastOpInterface\"">);"#,
        "IsTerminator(sum);",
        "IsTriviallyDead(sum);",
        "IsPure(root);",
        "IsMemoryEffectFree(root);",
        "IsEquivalent(sum, root);",
        "IsConstant(sum.0);",
        "let c = GetConstant(sum.0);",
        "let c = GetConstantScalar(two);",
        "let c = GetConstantScalar(sum.0);",
        "ConstantEquals(constant, 5);",
        "ConstantEquals(sum.0, 5);",
        "let s = GetSymbolName(root);",
        r#"IsDefinedSymbol(root, attr<"@nobody">);"#,
        r#"IsDefinedSymbol(root, attr<"5">);"#,
        "IsUnusedSymbol(root);",
        "ValueDimIsMultipleOf(m, 0, 16);",
        "ValueDimIsMultipleOf(m, 0, 0);",
        "ValueDimIsMultipleOf(m, 3, 16);",
        "ValueDimIsMultipleOf(a, 0, 16);",
        "ValueDimInRange(m, 0, 1, 8);",
        "ValueDimsEqual(m, 0, t, 1);",
    ],
};

const PLACES: Fixture = Fixture {
    head: "let root = op<t.inner>(a: Value, b: Value, c: Value); let user = op<t.user>(a, a); \
           let branch = op<scf.if>(c) -> (t: Type);",
    calls: &[
        "SameBlock(root, user);",
        "IsBefore(root, user);",
        "Dominates(b, user);",
        "IsDefinedOutside(b, branch);",
    ],
};

const RANGES: Fixture = Fixture {
    head: "let root = op<t.pair>(y: Value, xs: ValueRange<ts: TypeRange>);",
    calls: &[
        "HasLength(xs, 2);",
        "HasLength(xs, attr<\"unit\">);",
        "let v = GetValue(xs, 7);",
        "let vs = GetValues(xs, 4, 2);",
        "Contains(xs, y);",
        "let vs = WithValue(xs, 9, y);",
        "HasTypeLength(ts, 2);",
        "let t = GetType(ts, -6);",
        "let us = GetTypes(ts, 4, 2);",
        "AllSameType(ts);",
    ],
};

const EMPTY: Fixture = Fixture {
    head: "let root = op<t.empty>(xs: ValueRange<ts: TypeRange>);",
    calls: &[
        "let v = First(xs);",
        "let v = Last(xs);",
        "let t = FirstType(ts);",
        "let t = LastType(ts);",
    ],
};

const ATTRIBUTES: Fixture = Fixture {
    head: "let root = op<t.attributes> {text = text: Attr, empty = empty: Attr, five = five: Attr, \
           list = list: Attr, numbers = numbers: Attr, order = order: Attr, longer = longer: Attr, \
           entries = entries: Attr, dense = dense: Attr};",
    calls: &[
        r#"HasAttr(root, attr<"\"axis\"">);"#,
        "HasAttr(root, five);",
        r#"HasInherentAttr(root, attr<"\"text\"">);"#,
        r#"HasDiscardableAttr(root, attr<"\"axis\"">);"#,
        r#"AttrEquals(root, attr<"\"five\"">, 6);"#,
        r#"AttrEquals(root, attr<"\"axis\"">, 6);"#,
        r#"SameAttr(root, root, attr<"\"axis\"">);"#,
        r#"let a = GetAttr(root, attr<"\"axis\"">);"#,
        "let a = GetAttrOrDefault(root, five, five);",
        r#"AttrIsFromDialect(five, attr<"\"gpu\"">);"#,
        "IsStringAttr(five);",
        "let n = GetSize(five);",
        "let n = GetElement(numbers, 2);",
        "let n = GetElement(five, 2);",
        "let l = AppendElement(numbers, five);",
        r#"let e = GetEntry(entries, attr<"\"axis\"">);"#,
        r#"let e = GetEntry(five, attr<"\"axis\"">);"#,
        "let e = SetEntry(entries, empty, five);",
        "let t = ConcatStrings(text, five);",
        "let t = GetTypeOfTypeAttr(text);",
        "IsSplat(dense);",
        "let s = GetSplatValue(list);",
        "IsPermutation(numbers);",
        "IsIdentityPermutation(order);",
        "IsIdentityPermutation(numbers);",
        "let p = InvertPermutation(numbers);",
        "let p = ComposePermutations(order, longer);",
        "let t = MakeIntegerType(five, text);",
        r#"let t = MakeIntegerType(attr<"0">, attr<"\"signed\"">);"#,
    ],
};

const NUMBERS: Fixture = Fixture {
    head: "let root = op<t.attributes> {text = text: Attr, five = five: Attr, short = short: Attr, \
           byte = byte: Attr, zero = zero: Attr, real = real: Attr, half = half: Attr, \
           minus = minus: Attr, nan = nan: Attr, infinite = infinite: Attr, \
           unsigned = unsigned: Attr, quad = quad: Attr};",
    calls: &[
        "IsZero(five);",
        "IsOne(real);",
        "IsIntegerAttr(real);",
        "let n = AddIntegers(byte, byte);",
        "let n = AddIntegers(byte, short);",
        "let n = AddIntegers(byte, text);",
        "let n = SubIntegers(short, byte);",
        "let n = MulIntegers(byte, five);",
        "let n = DivIntegers(five, zero);",
        "let n = CeilDivIntegers(five, zero);",
        "let n = RemIntegers(five, zero);",
        "let n = MinIntegers(byte, short);",
        "let n = MaxIntegers(byte, real);",
        "IntegerEquals(five, short);",
        "IntegerLess(short, five);",
        "IntegerLessOrEqual(short, five);",
        "IntegerInRange(five, 6, 9);",
        "IsMultipleOf(five, 16);",
        "IsMultipleOf(five, zero);",
        "IsPowerOfTwo(five);",
        "let n = Log2(short);",
        "let n = CastInteger(byte, type<\"i4\">);",
        "let n = CastInteger(byte, type<\"f32\">);",
        "IsFloatAttr(five);",
        "let n = AddFloats(unsigned, unsigned);",
        "let n = SubFloats(real, half);",
        "let n = MulFloats(real, text);",
        "let n = DivFloats(five, zero);",
        "let n = MinFloats(real, half);",
        "let n = MaxFloats(real, half);",
        "let n = NegateFloat(unsigned);",
        "let n = AbsFloat(unsigned);",
        "let n = SqrtFloat(minus);",
        "let n = SqrtFloat(nan);",
        "let n = SqrtFloat(quad);",
        "let n = SqrtFloat(unsigned);",
        "FloatEquals(real, half);",
        "FloatLess(real, 1);",
        "FloatLess(nan, 1);",
        "FloatLess(five, 1);",
        "FloatLessOrEqual(real, half);",
        "IsFinite(infinite);",
        "IsFinite(nan);",
        "IsNaN(real);",
        "let n = CastFloat(nan, type<\"f16\">);",
        "let n = CastFloat(real, type<\"i32\">);",
        "let n = RoundFloat(minus, type<\"f8E8M0FNU\">);",
        "let n = IntegerToFloat(attr<\"257\">, type<\"bf16\">);",
        "let n = FloatToInteger(real, type<\"i32\">);",
        "let s = MakeSplat(type<\"tensor<4xf32>\">, half);",
        "let s = MakeSplat(type<\"tensor<?xf32>\">, real);",
        "let s = MakeNumber(type<\"i4\">, byte);",
    ],
};

const TYPES: Fixture = Fixture {
    head: "let root = op<t.types>(v: Value<integer: Type>, w: Value<memref: Type>, \
           x: Value<static: Type>, y: Value<signed: Type>, z: Value<float: Type>, \
           u: Value<small: Type>, n: Value<none: Type>, i: Value<index: Type>);",
    calls: &[
        r#"TypeIsFromDialect(integer, attr<"\"llvm\"">);"#,
        "IsIntegerType(float);",
        "IsFloatType(integer);",
        "IsIndexType(integer);",
        "IsTensorType(memref);",
        "IsVectorType(static);",
        "IsMemRefType(static);",
        "IsSigned(integer);",
        "IsSigned(float);",
        "IsUnsigned(integer);",
        "IsSignless(signed);",
        "HasBitWidth(integer, 64);",
        "HasBitWidth(index, 64);",
        "let w = GetBitWidth(index);",
        "let t = GetElementType(integer);",
        "SameElementType(static, integer);",
        "let t = GetFunctionInputs(integer);",
        "let t = GetFunctionResults(integer);",
        r#"let t = MakeTensorType(attr<"array<i64: 2>">, none);"#,
        r#"let t = MakeTensorType(attr<"5">, integer);"#,
        r#"let t = MakeVectorType(attr<"array<i64: 0>">, integer);"#,
        r#"let t = MakeMemRefType(attr<"array<i64: 2>">, none);"#,
        "let t = WithElementType(static, none);",
        r#"let t = WithShape(memref, attr<"array<i64: -1, 4, 4>">);"#,
        "let t = WithBitWidth(integer, 0);",
        "let z = MakeZero(none);",
        "let z = MakeOne(memref);",
        "let z = MakeInfinity(integer);",
        "let z = MakeNegativeInfinity(integer);",
        "IsDynamicDim(integer, 0);",
    ],
};

const SHAPES: Fixture = Fixture {
    head: "let root = op<t.shapes>(v: Value<static: Type>, w: Value<dynamic: Type>, \
           x: Value<unranked: Type>, y: Value<huge: Type>);",
    calls: &[
        "IsRanked(unranked);",
        "HasRank(static, 3);",
        "HasRank(unranked, 3);",
        "let r = GetRank(unranked);",
        "HasStaticShape(dynamic);",
        "HasStaticShape(unranked);",
        "let s = GetShape(unranked);",
        "let n = GetNumElements(dynamic);",
        "let n = GetNumElements(huge);",
        "SameShape(static, huge);",
        "SameShape(static, dynamic);",
        "CompatibleShapes(static, huge);",
        "IsDynamicDim(static, 0);",
        "IsDynamicDim(static, 2);",
        "let d = GetDim(dynamic, 0);",
        "let d = GetDim(unranked, 0);",
        "DimEquals(static, 0, 1);",
        "DimIsMultipleOf(static, 1, 16);",
        "DimIsMultipleOf(static, 1, 0);",
        "DimInRange(static, 0, 5, 8);",
    ],
};

const PREDICATES: Fixture = Fixture {
    head: "let root = op<t.types>(v: Value<integer: Type>, w: Value<memref: Type>, \
           x: Value<static: Type>, y: Value<signed: Type>, z: Value<float: Type>, \
           u: Value<small: Type>, n: Value<none: Type>, i: Value<index: Type>) \
           {five = five: Attr, byte = byte: Attr, zero = zero: Attr};",
    calls: &[
        "IntOrIndex(float);",
        "IntegerType(float, 32);",
        "StaticShape(memref);",
        "SameSizes(static, memref);",
        "lt(five, 3);",
        "le(five, 3);",
        "gt(3, five);",
        "ge(3, five);",
        "ne(five, 5);",
        "add(five, byte, byte);",
        "div(five, byte, zero);",
    ],
};

const REGIONS: Fixture = Fixture {
    head: "let root = op<t.regions>;",
    calls: &[
        "HasOneBlock(root, 0);",
        "HasOneBlock(root, 2);",
        "HasOneBlock(root, 5);",
        "let a = GetBlockArguments(root, 0);",
        "let y = GetYieldedValues(root, 0);",
        "let y = GetYieldedValues(root, 1);",
    ],
};
