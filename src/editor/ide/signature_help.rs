//! What a call, or a list of an operation, takes.

use super::{
    Analysis,
    cursor::{Cursor, Part},
    declaration::{callable, comment_above, signature, subject_type},
    hover::{group_type, region_contents, region_name},
};
use crate::front::ods::{Arity, Group, Operation};
use std::ops::Range;

/// What may stand in the list around an offset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SignatureHelp {
    /// The ways to write it, best first.
    pub(crate) signatures: Vec<Signature>,
    /// The number of the element in which the offset is.
    pub(crate) active_parameter: usize,
}

/// A way to write a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Signature {
    /// The whole.
    pub(crate) label: String,
    /// What there is to read about it, in Markdown; may be empty.
    pub(crate) documentation: String,
    /// The elements.
    pub(crate) parameters: Vec<Parameter>,
}

/// An element of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Parameter {
    /// Where it stands in the label, in bytes. Labels are ASCII but for names in
    /// texts that have errors.
    pub(crate) range: Range<usize>,
    /// What there is to read about it; may be empty.
    pub(crate) documentation: String,
}

/// What the innermost list around an offset takes.
pub(crate) fn signature_help(analysis: &Analysis, offset: u32) -> Option<SignatureHelp> {
    analysis.tree()?;
    let cursor = Cursor::new(analysis, offset)?;
    let mut end = cursor.end();
    // A bracket that takes nothing, such as that of a tuple, is part of an element.
    loop {
        let opened = cursor.enclosing(end)?;
        let signatures = of_bracket(analysis, &cursor, opened.bracket, opened.commas);
        if let Some(signatures) = signatures {
            return (!signatures.is_empty()).then_some(SignatureHelp {
                signatures,
                active_parameter: opened.commas,
            });
        }
        end = opened.bracket;
    }
}

/// `None` if the bracket is part of an element of a list.
fn of_bracket(
    analysis: &Analysis,
    cursor: &Cursor<'_>,
    bracket: usize,
    commas: usize,
) -> Option<Vec<Signature>> {
    use crate::front::syntax::token::TokenKind as K;
    if let Some((operation, part)) = cursor.operation_of(bracket) {
        let name = cursor.operation_name(operation);
        let known = analysis.ods().operation(&name);
        return Some(match part {
            Part::Operands => groups(analysis, known, commas, &OPERANDS),
            Part::Results => groups(analysis, known, commas, &RESULTS),
            Part::Attributes => known.into_iter().filter_map(attributes).collect(),
            Part::Regions => known.into_iter().filter_map(regions).collect(),
        });
    }
    match cursor.kind(bracket)? {
        K::LeftBrace => Some(Vec::new()),
        K::LeftParen if cursor.before(bracket, 1).is_some_and(K::is_name) => {
            let is_declared = matches!(
                cursor.before(bracket, 2),
                Some(K::Constraint | K::Rewrite | K::Pattern | K::With)
            );
            let called = call(analysis, cursor.text(bracket - 1));
            Some(called.into_iter().filter(|_| !is_declared).collect())
        }
        _ => None,
    }
}

fn call(analysis: &Analysis, name: &str) -> Option<Signature> {
    if let Some(decl) = callable(analysis, name) {
        let signature = signature(analysis, decl);
        let list = signature.shown_parameters().into_iter();
        let list = list.map(|shown| (shown, String::new())).collect();
        let result = format!(" -> {}", signature.shown_result());
        let documentation = comment_above(analysis, decl.span).unwrap_or_default();
        return Some(listed(name, list, ")", &result, documentation));
    }
    let constraint = analysis.ods().constraint(name)?;
    let list = vec![(
        format!("self: {}", subject_type(constraint.subject)),
        String::new(),
    )];
    let documentation = constraint.summary.clone();
    Some(listed(name, list, ")", " -> Tuple<>", documentation))
}

/// The words for a kind of list.
struct List {
    /// What an element is called.
    element: &'static str,
    /// What an element is.
    ty: &'static str,
    groups: fn(&Operation) -> &[Group],
}

const OPERANDS: List = List {
    element: "operand",
    ty: "Value",
    groups: |operation| &operation.operands,
};

const RESULTS: List = List {
    element: "result",
    ty: "Type",
    groups: |operation| &operation.results,
};

fn groups(
    analysis: &Analysis,
    known: Option<&Operation>,
    commas: usize,
    list: &List,
) -> Vec<Signature> {
    let List { element, ty, .. } = list;
    let mut signatures = Vec::new();
    let all = known.map_or(&[][..], list.groups);
    if let Some(known) = known
        && commas < all.len()
    {
        let elements = all.iter().map(|group| {
            let summary = analysis.ods().constraint(&group.constraint);
            let summary = summary.map_or(&*group.constraint, |one| one.summary.as_str());
            let documentation = match group.arity {
                Arity::Single => summary.to_owned(),
                Arity::Optional => format!("optional: {summary}"),
                Arity::Variadic => format!("variadic: {summary}"),
            };
            let shown = format!("{}: {}", group.name, group_type(group, ty));
            (shown, documentation)
        });
        let documentation = format!("`op<{}>` ODS {element} specification", known.name);
        signatures.push(listed("", elements.collect(), ")", "", documentation));
    }
    if commas == 0 && (known.is_none() || !all.is_empty()) {
        let elements = vec![(
            format!("<{element}s>: {ty}Range"),
            format!("All of the {element}s of the operation."),
        )];
        let documentation = format!("Generic operation {element} specification");
        signatures.push(listed("", elements, ")", "", documentation));
    }
    signatures
}

