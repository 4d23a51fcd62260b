//! C++ that makes a constant, which PDLL writes as a literal.

use super::literals::Recorder;
use crate::{
    code::predicates::tokens::{Token, tokenize, without_parentheses},
    front::hir::{Native, NativeBody, NodeKind, Type},
    front::host::Host,
};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

/// The rewrites that only return a constant, by name.
pub(super) type Constants = FxHashMap<SmolStr, NodeKind>;

/// Finds the functions that only return a constant.
pub(super) fn constants(natives: &[Native], recorder: &mut Recorder<'_>) -> Constants {
    let mut constants = Constants::default();
    for native in natives {
        if let Some(constant) = constant(native, recorder) {
            constants.insert(native.name.clone(), constant);
        }
    }
    constants
}

fn constant(native: &Native, recorder: &mut Recorder<'_>) -> Option<NodeKind> {
    let NativeBody::Code {
        code,
        parameters,
        results,
    } = &native.body
    else {
        return None;
    };
    if native.is_constraint || !parameters.is_empty() {
        return None;
    }
    let tokens = tokenize(&code.text);
    let [first, expression @ .., last] = &tokens[..] else {
        return None;
    };
    if !first.is("return") || !last.is(";") {
        return None;
    }
    match results[..] {
        [ref slot] if slot.ty == Type::Type => {
            let literal = recorder.parse_type(&ty(expression)?).ok()?;
            Some(NodeKind::TypeLiteral(literal))
        }
        [ref slot] if slot.ty == Type::Attribute => {
            let literal = recorder.parse_attribute(&attribute(expression)?).ok()?;
            Some(NodeKind::AttributeLiteral(literal))
        }
        _ => None,
    }
}

/// The type that a builder makes, in MLIR's syntax.
fn ty(expression: &[Token]) -> Option<String> {
    let (what, []) = call(expression)? else {
        return None;
    };
    let name = what.strip_suffix("Type")?.to_ascii_lowercase();
    let known = [
        "i1", "i8", "i16", "i32", "i64", "index", "bf16", "f16", "f32", "f64", "f80", "f128",
        "none",
    ];
    known.contains(&name.as_str()).then_some(name)
}

/// The attribute that a builder makes, in MLIR's syntax.
fn attribute(expression: &[Token]) -> Option<String> {
    let (what, arguments) = call(always(expression))?;
    match (what, arguments) {
        ("UnitAttr", []) => Some("unit".to_owned()),
        ("StringAttr", [Token::Text(text)]) => {
            (!text.contains(char::is_control)).then(|| format!("\"{text}\""))
        }
        ("BoolAttr", [value]) => ["true", "false"]
            .into_iter()
            .find(|text| value.is(text))
            .map(str::to_owned),
        ("IndexAttr", _) => Some(format!("{} : index", number(arguments)?)),
        _ => {
            let bits = what.strip_prefix('I')?.strip_suffix("IntegerAttr")?;
            let number = number(arguments)?;
            let is_valid = match bits {
                "8" => i8::try_from(number).is_ok(),
                "16" => i16::try_from(number).is_ok(),
                "32" => i32::try_from(number).is_ok(),
                _ => bits == "64",
            };
            is_valid.then(|| format!("{number} : i{bits}"))
        }
    }
}

/// The expression without the condition `true`, which rules give to unit attributes.
fn always(expression: &[Token]) -> &[Token] {
    let expression = without_parentheses(expression);
    let condition = ["(", "true", ")", "?"];
    let is_condition = std::iter::zip(expression, condition).all(|(token, text)| token.is(text));
    match expression {
        [_, _, _, _, chosen @ .., colon, null]
            if is_condition && colon.is(":") && null.is("nullptr") =>
        {
            chosen
        }
        _ => expression,
    }
}

/// What an expression gets from the rewriter, and the arguments.
fn call(expression: &[Token]) -> Option<(&str, &[Token])> {
    match expression {
        [
            rewriter,
            dot,
            Token::Word(getter),
            open,
            arguments @ ..,
            close,
        ] if rewriter.is("rewriter") && dot.is(".") && open.is("(") && close.is(")") => {
            Some((getter.strip_prefix("get")?, arguments))
        }
        _ => None,
    }
}

fn number(tokens: &[Token]) -> Option<i64> {
    match tokens {
        [Token::Number(value @ 0.., suffix)] if suffix.is_empty() => Some(*value),
        [minus, number @ ..] if minus.is("-") => self::number(number).map(|value| -value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builders_make_literals() {
        let type_of = |code: &str| ty(&tokenize(code));
        assert_eq!(type_of("rewriter.getBF16Type()").as_deref(), Some("bf16"));
        assert_eq!(type_of("rewriter.getMyType()"), None);
        for (code, expected) in [
            ("rewriter.getUnitAttr()", Some("unit")),
            ("((true) ? rewriter.getUnitAttr() : nullptr)", Some("unit")),
            ("rewriter.getStringAttr(\"a b\")", Some("\"a b\"")),
            ("rewriter.getStringAttr(\"\\n\")", None),
            ("rewriter.getI32IntegerAttr(-3)", Some("-3 : i32")),
            ("rewriter.getI8IntegerAttr(300)", None),
            ("rewriter.getI64IntegerAttr(18446744073709551615)", None),
            ("a(rewriter).getUnitAttr()", None),
            ("rewriter.getI32IntegerAttr(kWidth)", None),
            ("rewriter.getBoolAttr(true)", Some("true")),
        ] {
            let made = attribute(&tokenize(code));
            assert_eq!(made.as_deref(), expected, "{code}");
        }
    }
}
