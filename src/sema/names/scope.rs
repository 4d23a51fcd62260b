//! Names. There is one namespace, and no name hides one that was there before.
//!
//! What is declared at the top level is visible everywhere. A name of a block
//! may be the same as one that is declared further down at the top level, and
//! hides it, so that a declaration that is added at the end breaks nothing.

use super::function::FunctionId;
use crate::{diagnostic::closest, sema::expr::Value, source::Span};
use smol_str::SmolStr;
use std::collections::HashMap;

/// What a name stands for.
#[derive(Debug, Clone)]
pub(in crate::sema) enum Entity {
    /// A variable with its value.
    Variable(Value),
    /// A pattern.
    Pattern,
    /// A constraint or rewrite.
    Function(FunctionId),
    /// Something whose definition has an error. Uses say nothing.
    Poisoned,
}

#[derive(Debug)]
struct Definition {
    entity: Entity,
    span: Span,
    used: bool,
    /// The number of the top-level declaration that it is, or is part of.
    item: usize,
}

/// The names that are visible, innermost block last.
#[derive(Debug)]
pub(in crate::sema) struct Scope {
    /// The top level and, while a declaration is analyzed, its open blocks.
    blocks: Vec<HashMap<SmolStr, Definition>>,
    /// The number of the top-level declaration that is analyzed.
    item: usize,
}

impl Default for Scope {
    fn default() -> Self {
        Scope {
            blocks: vec![HashMap::new()],
            item: 0,
        }
    }
}

/// The blocks of a declaration whose analysis waits for that of another one.
pub(in crate::sema) struct Suspended {
    blocks: Vec<HashMap<SmolStr, Definition>>,
    item: usize,
}

impl Scope {
    /// Turns to a top-level declaration. None of the open blocks is visible
    /// there.
    pub(in crate::sema) fn enter_item(&mut self, item: usize) -> Suspended {
        Suspended {
            blocks: self.blocks.split_off(1),
            item: std::mem::replace(&mut self.item, item),
        }
    }

    /// Goes on where [`Scope::enter_item`] left off.
    pub(in crate::sema) fn resume(&mut self, suspended: Suspended) {
        self.blocks.truncate(1);
        self.blocks.extend(suspended.blocks);
        self.item = suspended.item;
    }

    /// The number of the top-level declaration that is analyzed.
    pub(in crate::sema) fn item(&self) -> usize {
        self.item
    }

    pub(in crate::sema) fn open(&mut self) {
        self.blocks.push(HashMap::new());
    }

    /// Forgets the names of the innermost block. Returns where the variables
    /// are defined that nothing has used, in source order.
    pub(in crate::sema) fn close(&mut self) -> Vec<(SmolStr, Span)> {
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
    pub(in crate::sema) fn define(
        &mut self,
        name: &SmolStr,
        span: Span,
        entity: Entity,
    ) -> Result<(), Span> {
        let item = self.item;
        let is_local = self.blocks.len() > 1;
        let previous = self.blocks.iter().enumerate().find_map(|(depth, block)| {
            block
                .get(name)
                .filter(|definition| !is_local || depth > 0 || definition.item < item)
        });
        let previous = previous.map(|definition| definition.span);
        let block = self
            .blocks
            .last_mut()
            .expect("the module's block is never closed");
        let definition = |entity| Definition {
            entity,
            span,
            used: false,
            item,
        };
        match previous {
            Some(previous) => {
                block
                    .entry(name.clone())
                    .or_insert_with(|| definition(Entity::Poisoned));
                Err(previous)
            }
            None => {
                block.insert(name.clone(), definition(entity));
                Ok(())
            }
        }
    }

    /// Looks a name up, which counts as a use.
    pub(in crate::sema) fn find(&mut self, name: &str) -> Option<(Entity, Span)> {
        let definition = self
            .blocks
            .iter_mut()
            .rev()
            .find_map(|block| block.get_mut(name))?;
        definition.used = true;
        Some((definition.entity.clone(), definition.span))
    }

    /// The visible constraint or rewrite whose name is most like `name`.
    pub(in crate::sema) fn suggest_function(&self, name: &str) -> Option<&str> {
        self.suggest_if(name, |entity| matches!(entity, Entity::Function(_)))
    }

    /// The visible variable whose name is most like `name`.
    pub(in crate::sema) fn suggest_variable(&self, name: &str) -> Option<&str> {
        self.suggest_if(name, |entity| matches!(entity, Entity::Variable(_)))
    }

    fn suggest_if(&self, name: &str, is_candidate: impl Fn(&Entity) -> bool) -> Option<&str> {
        let candidates = self.blocks.iter().flat_map(|block| {
            let mut names: Vec<_> = block
                .iter()
                .filter(|(_, definition)| is_candidate(&definition.entity))
                .map(|(name, _)| name.as_str())
                .collect();
            names.sort_unstable();
            names
        });
        closest(name, candidates)
    }
}