/// The attributes of an operation, which may stand in any order.
fn attributes(known: &Operation) -> Option<Signature> {
    let elements = known.attributes.iter().map(|attribute| {
        let optional = if attribute.is_optional { "?" } else { "" };
        let shown = format!("{}: Attr{optional}", attribute.name);
        (shown, attribute.constraint.to_string())
    });
    let elements: Vec<_> = elements.collect();
    let documentation = format!("Attributes of `op<{}>`, in any order", known.name);
    (!elements.is_empty()).then(|| {
        let mut signature = listed("", elements, "}", "", documentation);
        signature.label.replace_range(..1, "{");
        signature
    })
}

/// The regions of an operation, in their order.
fn regions(known: &Operation) -> Option<Signature> {
    let regions = known.regions.iter().enumerate();
    let elements = regions.map(|(number, region)| {
        let shown = format!("{}: Region", region_name(number, region));
        (shown, region_contents(region).to_owned())
    });
    let elements: Vec<_> = elements.collect();
    let documentation = format!("Regions of `op<{}>`", known.name);
    (!elements.is_empty()).then(|| listed("", elements, ")", "", documentation))
}

/// `name(elements) rest`
fn listed(
    name: &str,
    elements: Vec<(String, String)>,
    close: &str,
    rest: &str,
    documentation: String,
) -> Signature {
    let mut label = format!("{name}(");
    let mut parameters = Vec::with_capacity(elements.len());
    for (index, (shown, documentation)) in elements.into_iter().enumerate() {
        if index > 0 {
            label += ", ";
        }
        let start = label.len();
        label += &shown;
        parameters.push(Parameter {
            range: start..label.len(),
            documentation,
        });
    }
    label += close;
    label += rest;
    Signature {
        label,
        documentation,
        parameters,
    }
}

#[cfg(test)]
mod tests {
    use super::signature_help;
    use crate::editor::ide::testing::analyze;
    use expect_test::{Expect, expect};
    use std::fmt::Write;

    /// The active parameter is in angle brackets.
    fn check(marked: &str, expected: Expect) {
        let (analysis, offset) = analyze(marked);
        let mut text = String::new();
        if let Some(help) = signature_help(&analysis, offset) {
            for signature in help.signatures {
                let mut label = signature.label.clone();
                if let Some(active) = signature.parameters.get(help.active_parameter) {
                    label.insert(active.range.end, '⟩');
                    label.insert(active.range.start, '⟨');
                }
                let _ = writeln!(text, "{label} # {}", signature.documentation);
            }
        }
        expected.assert_eq(&text);
    }

    #[test]
    fn calls() {
        let functions =
            "// Doc.\nConstraint C(a: Value, b: Type);\nRewrite R(a: Attr) -> (x: Value, Type);\n";
        check(
            &format!("{functions}Pattern {{ let a: Value; C(a, $0); }}"),
            expect![[r#"
                C(a: Value, ⟨b: Type⟩) -> Tuple<> #  Doc.
            "#]],
        );
        check(
            &format!("{functions}Rewrite S(a: Attr) => R($0"),
            expect![[r#"
            R(⟨a: Attr⟩) -> Tuple<x: Value, Type> # 
        "#]],
        );
        check(
            &format!("{functions}Pattern {{ C((x, $0"),
            expect![[r#"
                C(⟨a: Value⟩, b: Type) -> Tuple<> #  Doc.
            "#]],
        );
        check("Constraint C($0a: Value);", expect![""]);
    }

    #[test]
    fn lists_of_operations() {
        check(
            "Pattern => erase op<test.pair>($0);",
            expect![[r#"
            (⟨lhs: Value⟩, rhs: Value) # `op<test.pair>` ODS operand specification
            (⟨<operands>: ValueRange⟩) # Generic operation operand specification
        "#]],
        );
        check(
            "Pattern => erase op<test.pair>(x: Value, $0);",
            expect![[r#"
            (lhs: Value, ⟨rhs: Value⟩) # `op<test.pair>` ODS operand specification
        "#]],
        );
        check(
            "Pattern => erase op<test.pair>(x: Value, y, $0);",
            expect![""],
        );
        check(
            "Pattern => erase op<test.pair>(x: Value) {a, $0",
            expect![[r#"
            {mode: Attr?} # Attributes of `op<test.pair>`, in any order
        "#]],
        );
        check(
            "Pattern => erase op<test.pair>(x: Value) {a} -> ($0",
            expect![[r#"
            (⟨out: Type⟩) # `op<test.pair>` ODS result specification
            (⟨<results>: TypeRange⟩) # Generic operation result specification
        "#]],
        );
        check(
            "Pattern => erase op<test.other>($0",
            expect![[r#"
            (⟨<operands>: ValueRange⟩) # Generic operation operand specification
        "#]],
        );
    }
}
