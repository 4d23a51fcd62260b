//! What there is to read about a name.

use super::{
    super::{
        Analysis,
        entity::{Entity, entity, touches},
        hover::{Hover, operation},
        links::links,
    },
    Document,
    outline::{Item, ItemKind},
    variables,
};
use crate::{
    base::source::{FileId, Span},
    front::ods::{
        Constraint,
        rules::{ConstraintRecord, Record, RecordKind},
    },
    front::sema::EntityKind,
};
use std::fmt::Write;

/// What there is to read about the text at an offset.
pub(crate) fn hover(analysis: &Analysis, document: &Document, offset: u32) -> Option<Hover> {
    let mut links = links(analysis).into_iter();
    if let Some(link) = links.find(|link| touches(analysis, link.span, offset)) {
        let file = link.path.file_name()?.to_string_lossy().into_owned();
        return Some(Hover {
            span: link.span,
            markdown: format!("`{file}`\n***\n{}", link.path.display()),
        });
    }
    if let Some(entity) = entity(analysis, offset) {
        let markdown = of_entity(analysis, document, entity)?;
        let span = entity.span;
        return Some(Hover { span, markdown });
    }
    // A rule without a name is known by its keyword.
    let outline = document.outline();
    let mut items = outline.items.iter();
    let item = items.find(|item| touches(analysis, document.span(&item.keyword), offset))?;
    let span = document.span(&item.keyword);
    let markdown = rule(analysis, document, item, span)?;
    Some(Hover { span, markdown })
}

fn of_entity(analysis: &Analysis, document: &Document, entity: Entity) -> Option<String> {
    let name = analysis.sources.text(entity.span);
    match entity.kind {
        EntityKind::Parameter => Some(format!("**Parameter**: `{name}`\n***\n")),
        EntityKind::Variable => Some(variables::describe(analysis, document, entity, name)),
        _ => {
            let found = document.item(entity.definition);
            let of_rule =
                found.and_then(|(_, item)| rule(analysis, document, item, entity.definition));
            let known = of_rule.or_else(|| of_record(analysis, document, entity.definition, name));
            known.or_else(|| found.map(|(file, item)| source(analysis, file, item)))
        }
    }
}

/// A rule of the document that is defined at a place.
fn rule(analysis: &Analysis, document: &Document, item: &Item, at: Span) -> Option<String> {
    let rules = &document.rules.rules;
    let all = rules.rules.iter().zip(&document.previews);
    let mut instances = all.filter(|(rule, _)| rule.span == at);
    let (first, preview) = instances.next()?;
    let mut markdown = "**Rule**".to_owned();
    if let Some(name) = &first.name {
        let _ = write!(markdown, ": `{name}`");
    }
    markdown += "\n***\n";
    if let Some(benefit) = preview.benefit {
        let _ = writeln!(markdown, "Benefit: {benefit}");
    }
    if let RecordKind::Operation(root) = &rules.record(first.source.operator).kind {
        let _ = writeln!(markdown, "RootOp: `{}`", root.name);
    }
    let further = instances.count();
    if further > 0 {
        let _ = writeln!(markdown, "\nThe first of {} instances.", further + 1);
    }
    markdown += &comment(analysis, at.file, item);
    if let Some(pdll) = preview.text() {
        let _ = write!(markdown, "\n```pdll\n{pdll}```\n");
    }
    Some(markdown)
}

