//! What the words of the text are.

use super::{
    super::{Analysis, Modifiers, SemanticKind},
    Document,
    lexer::{Token, TokenKind},
    outline::{ItemKind, is_builtin, is_reserved},
    span_in,
};
use crate::{base::source::Span, front::ods::rules::RecordKind, front::sema::EntityKind};
use std::collections::HashMap;

/// The words of the text, in order.
pub(crate) fn words(
    analysis: &Analysis,
    document: &Document,
) -> Vec<(Span, SemanticKind, Modifiers)> {
    let names = names(analysis, document);
    let word = |&token: &Token| {
        let span = span_in(analysis.file, &(token.start..token.end));
        // The name of a variable begins after its `$`.
        let name = match token.kind {
            TokenKind::Variable => token.start + 1,
            _ => token.start,
        };
        if let Some((kind, modifiers)) = names.get(&name) {
            return Some((span, *kind, *modifiers));
        }
        let kind = lexical(token, analysis.sources.text(span))?;
        Some((span, kind, Modifiers::default()))
    };
    document.tokens.iter().filter_map(word).collect()
}

/// What is known of names, by their offsets.
fn names(analysis: &Analysis, document: &Document) -> HashMap<u32, (SemanticKind, Modifiers)> {
    let records = records(document);
    let kind = |kind, definition| match kind {
        EntityKind::TableGen => known(analysis, document, &records, definition),
        kind => kind.into(),
    };
    let definitions = analysis.index.definitions.iter().map(|one| {
        let modifiers = Modifiers {
            is_declaration: true,
            is_library: false,
        };
        (one.span.start, (kind(one.kind, one.span), modifiers))
    });
    let uses = analysis.index.uses.iter().map(|one| {
        let modifiers = Modifiers {
            is_declaration: false,
            is_library: one.definition.file != analysis.file,
        };
        (one.span.start, (kind(one.kind, one.definition), modifiers))
    });
    definitions.chain(uses).collect()
}

/// What defs stand for, by the places of their names.
fn records(document: &Document) -> HashMap<Span, SemanticKind> {
    let operations = document.rules.ods.operations();
    let operations = operations.map(|one| (one.span, SemanticKind::Class));
    let constraints = document.rules.ods.constraints();
    let constraints = constraints.map(|one| (one.span, SemanticKind::Interface));
    let records = document.rules.rules.records.iter().filter_map(|record| {
        let kind = match record.kind {
            RecordKind::NativeCall { .. } => SemanticKind::Function,
            RecordKind::Type(_)
            | RecordKind::Attribute(_)
            | RecordKind::Property(_)
            | RecordKind::Constraint(_) => SemanticKind::Interface,
            RecordKind::Marker => SemanticKind::Keyword,
            RecordKind::Operation(_) | RecordKind::Other => SemanticKind::Class,
        };
        (!record.is_anonymous).then_some((record.span, kind))
    });
    operations.chain(constraints).chain(records).collect()
}

/// What a name of TableGen stands for.
fn known(
    analysis: &Analysis,
    document: &Document,
    records: &HashMap<Span, SemanticKind>,
    definition: Span,
) -> SemanticKind {
    let item = document.item(definition);
    let known = records.get(&definition).copied();
    match item.map(|(_, item)| item.kind) {
        Some(ItemKind::Class | ItemKind::Multiclass | ItemKind::Deftype) => SemanticKind::Type,
        Some(ItemKind::Defvar | ItemKind::Defset) => SemanticKind::Variable,
        Some(ItemKind::Def | ItemKind::Defm) => known.unwrap_or_else(|| {
            // TableGen tells of calls that rules use.
            let mut parents = item.into_iter().flat_map(|(file, item)| {
                let parents = item.parents.iter();
                parents.map(move |parent| analysis.sources.text(span_in(file, parent)))
            });
            match parents.any(|parent| parent == "NativeCodeCall") {
                true => SemanticKind::Function,
                false => SemanticKind::Class,
            }
        }),
        // A field, unless only TableGen knows the record.
        None => known.unwrap_or(SemanticKind::Property),
    }
}

/// What a token is by itself.
fn lexical(token: Token, text: &str) -> Option<SemanticKind> {
    Some(match token.kind {
        TokenKind::Comment => SemanticKind::Comment,
        TokenKind::Directive => SemanticKind::Macro,
        TokenKind::Variable => SemanticKind::Variable,
        TokenKind::Bang => SemanticKind::Keyword,
        TokenKind::String | TokenKind::Code => SemanticKind::String,
        TokenKind::Number => SemanticKind::Number,
        TokenKind::Word if is_reserved(text) => SemanticKind::Keyword,
        TokenKind::Word => match text {
            "true" | "false" => SemanticKind::Keyword,
            _ if is_builtin(text) => SemanticKind::Type,
            _ => return None,
        },
        TokenKind::Whitespace | TokenKind::Symbol(_) | TokenKind::Unknown => return None,
    })
}
