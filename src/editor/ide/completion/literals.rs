//! The attributes of MLIR's syntax that an operation may have.

use super::{Completion, CompletionKind, Insert, Items};
use crate::{
    base::source::Span,
    editor::ide::{Analysis, cursor::Cursor},
    front::ods::Attribute,
    front::syntax::token::{Token, TokenKind as K},
};

/// What may be written in the text of an `attr<"…">` around an offset; `None` if it is in
/// none.
pub(super) fn in_text(analysis: &Analysis, offset: u32) -> Option<Vec<Completion>> {
    let tokens = &analysis.tokens;
    let end = tokens.partition_point(|token| token.span.start < offset);
    let text = *tokens.get(end.checked_sub(1)?)?;
    let is_open = text.kind == K::BadText;
    let is_inside = is_open || text.kind == K::String && offset < text.span.end;
    let mut before = tokens[..end - 1]
        .iter()
        .rev()
        .filter(|token| !token.kind.is_trivia());
    let (less, word) = (before.next()?, before.next()?);
    let is_attribute = less.kind == K::Less && analysis.sources.text(word.span) == "attr";
    if !is_inside || !is_attribute {
        return None;
    }
    let cursor = Cursor::new(analysis, word.span.start)?;
    let items = Items {
        analysis,
        cursor: &cursor,
        offset,
    };
    let known = match super::context::context(&cursor) {
        super::Context::AttributeValue { operation, name } => items.attribute(operation, &name),
        _ => None,
    };
    let replaced = written(text, is_open, offset);
    let literals = known.map_or_else(
        || ANY.map(str::to_owned).to_vec(),
        |known| literals(analysis, known),
    );
    let item = |(number, text): (usize, String)| Completion {
        replaced,
        insert: Insert::Plain(escaped(&text)),
        filter_text: Some(escaped(&text)),
        sort_text: Some(format!("{number:04}")),
        ..items.item(text, CompletionKind::Field)
    };
    Some(literals.into_iter().enumerate().map(item).collect())
}

impl Items<'_> {
    /// The attributes that the one of that name may be, if they can be listed.
    pub(super) fn attribute_values(&self, operation: usize, name: &str) -> Vec<Completion> {
        let known = self.attribute(operation, name);
        let mut all = known.map_or_else(Vec::new, |known| literals(self.analysis, known));
        if all == ANY {
            all.clear();
        }
        let item = |(number, text): (usize, String)| Completion {
            detail: "an attribute".to_owned(),
            sort_text: Some(format!("0_{number:04}")),
            ..self.item(
                format!("attr<\"{}\">", escaped(&text)),
                CompletionKind::Field,
            )
        };
        all.into_iter().enumerate().map(item).collect()
    }

    /// The attribute of that name of an operation.
    fn attribute(&self, operation: usize, name: &str) -> Option<&Attribute> {
        let operation = self.cursor.operation_name(operation);
        let known = self.analysis.ods().operation(&operation)?;
        known.attributes.iter().find(|one| one.name == name)
    }
}

/// What stands between the quotes of a text. One without an end goes on to the end of its
/// line, so that only what stands before the offset is meant.
fn written(text: Token, is_open: bool, offset: u32) -> Span {
    Span {
        start: text.span.start + 1,
        end: match is_open {
            true => offset,
            false => text.span.end - 1,
        },
        ..text.span
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// The attributes that an operation may have for one of its attributes: the cases of an enum,
/// or one of each kind, to be changed.
fn literals(analysis: &Analysis, attribute: &Attribute) -> Vec<String> {
    let cases = analysis.ods().enum_attributes(&attribute.storage);
    if !cases.is_empty() {
        return cases;
    }
    let class = attribute.storage.trim_start_matches("::");
    let class = class.strip_prefix("mlir::").unwrap_or(class);
    let number = attribute.constraint.trim_end_matches("Attr").to_lowercase();
    let is_number = number.len() > 1 && number[1..].bytes().all(|digit| digit.is_ascii_digit());
    let texts: &[&str] = match class {
        "UnitAttr" => &["unit"],
        "BoolAttr" => &["true", "false"],
        "StringAttr" => &["\"\""],
        "SymbolRefAttr" | "FlatSymbolRefAttr" => &["@name"],
        "TypeAttr" => &["i32"],
        "ArrayAttr" => &["[]"],
        "DictionaryAttr" => &["{}"],
        "AffineMapAttr" => &["affine_map<(d0) -> (d0)>"],
        "DenseBoolArrayAttr" => &["array<i1: false>"],
        "DenseI8ArrayAttr" => &["array<i8: 0>"],
        "DenseI16ArrayAttr" => &["array<i16: 0>"],
        "DenseI32ArrayAttr" => &["array<i32: 0>"],
        "DenseI64ArrayAttr" => &["array<i64: 0>"],
        "DenseF32ArrayAttr" => &["array<f32: 0.0>"],
        "DenseF64ArrayAttr" => &["array<f64: 0.0>"],
        "IntegerAttr" if number == "index" => &["0 : index"],
        "IntegerAttr" if is_number && number.starts_with('i') => {
            return vec![format!("0 : {number}")];
        }
        "FloatAttr" if is_number && number.starts_with('f') => {
            return vec![format!("0.0 : {number}")];
        }
        "IntegerAttr" => &["0 : i32", "0 : i64", "0 : index"],
        "FloatAttr" => &["0.0 : f32", "0.0 : f64"],
        "ElementsAttr" | "DenseElementsAttr" => &["dense<0> : tensor<1xi32>"],
        "Attribute" | "TypedAttr" => &ANY,
        _ => &[],
    };
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// One attribute of each kind that is often written.
const ANY: [&str; 8] = [
    "0 : i32",
    "0 : i64",
    "0 : index",
    "0.0 : f32",
    "true",
    "unit",
    "\"\"",
    "dense<0> : tensor<1xi32>",
];
