//! How parameters are written.

use super::quoted;
use crate::ods::{Ods, TypeDef, TypeParameter};

/// More parameters than this are a mistake. A predicate nests as deeply.
const MAX_PARAMETERS: usize = 32;

/// The parameters of a definition. Those at the indices `qualified` are written with
/// their dialects.
pub(super) fn parameters(def: &TypeDef, ods: &Ods, qualified: &[usize]) -> Result<String, String> {
    if def.parameters.len() > MAX_PARAMETERS {
        return Err(format!("it has more than {MAX_PARAMETERS} parameters"));
    }
    let one = |(index, parameter): (usize, &TypeParameter)| {
        if parameter.has_code {
            let name = &parameter.name;
            return Err(format!("C++ code reads its parameter `{name}`"));
        }
        let is_qualified = qualified.contains(&index);
        written(parameter, ods, is_qualified)
    };
    let all = def.parameters.iter().enumerate().map(one);
    Ok(all.collect::<Result<Vec<_>, _>>()?.join(", "))
}

/// A parameter in the form.
fn written(parameter: &TypeParameter, ods: &Ods, is_qualified: bool) -> Result<String, String> {
    let kind = Kind::of(parameter, ods, is_qualified).ok_or_else(|| {
        let TypeParameter { name, class, .. } = parameter;
        format!("pdll does not know how its parameter `{name}` of class `{class}` is written")
    })?;
    let name = quoted(&parameter.name);
    let text = kind.text();
    if parameter.default.is_empty() {
        return Ok(format!("[{name}, {text}]"));
    }
    let is_empty = is_empty(&parameter.default, &parameter.class);
    let default = kind.constant(&parameter.default, is_empty);
    let default = default.ok_or_else(|| {
        let TypeParameter { name, default, .. } = parameter;
        format!(
            "pdll does not know the value `{default}` that its parameter `{name}` has by default"
        )
    })?;
    Ok(format!("[{name}, {text}, {default}]"))
}

