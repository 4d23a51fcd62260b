//! What the patterns of a header share: functions with the same text.

use rustc_hash::FxHashMap;
use std::fmt::Write;

/// The functions and tables of patterns, as the text of the namespace of the support.
#[derive(Default)]
pub(super) struct Shared {
    pub(super) text: String,
    known: FxHashMap<(Purpose, String), String>,
    counts: FxHashMap<Purpose, usize>,
}

/// What a function is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Purpose {
    Match,
    Apply,
    Find,
    Load,
}

impl Shared {
    /// The function with this text, which is the static members of a struct.
    pub(super) fn function(&mut self, purpose: Purpose, members: String) -> String {
        let (name, is_new) = self.name(purpose, members.clone());
        if is_new {
            let _ = write!(self.text, "struct {name} {{\n{members}}};\n\n");
        }
        format!("{name}::run")
    }

    /// The function that makes an object.
    pub(super) fn loader(&mut self, object: &str) -> String {
        let (name, is_new) = self.name(Purpose::Load, object.to_owned());
        if is_new {
            let _ = write!(
                self.text,
                "static const void *{name}([[maybe_unused]] Loader &loader,\n    \
                 [[maybe_unused]] const char *text) {{\n  \
                 [[maybe_unused]] ::mlir::MLIRContext *context = loader.context;\n  \
                 return loader.keep({object});\n}}\n\n"
            );
        }
        name
    }

    /// The name for a text, and whether it is new.
    fn name(&mut self, purpose: Purpose, text: String) -> (String, bool) {
        let mut is_new = false;
        let name = self.known.entry((purpose, text)).or_insert_with(|| {
            is_new = true;
            let count = self.counts.entry(purpose).or_default();
            *count += 1;
            format!("{purpose:?}{count}")
        });
        (name.clone(), is_new)
    }
}
