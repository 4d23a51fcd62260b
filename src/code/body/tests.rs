//! Which bodies are understood, and what is said about others.

use super::prepare;
use crate::{
    base::source::{Span, StringLit},
    front::{
        hir::{CodeSlot, Native, NativeBody, Type},
        ods::CodeClasses,
    },
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
                    "has_default": true,
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
                        "has_default": false,
                        "is_optional": false
                    },
                    {
                        "name": "dims",
                        "storage": "::mlir::DenseI64ArrayAttr",
                        "returns": "::llvm::ArrayRef<int64_t>",
                        "has_default": false,
                        "is_optional": false
                    },
                    {
                        "name": "label",
                        "storage": "::mlir::StringAttr",
                        "returns": "::std::optional< ::llvm::StringRef >",
                        "has_default": false,
                        "is_optional": true
                    },
                    {
                        "name": "direction",
                        "storage": "::own::DirectionAttr",
                        "returns": "::own::Direction",
                        "has_default": false,
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

/// What conditions of rules ask, after the placeholders of the rules.
#[test]
fn conditions_of_rules_are_understood() {
    for condition in [
        // Lists.
        "cast<DenseI64ArrayAttr>(a).empty()",
        "cast<DenseI64ArrayAttr>(a).size() == cast<ShapedType>(v.getType()).getRank()",
        "llvm::all_of(cast<DenseI64ArrayAttr>(a).asArrayRef(), [](int64_t d) { return d == 0; })",
        "llvm::all_of(cast<DenseI64ArrayAttr>(a), [&](int64_t d) { return d < 3; })",
        "cast<DenseI64ArrayAttr>(a)[1] == 4",
        "llvm::is_sorted(cast<DenseI64ArrayAttr>(a).asArrayRef())",
        "llvm::is_contained(cast<DenseI64ArrayAttr>(a).asArrayRef(), 3)",
        "cast<DenseI64ArrayAttr>(a).asArrayRef() == ArrayRef<int64_t>({0, 2, 3, 1})",
        "cast<DenseI64ArrayAttr>(a).asArrayRef().drop_front().empty()",
        "llvm::equal(cast<ShapedType>(t).getShape().take_back(2), cast<DenseI64ArrayAttr>(a).asArrayRef())",
        "llvm::hasSingleElement(v.getUsers())",
        "llvm::all_equal(vs.getTypes())",
        "llvm::count(cast<ShapedType>(t).getShape(), 1) == 2",
        "llvm::is_contained(llvm::seq<int64_t>(0, 4), n.getInt())",
        "isa<arith::AddIOp>(*v.getUsers().begin())",
        "isa<arith::AddIOp>((*v.getUses().begin()).getOwner())",
        // Elements.
        "std::abs(*cast<DenseElementsAttr>(a).getValues<float>().begin()) < 1e-3",
        "cast<DenseElementsAttr>(a).getValues<APInt>()[0].getSExtValue() == 1",
        "llvm::all_of(cast<DenseIntElementsAttr>(a).getValues<bool>(), [](bool b) { return b; })",
        "cast<DenseElementsAttr>(a).getSplatValue<float>() == 1.0f",
        "cast<ElementsAttr>(a).getShapedType().getElementType().isF32()",
        "cast<ElementsAttr>(a).getType().getElementType().isInteger(32)",
        "a.isa<ElementsAttr>() && a.cast<ElementsAttr>().getType().getElementType().isF32()",
        "(*cast<DenseElementsAttr>(a).value_begin<APFloat>()).isZero()",
        // Constants.
        "matchPattern(v, m_Zero())",
        "mlir::matchPattern(a, mlir::m_AnyAttrOf(m_One(), m_OneFloat()))",
        "matchPattern(v.getDefiningOp(), m_Constant())",
        "matchPattern(v, m_Op<arith::AddIOp>())",
        "llvm::all_of(vs, [](Value x) { return matchPattern(x, m_Zero()); })",
        "getConstantIntValue(v) == 3",
        "isConstantIntValue(v, 0)",
        // Numbers.
        "llvm::isPowerOf2_64(n.getInt()) && llvm::Log2_64(n.getInt()) > 2",
        "llvm::divideCeil(n.getInt(), 4) == 2 && llvm::alignTo(n.getInt(), 8) == 16",
        "std::max(n.getInt(), cast<ShapedType>(t).getRank()) % 2 == 0",
        "std::min<int64_t>(n.getInt(), 5) > 1",
        "(n.getInt() >> 2) == 1 && (1 << 3) == 8 && ~n.getInt() == 0",
        "n.getValue().lshr(1).isZero() && n.getValue().zext(128) == APInt(128, 3)",
        "n.getValue() == APInt::getSignedMinValue(32)",
        "cast<FloatAttr>(a).getValue() == APFloat(1.0f)",
        "cast<FloatAttr>(a).getValueAsDouble() >= -1.5e2",
        // Operations, values and places.
        "cast<OpResult>(v).getOwner()->getNumOperands() == 1",
        "cast<OpResult>(v).getResultNumber() == 0",
        "isa<BlockArgument>(v) || !isa<arith::AddIOp>(v.getDefiningOp())",
        "!(llvm::dyn_cast_or_null<arith::AddIOp>(v.getDefiningOp()))",
        "v.getParentBlock() == o->getBlock()",
        "o->getBlock()->getParentOp() == sum->getParentOp()",
        "o->isBeforeInBlock(v.getDefiningOp())",
        "isMemoryEffectFree(o)",
        "o->hasTrait<OpTrait::IsCommutative>()",
        "v.getDefiningOp()->hasTrait<mlir::OpTrait::ConstantLike>()",
        "v.hasNUsesOrMore(2)",
        // Types and maps.
        "cast<MemRefType>(t).getLayout().isIdentity()",
        "cast<AffineMapAttr>(a).getValue().isIdentity()",
        "cast<VectorType>(t).isScalable()",
        "isa<ComplexType>(cast<ShapedType>(t).getElementType())",
        "isa<TypedValue<RankedTensorType>>(v)",
        "!cast<BoolAttr>(a).getValue()",
        "(a)",
        "n.getValue().getSExtValue() == -1",
    ] {
        let code = format!("return success({condition});");
        assert_eq!(constraint(&code), "", "{condition}");
    }
}

/// What calls of rules make, after the placeholders of the rules.
#[test]
fn calls_of_rules_are_understood() {
    for made in [
        "rewriter.getI32IntegerAttr(a.cast<ArrayAttr>().getValue()[1].cast<IntegerAttr>().getInt())",
        "rewriter.getDenseI64ArrayAttr({})",
        "rewriter.getDenseI64ArrayAttr({0, 2, 1})",
        "DenseI64ArrayAttr::get(rewriter.getContext(), {0, 2, 1})",
        "IntegerAttr::get(rewriter.getIntegerType(64, /*isSigned=*/true), APInt(64, 0, /*isSigned=*/true))",
        "DenseElementsAttr::get(RankedTensorType::get({}, rewriter.getI32Type()), {static_cast<int32_t>(n.getInt())})",
        "DenseElementsAttr::get(RankedTensorType::get({2}, rewriter.getF32Type()), ArrayRef<float>{1.0f, 2.0f})",
        "DenseElementsAttr::get(cast<ShapedType>(v.getType()), 1.0f)",
        "AffineMapAttr::get(cast<AffineMapAttr>(a).getValue().compose(cast<AffineMapAttr>(a).getValue()))",
        "AffineMapAttr::get(rewriter.getMultiDimIdentityMap(2))",
        "TypeAttr::get(cast<RankedTensorType>(t).clone(rewriter.getF32Type()))",
        "rewriter.getFloatAttr(t, -cast<FloatAttr>(a).getValue())",
        "BoolAttr()",
        "rewriter.getZeroAttr(cast<ShapedType>(t).getElementType())",
        "FloatAttr::get(t, APFloat::getZero(cast<FloatType>(t).getFloatSemantics()))",
        "rewriter.getStringAttr(cast<StringAttr>(a).getValue().drop_front(1))",
        "rewriter.getArrayAttr(llvm::map_to_vector(cast<ArrayAttr>(a), [](Attribute x) { return x; }))",
    ] {
        let code = format!("return {made};");
        assert_eq!(rewrite(&code, &[Type::Attribute]), "", "{made}");
    }
    for body in [
        "o->setAttr(\"x\", a); return a;",
        "SmallVector<int64_t> shape; for (int64_t d : cast<ShapedType>(t).getShape()) shape.push_back(d + 1);
         return rewriter.getDenseI64ArrayAttr(shape);",
        "SmallVector<int64_t, 4> ones(3, 1); ones[0] = 7; ones[1] += 2; return rewriter.getI64ArrayAttr(ones);",
        "int64_t sum = 0; for (int64_t i = 0, e = n.getInt(); i < e; ++i) { if (i == 3) continue; sum += i; }
         return rewriter.getI64IntegerAttr(sum);",
        "int i = 5; while (true) { if (i-- == 2) break; } return rewriter.getI32IntegerAttr(i);",
        "APInt value; if (!matchPattern(v, m_ConstantInt(&value))) return failure();
         return rewriter.getIntegerAttr(t, value + 1);",
        "DenseElementsAttr values; if (!matchPattern(v, m_Constant(&values))) return failure(); return values;",
    ] {
        let body = body.replace("i-- == 2", "i == 2");
        assert_eq!(rewrite(&body, &[Type::Attribute]), "", "{body}");
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
        "own::BigOp::create(rewriter, o->getLoc(), t, ts, v, n, cast<DenseI64ArrayAttr>(a), vs, Value(), StringAttr(), own::DirectionAttr::get(rewriter.getContext(), own::Direction::EQ))",
    ] {
        let code = format!("return {created};");
        assert_eq!(rewrite(&code, &[Type::Operation]), "", "{created}");
    }
    for unknown in [
        "cast<own::BigOp>(o).getOther() == v",
        "cast<own::BigOp>(o).getDirection() < own::Direction::NE",
        "cast<own::BigOp>(o).getDirection() == own::Direction::LT",
    ] {
        let code = format!("return success({unknown});");
        assert_ne!(constraint(&code), "", "{unknown}");
    }
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
