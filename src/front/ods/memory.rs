//! Results of TableGen that a process keeps for itself.

use super::{
    import::{ImportKey, Imported},
    read::Outcome,
};
use blake3::Hash;
use rustc_hash::FxHashMap;
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// What TableGen has said in this process. Unlike the [`Cache`](super::Cache), it also
/// knows which files have errors, or take too long. Clones share what they know.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    known: Arc<Mutex<Known>>,
}

#[derive(Debug, Default)]
struct Known {
    outcomes: FxHashMap<Hash, Outcome>,
    /// The keys, oldest first.
    order: VecDeque<Hash>,
    /// What programs import, in the order in which it was asked for.
    imports: VecDeque<(ImportKey, Imported)>,
}

/// How many results are kept. Each edit of a `.td` file leads to another one.
const MAX_OUTCOMES: usize = 64;

/// How many imports are kept. Each document that is being edited has one.
const MAX_IMPORTS: usize = 16;

impl Memory {
    /// The result that is kept under a key.
    pub(super) fn recall(&self, key: &Hash) -> Option<Outcome> {
        self.lock().outcomes.get(key).cloned()
    }

    /// Keeps a result, in the place of the oldest one if there are many.
    pub(super) fn keep(&self, key: Hash, outcome: Outcome) {
        let mut known = self.lock();
        if known.outcomes.insert(key, outcome).is_none() {
            known.order.push_back(key);
        }
        if known.order.len() > MAX_OUTCOMES
            && let Some(oldest) = known.order.pop_front()
        {
            known.outcomes.remove(&oldest);
        }
    }

    /// The import that is kept under a key.
    pub(super) fn recall_import(&self, key: &ImportKey) -> Option<Imported> {
        let imports = &mut self.lock().imports;
        let known = imports.iter().position(|(known, _)| known == key)?;
        let import = imports.remove(known)?;
        let imported = import.1.clone();
        imports.push_back(import);
        Some(imported)
    }

    /// Keeps an import, in the place of the one that nobody has asked for longest if
    /// there are many.
    pub(super) fn keep_import(&self, key: ImportKey, imported: Imported) {
        let imports = &mut self.lock().imports;
        imports.push_back((key, imported));
        if imports.len() > MAX_IMPORTS {
            imports.pop_front();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_result_is_forgotten() {
        let memory = Memory::default();
        let key = |number: usize| blake3::hash(&number.to_le_bytes());
        let failure = || Outcome::Failed("it failed".to_owned(), String::new());
        for number in 0..=MAX_OUTCOMES {
            memory.keep(key(number), failure());
            memory.keep(key(number), failure());
        }
        assert!(memory.recall(&key(0)).is_none());
        for number in 1..=MAX_OUTCOMES {
            assert!(memory.recall(&key(number)).is_some(), "{number}");
        }
    }
}
