//! Names. There is one namespace, and no name hides one that was defined before.
//!
//! What is declared at the top level is visible everywhere. A name of a block
//! may be the same as one that is declared further down at the top level, and
//! hides it, so that a declaration that is added at the end breaks nothing.

use super::{function::FunctionId, predicate::PredicateId};
use crate::{
    base::diagnostic::closest,
    base::source::Span,
    sema::{
        expr::{StaticType, Value},
        index::EntityKind,
    },
    syntax::ast::Ident,
};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

/// What a name stands for.
#[derive(Debug, Clone)]
pub(in crate::sema) enum Entity {
    /// A variable with its value.
    Variable(Value),
    /// A pattern.
    Pattern,
    /// A constraint or rewrite.
    Function(FunctionId),
    /// A predicate.
    Predicate(PredicateId),
    /// Something whose definition has an error. Its uses are not reported.
    Poisoned,
}

impl Entity {
    /// The type of a variable.
    pub(in crate::sema) fn static_type(&self) -> Option<StaticType> {
        match self {
            Entity::Variable(value) => Some(value.static_type()),
            Entity::Pattern | Entity::Function(_) | Entity::Predicate(_) | Entity::Poisoned => None,
        }
    }
}

/// What [`Scope::find`] finds.
pub(in crate::sema) struct Found {
    pub(in crate::sema) entity: Entity,
    pub(in crate::sema) kind: EntityKind,
    /// Where it is defined.
    pub(in crate::sema) span: Span,
    /// The number of the top-level declaration that it is, or is part of.
    pub(in crate::sema) item: usize,
}

#[derive(Debug)]
struct Definition {
    entity: Entity,
    kind: EntityKind,
    span: Span,
    used: bool,
    /// The number of the top-level declaration that it is, or is part of.
    item: usize,
}

/// The names that are visible, innermost block last.
#[derive(Debug)]
pub(in crate::sema) struct Scope {
    /// The top level and, while a declaration is analyzed, its open blocks.
    blocks: Vec<FxHashMap<SmolStr, Definition>>,
    /// The number of the top-level declaration that is analyzed.
    item: usize,
}

impl Default for Scope {
    fn default() -> Self {
        Scope {
            blocks: vec![FxHashMap::default()],
            item: 0,
        }
    }
}

/// The blocks of a declaration whose analysis waits for that of another one.
pub(in crate::sema) struct Suspended {
    blocks: Vec<FxHashMap<SmolStr, Definition>>,
    item: usize,
}

/// A variable that nothing has used.
pub(in crate::sema) struct Unused {
    pub(in crate::sema) name: SmolStr,
    /// Where it is defined.
    pub(in crate::sema) span: Span,
    /// Whether the same name after a `_` is taken.
    pub(in crate::sema) has_marked: bool,
}

impl Scope {
    /// Enters a top-level declaration, in which none of the open blocks is
    /// visible.
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
        self.blocks.push(FxHashMap::default());
    }

    /// Forgets the names of the innermost block. Returns the variables that
    /// nothing has used, in source order.
    pub(in crate::sema) fn close(&mut self) -> Vec<Unused> {
        let unused = self.blocks.last().into_iter().flatten();
        let unused = unused.filter(|(_, definition)| {
            !definition.used && matches!(definition.entity, Entity::Variable(..))
        });
        let mut unused: Vec<_> = unused
            .map(|(name, definition)| {
                let marked = format!("_{name}");
                Unused {
                    name: name.clone(),
                    span: definition.span,
                    has_marked: self.blocks.iter().any(|block| block.contains_key(&*marked)),
                }
            })
            .collect();
        self.blocks.pop();
        unused.sort_by_key(|unused| unused.span);
        unused
    }

    /// Makes a name known in the innermost block, or returns where it is
    /// defined already. A name of an outer block is then poisoned in this one,
    /// since it is ambiguous there.
    pub(in crate::sema) fn define(
        &mut self,
        name: &Ident,
        kind: EntityKind,
        entity: Entity,
    ) -> Result<(), Span> {
        let Ident { text: name, span } = name;
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
            kind,
            span: *span,
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
    pub(in crate::sema) fn find(&mut self, name: &str) -> Option<Found> {
        let definition = self.visible(name)?;
        definition.used = true;
        Some(Found {
            entity: definition.entity.clone(),
            kind: definition.kind,
            span: definition.span,
            item: definition.item,
        })
    }

    /// Marks a variable as used, though nothing mentions it.
    pub(in crate::sema) fn mark_used(&mut self, name: &str) {
        if let Some(definition) = self.visible(name) {
            definition.used = true;
        }
    }

    fn visible(&mut self, name: &str) -> Option<&mut Definition> {
        let mut blocks = self.blocks.iter_mut().rev();
        blocks.find_map(|block| block.get_mut(name))
    }

    /// The visible constraint or rewrite whose name is most like `name`.
    pub(in crate::sema) fn suggest_function(&self, name: &str) -> Option<&str> {
        self.suggest_if(name, |entity| {
            matches!(entity, Entity::Function(_) | Entity::Predicate(_))
        })
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
