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
        "let made = GetType(ts, -6);",
        "let us = GetTypes(ts, 4, 2);",
        "AllSameType(ts);",
    ],
};

const EMPTY: Fixture = Fixture {
    head: "let root = op<t.empty>(xs: ValueRange<ts: TypeRange>);",
    calls: &[
        "let v = First(xs);",
        "let v = Last(xs);",
        "let made = FirstType(ts);",
        "let made = LastType(ts);",
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
        "let made = GetSize(five);",
        "let made = GetElement(numbers, 2);",
        "let made = GetElement(five, 2);",
        "let l = AppendElement(numbers, five);",
        r#"let e = GetEntry(entries, attr<"\"axis\"">);"#,
        r#"let e = GetEntry(five, attr<"\"axis\"">);"#,
        "let e = SetEntry(entries, empty, five);",
        "let made = ConcatStrings(text, five);",
        "let made = GetTypeOfTypeAttr(text);",
        "IsSplat(dense);",
        "let s = GetSplatValue(list);",
        "IsPermutation(numbers);",
        "IsIdentityPermutation(order);",
        "IsIdentityPermutation(numbers);",
        "let p = InvertPermutation(numbers);",
        "let p = ComposePermutations(order, longer);",
        "let made = MakeIntegerType(five, text);",
        r#"let made = MakeIntegerType(attr<"0">, attr<"\"signed\"">);"#,
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
        "let made = AddIntegers(byte, byte);",
        "let made = AddIntegers(byte, short);",
        "let made = AddIntegers(byte, text);",
        "let made = SubIntegers(short, byte);",
        "let made = MulIntegers(byte, five);",
        "let made = DivIntegers(five, zero);",
        "let made = CeilDivIntegers(five, zero);",
        "let made = RemIntegers(five, zero);",
        "let made = MinIntegers(byte, short);",
        "let made = MaxIntegers(byte, real);",
        "IntegerEquals(five, short);",
        "IntegerLess(short, five);",
        "IntegerLessOrEqual(short, five);",
        "IntegerInRange(five, 6, 9);",
        "IsMultipleOf(five, 16);",
        "IsMultipleOf(five, zero);",
        "IsPowerOfTwo(five);",
        "let made = Log2(short);",
        "let made = CastInteger(byte, type<\"i4\">);",
        "let made = CastInteger(byte, type<\"f32\">);",
        "IsFloatAttr(five);",
        "let made = AddFloats(unsigned, unsigned);",
        "let made = SubFloats(real, half);",
        "let made = MulFloats(real, text);",
        "let made = DivFloats(five, zero);",
        "let made = MinFloats(real, half);",
        "let made = MaxFloats(real, half);",
        "let made = NegateFloat(unsigned);",
        "let made = AbsFloat(unsigned);",
        "let made = SqrtFloat(minus);",
        "let made = SqrtFloat(nan);",
        "let made = SqrtFloat(quad);",
        "let made = SqrtFloat(unsigned);",
        "FloatEquals(real, half);",
        "FloatLess(real, 1);",
        "FloatLess(nan, 1);",
        "FloatLess(five, 1);",
        "FloatLessOrEqual(real, half);",
        "IsFinite(infinite);",
        "IsFinite(nan);",
        "IsNaN(real);",
        "let made = CastFloat(nan, type<\"f16\">);",
        "let made = CastFloat(real, type<\"i32\">);",
        "let made = RoundFloat(minus, type<\"f8E8M0FNU\">);",
        "let made = IntegerToFloat(attr<\"257\">, type<\"bf16\">);",
        "let made = FloatToInteger(real, type<\"i32\">);",
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
        "let bits = GetBitWidth(index);",
        "let made = GetElementType(integer);",
        "SameElementType(static, integer);",
        "let made = GetFunctionInputs(integer);",
        "let made = GetFunctionResults(integer);",
        r#"let made = MakeTensorType(attr<"array<i64: 2>">, none);"#,
        r#"let made = MakeTensorType(attr<"5">, integer);"#,
        r#"let made = MakeVectorType(attr<"array<i64: 0>">, integer);"#,
        r#"let made = MakeMemRefType(attr<"array<i64: 2>">, none);"#,
        "let made = WithElementType(static, none);",
        r#"let made = WithShape(memref, attr<"array<i64: -1, 4, 4>">);"#,
        "let made = WithBitWidth(integer, 0);",
        "let zero = MakeZero(none);",
        "let zero = MakeOne(memref);",
        "let zero = MakeInfinity(integer);",
        "let zero = MakeNegativeInfinity(integer);",
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
        "let made = GetNumElements(dynamic);",
        "let made = GetNumElements(huge);",
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
        "StaticShape(dynamic);",
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
    ],
};
