//! Results of TableGen that a process keeps for itself.

use super::read::Outcome;
use blake3::Hash;
use std::{
    collections::{HashMap, VecDeque},
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
    outcomes: HashMap<Hash, Outcome>,
    /// The keys, oldest first.
    order: VecDeque<Hash>,
}

/// How many results are kept. Each edit of a `.td` file leads to another one.
const MAX_OUTCOMES: usize = 64;

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
