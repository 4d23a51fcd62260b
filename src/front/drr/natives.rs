//! The native functions that rules need.

use crate::{
    base::unique_names::UniqueNames,
    hir::{Native, NativeBody},
    ods::rules::{Record, RecordId},
};
use rustc_hash::FxHashMap;
use smol_str::{SmolStr, format_smolstr};

/// The functions so far. Rules that need equal functions share one.
#[derive(Debug, Default)]
pub(super) struct Natives {
    list: Vec<Native>,
    constraints: UniqueNames,
    rewrites: UniqueNames,
    patterns: UniqueNames,
    predicates: FxHashMap<RecordId, SmolStr>,
    codes: FxHashMap<(bool, String), SmolStr>,
}

impl Natives {
    /// All functions, in the order in which rules need them.
    pub(super) fn into_list(self) -> Vec<Native> {
        self.list
    }

    /// The name of the constraint of a record, which `make` makes with the name that
    /// it should have.
    pub(super) fn predicate(&mut self, record: RecordId, make: impl FnOnce() -> Native) -> SmolStr {
        if let Some(known) = self.predicates.get(&record) {
            return known.clone();
        }
        let name = self.add(make());
        self.predicates.insert(record, name.clone());
        name
    }

    /// The name of a function with C++ code.
    pub(super) fn code(&mut self, native: Native) -> SmolStr {
        let key = (native.is_constraint, identity(&native.body));
        if let Some(known) = self.codes.get(&key) {
            return known.clone();
        }
        let name = self.add(native);
        self.codes.insert(key, name.clone());
        name
    }

    /// A name for a pattern of the rule of that name, which may stand for several.
    pub(super) fn pattern_name(&mut self, rule: &SmolStr) -> SmolStr {
        self.patterns
            .take(rule, 2, |number| format_smolstr!("{rule}_{number}"))
    }

    fn add(&mut self, mut native: Native) -> SmolStr {
        let taken = if native.is_constraint {
            &mut self.constraints
        } else {
            &mut self.rewrites
        };
        let wanted = native.name.clone();
        native.name = taken.take(&wanted, 2, |number| format_smolstr!("{wanted}_{number}"));
        let name = native.name.clone();
        self.list.push(native);
        name
    }
}

/// The longest code that names a function.
const MAX_TITLE: usize = 40;

impl Record {
    /// The name of a function with the code of this record, for messages: the name of
    /// its def, or the code.
    pub(super) fn title(&self, code: &str) -> SmolStr {
        if !self.is_anonymous {
            return self.name.clone();
        }
        let words: Vec<_> = code.split_whitespace().collect();
        let line = words.join(" ");
        match line.char_indices().nth(MAX_TITLE) {
            Some((end, _)) => format_smolstr!("{}…", &line[..end]),
            None => line.into(),
        }
    }
}

/// What two functions with equal code have in common.
fn identity(body: &NativeBody) -> String {
    match body {
        NativeBody::Code {
            code,
            parameters,
            results,
        } => {
            let slots = parameters.iter().chain(results);
            let kinds =
                slots.map(|slot| format!("{:?} {:?} {:?}, ", slot.name, slot.ty, slot.class));
            kinds.chain([code.text.clone()]).collect()
        }
        NativeBody::Predicate { condition, .. } => condition.clone(),
    }
}
