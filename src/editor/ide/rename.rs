//! Other names for what a program defines.

use super::{
    Analysis, Source,
    entity::{Entity, entity},
    references::{is_local, uses_of},
    td,
};
use crate::{
    base::diagnostic::Diagnostics,
    base::source::{FileId, Span},
    front::sema::EntityKind,
    front::syntax::{
        ast::Item,
        lexer,
        token::{Token, TokenKind},
    },
};

/// The name at an offset, if it may get another one.
///
/// # Errors
///
/// The reason why it may not.
pub(crate) fn renamable(analysis: &Analysis, offset: u32) -> Result<Span, String> {
    let Some(entity) = entity(analysis, offset) else {
        return Err("expected a name that the program defines".to_owned());
    };
    match entity.kind {
        EntityKind::Variable
        | EntityKind::Parameter
        | EntityKind::Pattern
        | EntityKind::Constraint
        | EntityKind::Rewrite
        | EntityKind::Predicate => {}
        EntityKind::Operation
        | EntityKind::Attribute
        | EntityKind::Operands
        | EntityKind::Results => {
            return Err("a `.td` file defines this name; rename it there".to_owned());
        }
        EntityKind::TableGen => {
            let message = "any file may use this name, expected a variable or parameter";
            return Err(message.to_owned());
        }
    }
    if matches!(analysis.source, Source::Rules(_)) && entity.definition.file == analysis.file {
        return Ok(entity.span);
    }
    let file = analysis.sources.file(entity.definition.file);
    let is_builtin = match &analysis.source {
        Source::Program(program) => program.builtin_files.contains_key(&entity.definition.file),
        Source::Rules(_) => false,
    };
    if is_builtin {
        return Err("the standard library defines this name".to_owned());
    }
    if file.name().ends_with(".td") {
        return Err("a `.td` file defines this name; rename it there".to_owned());
    }
    Ok(entity.span)
}

/// The places that must change for the name at an offset to be `name`.
///
/// # Errors
///
/// The reason why it cannot have that name.
pub(crate) fn rename(analysis: &Analysis, offset: u32, name: &str) -> Result<Vec<Span>, String> {
    renamable(analysis, offset)?;
    if !is_name(name) {
        return Err(format!("`{name}` is not a name"));
    }
    let Some(entity) = entity(analysis, offset) else {
        return Ok(Vec::new());
    };
    if analysis.sources.text(entity.definition) == name {
        return Ok(Vec::new());
    }
    if let Some(other) = conflict(analysis, entity, name) {
        let place = analysis.sources.position(other);
        return Err(format!("`{name}` is defined in line {}", place.line));
    }
    let mut places = vec![entity.definition];
    places.extend(uses_of(analysis, entity));
    Ok(places)
}

/// Whether a text is one word that may name something.
fn is_name(text: &str) -> bool {
    let tokens = lexer::lex(FileId::default(), text, &mut Diagnostics::default());
    let kinds: Vec<TokenKind> = tokens.iter().map(|token: &Token| token.kind).collect();
    matches!(kinds.as_slice(), [kind, TokenKind::End] if kind.is_name())
}

/// Another definition of that name in a declaration that defines or mentions the entity,
/// or at the top level.
fn conflict(analysis: &Analysis, entity: Entity, name: &str) -> Option<Span> {
    let mut places = uses_of(analysis, entity);
    places.push(entity.definition);
    let around: Vec<Span> = match &analysis.source {
        Source::Program(_) => {
            let items = analysis.tree().map_or(&[][..], |tree| &tree.items);
            let items = items.iter().map(Item::span);
            items
                .filter(|item| places.iter().any(|place| item.contains(*place)))
                .collect()
        }
        Source::Rules(document) => td::item_around(document, entity.definition)
            .into_iter()
            .collect(),
    };
    let mut others = analysis.index.definitions.iter();
    others
        .find(|other| {
            let is_near = around.iter().any(|item| item.contains(other.span));
            other.name == name && (is_near || !is_local(other.kind))
        })
        .map(|other| other.span)
}

#[cfg(test)]
mod tests {
    use super::rename;
    use crate::editor::ide::testing::{analyze, shown};
    use expect_test::{Expect, expect};

    fn check(marked: &str, name: &str, expected: Expect) {
        let (analysis, offset) = analyze(marked);
        let text = match rename(&analysis, offset, name) {
            Ok(places) => {
                let places = places.iter().map(|span| shown(&analysis, *span));
                places.collect::<Vec<_>>().join("\n")
            }
            Err(reason) => format!("error: {reason}"),
        };
        expected.assert_eq(&text);
    }

    #[test]
    fn variables_get_other_names() {
        let text = "Pattern {\n  let x: Value;\n  let y = op<test.a>($0x);\n  erase y;\n}";
        check(
            text,
            "z",
            expect![[r#"
            main.pdll:2:7-2:8 x
            main.pdll:3:22-3:23 x"#]],
        );
        check(text, "y", expect!["error: `y` is defined in line 3"]);
        check(
            "Constraint $0C(v: Value);\nPattern { let y: Value; erase op<a.b>(x: C); }",
            "y",
            expect!["error: `y` is defined in line 2"],
        );
        check(text, "let", expect!["error: `let` is not a name"]);
        check(text, "a b", expect!["error: `a b` is not a name"]);
        check(text, "x", expect![[r#""#]]);
    }

    #[test]
    fn definitions_keep_theirs() {
        check(
            "Pattern => erase op<$0test.pair>;",
            "test.x",
            expect!["error: a `.td` file defines this name; rename it there"],
        );
        check(
            "Pattern => era$0se op<test.pair>;",
            "x",
            expect!["error: expected a name that the program defines"],
        );
    }
}
