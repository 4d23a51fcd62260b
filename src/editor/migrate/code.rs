//! The C++ code of rules, as a person writes it in PDLL.

use super::{
    brackets::{is_balanced, unwrapped, without_doubled_brackets},
    notes::WIDTH,
    pdll_names::{self, Names},
};
use crate::front::{
    cpp::{Kind, Piece, pieces, placeholders::substituted},
    hir::{CodeSlot, Native, NativeBody, Type},
};
use smol_str::SmolStr;

/// Conditions that are functions of the standard library: the kind of their argument,
/// and what they do with it.
const LIBRARY: [(Type, &str, &str); 4] = [
    (Type::Value, "a0.hasOneUse()", "HasOneUse"),
    (Type::Value, "a0.use_empty()", "HasNoUses"),
    (Type::Value, "a0.getUses().empty()", "HasNoUses"),
    (
        Type::Value,
        "::llvm::isa<::mlir::BlockArgument>(a0)",
        "IsBlockArgument",
    ),
];

/// The function of the standard library that does the same as this code.
pub(super) fn library(
    code: &str,
    parameters: &[CodeSlot],
    results: &[CodeSlot],
) -> Option<&'static str> {
    let ([parameter], []) = (parameters, results) else {
        return None;
    };
    let condition = code
        .trim()
        .strip_prefix("return ::llvm::success(")?
        .strip_suffix(");")?;
    let condition: String = unwrapped(condition).split_whitespace().collect();
    let known = LIBRARY
        .iter()
        .find(|(ty, text, _)| *ty == parameter.ty && *text == condition);
    known.map(|(_, _, name)| *name)
}

/// The name of a function that returns a case of an enum, or compares with one: the
/// names of both.
pub(super) fn name_of_constant(native: &Native) -> Option<String> {
    let NativeBody::Code { code, .. } = &native.body else {
        return None;
    };
    let code = code.text.trim();
    let (prefix, call) = match native.is_constraint {
        true => {
            let condition = code.strip_prefix("return ::llvm::success(a0 == (")?;
            ("Is", condition.strip_suffix("));")?)
        }
        false => ("", code.strip_prefix("return ")?.strip_suffix(';')?),
    };
    let (class, arguments) = call.split_once("Attr::get(rewriter.getContext(), ")?;
    let case = arguments.strip_suffix(')')?;
    let last = |path: &str| path.rsplit("::").next().map(pdll_names::joined);
    let name = prefix.to_owned() + &last(class)? + &last(case)?;
    pdll_names::is_safe(&name).then_some(name)
}

/// The code of a condition about `$_self`.
pub(super) fn condition(condition: &str) -> String {
    let names = [
        ("_self", "self"),
        ("_builder", "rewriter"),
        ("_ctxt", "self.getContext()"),
    ];
    let condition = substituted(condition, &names);
    let condition = without_doubled_brackets(unwrapped(&condition));
    block(&shortened(&format!("return success({condition});")))
}

/// The code with better names for its parameters, and these names. `wanted` holds the
/// names of the arguments of a call.
pub(super) fn renamed(
    code: &str,
    parameters: &[CodeSlot],
    wanted: &[Option<SmolStr>],
) -> (Vec<SmolStr>, String) {
    let mut names = Names::default();
    for word in words(code) {
        names.reserve(word);
    }
    for word in ["rewriter", "results", "self"] {
        names.reserve(word);
    }
    let mut code = shortened(code);
    let mut given = Vec::new();
    for (index, slot) in parameters.iter().enumerate() {
        let wanted = wanted.get(index).cloned().flatten();
        let name = names.take(wanted.as_deref().unwrap_or_else(|| name_of(slot.ty)));
        let old = slot.name.clone().unwrap_or_default();
        code = replaced(&code, &old, &used(slot, &name));
        given.push(name);
    }
    (given, block(&code))
}

/// The name of an entity of which nothing is known.
fn name_of(ty: Type) -> &'static str {
    match ty {
        Type::Attribute => "attribute",
        Type::Operation => "operation",
        Type::Type => "ty",
        Type::TypeRange => "types",
        Type::Value => "value",
        Type::ValueRange => "values",
        Type::Region => "region",
        Type::Block => "block",
        Type::Place => "place",
    }
}

/// The expression for a parameter, which C++ knows to be of a class.
fn used(slot: &CodeSlot, name: &str) -> String {
    let class = slot.class.as_deref().map(|class| {
        let class = class.trim_start_matches("::");
        class.strip_prefix("mlir::").unwrap_or(class)
    });
    match class {
        Some(class) if !matches!(class, "Attribute" | "Type" | "Value") => {
            format!("cast<{class}>({name})")
        }
        _ => name.to_owned(),
    }
}

