//! Warnings about pattern files, for the pass that runs the patterns. It shows
//! those of patterns that rewrote nothing.

use crate::{
    base::diagnostic::{Diagnostic, Severity},
    base::source::{FileId, SourceMap, Span},
    front::contract::WARNINGS,
    library::session::Session,
};
use melior::{
    Context,
    ir::{
        Attribute, BlockLike, Location, Module,
        attribute::ArrayAttribute,
        operation::{OperationLike, OperationMutLike},
    },
};
use std::collections::BTreeMap;

/// Adds to each pattern of a module the warnings of the session that are inside
/// its declaration.
pub(super) fn attach<'c>(
    context: &'c Context,
    module: &Module<'c>,
    declarations: &[Option<Span>],
    session: &Session<'_>,
) {
    let warnings = by_place(session);
    if warnings.is_empty() {
        return;
    }
    let mut next = module.body().first_operation_mut();
    for declaration in declarations {
        let mut pattern = next.expect("each pattern has an operation");
        let warnings = declaration.map_or_else(Vec::new, |declaration| {
            let (file, places) = (declaration.file, declaration.start..declaration.end);
            let inside = warnings.range((file, places.start)..(file, places.end));
            let inside = inside.flat_map(|(_, warnings)| warnings);
            let attribute = |one: &&Diagnostic| attribute(context, &session.sources, one);
            inside.map(attribute).collect()
        });
        if !warnings.is_empty() {
            let warnings: Attribute<'c> = ArrayAttribute::new(context, &warnings).into();
            pattern.set_attribute(WARNINGS, warnings);
        }
        next = pattern.next_in_block_mut();
    }
}

/// The warnings that have a place, in the order of their places.
fn by_place<'d>(session: &'d Session<'_>) -> BTreeMap<(FileId, u32), Vec<&'d Diagnostic>> {
    let mut places: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for diagnostic in session.diagnostics.iter() {
        if diagnostic.severity == Severity::Warning
            && let Some(span) = diagnostic.span
        {
            let warnings = places.entry((span.file, span.start)).or_default();
            warnings.push(diagnostic);
        }
    }
    places
}

/// The message and the place as a location.
fn attribute<'c>(context: &'c Context, sources: &SourceMap, warning: &Diagnostic) -> Attribute<'c> {
    let span = warning.span.expect("warnings by place have one");
    let position = sources.position(span);
    let place = Location::new(
        context,
        sources.file(span.file).name(),
        position.line as usize,
        position.column as usize,
    );
    let name = warning.name.map(|name| format!(" [-W{name}]"));
    let message = warning.message.clone() + &name.unwrap_or_default();
    Location::name(context, &message, place).to_attribute()
}
