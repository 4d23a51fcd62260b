//! The name at an offset, and what it stands for.

use super::Analysis;
use crate::{
    base::source::Span,
    front::sema::{Definition, EntityKind, Use},
};

/// A name at an offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entity {
    /// Where the name stands.
    pub(crate) span: Span,
    /// Where it is defined. It may be the same place.
    pub(crate) definition: Span,
    /// What it names.
    pub(crate) kind: EntityKind,
}

/// The name that contains or ends at an offset, if it is known what it stands for.
pub(crate) fn entity(analysis: &Analysis, offset: u32) -> Option<Entity> {
    let place = analysis.around(offset);
    let uses = analysis.index.uses_in(place).iter().map(of_use);
    let definitions = analysis.index.definitions_in(place).iter();
    let definitions = definitions.map(of_definition);
    let candidates = uses
        .chain(definitions)
        .filter(|one| touches(analysis, one.span, offset));
    // The dot between two names ends one and precedes the other: what starts later
    // is the more precise one.
    candidates.max_by_key(|one| one.span.start)
}

/// Whether an offset of the text is in a place, or at its end.
pub(super) fn touches(analysis: &Analysis, span: Span, offset: u32) -> bool {
    span.file == analysis.file && span.start <= offset && offset <= span.end
}

fn of_use(one: &Use) -> Entity {
    Entity {
        span: one.span,
        definition: one.definition,
        kind: one.kind,
    }
}

fn of_definition(one: &Definition) -> Entity {
    Entity {
        span: one.span,
        definition: one.span,
        kind: one.kind,
    }
}
