//! C++ that makes a constant, which PDLL writes as a literal.

use super::literals::Recorder;
use crate::{
    front::hir::{Native, NativeBody, NodeKind, Type},
    front::host::Host,
};
use smol_str::SmolStr;
use std::collections::HashMap;

/// The rewrites that only return a constant, by name.
pub(super) type Constants = HashMap<SmolStr, NodeKind>;

/// Finds the functions that only return a constant.
pub(super) fn constants(natives: &[Native], recorder: &mut Recorder<'_>) -> Constants {
    let mut constants = Constants::new();
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
    let expression = code
        .text
        .trim()
        .strip_prefix("return ")?
        .strip_suffix(';')?;
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
fn ty(code: &str) -> Option<String> {
    let name = code
        .strip_prefix("rewriter.get")?
        .strip_suffix("Type()")?
        .to_ascii_lowercase();
    let known = [
        "i1", "i8", "i16", "i32", "i64", "index", "bf16", "f16", "f32", "f64", "f80", "f128",
        "none",
    ];
    known.contains(&name.as_str()).then_some(name)
}

/// The attribute that a builder makes, in MLIR's syntax.
fn attribute(code: &str) -> Option<String> {
    if matches!(
        code,
        "rewriter.getUnitAttr()" | "((true) ? rewriter.getUnitAttr() : nullptr)"
    ) {
        return Some("unit".to_owned());
    }
    let (builder, argument) = code
        .strip_prefix("rewriter.get")?
        .strip_suffix(')')?
        .split_once('(')?;
    let number = || argument.parse::<i64>().ok();
    Some(match builder {
        "StringAttr" => {
            let inner = argument.strip_prefix('"')?.strip_suffix('"')?;
            let is_plain = |c: char| c != '"' && c != '\\' && !c.is_control();
            return inner.chars().all(is_plain).then(|| argument.to_owned());
        }
        "BoolAttr" if matches!(argument, "true" | "false") => argument.to_owned(),
        "IndexAttr" => format!("{} : index", number()?),
        "I8IntegerAttr" => format!("{} : i8", i8::try_from(number()?).ok()?),
        "I16IntegerAttr" => format!("{} : i16", i16::try_from(number()?).ok()?),
        "I32IntegerAttr" => format!("{} : i32", i32::try_from(number()?).ok()?),
        "I64IntegerAttr" => format!("{} : i64", number()?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builders_make_literals() {
        assert_eq!(ty("rewriter.getBF16Type()").as_deref(), Some("bf16"));
        assert_eq!(ty("rewriter.getMyType()"), None);
        for (code, expected) in [
            ("rewriter.getUnitAttr()", Some("unit")),
            ("rewriter.getStringAttr(\"a b\")", Some("\"a b\"")),
            ("rewriter.getStringAttr(\"\\n\")", None),
            ("rewriter.getI32IntegerAttr(-3)", Some("-3 : i32")),
            ("rewriter.getI8IntegerAttr(300)", None),
            ("rewriter.getI32IntegerAttr(kWidth)", None),
            ("rewriter.getBoolAttr(true)", Some("true")),
        ] {
            assert_eq!(attribute(code).as_deref(), expected, "{code}");
        }
    }
}
