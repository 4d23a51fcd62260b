//! The declarations that call each other.

use super::{
    Analysis, SymbolKind,
    declaration::{Declaration, declaration},
    entity::{entity, touches},
    symbols::symbols,
};
use crate::{base::source::Span, front::syntax::ast::CallableKind};

/// A declaration that calls others, or that others call, in any file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Caller {
    pub(crate) name: String,
    pub(crate) kind: SymbolKind,
    /// All of it.
    pub(crate) span: Span,
    /// Its name, or the word that starts it.
    pub(crate) name_span: Span,
}

/// The declaration whose name stands at an offset, or that the name there stands for.
pub(crate) fn caller(analysis: &Analysis, offset: u32) -> Option<Caller> {
    let entity = entity(analysis, offset);
    let named = entity.and_then(|entity| {
        let (kind, span) = match declaration(analysis, entity.definition)? {
            Declaration::Pattern(decl) => (SymbolKind::Pattern, decl.span),
            Declaration::Predicate(decl) => (SymbolKind::Predicate, decl.span),
            Declaration::Callable(decl) => match decl.kind {
                CallableKind::Constraint => (SymbolKind::Constraint, decl.span),
                CallableKind::Rewrite => (SymbolKind::Rewrite, decl.span),
            },
        };
        Some(Caller {
            name: analysis.sources.text(entity.definition).to_owned(),
            kind,
            span,
            name_span: entity.definition,
        })
    });
    named.or_else(|| {
        let mut symbols = symbols(analysis).into_iter();
        let symbol = symbols.find(|symbol| touches(analysis, symbol.name_span, offset))?;
        Some(Caller {
            name: symbol.name,
            kind: symbol.kind,
            span: symbol.span,
            name_span: symbol.name_span,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::caller;
    use crate::editor::ide::testing::{analyze, shown};
    use expect_test::{Expect, expect};

    fn check(marked: &str, expected: Expect) {
        let (analysis, offset) = analyze(marked);
        let found = caller(&analysis, offset);
        let text = found.map_or_else(
            || "nothing".to_owned(),
            |one| {
                let place = shown(&analysis, one.name_span);
                format!(
                    "{:?} {} {place}: {}",
                    one.kind,
                    one.name,
                    analysis.sources.text(one.span)
                )
            },
        );
        expected.assert_eq(&text);
    }

    #[test]
    fn declarations_and_their_uses() {
        let text = "Constraint C(v: Value);\nPattern P => erase op<test.a>(x: C);\n";
        let at = |at: &str| text.replacen(at, &format!("$0{at}"), 1);
        let of_constraint =
            || expect!["Constraint C main.pdll:1:12-1:13 C: Constraint C(v: Value);"];
        check(&at("C(v"), of_constraint());
        check(&at("C);\n"), of_constraint());
        check(
            &at("P =>"),
            expect!["Pattern P main.pdll:2:9-2:10 P: Pattern P => erase op<test.a>(x: C);"],
        );
        check(&at("v:"), expect!["nothing"]);
    }

    #[test]
    fn a_pattern_without_a_name() {
        check(
            "Pat$0tern => erase op<test.a>;",
            expect!["Pattern <Pattern> main.pdll:1:1-1:8 Pattern: Pattern => erase op<test.a>;"],
        );
    }
}
