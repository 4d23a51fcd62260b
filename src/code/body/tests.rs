//! Which bodies are understood, and what is said about others.

use super::prepare;
use crate::{
    base::source::{Span, StringLit},
    front::{
        hir::{CodeSlot, Native, NativeBody, Type},
        ods::CodeClasses,
    },
    mlir::ffi::body,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::Path,
};

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
    prepare(&native, Path::new(file), &classes())
        .err()
        .map(|gap| gap.to_string())
        .unwrap_or_default()
}

/// The classes of `arith.addi`, and of an operation with all kinds of parts.
fn classes() -> CodeClasses {
    let text = r#"{
        "operations": {
            "arith::AddIOp": {
                "name": "arith.addi",
                "operands": {"names": ["lhs", "rhs"], "groups": "11", "lengths": "counted"},
                "results": {"names": ["result"], "groups": "1", "lengths": "counted"},
                "attributes": [{
                    "name": "overflowFlags",
                    "storage": "::mlir::arith::IntegerOverflowFlagsAttr",
                    "returns": "::mlir::arith::IntegerOverflowFlags",
                    "is_optional": true
                }],
                "arguments": "ooa",
                "has_default_builders": true,
                "infers_types": true
            },
            "own::BigOp": {
                "name": "own.big",
                "operands": {"names": ["input", "some_more", "last"], "groups": "1*?", "lengths": "segments"},
                "results": {"names": ["one", "many"], "groups": "1*", "lengths": "counted"},
                "attributes": [
                    {
                        "name": "axis",
                        "storage": "::mlir::IntegerAttr",
                        "returns": "uint64_t",
                        "is_optional": false
                    },
                    {
                        "name": "dims",
                        "storage": "::mlir::DenseI64ArrayAttr",
                        "returns": "::llvm::ArrayRef<int64_t>",
                        "is_optional": false
                    },
                    {
                        "name": "label",
                        "storage": "::mlir::StringAttr",
                        "returns": "::std::optional< ::llvm::StringRef >",
                        "is_optional": true
                    },
                    {
                        "name": "direction",
                        "storage": "::own::DirectionAttr",
                        "returns": "::own::Direction",
                        "is_optional": false
                    }
                ],
                "arguments": "oaaooaa",
                "has_default_builders": true,
                "infers_types": false
            }
        },
        "enums": {
            "own::DirectionAttr": {
                "name": "own::Direction",
                "getter": "getValue",
                "cases": {"NE": "\"ne\"", "EQ": "\"eq\""}
            }
        }
    }"#;
    serde_json::from_str(text).expect("the text is what the types say")
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

/// Expressions as rules have them: the subject, what each is, and the expression.
const OF_RULES: &str = include_str!("../../../lit-tests/Natives/Inputs/cpp-of-rules.txt");

#[test]
fn expressions_of_rules_are_understood() {
    let lines = OF_RULES.lines().filter(|line| !line.is_empty());
    for line in lines.filter(|line| !line.starts_with('#')) {
        let parts: Vec<_> = line.splitn(3, ' ').collect();
        let [subject, kind, expression] = parts[..] else {
            panic!("`{line}` has not three parts");
        };
        let prefix = match subject {
            "integer" => "",
            "real" => "auto f = cast<FloatAttr>(a);",
            "ints" | "reals" => "auto e = cast<DenseElementsAttr>(a);",
            "array" => "auto l = cast<DenseI64ArrayAttr>(a);",
            "list" => "auto xs = cast<ArrayAttr>(a);",
            "text" => "auto s = cast<StringAttr>(a);",
            "map" => "auto m = cast<AffineMapAttr>(a);",
            "type" => "auto t = cast<ShapedType>(v.getType());",
            _ => "auto v = vs.front();",
        };
        let said = match kind {
            "bool" => constraint(&format!("{prefix} return success({expression});")),
            // These create operations of an included file; the other test has it.
            "value" => continue,
            _ => rewrite(
                &format!("{prefix} return {expression};"),
                &[Type::Attribute],
            ),
        };
        assert_eq!(said, "", "{line}");
    }
}

