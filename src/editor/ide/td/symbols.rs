//! Classes, defs and rules, as editors list them.

use super::{
    super::{
        Analysis,
        symbols::{PatternName, Symbol, SymbolKind, variables},
    },
    Document,
    outline::{Item, ItemKind, MentionKind},
};
use crate::base::source::Span;

/// The classes, defs and others of the document, in order.
pub(crate) fn symbols(analysis: &Analysis, document: &Document) -> Vec<Symbol> {
    inside(analysis, document, None)
}

/// The items directly inside another one, or in none.
fn inside(analysis: &Analysis, document: &Document, outer: Option<usize>) -> Vec<Symbol> {
    let items = document.outline().items.iter().enumerate();
    items
        .filter(|(_, item)| item.outer == outer)
        .map(|(number, item)| symbol(analysis, document, number, item))
        .collect()
}

fn symbol(analysis: &Analysis, document: &Document, number: usize, item: &Item) -> Symbol {
    let span = document.span(&item.span);
    let title = document.span(&item.title);
    let is_rule = document.rule_items.contains(&number);
    let kind = match item.kind {
        _ if is_rule => SymbolKind::Pattern,
        ItemKind::Class | ItemKind::Multiclass | ItemKind::Deftype => SymbolKind::Class,
        ItemKind::Def | ItemKind::Defm | ItemKind::Defset => SymbolKind::Record,
        ItemKind::Defvar => SymbolKind::Variable,
    };
    let keyword = document.span(&item.keyword);
    let name = match analysis.sources.text(title) {
        "" if is_rule => root(analysis, document, number),
        "" => format!("<{}>", analysis.sources.text(keyword)),
        title => title.split_whitespace().collect::<Vec<_>>().join(" "),
    };
    let parents = item.parents.iter();
    let parents = parents.map(|parent| analysis.sources.text(document.span(parent)));
    let children = match item.kind {
        ItemKind::Multiclass | ItemKind::Defset => inside(analysis, document, Some(number)),
        _ if is_rule => variables(analysis, span),
        _ => Vec::new(),
    };
    Symbol {
        name,
        kind,
        detail: parents.collect::<Vec<_>>().join(", "),
        span,
        name_span: if title.start < title.end {
            title
        } else {
            keyword
        },
        children,
    }
}

/// What stands for the name of a rule: the operation that it rewrites.
fn root(analysis: &Analysis, document: &Document, number: usize) -> String {
    let text = analysis.text();
    let mentions = document.outline().mentions.iter();
    let mut own = mentions
        .filter(|mention| mention.item == Some(number) && mention.kind != MentionKind::Variable);
    let operator = own.find(|mention| {
        let before = &text[..mention.name.start as usize];
        before.trim_end().ends_with('(')
    });
    match operator {
        Some(operator) => {
            let name = analysis.sources.text(document.span(&operator.name));
            format!("<{name}>")
        }
        None => "<rule>".to_owned(),
    }
}

/// The rules of the document. Each instance of a rule in a multiclass has a name.
pub(crate) fn rules(document: &Document) -> Vec<PatternName> {
    let rules = &document.rules;
    let own = rules.rules.rules.iter();
    let own = own.filter(|rule| rule.span.file == rules.file);
    own.map(|rule| PatternName {
        name: rule.name.as_ref().map(ToString::to_string),
        name_span: rule.span,
        start: rule.span,
    })
    .collect()
}

/// The innermost item that holds a place.
pub(crate) fn item_around(document: &Document, place: Span) -> Option<Span> {
    let item = document.outline().item_at(place.start)?;
    Some(document.span(&item.span))
}