/// How the value of a parameter is written.
enum Kind<'p> {
    Integer(u32, bool),
    Bool,
    String,
    Type,
    Attribute,
    /// One of unknown class, of that name, which is written without its name.
    Own(&'p TypeDef),
    Enum(&'p TypeParameter),
    Optional(Box<Kind<'p>>),
    Array(Box<Kind<'p>>),
}

impl<'p> Kind<'p> {
    fn of(parameter: &'p TypeParameter, ods: &'p Ods, is_qualified: bool) -> Option<Self> {
        if parameter.is_quoted {
            return Some(Kind::String);
        }
        if !parameter.values().is_empty() {
            let mut cases = parameter.values().iter();
            return cases
                .all(|case| is_keyword(&case.text))
                .then_some(Kind::Enum(parameter));
        }
        Kind::of_class(&parameter.class, ods, is_qualified)
    }

    /// The kind of what is of a C++ class.
    fn of_class(class: &str, ods: &'p Ods, is_qualified: bool) -> Option<Self> {
        let class = class.trim();
        let inner = |template: &str| inside(class, template);
        if let Some(element) = inner("ArrayRef") {
            let element = Kind::of_class(element, ods, is_qualified)?;
            return element.is_element().then(|| Kind::Array(Box::new(element)));
        }
        if let Some(value) = inner("optional") {
            let value = Kind::of_class(value, ods, is_qualified)?;
            let is_known = matches!(value, Kind::Integer(..));
            return is_known.then(|| Kind::Optional(Box::new(value)));
        }
        let mut own = ods.type_defs().chain(ods.attr_defs());
        let own = own.find(|def| {
            !def.has_known_class() && def.qualified_class() == class.trim_start_matches("::")
        });
        if let Some(def) = own {
            return Some(match (is_qualified, def.is_attribute) {
                (false, _) => Kind::Own(def),
                (true, true) => Kind::Attribute,
                (true, false) => Kind::Type,
            });
        }
        Kind::of_known_class(without_namespace(class))
    }

    fn of_known_class(class: &str) -> Option<Self> {
        Some(match class {
            "bool" => Kind::Bool,
            "int16_t" | "short" => Kind::Integer(16, true),
            "uint16_t" | "unsigned short" => Kind::Integer(16, false),
            "int" | "int32_t" => Kind::Integer(32, true),
            "unsigned" | "unsigned int" | "uint32_t" => Kind::Integer(32, false),
            "int64_t" | "long" | "long long" => Kind::Integer(64, true),
            "uint64_t" | "size_t" | "unsigned long" | "unsigned long long" => {
                Kind::Integer(64, false)
            }
            _ if WHOLE_TYPES.contains(&class) => Kind::Type,
            _ if WHOLE_ATTRIBUTES.contains(&class) => Kind::Attribute,
            _ => return None,
        })
    }

    /// Whether an array of it is an attribute.
    fn is_element(&self) -> bool {
        match self {
            Kind::Integer(..) | Kind::Bool | Kind::Type | Kind::Attribute | Kind::Own(_) => true,
            Kind::String | Kind::Enum(_) | Kind::Optional(_) | Kind::Array(_) => false,
        }
    }

    fn text(&self) -> String {
        match self {
            Kind::Integer(width, is_signed) => format!("[\"integer\", {width}, {is_signed}]"),
            Kind::Bool => "[\"bool\"]".to_owned(),
            Kind::String => "[\"string\"]".to_owned(),
            Kind::Type => "[\"type\"]".to_owned(),
            Kind::Attribute => "[\"attribute\"]".to_owned(),
            Kind::Own(def) => {
                let kind = if def.is_attribute {
                    "attribute"
                } else {
                    "type"
                };
                format!("[\"{kind}\", {}]", quoted(&def.type_name))
            }
            Kind::Enum(parameter) => {
                let cases = parameter.values().iter().map(|case| quoted(&case.text));
                let cases = cases.collect::<Vec<_>>().join(", ");
                format!("[\"enum\", {cases}]")
            }
            Kind::Optional(value) => format!("[\"optional\", {}]", value.text()),
            Kind::Array(element) => format!("[\"array\", {}]", element.text()),
        }
    }

    /// The attribute that stands for a constant in C++, or for an empty value.
    fn constant(&self, code: &str, is_empty: bool) -> Option<String> {
        let code = code.trim();
        match self {
            Kind::Integer(..) => integer(code, is_empty),
            Kind::Bool => match code {
                "true" | "false" => Some(code.to_owned()),
                _ => is_empty.then(|| "false".to_owned()),
            },
            Kind::String => {
                let inner = code
                    .strip_prefix('"')
                    .and_then(|code| code.strip_suffix('"'));
                match inner {
                    Some(text) => (!text.contains('\\')).then(|| quoted(text)),
                    None => is_empty.then(|| "\"\"".to_owned()),
                }
            }
            Kind::Type | Kind::Attribute | Kind::Own(_) => is_empty.then(|| "unit".to_owned()),
            Kind::Enum(parameter) => {
                let symbol = code.rsplit("::").next().unwrap_or(code);
                let mut cases = parameter.values().iter();
                let case = cases.find(|case| case.symbol == symbol)?;
                Some(quoted(&case.text))
            }
            Kind::Optional(value) => match is_empty {
                true => Some("unit".to_owned()),
                false => value.constant(code, false),
            },
            Kind::Array(element) => is_empty.then(|| match **element {
                Kind::Integer(..) => "array<i64>".to_owned(),
                Kind::Bool => "array<i1>".to_owned(),
                _ => "[]".to_owned(),
            }),
        }
    }
}

/// Whether a constant is `{}`, or `T()` of the class of its parameter or of what stores
/// that.
fn is_empty(code: &str, class: &str) -> bool {
    let code = code.trim();
    if ["{}", "nullptr", "std::nullopt", "::std::nullopt"].contains(&code) {
        return true;
    }
    let constructed = code.strip_suffix("()").or_else(|| code.strip_suffix("{}"));
    constructed.is_some_and(|constructed| {
        let is_stored = |template: &str| inside(constructed, template).is_some();
        constructed.trim_start_matches("::") == class.trim().trim_start_matches("::")
            || is_stored("SmallVector")
            || is_stored("ArrayRef")
    })
}

fn integer(code: &str, is_empty: bool) -> Option<String> {
    let digits = code.trim_end_matches(['u', 'U', 'l', 'L']);
    let value: i64 = match digits {
        "ShapedType::kDynamic" | "mlir::ShapedType::kDynamic" | "::mlir::ShapedType::kDynamic" => {
            i64::MIN
        }
        _ if is_empty => 0,
        _ => digits.parse().ok()?,
    };
    Some(format!("{value} : i64"))
}

/// What `template<…>` is a template of.
fn inside<'c>(class: &'c str, template: &str) -> Option<&'c str> {
    let class = class.trim_start_matches("::");
    let class = class
        .strip_prefix("llvm::")
        .or_else(|| class.strip_prefix("std::"))
        .or_else(|| class.strip_prefix("mlir::"))
        .unwrap_or(class);
    let arguments = class.strip_prefix(template)?.trim_start();
    arguments.strip_prefix('<')?.strip_suffix('>')
}

fn without_namespace(class: &str) -> &str {
    let class = class.trim_start_matches("::");
    let inner = class.strip_prefix("mlir::");
    inner
        .or_else(|| class.strip_prefix("std::"))
        .unwrap_or(class)
}

/// Whether MLIR writes a case of an enum without quotes.
fn is_keyword(text: &str) -> bool {
    let is_first = |sign: char| sign.is_ascii_alphabetic() || sign == '_';
    let is_other = |sign: char| sign.is_ascii_alphanumeric() || "_$.".contains(sign);
    text.starts_with(is_first) && text.chars().all(is_other)
}

/// The classes of types that have no text without their names.
const WHOLE_TYPES: &[&str] = &[
    "Type",
    "BaseMemRefType",
    "ComplexType",
    "FloatType",
    "FunctionType",
    "IndexType",
    "IntegerType",
    "MemRefType",
    "NoneType",
    "OpaqueType",
    "RankedTensorType",
    "ShapedType",
    "TensorType",
    "TupleType",
    "UnrankedMemRefType",
    "UnrankedTensorType",
    "VectorType",
];

/// The classes of attributes that have no text without their names.
const WHOLE_ATTRIBUTES: &[&str] = &[
    "Attribute",
    "AffineMapAttr",
    "ArrayAttr",
    "BoolAttr",
    "DenseElementsAttr",
    "DenseIntElementsAttr",
    "DictionaryAttr",
    "ElementsAttr",
    "FlatSymbolRefAttr",
    "FloatAttr",
    "IntegerAttr",
    "StringAttr",
    "SymbolRefAttr",
    "TypeAttr",
    "TypedAttr",
    "UnitAttr",
];