/// What only older or newer versions of MLIR have.
#[test]
fn code_for_other_versions_is_understood() {
    for condition in [
        "matchPattern(a, m_AnyAttrOf(m_One(), m_OneFloat()))",
        "a.isa<ElementsAttr>() && a.cast<ElementsAttr>().getType().getElementType().isF32()",
        "cast<ElementsAttr>(a).getType().getElementType().isInteger(32)",
        "isa<arith::AddIOp>((*v.getUses().begin()).getOwner())",
        "!cast<BoolAttr>(a).getValue() && (a)",
    ] {
        let code = format!("return success({condition});");
        assert_eq!(constraint(&code), "", "{condition}");
    }
}

#[test]
fn statements_of_bodies_are_understood() {
    for body in [
        "o->setAttr(\"x\", a); return a;",
        "SmallVector<int64_t> shape; for (int64_t d : cast<ShapedType>(t).getShape()) shape.push_back(d + 1);
         return rewriter.getDenseI64ArrayAttr(shape);",
        "SmallVector<int64_t, 4> ones(3, 1); ones[0] = 7; ones[1] += 2; return rewriter.getI64ArrayAttr(ones);",
        "int64_t sum = 0; for (int64_t i = 0, e = n.getInt(); i < e; ++i) { if (i == 3) continue; sum += i; }
         return rewriter.getI64IntegerAttr(sum);",
        "int i = 5; while (true) { if (i == 2) break; i--; } return rewriter.getI32IntegerAttr(i);",
        "APInt value; if (!matchPattern(v, m_ConstantInt(&value))) return failure();
         return rewriter.getIntegerAttr(t, value + 1);",
        "DenseElementsAttr values; if (!matchPattern(v, m_Constant(&values))) return failure(); return values;",
    ] {
        assert_eq!(rewrite(body, &[Type::Attribute]), "", "{body}");
    }
}

#[test]
fn parts_of_defined_operations_are_known() {
    for condition in [
        "v.getDefiningOp<arith::AddIOp>().getLhs() == v",
        "cast<arith::AddIOp>(o).getOverflowFlags() == arith::IntegerOverflowFlags::none",
        "sum.getResult().hasOneUse()",
        "cast<own::BigOp>(o).getInput().getType().isF32()",
        "cast<own::BigOp>(o).getSomeMore().empty()",
        "!cast<own::BigOp>(o).getLast()",
        "cast<own::BigOp>(o).getMany().size() == 2 && cast<own::BigOp>(o).getOne() == v",
        "cast<own::BigOp>(o).getAxis() + 1 == 3",
        "cast<own::BigOp>(o).getAxisAttr() == n",
        "llvm::is_sorted(cast<own::BigOp>(o).getDims())",
        "cast<own::BigOp>(o).getLabel() == \"x\"",
        "cast<own::BigOp>(o).getLabel().has_value() && cast<own::BigOp>(o).getLabel().value().size() == 1",
        "cast<own::BigOp>(o).getLabelAttr().getValue() == \"x\"",
        "cast<own::BigOp>(o).getDirection() == own::Direction::NE",
        "cast<own::BigOp>(o).getDirectionAttr().getValue() != own::Direction::EQ",
        "cast<own::BigOp>(o).getDirectionAttr() == own::DirectionAttr::get(rewriter.getContext(), own::Direction::EQ)",
        "cast<own::BigOp>(*v.getUsers().begin()).getInput() == v",
    ] {
        let code = format!("return success({condition});");
        assert_eq!(constraint(&code), "", "{condition}");
    }
    for created in [
        "arith::AddIOp::create(rewriter, o->getLoc(), v, v)",
        "arith::AddIOp::create(rewriter, v.getLoc(), v.getType(), v, sum)",
        "rewriter.create<arith::AddIOp>(o->getLoc(), t, v, v)",
        "arith::AddIOp::create(rewriter, o->getLoc(), v, v, cast<arith::IntegerOverflowFlagsAttr>(a))",
        "own::BigOp::create(rewriter, o->getLoc(), t, ts, v, n, cast<DenseI64ArrayAttr>(a), vs, Value(), StringAttr(), own::DirectionAttr::get(rewriter.getContext(), own::Direction::EQ))",
    ] {
        let code = format!("return {created};");
        assert_eq!(rewrite(&code, &[Type::Operation]), "", "{created}");
    }
    for unknown in [
        "cast<own::BigOp>(o).getOther() == v",
        // Members of all operations.
        "cast<own::BigOp>(o)->getInput() == v",
        "cast<DenseElementsAttr>(a).value_begin<float>()[1] == 1.0f",
        "cast<own::BigOp>(o).getDirection() < own::Direction::NE",
        "cast<own::BigOp>(o).getDirection() == own::Direction::LT",
    ] {
        let code = format!("return success({unknown});");
        assert_ne!(constraint(&code), "", "{unknown}");
    }
    // A compiler refuses another class.
    let code = "return arith::AddIOp::create(rewriter, o->getLoc(), v, v, a);";
    assert_ne!(rewrite(code, &[Type::Operation]), "");
    // Constraints create nothing.
    let code = "return success(arith::AddIOp::create(rewriter, o->getLoc(), v, v) != nullptr);";
    assert_ne!(constraint(code), "");
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
            "return success(v.getType());  do {} while (true);",
            "while(true)",
        ),
        ("Mine x = a; return success();", "a"),
        ("return;", "return;"),
        // Projects have functions of these names.
        ("return success(count(vs, v) == 1);", "count(vs, v)"),
        (
            "return success(mod(n.getInt(), 2) == 1);",
            "mod(n.getInt(), 2)",
        ),
        ("break; return success();", "break;"),
        (
            "for (Value x : vs) { [&]() { continue; return 1; }(); } return success();",
            "continue;",
        ),
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
        "while (",
        "for (;",
        "for (int i = 0, ",
        "x +=",
        "x = ",
        "++",
        "--x",
        "Value x(",
        "Value x;",
        "&x",
        "~",
        ">>",
        "1e",
        "1.0f",
        "break",
        "matchPattern(a, m_",
        "*a.value_begin<",
        "[]() -> ",
        "llvm::",
        "llvm::seq(",
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

