//! How types and attributes of dialects are written, as far as their definitions say.
//!
//! The form of a definition is what its `assemblyFormat` says, as the text of an
//! attribute that `std/WrittenForm.h` reads: the name, a list of parameters, and a list of
//! elements.
//!
//! | parameter | is |
//! |---|---|
//! | `["name", kind]` | one that is always written |
//! | `["name", kind, value]` | one that is left out where it has that value |
//!
//! | element | is |
//! |---|---|
//! | `["literal", text, space]` | a sign or word, with a space before it or not |
//! | `["variable", index, space]` | a parameter |
//! | `["list", indices, has_names, space]` | parameters with commas between them |
//! | `["group", then, otherwise, indices, is_inverted]` | the first list if one of these parameters is there |
//! | `["space", text]` | blanks |
//!
//! Spaces are those that MLIR's generated code prints.

mod elements;
mod parameters;

use super::{Ods, TypeDef};

/// The form of a type or attribute.
///
/// # Errors
///
/// The reason why it is not known.
pub fn form(def: &TypeDef, ods: &Ods) -> Result<String, String> {
    if def.mnemonic.is_empty() {
        return Err("its definition has no mnemonic".to_owned());
    }
    if def.has_custom_format {
        let reason = "C++ code of the dialect reads its text (`hasCustomAssemblyFormat`)";
        return Err(reason.to_owned());
    }
    if def.format.is_empty() && !def.parameters.is_empty() {
        return Err("its definition has no `assemblyFormat`".to_owned());
    }
    let elements = elements::parse(def)?;
    let parameters = parameters::parameters(def, ods, &elements.qualified)?;
    let name = quoted(&def.type_name);
    Ok(format!("[{name}, [{parameters}], [{}]]", elements.text))
}

/// A string as MLIR reads it.
fn quoted(text: &str) -> String {
    let mut result = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' | 0..0x20 | 0x7f.. => {
                result.push_str(&format!("\\{byte:02X}"));
            }
            _ => result.push(char::from(byte)),
        }
    }
    result + "\""
}

#[cfg(test)]
mod tests {
    use super::form;
    use crate::{
        base::source::Span,
        ods::{Ods, TypeDef, TypeParameter},
    };

    fn parameter(name: &str, class: &str, default: &str) -> TypeParameter {
        TypeParameter {
            name: name.into(),
            class: class.to_owned(),
            getter: String::new(),
            is_optional: !default.is_empty(),
            default: default.to_owned(),
            has_code: false,
            is_quoted: false,
            cases: Vec::new(),
            has_bits: false,
        }
    }

    /// The form of a type with a number, a type that may be missing, and shapes.
    fn form_of(format: &str) -> Result<String, String> {
        let def = TypeDef {
            name: "Q_T".into(),
            class: "::q::T".to_owned(),
            type_name: "q.t".to_owned(),
            parameters: vec![
                parameter("n", "unsigned", ""),
                parameter("t", "::mlir::Type", "::mlir::Type()"),
                parameter("s", "::llvm::ArrayRef<int64_t>", "{}"),
            ],
            has_default_builder: true,
            verifies: false,
            mnemonic: "t".into(),
            has_custom_format: false,
            format: format.to_owned(),
            is_attribute: false,
            llvm: 0,
            span: Span::default(),
        };
        form(&def, &Ods::default())
    }

    #[test]
    fn spaces_are_those_of_mlir() {
        let parameters = "[[\"n\", [\"integer\", 32, false]], [\"t\", [\"type\"], unit], \
                          [\"s\", [\"array\", [\"integer\", 64, true]], array<i64>]]";
        let expected = |elements: &str| Ok(format!("[\"q.t\", {parameters}, [{elements}]]"));
        assert_eq!(
            form_of("`<` $n `,` `of` $t `>`"),
            expected(
                "[\"literal\", \"<\", false], [\"variable\", 0, false], \
                 [\"literal\", \",\", false], [\"literal\", \"of\", true], \
                 [\"variable\", 1, true], [\"literal\", \">\", false]"
            )
        );
        assert_eq!(
            form_of("`<` struct($n, $t) `>` (`[` $s^ `]`) : (`none`)?"),
            form_of("`<`struct( $n,$t )`>`(`[`$s^`]`):(`none`)?")
        );
        assert_eq!(
            form_of("`<` $n (`of` qualified($t)^)? `>`"),
            expected(
                "[\"literal\", \"<\", false], [\"variable\", 0, false], \
                 [\"group\", [[\"literal\", \"of\", true], [\"variable\", 1, true]], [], \
                 [1], false], [\"literal\", \">\", false]"
            )
        );
    }

    #[test]
    fn what_is_not_known_is_told() {
        let reason = "its `assemblyFormat` does not mention its parameter `n`";
        assert_eq!(form_of("`<` $t `>`"), Err(reason.to_owned()));
        for format in [
            "`<",
            "$x",
            "($t)?",
            "($t^",
            "$n )",
            "struct(",
            "qualified($n, $t)",
            "&",
        ] {
            assert!(form_of(format).is_err(), "{format}");
        }
    }
}
