//! The words of the C++ in a module.

use super::{Native, NativeBody};
use crate::cpp::{Kind, pieces};
use rustc_hash::FxHashSet;

/// The words of all code and conditions, and of the classes of parameters.
pub fn code_words(natives: &[Native]) -> FxHashSet<&str> {
    let mut all = FxHashSet::default();
    let mut add = |text| {
        let words = pieces(text).filter(|piece| piece.kind == Kind::Word);
        all.extend(words.map(|piece| piece.text));
    };
    for native in natives {
        match &native.body {
            NativeBody::Predicate { condition, .. } => add(condition),
            NativeBody::Code {
                code, parameters, ..
            } => {
                add(&code.text);
                let classes = parameters.iter().filter_map(|slot| slot.class.as_deref());
                classes.for_each(&mut add);
            }
        }
    }
    all
}