/// What TableGen knows about a def.
fn of_record(
    analysis: &Analysis,
    document: &Document,
    definition: Span,
    name: &str,
) -> Option<String> {
    let ods = &document.rules.ods;
    if let Some(found) = ods.operations().find(|one| one.span == definition) {
        return Some(operation(analysis, found));
    }
    let mut constraints = ods.constraints();
    if let Some(found) = constraints.find(|one| one.span == definition) {
        return Some(constraint(found));
    }
    let records = &document.rules.rules.records;
    let is_it = |one: &&Record| one.span == definition && one.name == name;
    let record = records.iter().find(is_it)?;
    match &record.kind {
        RecordKind::Operation(found) => Some(operation(analysis, ods.operation(&found.name)?)),
        RecordKind::NativeCall { code, returns } => {
            let mut text = format!("**NativeCodeCall**: `{name}`\n***\n```cpp\n{code}\n```\n");
            if *returns != 1 {
                let _ = writeln!(text, "\nValues that it returns: {returns}");
            }
            Some(text)
        }
        RecordKind::Type(one) | RecordKind::Constraint(one) => Some(of_constraint(name, one)),
        RecordKind::Attribute(attribute) => Some(of_constraint(name, &attribute.constraint)),
        RecordKind::Property(property) => Some(of_constraint(name, &property.constraint)),
        RecordKind::Marker | RecordKind::Other => None,
    }
}

fn constraint(constraint: &Constraint) -> String {
    let Constraint {
        name,
        summary,
        description,
        condition,
        class,
        ..
    } = constraint;
    let mut text = format!("**Constraint**: `{name}`\n***\n{summary}\n");
    if !description.is_empty() {
        let _ = writeln!(text, "\n{description}");
    }
    text + &demand(condition, class)
}

/// A constraint of rules.
fn of_constraint(name: &str, constraint: &ConstraintRecord) -> String {
    let summary = &constraint.summary;
    let text = format!("**Constraint**: `{name}`\n***\n{summary}\n");
    text + &demand(&constraint.condition, &constraint.class)
}

/// The condition and the class of a constraint, both in C++.
pub(super) fn demand(condition: &str, class: &str) -> String {
    let mut text = String::new();
    if !condition.trim().is_empty() {
        let _ = write!(text, "\n```cpp\n{}\n```\n", condition.trim());
    }
    if !class.is_empty() {
        let _ = writeln!(text, "\nC++ class: `{class}`");
    }
    text
}

/// How many lines of a definition are shown.
const MAX_LINES: usize = 12;

/// A class, def or other, as its file has it.
fn source(analysis: &Analysis, file: FileId, item: &Item) -> String {
    let text = analysis.sources.file(file).text();
    let shown = match item.kind {
        // What is inside is long.
        ItemKind::Multiclass | ItemKind::Defset => &item.head,
        _ => &item.span,
    };
    let shown = &text[shown.start as usize..shown.end as usize];
    let mut lines: Vec<&str> = shown.lines().take(MAX_LINES).collect();
    if shown.lines().count() > MAX_LINES {
        lines.push("…");
    }
    let title = match item.kind {
        ItemKind::Class => "Class",
        ItemKind::Multiclass => "Multiclass",
        ItemKind::Def | ItemKind::Defm => "Def",
        ItemKind::Defset => "Set of defs",
        ItemKind::Defvar => "Value",
        ItemKind::Deftype => "Type",
    };
    let name = &text[item.title.start as usize..item.title.end as usize];
    let comment = comment(analysis, file, item);
    format!(
        "**{title}**: `{name}`\n***\n{comment}\n```tablegen\n{}\n```\n",
        lines.join("\n")
    )
}

/// The lines of comment right above an item, after a blank line.
fn comment(analysis: &Analysis, file: FileId, item: &Item) -> String {
    let text = &analysis.sources.file(file).text()[..item.keyword.start as usize];
    let above = text.rfind('\n').map_or("", |end| &text[..end]);
    let lines = above.lines().rev().map(str::trim);
    let mut lines: Vec<_> = lines.map_while(|line| line.strip_prefix("//")).collect();
    lines.reverse();
    let lines: Vec<_> = lines
        .iter()
        .map(|line| line.trim_start_matches('/').trim())
        .collect();
    match lines.is_empty() {
        true => String::new(),
        false => format!("\n{}\n", lines.join("\n")),
    }
}
