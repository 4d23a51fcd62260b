//! Constant attributes of rules: `ConstantAttr`, and cases of enums.
//!
//! A definition says how C++ makes such an attribute from a constant, and not what
//! it looks like in MLIR. The builders of MLIR's own attributes are known here;
//! code that is not becomes part of a native function.

use super::Analysis;
use crate::{
    cpp::placeholders::{Part, parts},
    host::LiteralId,
    ods::rules::AttributeRecord,
};

/// A constant attribute of a rule.
pub(super) struct RuleConstant {
    /// The constant in C++, as the rule writes it.
    pub(super) written: String,
    pub(super) value: Constant,
}

/// A constant attribute.
#[derive(Clone)]
pub(super) enum Constant {
    /// One that MLIR has parsed.
    Literal(LiteralId),
    /// The C++ expression that makes it. `rewriter` is the builder.
    Code(String),
}

impl Constant {
    /// What MLIR has parsed, if it has.
    pub(super) fn literal(&self) -> Option<LiteralId> {
        match self {
            Constant::Literal(literal) => Some(*literal),
            Constant::Code(_) => None,
        }
    }
}

impl AttributeRecord {
    /// The constant that a rule gives to C++ to make such an attribute, if the
    /// record stands for one attribute only.
    pub(super) fn value(&self) -> Option<String> {
        let case = self.enum_case.map(|number| number.to_string());
        self.constant.clone().or(case)
    }
}

impl Analysis<'_> {
    /// The attribute that a record stands for, if it stands for one only. Reports why it
    /// cannot be made.
    pub(super) fn constant(&mut self, record: &AttributeRecord) -> Option<Option<RuleConstant>> {
        let Some(written) = record.value() else {
            return Some(None);
        };
        let value = self.made(&record.const_builder, &written);
        if value.is_none() {
            self.error("the constraint of this constant attribute does not say how to make one: it has no `constBuilderCall`");
        }
        Some(Some(RuleConstant {
            written,
            value: value?,
        }))
    }

    /// The attribute that C++ makes of a constant, if there is code that makes it.
    pub(super) fn made(&mut self, builder: &str, value: &str) -> Option<Constant> {
        let literal = literal(builder, value)
            .or_else(|| self.enum_attribute(builder, value))
            .and_then(|text| self.host.parse_attribute(&text).ok());
        match literal {
            Some(literal) => Some(Constant::Literal(literal)),
            None => (!builder.is_empty()).then(|| Constant::Code(code(builder, value))),
        }
    }
}

impl Analysis<'_> {
    /// The attribute of a dialect that holds a case of an enum, if the builder is that of
    /// its class.
    fn enum_attribute(&self, builder: &str, value: &str) -> Option<String> {
        let call: String = builder.split_whitespace().collect();
        let class = call.strip_suffix("::get($_builder.getContext(),$0)")?;
        self.ods.enum_attribute(class, value)
    }
}

/// The C++ expression that makes an attribute from a constant.
fn code(builder: &str, value: &str) -> String {
    // The constant is C++ in the same place.
    let value = value.replace("$_builder", "rewriter");
    let text = |part: Part<'_>| match part {
        Part::Text(text) => text.to_owned(),
        Part::Special("_builder") => "rewriter".to_owned(),
        Part::Special(name) => format!("${name}"),
        Part::Argument(0) | Part::ArgumentsFrom(0) => value.clone(),
        Part::Argument(number) | Part::ArgumentsFrom(number) => format!("${number}"),
    };
    parts(builder).into_iter().map(text).collect()
}

/// The attribute in MLIR's syntax, if the builder is a known one.
fn literal(builder: &str, value: &str) -> Option<String> {
    let blanks = |c: char| c.is_whitespace();
    let call: String = builder.split(blanks).collect();
    let value = value.trim();
    let (function, arguments) = call.strip_prefix("$_builder.")?.split_once('(')?;
    let arguments = arguments.strip_suffix(')')?;
    if function == "getIntegerAttr" {
        let (ty, argument) = arguments.rsplit_once(',')?;
        return (argument == "$0").then(|| typed(value, &integer_type(ty)?))?;
    }
    if let Some(ty) = elements_of_array(function) {
        return (arguments == "$0").then(|| dense_array(value, ty))?;
    }
    match (function, arguments) {
        ("getUnitAttr", "") => Some("unit".to_owned()),
        ("getBoolAttr", "$0") => matches!(value, "true" | "false").then(|| value.to_owned()),
        ("getStringAttr", "$0") => string(value),
        ("getIndexAttr", "$0") => typed(value, "index"),
        ("getF32FloatAttr", "$0") => float(value, "f32"),
        ("getF64FloatAttr", "$0") => float(value, "f64"),
        (_, "$0") => {
            let ty = function.strip_prefix("get")?.strip_suffix("IntegerAttr")?;
            let (sign, width) = ty.split_at(ty.find(|c: char| c.is_ascii_digit())?);
            let prefix = match sign {
                "I" => "i",
                "SI" => "si",
                "UI" => "ui",
                _ => return None,
            };
            typed(value, &format!("{prefix}{width}"))
        }
        _ => None,
    }
}

