//! What each name of a `.td` file stands for.

use super::{
    Document,
    outline::{Item, ItemKind, Local, LocalKind, Mention, MentionKind, Outline, Place},
    span_in,
};
use crate::{
    base::source::{FileId, SourceMap, Span},
    front::sema::{Definition, EntityKind, Index, Use},
};
use std::collections::{BTreeSet, HashMap};

/// The names that the document defines, and those that it uses. Also which of its items
/// are rules.
pub(super) fn names(document: &Document, sources: &SourceMap) -> (Index, BTreeSet<usize>) {
    let file = document.rules.file;
    let outline = document.outline();
    let names = Names::new(document, sources);
    let mut index = Index::default();
    index.definitions.extend(names.own_definitions(outline));
    let mut variables: HashMap<(usize, &str), Span> = HashMap::new();
    for mention in &outline.mentions {
        let span = span_in(file, &mention.name);
        if mention.kind != MentionKind::Variable {
            index.uses.extend(names.resolve(outline, mention));
        } else if let Some(item) = mention.item {
            // The first one binds it: the source pattern comes before the others.
            let key = (item, sources.text(span));
            let definition = *variables.entry(key).or_insert(span);
            if definition == span {
                index
                    .definitions
                    .push(definition_at(span, EntityKind::Variable, sources));
            } else {
                index.uses.push(Use {
                    span,
                    definition,
                    kind: EntityKind::Variable,
                });
            }
        }
    }
    let rules = (0..outline.items.len()).filter(|item| names.is_rule((file, *item)));
    (index, rules.collect())
}

fn definition_at(span: Span, kind: EntityKind, sources: &SourceMap) -> Definition {
    Definition {
        name: sources.text(span).into(),
        span,
        kind,
        ty: None,
    }
}

/// An item of a file.
type ItemId = (FileId, usize);

/// The names that are known everywhere, and those of parts of the document.
pub(super) struct Names<'d> {
    document: &'d Document,
    sources: &'d SourceMap,
    classes: HashMap<&'d str, ItemId>,
    multiclasses: HashMap<&'d str, ItemId>,
    values: HashMap<&'d str, ItemId>,
    /// What only TableGen knows, such as the defs of a multiclass.
    records: HashMap<&'d str, Span>,
    locals: HashMap<&'d str, Vec<&'d Local>>,
}

impl<'d> Names<'d> {
    pub(super) fn new(document: &'d Document, sources: &'d SourceMap) -> Self {
        let mut names = Names {
            document,
            sources,
            classes: HashMap::new(),
            multiclasses: HashMap::new(),
            values: HashMap::new(),
            records: HashMap::new(),
            locals: HashMap::new(),
        };
        for (file, outline) in &document.outlines {
            for (number, item) in outline.items.iter().enumerate() {
                names.add(*file, outline, number, item);
            }
        }
        for local in &document.outline().locals {
            let name = names.text(document.rules.file, &local.name);
            names.locals.entry(name).or_default().push(local);
        }
        let records = document.rules.rules.records.iter();
        let records = records.filter(|record| !record.is_anonymous);
        let records = records.map(|record| (&*record.name, record.span));
        let constraints = document.rules.ods.constraints();
        let constraints = constraints.map(|constraint| (&*constraint.name, constraint.span));
        names.records.extend(records.chain(constraints));
        names
    }

