//! Which bodies are understood, and what is said about others.

use super::{OperationClasses, prepare};
use crate::{
    base::source::{Span, StringLit},
    front::hir::{CodeSlot, Native, NativeBody, Type},
};
use std::path::Path;

/// The reason why the body of a constraint needs a compiler, or nothing. It has
/// a parameter of each kind.
fn constraint(code: &str) -> String {
    said(code, true, &[], "patterns.pdll")
}

/// The same for a rewrite with these results.
fn rewrite(code: &str, results: &[Type]) -> String {
    said(code, false, results, "patterns.pdll")
}

fn said(code: &str, is_constraint: bool, results: &[Type], file: &str) -> String {
    let slot = |name: &str, ty, class: Option<&str>| CodeSlot {
        name: Some(name.into()),
        ty,
        class: class.map(str::to_owned),
    };
    let native = Native {
        name: "F".into(),
        is_constraint,
        returns_outcome: false,
        span: Span::default(),
        body: NativeBody::Code {
            code: StringLit {
                text: code.to_owned(),
                offsets: None,
                span: Span::default(),
                delimiter: 0,
                is_valid: true,
            },
            parameters: vec![
                slot("a", Type::Attribute, None),
                slot("n", Type::Attribute, Some("::mlir::IntegerAttr")),
                slot("o", Type::Operation, None),
                slot("sum", Type::Operation, Some("::mlir::arith::AddIOp")),
                slot("t", Type::Type, None),
                slot("ts", Type::TypeRange, None),
                slot("v", Type::Value, None),
                slot("vs", Type::ValueRange, None),
            ],
            results: results.iter().map(|ty| slot("", *ty, None)).collect(),
        },
    };
    let operations = OperationClasses::from([("arith::AddIOp".into(), "arith.addi".into())]);
    prepare(&native, Path::new(file), &operations)
        .err()
        .map(|gap| gap.to_string())
        .unwrap_or_default()
}

#[test]
fn well_known_code_is_understood() {
    for code in [
        "return ::llvm::success(::llvm::isa<::mlir::IntegerType>(t));",
        "return success((v.getType()) == (t));",
        "return failure(v.use_empty() || vs.empty());",
        "return success(getElementTypeOrSelf(v.getType()).isInteger(8));",
        "return success(n.getValue().isZero() ? v.hasOneUse() : n.getInt() > 3);",
        "return success(v.getDefiningOp<arith::AddIOp>() == sum);",
        "return success(isa_and_nonnull<arith::AddIOp>(v.getDefiningOp()));",
        "return success(vs.front().getUses().empty());",
        "return success(llvm::none_of(vs, [&](Value x) { return x == v; }));",
        "return success(cast<arith::CmpIPredicateAttr>(a).getValue() == arith::CmpIPredicate::eq);",
        "return success(o->getAttrOfType<StringAttr>(\"x\").getValue() == \"y\");",
        "return success(isa<LLVM::LLVMPointerType>(t));",
        "auto type = cast<ShapedType>(t); return success(type.getShape()[0] + 1 == type.getDimSize(1));",
        "for (Value x : vs) { if (x.getType() != t) return failure(); } return success();",
    ] {
        assert_eq!(constraint(code), "", "{code}");
    }
    for (code, result) in [
        (
            "return ::pdll::as_attribute(rewriter.getZeroAttr(t));",
            Type::Attribute,
        ),
        ("auto x = o->getResult(0); return x;", Type::Value),
        ("return sum;", Type::Operation),
        ("return ::pdll::as_value(sum);", Type::Value),
        ("return o->getOperands();", Type::ValueRange),
        ("return v.getType();", Type::TypeRange),
        ("return n ? t : Type();", Type::Type),
        (
            "return rewriter.getFloatAttr(rewriter.getF32Type(), 1.5);",
            Type::Attribute,
        ),
    ] {
        assert_eq!(rewrite(code, &[result]), "", "{code}");
    }
}

#[test]
fn helpers_are_known_in_the_files_that_have_them() {
    for code in [
        "return success(succeeded(getIntOrSplatIntValue(a)) && *getIntOrSplatIntValue(a) == 1);",
        "return success(getIntOrSplatIntValue(a)->isAllOnes());",
        "return success(addIntegerAttrs(rewriter, v, a, a) == a);",
    ] {
        let file = "llvm/mlir/lib/Dialect/Arith/IR/ArithCanonicalization.td";
        assert_eq!(said(code, true, &[], file), "", "{code}");
        let migrated = "ArithCanonicalization.pdll";
        assert_eq!(said(code, true, &[], migrated), "", "{code}");
        assert_ne!(said(code, true, &[], "rules.td"), "", "{code}");
    }
}

#[test]
fn other_code_is_named() {
    let said = |code: &str| format!("pdll does not know the C++ code `{code}`");
    for (code, unknown) in [
        ("return mine(a);", "mine(a)"),
        ("return success(a.mine());", "a.mine()"),
        ("return success(v + 1 == 2);", "v + 1"),
        ("return success(isa<Mine>(a));", "isa<Mine>(a)"),
        // C++ does not convert these.
        ("return true;", "true"),
        ("return success(t == a);", "t == a"),
        (
            "return success(v.getType());  while (true) {}",
            "while(true)",
        ),
        ("Mine x = a; return success();", "a"),
        ("return;", "return;"),
        // A function without this parameter list.
        ("return success(t.isInteger(a));", "t.isInteger(a)"),
    ] {
        assert_eq!(constraint(code), said(unknown), "{code}");
    }
    assert_eq!(rewrite("return a;", &[Type::Value]), said("a"));
    assert_eq!(rewrite("return {a};", &[Type::Attribute; 2]), said("{a}"));
}

#[test]
fn no_text_makes_the_reader_panic() {
    for text in [
        "",
        "(",
        ")",
        "[",
        "{",
        "}",
        "!",
        "<",
        "a<",
        "isa<",
        "isa<>",
        "isa<>(a)",
        "[](",
        "[]()",
        "[](){}",
        "-",
        "1.",
        "\"",
        "return",
        "return 1",
        "if",
        "if (",
        "if (auto x =",
        "for (auto",
        "auto",
        "auto x",
        "auto x =",
        "a ?",
        "a ? b",
        "a ? b :",
        "a.",
        "a->",
        "a[",
        "a[0",
        "::",
        "(void)",
        "*a",
        "static_cast<int>(",
        "all_of(vs)",
        "cast<",
        "results.push_back(",
    ] {
        for code in [
            text.to_owned(),
            format!("{text}a"),
            format!("a{text}"),
            format!("return success({text});"),
            format!("{text};"),
        ] {
            constraint(&code);
            rewrite(&code, &[Type::Attribute]);
        }
    }
    for deep in [
        "(",
        "!",
        "[](){",
        "-",
        "a ? ",
        "{",
        "if (a) ",
        "a(",
        "v.getType().mine(",
        "(a)",
    ] {
        for count in [50, 90, 110, 4000] {
            let said = constraint(&format!("return success({}", deep.repeat(count)));
            assert_ne!(said, "");
        }
    }
    for long in [
        " + n.getInt()",
        " == a",
        ".getValue()",
        " && a",
        ".size()",
        "[0]",
    ] {
        let said = constraint(&format!("return success(n{});", long.repeat(600)));
        assert_eq!(said, "its C++ code is too large", "{long}");
    }
}
