//! Names. There is one namespace, and no name hides another one.

use crate::{hir::NodeId, source::Span};
use smol_str::SmolStr;
use std::collections::HashMap;
use strsim::osa_distance;

/// What a name stands for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Entity {
    /// A variable with the node of its value.
    Variable(NodeId),
    /// A pattern.
    Pattern,
    /// Something whose definition has an error. Uses say nothing.
    Poisoned,
}

#[derive(Debug)]
struct Definition {
    entity: Entity,
    span: Span,
    used: bool,
}

impl Definition {
    fn new(entity: Entity, span: Span) -> Self {
        Definition {
            entity,
            span,
            used: false,
        }
    }
}

/// The names that are visible, innermost block last.
#[derive(Debug)]
pub(super) struct Scope {
    blocks: Vec<HashMap<SmolStr, Definition>>,
}

impl Default for Scope {
    fn default() -> Self {
        Scope {
            blocks: vec![HashMap::new()],
        }
    }
}

impl Scope {
    pub(super) fn open(&mut self) {
        self.blocks.push(HashMap::new());
    }

    /// Forgets the names of the innermost block. Returns where the variables
    /// are defined that nothing has used, in source order.
    pub(super) fn close(&mut self) -> Vec<(SmolStr, Span)> {
        let names = self.blocks.pop().unwrap_or_default();
        let mut unused: Vec<_> = names
            .into_iter()
            .filter(|(_, definition)| {
                !definition.used && matches!(definition.entity, Entity::Variable(..))
            })
            .map(|(name, definition)| (name, definition.span))
            .collect();
        unused.sort_by_key(|(_, span)| *span);
        unused
    }

    /// Makes a name known in the innermost block, or returns where it is
    /// defined already. A name of an outer block is then poisoned in this one,
    /// since nobody can tell which is meant.
    pub(super) fn define(
        &mut self,
        name: &SmolStr,
        span: Span,
        entity: Entity,
    ) -> Result<(), Span> {
        if let Some(previous) = self.blocks.iter().find_map(|block| block.get(name)) {
            let previous = previous.span;
            self.innermost()
                .entry(name.clone())
                .or_insert(Definition::new(Entity::Poisoned, span));
            return Err(previous);
        }
        self.innermost()
            .insert(name.clone(), Definition::new(entity, span));
        Ok(())
    }

    fn innermost(&mut self) -> &mut HashMap<SmolStr, Definition> {
        self.blocks
            .last_mut()
            .expect("the module's block is never closed")
    }

    /// Looks a name up, which counts as a use.
    pub(super) fn find(&mut self, name: &str) -> Option<(Entity, Span)> {
        let definition = self
            .blocks
            .iter_mut()
            .rev()
            .find_map(|block| block.get_mut(name))?;
        definition.used = true;
        Some((definition.entity, definition.span))
    }

    /// The visible variable whose name is most like `name`.
    pub(super) fn suggest(&self, name: &str) -> Option<&str> {
        let variables = self.blocks.iter().flat_map(|block| {
            let mut names: Vec<_> = block
                .iter()
                .filter(|(_, definition)| matches!(definition.entity, Entity::Variable(..)))
                .map(|(name, _)| name.as_str())
                .collect();
            names.sort_unstable();
            names
        });
        closest(name, variables)
    }
}

/// The candidate that a typing error may have turned into `name`: less than
/// half of its letters away, and a third of them at most.
pub(super) fn closest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let letters = name.chars().count();
    let limit = letters.div_ceil(3).min(letters / 2);
    candidates
        .into_iter()
        .map(|candidate| (osa_distance(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}