/// The code with one word replaced, except in strings.
fn replaced(code: &str, word: &str, with: &str) -> String {
    let is_it = |piece: &Piece<'_>| piece.kind == Kind::Word && piece.text == word;
    let pieces = pieces(code).map(|piece| if is_it(&piece) { with } else { piece.text });
    pieces.collect()
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    let words = pieces(code).filter(|piece| piece.kind == Kind::Word);
    words.map(|piece| piece.text)
}

/// The code without what the code of PDLL need not say.
fn shortened(code: &str) -> String {
    let mut code = code.trim().to_owned();
    for name in ["success", "failure", "failed", "cast", "isa"] {
        code = code.replace(&format!("::llvm::{name}"), name);
    }
    for (long, short) in [
        ("::mlir::Operation *self", "Operation *self"),
        ("::mlir::Location odsLoc", "Location odsLoc"),
    ] {
        code = code.replace(long, short);
    }
    if let Some(expression) = returned(&code) {
        return format!("return {expression};");
    }
    let lines = code.split('\n').map(shortened_line);
    lines.collect::<Vec<_>>().join("\n")
}

/// The expression that code returns, on one line, if it does nothing else.
fn returned(code: &str) -> Option<String> {
    let expression = code.strip_prefix("return")?.strip_suffix(';')?;
    let is_one_line = !expression.trim().contains('\n');
    if expression.contains(';') || (!is_one_line && expression.contains(['"', '\'', '/', '#'])) {
        return None;
    }
    let inner = expression.trim().strip_prefix("success(");
    let inner = inner.and_then(|inner| inner.strip_suffix(')'));
    let expression = match inner {
        Some(inner) if is_balanced(inner) => {
            format!("success({})", without_doubled_brackets(unwrapped(inner)))
        }
        _ => expression.trim().to_owned(),
    };
    let words = match is_one_line {
        true => expression,
        false => expression.split_whitespace().collect::<Vec<_>>().join(" "),
    };
    Some(words)
}

fn shortened_line(line: &str) -> String {
    if let Some(inner) = line
        .strip_prefix("(void)(")
        .and_then(|rest| rest.strip_suffix(");"))
        && is_balanced(inner)
    {
        return format!("{};", unwrapped(inner));
    }
    if let Some(inner) = line
        .strip_prefix("return success(")
        .and_then(|rest| rest.strip_suffix(");"))
        && is_balanced(inner)
    {
        let condition = without_doubled_brackets(unwrapped(inner));
        return format!("return success({condition});");
    }
    match line.strip_prefix("::mlir::") {
        Some(declaration) if line.ends_with("{};") => declaration.to_owned(),
        _ => line.to_owned(),
    }
}

/// A line, with a line break after each `&&` of the condition that it returns if it is
/// too long.
fn broken(line: &str) -> String {
    const START: &str = "return success(";
    if line.len() + 2 <= WIDTH || !line.starts_with(START) || line.contains(['"', '\'']) {
        return line.to_owned();
    }
    let mut depth = 0;
    let mut result = String::new();
    for (at, c) in line.char_indices() {
        depth += match c {
            '(' | '[' | '{' => 1,
            ')' | ']' | '}' => -1,
            _ => 0,
        };
        if depth == 1 && c == ' ' && line[..at].ends_with("&&") {
            result += &format!("\n{:width$}", "", width = START.len());
        } else {
            result.push(c);
        }
    }
    result
}

/// The lines as the contents of a block.
fn block(code: &str) -> String {
    let mut block = String::from("\n");
    let lines: Vec<_> = code.trim().split('\n').map(broken).collect();
    for line in lines.join("\n").split('\n') {
        let line = line.trim_end();
        if !line.is_empty() {
            block += "  ";
            block += line;
        }
        block.push('\n');
    }
    block
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(name: &str, ty: Type, class: Option<&str>) -> CodeSlot {
        CodeSlot {
            name: Some(name.into()),
            ty,
            class: class.map(str::to_owned),
        }
    }

    #[test]
    fn parameters_get_names() {
        let parameters = [
            slot("a0", Type::Attribute, Some("::mlir::IntegerAttr")),
            slot("a1", Type::Value, None),
            slot("a2", Type::Value, None),
        ];
        let code = "return ::llvm::success((a0.getInt() == f(a1, a10, value)));\n";
        let (names, code) = renamed(code, &parameters, &[Some("n".into())]);
        assert_eq!(names, ["n", "value2", "value3"]);
        assert_eq!(
            code,
            "\n  return success(cast<IntegerAttr>(n).getInt() == f(value2, a10, value));\n"
        );
    }

    #[test]
    fn some_conditions_are_in_the_library() {
        let value = [slot("a0", Type::Value, None)];
        let code = "return ::llvm::success((a0.hasOneUse()));\n";
        assert_eq!(library(code, &value, &[]), Some("HasOneUse"));
        let operation = [slot("a0", Type::Operation, None)];
        assert_eq!(library(code, &operation, &[]), None);
    }
}