/// `$_builder.getIntegerType(8)`, or with a sign.
fn integer_type(call: &str) -> Option<String> {
    if call == "$_builder.getIndexType()" {
        return Some("index".to_owned());
    }
    let arguments = call
        .strip_prefix("$_builder.getIntegerType(")?
        .strip_suffix(')')?;
    let (width, sign) = match arguments.split_once(',') {
        Some((width, sign)) => (width, sign),
        None => (arguments, ""),
    };
    width.parse::<u32>().ok()?;
    // Definitions name the argument in a comment.
    let sign = sign.rsplit_once("*/").map_or(sign, |(_, sign)| sign);
    let prefix = match sign {
        "" => "i",
        "true" => "si",
        "false" => "ui",
        _ => return None,
    };
    Some(format!("{prefix}{width}"))
}

/// An integer of a type. C++ writes some literals in other ways than MLIR.
fn typed(value: &str, ty: &str) -> Option<String> {
    let number: i128 = integer(value)?;
    // MLIR writes the attributes of single bits as words.
    match (ty, number) {
        ("i1", 0) => Some("false".to_owned()),
        ("i1", 1 | -1) => Some("true".to_owned()),
        _ => Some(format!("{number} : {ty}")),
    }
}

fn integer(value: &str) -> Option<i128> {
    if let Ok(number) = value.parse() {
        return Some(number);
    }
    let (sign, digits) = match value.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, value),
    };
    let number = i128::from_str_radix(digits.strip_prefix("0x")?, 16).ok()?;
    Some(sign * number)
}

fn float(value: &str, ty: &str) -> Option<String> {
    let digits = value.trim_end_matches(['f', 'F']);
    let number: f64 = digits.parse().ok()?;
    number.is_finite().then(|| format!("{number:?} : {ty}"))
}

/// A C++ string literal, or a text without quotes, as an attribute.
fn string(value: &str) -> Option<String> {
    let text = value.strip_prefix('"')?.strip_suffix('"')?;
    let is_plain = !text.contains(['"', '\\']) && text.chars().all(|c| !c.is_control());
    is_plain.then(|| format!("\"{text}\""))
}

/// The type of the elements of the array that a builder makes.
fn elements_of_array(function: &str) -> Option<&'static str> {
    Some(match function {
        "getDenseBoolArrayAttr" => "i1",
        "getDenseI8ArrayAttr" => "i8",
        "getDenseI16ArrayAttr" => "i16",
        "getDenseI32ArrayAttr" => "i32",
        "getDenseI64ArrayAttr" => "i64",
        _ => return None,
    })
}

/// `{1, 2}` as an array.
fn dense_array(value: &str, ty: &str) -> Option<String> {
    let list = value.strip_prefix('{')?.strip_suffix('}')?;
    let list: Vec<_> = list.split(',').map(str::trim).collect();
    if list == [""] {
        return Some(format!("array<{ty}>"));
    }
    let is_element = |element: &&str| match ty {
        "i1" => matches!(*element, "true" | "false"),
        _ => integer(element).is_some(),
    };
    list.iter()
        .all(is_element)
        .then(|| format!("array<{ty}: {}>", list.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::literal;

    #[test]
    fn known_builders_make_literals() {
        for (builder, value, expected) in [
            ("$_builder.getI32IntegerAttr($0)", "-3", "-3 : i32"),
            ("$_builder.getUI8IntegerAttr($0)", "0x10", "16 : ui8"),
            (
                "$_builder.getIntegerAttr($_builder.getIntegerType(16), $0)",
                "7",
                "7 : i16",
            ),
            (
                "$_builder.getIntegerAttr($_builder.getIntegerType(8, /*isSigned=*/false), $0)",
                "7",
                "7 : ui8",
            ),
            (
                "$_builder.getIntegerAttr($_builder.getIntegerType(1), $0)",
                "1",
                "true",
            ),
            ("$_builder.getIndexAttr($0)", "4", "4 : index"),
            ("$_builder.getBoolAttr($0)", "true", "true"),
            ("$_builder.getStringAttr($0)", "\"a b\"", "\"a b\""),
            ("$_builder.getF32FloatAttr($0)", "1.5f", "1.5 : f32"),
            ("$_builder.getF64FloatAttr($0)", "2", "2.0 : f64"),
            ("$_builder.getUnitAttr()", "true", "unit"),
            (
                "$_builder.getDenseI64ArrayAttr($0)",
                "{1, 2}",
                "array<i64: 1, 2>",
            ),
            ("$_builder.getDenseBoolArrayAttr($0)", "{}", "array<i1>"),
        ] {
            assert_eq!(
                literal(builder, value).as_deref(),
                Some(expected),
                "{builder} {value}"
            );
        }
    }

    #[test]
    fn other_builders_are_code() {
        for (builder, value) in [
            ("$_builder.getI32IntegerAttr($0)", "kWidth"),
            ("$_builder.getI32IntegerAttr($0 + 1)", "1"),
            ("my::Attr::get($_builder.getContext(), $0)", "1"),
            ("$_builder.getStringAttr($0)", "\"\\n\""),
            ("$_builder.getF32FloatAttr($0)", "1.0/3"),
        ] {
            assert_eq!(literal(builder, value), None, "{builder} {value}");
        }
    }
}