/// docs/native-functions.md lists all functions; `UPDATE_EXPECT=1` writes the list.
#[test]
fn all_functions_are_documented() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/native-functions.md");
    let page = fs::read_to_string(&path).expect("the page is there");
    let (before, rest) = page.split_once("<!-- begin -->\n").expect("a list begins");
    let (_, after) = rest.split_once("<!-- end -->").expect("the list ends");
    let table = table_of_functions();
    let expected = format!("{before}<!-- begin -->\n{table}<!-- end -->{after}");
    if env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, expected).expect("the page can be written");
    } else {
        assert!(page == expected, "run with UPDATE_EXPECT=1");
    }
}

/// A row for each class, with its methods and static functions.
fn table_of_functions() -> String {
    let mut rows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, ..) in body::functions() {
        let name = match name.split_once('<') {
            Some((plain, _)) if !plain.starts_with("isa") => format!("{plain}<T>"),
            _ => name,
        };
        let name = name
            .replace(".*", ".")
            .replace("std::min<T>", "std::min")
            .replace("std::max<T>", "std::max");
        let (of, function) = if let Some(matcher) = name.strip_prefix("matchPattern ") {
            ("`matchPattern` with", matcher)
        } else if name.contains([' ', '/']) || name.starts_with("operator") {
            continue;
        } else if let Some((class, method)) = name.split_once('.') {
            (class, method)
        } else if let Some((class, function)) = name.rsplit_once("::") {
            (class, function)
        } else {
            ("", &*name)
        };
        let of = match of {
            "" => "functions".to_owned(),
            "Builder" => "`rewriter`".to_owned(),
            of if of.starts_with('`') => of.to_owned(),
            of => format!("`{of}`"),
        };
        let function = function.strip_suffix("<T>").map_or_else(
            || function.to_owned(),
            |plain| match &*of {
                "`std`" => plain.to_owned(),
                _ => function.to_owned(),
            },
        );
        rows.entry(of).or_default().insert(format!("`{function}`"));
    }
    let mut table = "| of | functions |\n|---|---|\n".to_owned();
    for (of, functions) in rows {
        let functions: Vec<_> = functions.into_iter().collect();
        table += &format!("| {of} | {} |\n", functions.join(", "));
    }
    table
}
