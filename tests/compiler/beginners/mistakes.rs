//! What beginners write, and what they mean.

use super::Mistake;

pub(super) const MISTAKES: &[Mistake] = &[
    // Operations.
    Mistake {
        wrong: "Pattern { let r = op<addi>(x: Value, y: Value); erase r; }",
        right: "Pattern { let r = op<arith.addi>(x: Value, y: Value); erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<arith::addi>(x: Value, y: Value); erase r; }",
        right: "Pattern { let r = op<arith.addi>(x: Value, y: Value); erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<mlir::arith::AddIOp>(x: Value, y: Value); erase r; }",
        right: "Pattern { let r = op<arith.addi>(x: Value, y: Value); erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<Arith_AddIOp>(x: Value, y: Value); erase r; }",
        right: "Pattern { let r = op<arith.addi>(x: Value, y: Value); erase r; }",
    },
    Mistake {
        wrong: "#include \"mlir/Dialect/Arith/IR/ArithOps.td\"\nPattern { let r = op<arith.adi>(x: Value, y: Value); erase r; }",
        right: "#include \"mlir/Dialect/Arith/IR/ArithOps.td\"\nPattern { let r = op<arith.addi>(x: Value, y: Value); erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<\"arith.addi\">(x: Value, y: Value); erase r; }",
        right: "Pattern { let r = op<arith.addi>(x: Value, y: Value); erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = arith.addi(x: Value, y: Value); erase r; }",
        right: "Pattern { let r = op<arith.addi>(x: Value, y: Value); erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r: op<arith.addi>; erase r; }",
        right: "Pattern { let r: Op<arith.addi>; erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = Op<arith.addi>(x: Value); erase r; }",
        right: "Pattern { let r = op<arith.addi>(x: Value); erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<t.a>(Value x); erase r; }",
        right: "Pattern { let r = op<t.a>(x: Value); erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<t.a>(x); erase r; }",
        right: "Pattern { let r = op<t.a>(x: Value); erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<t.a>(x: Value, ...); erase r; }",
        right: "Pattern { let r = op<t.a>(x: Value, xs: ValueRange); erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<t.a>(%x: Value); erase r; }",
        right: "Pattern { let r = op<t.a>(x: Value); erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<t.a>(op<t.b>(x: Value)#0); erase r; }",
        right: "Pattern { let r = op<t.a>(op<t.b>(x: Value).0); erase r; }",
    },
    // Attributes.
    Mistake {
        wrong: "#include \"mlir/Dialect/Arith/IR/ArithOps.td\"\nPattern { let r = op<arith.addi>(x: Value, y: Value); let f = r.overflowFlags; erase r; }",
        right: "#include \"mlir/Dialect/Arith/IR/ArithOps.td\"\nPattern { let r = op<arith.addi>(x: Value, y: Value) {overflowFlags = f: Attr}; erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<t.a> {n = 1}; erase r; }",
        right: "Pattern { let r = op<t.a> {n = attr<\"1 : i32\">}; erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<t.a> {n: Attr}; erase r; }",
        right: "Pattern { let r = op<t.a> {n = n: Attr}; erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<t.a> {n = true}; erase r; }",
        right: "Pattern { let r = op<t.a> {n = attr<\"true\">}; erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<t.a> {n = attr<\"fast\">}; erase r; }",
        right: "Pattern { let r = op<t.a> {n = \"fast\"}; erase r; }",
    },
    // Types.
    Mistake {
        wrong: "#include \"mlir/IR/CommonTypeConstraints.td\"\nPattern { let r = op<t.a>(x: I32); erase r; }",
        right: "#include \"mlir/IR/CommonTypeConstraints.td\"\nPattern { let r = op<t.a>(x: [Value, I32]); erase r; }",
    },
    Mistake {
        wrong: "#include \"mlir/IR/CommonTypeConstraints.td\"\nPattern { let r = op<t.a>(x: Value); I32(x); erase r; }",
        right: "#include \"mlir/IR/CommonTypeConstraints.td\"\nPattern { let r = op<t.a>(x: Value<t: Type>); I32(t); erase r; }",
    },
    Mistake {
        wrong: "#include \"mlir/IR/CommonTypeConstraints.td\"\nPattern { let r = op<t.a>(x: Value<I32>); erase r; }",
        right: "#include \"mlir/IR/CommonTypeConstraints.td\"\nPattern { let r = op<t.a>(x: [Value, I32]); erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<t.a>(x: [Value, I32]); erase r; }",
        right: "#include \"mlir/IR/CommonTypeConstraints.td\"\nPattern { let r = op<t.a>(x: [Value, I32]); erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<t.a>(x: i32); erase r; }",
        right: "Pattern { let r = op<t.a>(x: Value<type<\"i32\">>); erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<t.a>(x: Value) -> i32; erase r; }",
        right: "Pattern { let r = op<t.a>(x: Value) -> (type<\"i32\">); erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<t.a>(x: Value<\"i32\">); erase r; }",
        right: "Pattern { let r = op<t.a>(x: Value<type<\"i32\">>); erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<t.a>(x: Value<vector<4xi32>>); erase r; }",
        right: "Pattern { let r = op<t.a>(x: Value<type<\"vector<4xi32>\">>); erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<t.a>(x: Value); replace r with op<t.b>(x) -> (x.type); }",
        right: "Pattern { let r = op<t.a>(x: Value<t: Type>); replace r with op<t.b>(x) -> (t); }",
    },
    // Statements.
    Mistake {
        wrong: "Pattern { let r = op<t.a>(x: Value); rewrite r with { erase r; } }",
        right: "Pattern { let r = op<t.a>(x: Value); rewrite r with { erase r; }; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<t.a>(x: Value) erase r; }",
        right: "Pattern { let r = op<t.a>(x: Value); erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<t.a>(x: Value); replace r by op<t.b>(x); }",
        right: "Pattern { let r = op<t.a>(x: Value); replace r with op<t.b>(x); }",
    },
    Mistake {
        wrong: "Pattern { let r = op<t.a>(x: Value); replace r with { op<t.b>(x); }; }",
        right: "Pattern { let r = op<t.a>(x: Value); rewrite r with { op<t.b>(x); erase r; }; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<t.a>(x: Value, y: Value); replace r with x, y; }",
        right: "Pattern { let r = op<t.a>(x: Value, y: Value); replace r with (x, y); }",
    },
    Mistake {
        wrong: "Pattern { op<t.a>(x: Value); }",
        right: "Pattern { let r = op<t.a>(x: Value); erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<t.a>(x: Value); erase r; let s = op<t.b>; }",
        right: "Pattern { let r = op<t.a>(x: Value); let s = op<t.b>(r); erase s; }",
    },
    Mistake {
        wrong: "Pattern { let root = op<t.a>(x: Value); erase roof; }",
        right: "Pattern { let root = op<t.a>(x: Value); erase root; }",
    },
    Mistake {
        wrong: "Pattern { auto r = op<t.a>(x: Value); erase r; }",
        right: "Pattern { let r = op<t.a>(x: Value); erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<t.a>(x: Value); delete r; }",
        right: "Pattern { let r = op<t.a>(x: Value); erase r; }",
    },
    // Conditions.
    Mistake {
        wrong: "Constraint A(v: Value);\nPattern { let r = op<t.a>(x: Value); if (A(x)) { erase r; } }",
        right: "Constraint A(v: Value);\nPattern { let r = op<t.a>(x: Value); A(x); erase r; }",
    },
    Mistake {
        wrong: "Constraint A(v: Value);\nPattern { let r = op<t.a>(x: Value); !A(x); erase r; }",
        right: "Constraint A(v: Value);\nPattern { let r = op<t.a>(x: Value); not A(x); erase r; }",
    },
    Mistake {
        wrong: "Constraint A(v: Value);\nConstraint B(v: Value);\nPattern { let r = op<t.a>(x: Value); A(x) && B(x); erase r; }",
        right: "Constraint A(v: Value);\nConstraint B(v: Value);\nPattern { let r = op<t.a>(x: Value); A(x); B(x); erase r; }",
    },
    Mistake {
        wrong: "Constraint A(v: Value);\nConstraint B(v: Value);\nPattern { let r = op<t.a>(x: Value); A(x) || B(x); erase r; }",
        right: "Constraint A(v: Value);\nConstraint B(v: Value);\nPattern { let r = op<t.a>(x: Value); A(x); erase r; }\nPattern { let r = op<t.a>(x: Value); B(x); erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<t.a>(x: Value, y: Value); x == y; erase r; }",
        right: "Pattern { let r = op<t.a>(x: Value, x); erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<t.a>(x: Value, not op<t.b>); erase r; }",
        right: "Constraint IsB(v: Value) [{ return success(); }];\nPattern { let r = op<t.a>(x: Value, y: Value); not IsB(y); erase r; }",
    },
    Mistake {
        wrong: "Constraint C(v: Value) { let _o = op<t.c>(v); }\nPattern { let r = op<t.a>(x: Value); not C(x); erase r; }",
        right: "Constraint C(v: Value) [{ return success(v.hasOneUse()); }];\nPattern { let r = op<t.a>(x: Value); not C(x); erase r; }",
    },
    Mistake {
        wrong: "Pattern { let r = op<t.a>(x: Value); HasOneUse(x); erase r; }",
        right: "#include \"pdll/std.pdll\"\nPattern { let r = op<t.a>(x: Value); HasOneUse(x); erase r; }",
    },
    // Predicates.
    Mistake {
        wrong: "#include \"pdll/std.pdll\"\nPattern { let r = op<t.a>(x: [Value, FixedVectorTyp<F32, 4>]); erase r; }",
        right: "#include \"pdll/std.pdll\"\nPattern { let r = op<t.a>(x: [Value, FixedVectorType<F32, 4>]); erase r; }",
    },
    Mistake {
        wrong: "#include \"pdll/std.pdll\"\nPattern { let r = op<t.a>(x: [Value, FixedVectorType<32>]); erase r; }",
        right: "#include \"pdll/std.pdll\"\nPattern { let r = op<t.a>(x: [Value, FixedVectorType<I32, _>]); erase r; }",
    },
    Mistake {
        wrong: "#include \"pdll/std.pdll\"\nPattern { let r = op<t.a>(x: [Value, VectorType<4xi32>]); erase r; }",
        right: "Pattern { let r = op<t.a>(x: Value<type<\"vector<4xi32>\">>); erase r; }",
    },
    Mistake {
        wrong: "#include \"pdll/std.pdll\"\nPredicate P(t: Type) = FixedVectorType(t, F32 or F64, _);\nPattern { let r = op<t.a>(x: [Value, P]); erase r; }",
        right: "#include \"pdll/std.pdll\"\nPredicate P(t: Type) = FixedVectorType(t, F32, _) or FixedVectorType(t, F64, _);\nPattern { let r = op<t.a>(x: [Value, P]); erase r; }",
    },
    Mistake {
        wrong: "#include \"pdll/std.pdll\"\nPredicate P(t: Type) = F32;\nPattern { let r = op<t.a>(x: [Value, P]); erase r; }",
        right: "#include \"pdll/std.pdll\"\nPredicate P(t: Type) = F32(t);\nPattern { let r = op<t.a>(x: [Value, P]); erase r; }",
    },
    // Declarations.
    Mistake {
        wrong: "Pattern P with benefit = 3 { let r = op<t.a>; erase r; }",
        right: "Pattern P with benefit(3) { let r = op<t.a>; erase r; }",
    },
    Mistake {
        wrong: "Pattern my-pattern { let r = op<t.a>; erase r; }",
        right: "Pattern my_pattern { let r = op<t.a>; erase r; }",
    },
    Mistake {
        wrong: "pattern P { let r = op<t.a>; erase r; }",
        right: "Pattern P { let r = op<t.a>; erase r; }",
    },
    Mistake {
        wrong: "Pattern => { let r = op<t.a>; erase r; }",
        right: "Pattern { let r = op<t.a>; erase r; }",
    },
    Mistake {
        wrong: "import \"pdll/std.pdll\"\nPattern { let r = op<t.a>; erase r; }",
        right: "#include \"pdll/std.pdll\"\nPattern { let r = op<t.a>; erase r; }",
    },
    Mistake {
        wrong: "#include \"pdll/sdt.pdll\"\nPattern { let r = op<t.a>; erase r; }",
        right: "#include \"pdll/std.pdll\"\nPattern { let r = op<t.a>; erase r; }",
    },
    Mistake {
        wrong: "Rewrite F(v: Value): Op { return op<t.b>(v); }\nPattern { let r = op<t.a>(x: Value); replace r with F(x); }",
        right: "Rewrite F(v: Value) -> Op { return op<t.b>(v); }\nPattern { let r = op<t.a>(x: Value); replace r with F(x); }",
    },
    Mistake {
        wrong: "def R : Pat<(AddIOp x, y), (SubIOp x, y)>;",
        right: "Pattern { let r = op<arith.addi>(x: Value, y: Value); replace r with op<arith.subi>(x, y); }",
    },
];
