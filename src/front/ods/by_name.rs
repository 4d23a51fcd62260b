//! Definitions that are found by their names.

use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use std::collections::BTreeMap;

/// Definitions of different names. Patterns name the same few again and again, so that they
/// are not searched for in the order in which they are listed.
#[derive(Debug, Clone)]
pub(super) struct ByName<T> {
    all: Vec<T>,
    /// Their places in it.
    places: FxHashMap<SmolStr, usize>,
    sorted: BTreeMap<SmolStr, usize>,
}

impl<T> Default for ByName<T> {
    fn default() -> Self {
        ByName {
            all: Vec::new(),
            places: FxHashMap::default(),
            sorted: BTreeMap::new(),
        }
    }
}

impl<T> ByName<T> {
    /// Adds a definition, unless one of that name is known.
    pub(super) fn add(&mut self, name: SmolStr, definition: T) {
        if self.places.contains_key(&name) {
            return;
        }
        self.places.insert(name.clone(), self.all.len());
        self.sorted.insert(name, self.all.len());
        self.all.push(definition);
    }

    pub(super) fn get(&self, name: &str) -> Option<&T> {
        self.places.get(name).map(|place| &self.all[*place])
    }

    /// All, by name.
    pub(super) fn values(&self) -> impl Iterator<Item = &T> {
        self.sorted.values().map(|place| &self.all[*place])
    }
}
