//! The core of MLIR, in a program that does not contain the rest.

use super::new_context;
use crate::{
    base::diagnostic::closest,
    mlir::ffi::contained_dialects::{CONTAINED, register_contained},
    mlir::ffi::stand_ins::{has_loaded_stand_in, register_stand_ins},
    mlir::listed::Listed,
};
use melior::Context;
use rustc_hash::FxHashMap;

/// The builtin dialect, `pdl`, those of [`CONTAINED`], and the names of what all others
/// have. Who asks for another dialect gets one that is empty, and [`are_missed`] can tell.
pub(crate) struct CoreDialects {
    listed: Listed,
}

impl CoreDialects {
    /// None if nobody has listed what is not here.
    pub(crate) fn find() -> Option<Self> {
        Some(CoreDialects {
            listed: Listed::find()?,
        })
    }

    pub(crate) fn listed(&self) -> &Listed {
        &self.listed
    }

    pub(crate) fn new_context(&self) -> Context {
        let context = new_context();
        self.make_available(&context);
        context
    }

    /// Registers the dialects, so that the context can load those that it needs.
    pub(super) fn make_available(&self, context: &Context) {
        register_contained(context);
        let all = self.listed.dialects().iter().copied();
        let missing: Vec<_> = all.filter(|name| !is_contained(name)).collect();
        register_stand_ins(context, &missing);
    }

    /// Whether a pattern file mentions another dialect, as far as its text shows. A wrong
    /// answer costs only time: if it is no, [`are_missed`] tells later, when
    /// everything is done, and if it is yes, a larger program does the same.
    pub(crate) fn seem_missed(&self, text: &str) -> bool {
        if included_folders(text).any(|folder| CONTAINED.iter().all(|one| one.folder != folder)) {
            return true;
        }
        let mut known = FxHashMap::default();
        names(text).any(|(dialect, own)| {
            let kind = known.entry(dialect).or_insert_with(|| self.kind(dialect));
            match kind {
                Kind::Here | Kind::Unknown => false,
                Kind::Elsewhere => true,
                Kind::Near(near) => self.listed.has_operation(&format!("{near}.{own}")),
            }
        })
    }

    fn kind(&self, dialect: &str) -> Kind {
        if is_contained(dialect) {
            return Kind::Here;
        }
        let dialects = self.listed.dialects();
        if dialects.contains(&dialect) {
            return Kind::Elsewhere;
        }
        let near = closest(dialect, dialects.iter().copied());
        near.filter(|near| !is_contained(near))
            .map_or(Kind::Unknown, Kind::Near)
    }
}

fn is_contained(dialect: &str) -> bool {
    ["builtin", "pdl"].contains(&dialect) || CONTAINED.iter().any(|one| one.name == dialect)
}

/// The folders of MLIR's dialects from which a text includes files.
fn included_folders(text: &str) -> impl Iterator<Item = &str> {
    let start = "include \"mlir/Dialect/";
    text.match_indices(start).map(|(at, _)| {
        let rest = &text[at + start.len()..];
        rest.split_once('/').map_or(rest, |(folder, _)| folder)
    })
}

/// Whether a dialect that is not here was asked for, so that results are useless.
pub(crate) fn are_missed(context: &Context) -> bool {
    has_loaded_stand_in(context)
}

/// What the name of a dialect is.
enum Kind {
    Here,
    Elsewhere,
    /// Unknown, but close to that of a dialect elsewhere, and may be a mistake.
    Near(&'static str),
    Unknown,
}

/// The names of operations, types and attributes in a text, which stand behind one of a
/// few signs: the dialect, and the rest.
fn names(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.match_indices('.').filter_map(|(dot, _)| {
        let before = text[..dot].trim_end_matches(is_in_name);
        let dialect = &text[before.len()..dot];
        let is_mention = before.trim_end().ends_with(['<', '"', '!', '#']);
        let rest = &text[dot + 1..];
        let end = rest.find(|c: char| !is_in_name(c) && c != '.');
        let own = &rest[..end.unwrap_or(rest.len())];
        (is_mention && !dialect.is_empty()).then_some((dialect, own))
    })
}

fn is_in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '-')
}

#[cfg(test)]
mod tests {
    use super::{CoreDialects, names};

    #[test]
    fn names_stand_behind_signs() {
        let text = "op<a.b.c>; op< d.e>, \"f.g\", x.y !h.i #j.k 1.5 <1>.r";
        let found: Vec<_> = names(text).collect();
        let expected = [("a", "b.c"), ("d", "e"), ("f", "g"), ("h", "i"), ("j", "k")];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_mention_of_another_dialect_is_seen() {
        let Some(core) = CoreDialects::find() else {
            return;
        };
        let pattern = |operation: &str| format!("Pattern => erase op<{operation}>;");
        for missed in ["gpu.barrier", "gpu.unknown", "gpuu.barrier"] {
            assert!(core.seem_missed(&pattern(missed)), "{missed}");
        }
        for here in [
            "mine.addi",
            "pdl.pattern",
            "arith.addi",
            "aritj.addi",
            "gpuu.unknown",
        ] {
            assert!(!core.seem_missed(&pattern(here)), "{here}");
        }
    }
}
