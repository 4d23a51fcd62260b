//! Names that differ from all names before them.

use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

/// The names that are taken.
#[derive(Debug, Default)]
pub struct UniqueNames {
    taken: FxHashSet<SmolStr>,
    /// For each name that was wanted again, the number to try next. Smaller ones are
    /// taken.
    next: FxHashMap<SmolStr, u32>,
}

impl UniqueNames {
    /// Takes a name, and returns whether it was free.
    pub fn insert(&mut self, name: &str) -> bool {
        self.taken.insert(name.into())
    }

    /// Takes `wanted`, or if that is taken the first free one of `numbered(first)`,
    /// `numbered(first + 1)` and so on.
    pub fn take(&mut self, wanted: &str, first: u32, numbered: impl Fn(u32) -> SmolStr) -> SmolStr {
        let wanted = SmolStr::new(wanted);
        if self.taken.insert(wanted.clone()) {
            return wanted;
        }
        let next = self.next.entry(wanted).or_insert(first);
        loop {
            let name = numbered(*next);
            *next += 1;
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use smol_str::format_smolstr;

    #[test]
    fn numbers_that_are_taken_are_left_out() {
        let mut names = UniqueNames::default();
        let mut take = |wanted: &str| names.take(wanted, 2, |n| format_smolstr!("{wanted}_{n}"));
        let taken = ["a", "a", "a_3", "a", "a_3", "b"].map(&mut take);
        assert_eq!(taken, ["a", "a_2", "a_3", "a_4", "a_3_2", "b"]);
        assert!(!names.insert("a_4") && names.insert("a_5"));
    }
}