    fn text(&self, file: FileId, place: &Place) -> &'d str {
        self.sources.text(span_in(file, place))
    }

    fn add(&mut self, file: FileId, outline: &Outline, number: usize, item: &Item) {
        let Some(place) = &item.name else { return };
        let name = self.text(file, place);
        let table = match item.kind {
            ItemKind::Class => &mut self.classes,
            ItemKind::Multiclass => &mut self.multiclasses,
            // What it defines has other names.
            ItemKind::Defm => return,
            _ if is_in_multiclass(outline, item) => return,
            _ => &mut self.values,
        };
        let known = table.entry(name).or_insert((file, number));
        let known_item = &self.document.outlines[&known.0].items[known.1];
        // A class may be declared before it is defined.
        if is_only_declared(known_item) {
            *known = (file, number);
        }
    }

    /// The items and locals of the document itself.
    fn own_definitions<'n>(&'n self, outline: &'n Outline) -> impl Iterator<Item = Definition> {
        let define = |place: &Place, kind| {
            let span = self.document.span(place);
            definition_at(span, kind, self.sources)
        };
        let items = outline.items.iter();
        let items = items.flat_map(|item| item.name.iter().chain(&item.fields));
        let items = items.map(move |name| define(name, EntityKind::TableGen));
        let locals = outline.locals.iter();
        items.chain(locals.map(move |local| define(&local.name, kind_of(local))))
    }

    fn resolve(&self, outline: &Outline, mention: &Mention) -> Option<Use> {
        let span = self.document.span(&mention.name);
        let name = self.sources.text(span);
        let found = |definition| {
            Some(Use {
                span,
                definition,
                kind: EntityKind::TableGen,
            })
        };
        let field = || {
            let item = (self.document.rules.file, mention.item?);
            self.field(item, name)
        };
        if mention.kind == MentionKind::Field {
            return found(field()?);
        }
        if mention.kind == MentionKind::Value {
            if let Some(local) = self.local(name, mention.name.start) {
                return Some(Use {
                    span,
                    definition: self.document.span(&local.name),
                    kind: kind_of(local),
                });
            }
            if let Some(field) = field() {
                return found(field);
            }
        }
        let tables = match mention.kind {
            MentionKind::Class => [&self.classes, &self.values, &self.multiclasses],
            MentionKind::Multiclass => [&self.multiclasses, &self.classes, &self.values],
            _ => [&self.values, &self.classes, &self.multiclasses],
        };
        // The name in the head of a def that has another name is only a part of it.
        let is_title = mention.item.is_some_and(|item| {
            let title = &outline.items[item].title;
            title.contains(&mention.name.start)
        });
        let tables = tables.into_iter().filter(|_| !is_title);
        let known = tables.filter_map(|table| table.get(name)).next();
        match known {
            Some((file, number)) => {
                let name = self.document.outlines[file].items[*number].name.as_ref()?;
                found(span_in(*file, name))
            }
            None => found(*self.records.get(name).filter(|_| !is_title)?),
        }
    }

    /// The innermost local of that name whose scope holds an offset.
    fn local(&self, name: &str, offset: u32) -> Option<&'d Local> {
        let locals = self.locals.get(name)?.iter();
        let visible = locals.filter(|local| local.scope.contains(&offset));
        visible.max_by_key(|local| local.scope.start).copied()
    }

    /// Whether an item is a def of the class of rules.
    fn is_rule(&self, (file, number): ItemId) -> bool {
        let item = &self.document.outlines[&file].items[number];
        let mut classes = RULES.iter();
        item.kind == ItemKind::Def && classes.any(|class| self.is_derived((file, number), class))
    }

    /// Whether an item is derived from a class of that name.
    pub(super) fn is_derived(&self, item: ItemId, class: &str) -> bool {
        let found = self.hierarchy(item, |file, item| {
            let mut parents = item.parents.iter();
            let is_it = |parent: &Place| self.text(file, parent) == class;
            parents.any(is_it).then_some(())
        });
        found.is_some()
    }

    /// The declaration of a field of an item, in it or in the classes that it is derived
    /// from.
    fn field(&self, item: ItemId, name: &str) -> Option<Span> {
        self.hierarchy(item, |file, item| {
            let is_it = |field: &&Place| self.text(file, field) == name;
            let field = item.fields.iter().find(is_it)?;
            Some(span_in(file, field))
        })
    }

    /// What is found first in an item and the classes that it is derived from.
    fn hierarchy<R>(&self, item: ItemId, find: impl Fn(FileId, &Item) -> Option<R>) -> Option<R> {
        let mut open = vec![item];
        let mut seen: Vec<ItemId> = Vec::new();
        while let Some(next @ (file, number)) = open.pop() {
            if seen.contains(&next) {
                continue;
            }
            seen.push(next);
            let item = &self.document.outlines[&file].items[number];
            if let Some(found) = find(file, item) {
                return Some(found);
            }
            let parents = item.parents.iter();
            open.extend(
                parents.filter_map(|parent| self.classes.get(self.text(file, parent)).copied()),
            );
        }
        None
    }
}

/// The classes of rules, which are known even if their file is not.
const RULES: [&str; 2] = ["Pattern", "Pat"];

fn kind_of(local: &Local) -> EntityKind {
    match local.kind {
        LocalKind::Parameter => EntityKind::Parameter,
        LocalKind::Variable => EntityKind::Variable,
    }
}

/// Whether an item is a part of a multiclass, so that its name is a part of a name.
fn is_in_multiclass(outline: &Outline, item: &Item) -> bool {
    let outer = |number: &usize| outline.items[*number].outer;
    std::iter::successors(item.outer, outer)
        .any(|number| outline.items[number].kind == ItemKind::Multiclass)
}

/// Whether a class is declared and not defined.
fn is_only_declared(item: &Item) -> bool {
    item.parents.is_empty() && item.fields.is_empty() && item.span.end <= item.head.end + 1
}
