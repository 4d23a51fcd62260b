//! What the text leaves out: types, and the names of what is passed.

use super::{
    Analysis,
    declaration::{callable, type_at},
};
use crate::{
    base::source::Span,
    front::ods::{Group, Operation},
    front::syntax::ast::{Expr, ExprKind, LetStmt, OperationExpr, Stmt},
    front::syntax::parts::{Node, walk},
};
use std::ops::Range;

/// A text to show between two characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct InlayHint {
    /// Where to show it.
    pub(crate) offset: u32,
    /// The text.
    pub(crate) label: String,
    /// What it says.
    pub(crate) kind: InlayHintKind,
}

/// What a hint says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InlayHintKind {
    /// The type of the name before it.
    Type,
    /// The name of the argument after it. There is a blank between.
    Parameter,
}

/// The hints in a part of the text, in order.
pub(crate) fn inlay_hints(analysis: &Analysis, range: Range<u32>) -> Vec<InlayHint> {
    let Some(tree) = analysis.tree() else {
        return Vec::new();
    };
    let mut hints = Vec::new();
    let first = tree
        .items
        .partition_point(|item| item.span().end < range.start);
    let items = tree.items[first..].iter();
    let items = items.take_while(|item| item.span().start <= range.end);
    walk(items.map(Node::Item), &mut |node| {
        let span = node.span();
        if span.end < range.start || range.end < span.start {
            return;
        }
        match node {
            Node::Stmt(Stmt::Let(stmt)) => hints.extend(of_let(analysis, stmt)),
            Node::Expr(expr) => match &expr.kind {
                ExprKind::Call(callee, arguments) => {
                    of_call(analysis, callee, arguments, &mut hints);
                }
                ExprKind::Operation(operation) => of_operation(analysis, operation, &mut hints),
                _ => {}
            },
            _ => {}
        }
    });
    hints.retain(|hint| range.start <= hint.offset && hint.offset <= range.end);
    hints.sort_by_key(|hint| hint.offset);
    hints
}

/// The type of a variable. That of an operation expression stands beside it.
fn of_let(analysis: &Analysis, stmt: &LetStmt) -> Option<InlayHint> {
    let init = stmt.init.as_ref()?;
    if !stmt.constraints.is_empty() || matches!(init.kind, ExprKind::Operation(_)) {
        return None;
    }
    let definitions = analysis.index.definitions_in(stmt.name.span);
    let defined = definitions.iter().find(|one| one.span == stmt.name.span);
    let ty = defined.and_then(|one| one.ty.as_ref());
    let ty = ty.or_else(|| type_at(analysis, init.span))?;
    Some(InlayHint {
        offset: stmt.name.span.end,
        label: format!(": {ty}"),
        kind: InlayHintKind::Type,
    })
}

fn of_call(analysis: &Analysis, callee: &Expr, arguments: &[Expr], hints: &mut Vec<InlayHint>) {
    let ExprKind::Name(name) = &callee.kind else {
        return;
    };
    let Some(decl) = callable(analysis, &name.text) else {
        return;
    };
    for (argument, param) in arguments.iter().zip(&decl.params) {
        hints.extend(of_argument(argument, &param.name.text));
    }
}

fn of_operation(analysis: &Analysis, operation: &OperationExpr, hints: &mut Vec<InlayHint>) {
    let name = operation.name.as_ref();
    let known = name.and_then(|name| analysis.ods().operation(&name.text));
    let operands: fn(&Operation) -> &[Group] = |known| &known.operands;
    let results: fn(&Operation) -> &[Group] = |known| &known.results;
    let lists = [
        (&operation.operands, operands, "operands"),
        (&operation.result_types, results, "results"),
    ];
    for (list, groups, all) in lists {
        let list = list.as_deref().unwrap_or_default();
        let groups = known.map_or(&[][..], groups);
        if list.len() == groups.len() {
            let named = list.iter().zip(groups);
            hints.extend(named.filter_map(|(value, group)| of_argument(value, &group.name)));
        } else if let [all_values] = list {
            hints.extend(of_argument(all_values, all));
        }
    }
}

/// The name of an argument, unless it says the same.
fn of_argument(argument: &Expr, name: &str) -> Option<InlayHint> {
    let own = match &argument.kind {
        ExprKind::Name(own) => Some(own),
        ExprKind::Variable(variable) => variable.name.as_ref(),
        ExprKind::Error => return None,
        _ => None,
    };
    let says_it = name.is_empty() || own.is_some_and(|own| own.text == name);
    let Span { start, .. } = argument.span;
    (!says_it).then(|| InlayHint {
        offset: start,
        label: format!("{name}:"),
        kind: InlayHintKind::Parameter,
    })
}

#[cfg(test)]
mod tests {
    use super::{InlayHintKind, inlay_hints};
    use crate::editor::ide::testing::analyze;
    use expect_test::{Expect, expect};

    /// The text with the hints in it.
    fn check(text: &str, expected: Expect) {
        let (analysis, _) = analyze(text);
        let mut shown = text.to_owned();
        let hints = inlay_hints(&analysis, 0..text.len() as u32);
        for hint in hints.iter().rev() {
            let padding = match hint.kind {
                InlayHintKind::Type => "",
                InlayHintKind::Parameter => " ",
            };
            let label = format!("⟨{}{padding}⟩", hint.label);
            shown.insert_str(hint.offset as usize, &label);
        }
        expected.assert_eq(&shown);
    }

    #[test]
    fn types_of_variables() {
        check(
            "Rewrite R() -> (a: Attr, Type);\nPattern { let o: Op; let p = op<a.b>; rewrite o with { let t = R(); let a = t.a; erase o; }; }",
            expect![[r#"
                Rewrite R() -> (a: Attr, Type);
                Pattern { let o: Op; let p = op<a.b>; rewrite o with { let t⟨: Tuple<a: Attr, Type>⟩ = R(); let a⟨: Attr⟩ = t.a; erase o; }; }"#]],
        );
        check(
            "Pattern { let a = attr<\"1\">; let b = a",
            expect![[r#"Pattern { let a⟨: Attr⟩ = attr<"1">; let b⟨: Attr⟩ = a"#]],
        );
    }

    #[test]
    fn names_of_arguments() {
        check(
            "Constraint C(a: Value, b: Value);\nPattern { let a: Value; let x: Value; C(a, x); C(x, a); erase op<test.pair>(a, rhs: Value) -> (t: Type); }",
            expect![[r#"
                Constraint C(a: Value, b: Value);
                Pattern { let a: Value; let x: Value; C(a, ⟨b: ⟩x); C(⟨a: ⟩x, ⟨b: ⟩a); erase op<test.pair>(⟨lhs: ⟩a, rhs: Value) -> (⟨out: ⟩t: Type); }"#]],
        );
        check(
            "Pattern => erase op<test.other>(all: ValueRange) -> (types: TypeRange);",
            expect![
                "Pattern => erase op<test.other>(⟨operands: ⟩all: ValueRange) -> (⟨results: ⟩types: TypeRange);"
            ],
        );
    }
}
