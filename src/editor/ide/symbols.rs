//! The declarations of a text, and the variables in them.

use super::{Analysis, Source, td};
use crate::{
    base::source::Span,
    front::sema::{Definition, EntityKind},
    front::syntax::ast::{CallableKind, Item},
};

/// A declaration or a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Symbol {
    /// Its name, or what stands for one.
    pub(crate) name: String,
    /// What it is.
    pub(crate) kind: SymbolKind,
    /// More about it; may be empty.
    pub(crate) detail: String,
    /// All of it.
    pub(crate) span: Span,
    /// Its name, or the word that starts it.
    pub(crate) name_span: Span,
    /// What is declared in it.
    pub(crate) children: Vec<Symbol>,
}

/// What a symbol is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SymbolKind {
    /// A pattern or a rewrite rule.
    Pattern,
    /// A constraint.
    Constraint,
    /// A rewrite.
    Rewrite,
    /// A predicate.
    Predicate,
    /// A type rule.
    TypeRule,
    /// A variable or parameter.
    Variable,
    /// A class or multiclass of TableGen.
    Class,
    /// Any other definition of TableGen.
    Record,
}

/// The declarations of a text, in order.
pub(crate) fn symbols(analysis: &Analysis) -> Vec<Symbol> {
    match &analysis.source {
        Source::Program(program) => {
            let items = program.modules.first().map(|module| &*module.items);
            let items = items.into_iter().flatten();
            items.filter_map(|item| of_item(analysis, item)).collect()
        }
        Source::Rules(document) => td::symbols(analysis, document),
    }
}

/// A pattern or a rewrite rule of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PatternName {
    /// The name by which it can be selected, if it has one.
    pub(crate) name: Option<String>,
    /// Where that is written, or the word that starts it.
    pub(crate) name_span: Span,
    /// Where the pattern starts for those who report about it.
    pub(crate) start: Span,
}

/// The patterns of a text, in order. Each instance of a rule in a multiclass is one.
pub(crate) fn patterns(analysis: &Analysis) -> Vec<PatternName> {
    if let Source::Rules(document) = &analysis.source {
        return td::rules(document);
    }
    let patterns = symbols(analysis).into_iter();
    patterns
        .filter(|one| one.kind == SymbolKind::Pattern)
        .map(|one| PatternName {
            name: Some(one.name).filter(|name| !name.starts_with('<')),
            name_span: one.name_span,
            start: one.span,
        })
        .collect()
}

fn of_item(analysis: &Analysis, item: &Item) -> Option<Symbol> {
    let (kind, keyword, name) = match item {
        Item::Pattern(decl) => (SymbolKind::Pattern, decl.keyword, decl.name.as_ref()),
        Item::Callable(decl) => {
            let kind = match decl.kind {
                CallableKind::Constraint => SymbolKind::Constraint,
                CallableKind::Rewrite => SymbolKind::Rewrite,
            };
            (kind, decl.keyword, decl.name.as_ref())
        }
        Item::Predicate(decl) => (SymbolKind::Predicate, decl.keyword, Some(&decl.name)),
        Item::TypeRule(decl) => (SymbolKind::TypeRule, decl.keyword, decl.name.as_ref()),
        Item::Include(_) | Item::Error(_) => return None,
    };
    let name_span = name.map_or(keyword, |name| name.span);
    let name = name.map_or_else(
        || format!("<{}>", analysis.sources.text(keyword)),
        |name| name.text.to_string(),
    );
    Some(Symbol {
        name,
        kind,
        detail: String::new(),
        span: item.span(),
        name_span,
        children: variables(analysis, item.span()),
    })
}

/// The variables and parameters that are defined in a declaration.
pub(super) fn variables(analysis: &Analysis, declaration: Span) -> Vec<Symbol> {
    let is_variable = |one: &&Definition| {
        matches!(one.kind, EntityKind::Variable | EntityKind::Parameter)
            && declaration.contains(one.span)
    };
    let mut found: Vec<_> = analysis
        .index
        .definitions_in(declaration)
        .iter()
        .filter(is_variable)
        .collect();
    found.sort_by_key(|one| one.span);
    found.dedup_by_key(|one| one.span);
    let symbol = |one: &Definition| Symbol {
        name: one.name.to_string(),
        kind: SymbolKind::Variable,
        detail: one.ty.as_ref().map(ToString::to_string).unwrap_or_default(),
        span: one.span,
        name_span: one.span,
        children: Vec::new(),
    };
    found.into_iter().map(symbol).collect()
}

#[cfg(test)]
mod tests {
    use super::{Symbol, symbols};
    use crate::editor::ide::testing::{analyze, shown};
    use expect_test::{Expect, expect};
    use std::fmt::Write;

    fn check(text: &str, expected: Expect) {
        let (analysis, _) = analyze(text);
        let mut output = String::new();
        let mut show = |depth: usize, symbol: &Symbol| {
            let place = shown(&analysis, symbol.name_span);
            let Symbol { kind, detail, .. } = symbol;
            writeln!(output, "{:depth$}{kind:?} {place} {detail}", "").expect("it is a string");
        };
        for symbol in &symbols(&analysis) {
            show(0, symbol);
            symbol.children.iter().for_each(|child| show(2, child));
        }
        expected.assert_eq(&output);
    }

    #[test]
    fn variables_belong_to_declarations() {
        check(
            "Constraint C(v: Value);\nPattern P {\n  let x: Value;\n  erase op<test.a>(x, y: C);\n}\n\
             Pattern {\n  let bad = ;\n  let t: Type;\n}\n",
            expect![[r#"
                Constraint main.pdll:1:12-1:13 C 
                  Variable main.pdll:1:14-1:15 v Value
                Pattern main.pdll:2:9-2:10 P 
                  Variable main.pdll:3:7-3:8 x Value
                  Variable main.pdll:4:23-4:24 y Value
                Pattern main.pdll:6:1-6:8 Pattern 
                  Variable main.pdll:7:7-7:10 bad 
                  Variable main.pdll:8:7-8:8 t Type
            "#]],
        );
    }
}
