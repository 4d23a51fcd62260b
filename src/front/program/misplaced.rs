//! The file that an `#include` means whose path leads nowhere.

use crate::{
    base::diagnostic::{Diagnostic, Suggestion, closest},
    base::source::{Loader, Span},
    builtin_files::{DIALECT_CONVERSION, FILES},
};
use std::path::{Path, PathBuf};

/// How many files are looked at in each folder of the search.
const MAX_FILES: usize = 20_000;

/// Adds to an error what the path `name`, a string at `span`, should be.
pub(super) fn suggest(
    diagnostic: Diagnostic,
    name: &str,
    span: Span,
    places: &[PathBuf],
    loader: &dyn Loader,
) -> Diagnostic {
    let extension = Path::new(name).extension().unwrap_or_default();
    let mut known: Vec<String> = places
        .iter()
        .flat_map(|place| loader.files_below(place, extension.as_ref(), MAX_FILES))
        .map(|path| path.display().to_string())
        .collect();
    if extension == "pdll" {
        let builtin = FILES.iter().chain([DIALECT_CONVERSION]);
        known.extend(builtin.map(|file| file.path.to_owned()));
    }
    known.sort();
    known.dedup();
    let Some(meant) = meant(name, &known) else {
        return diagnostic;
    };
    let help = format!("did you mean `{meant}`?");
    // The search path, which is the help so far, matters only to other files.
    diagnostic.suggest(Suggestion::new(span, format!("\"{meant}\""), help))
}

/// The known file with the same name in another folder, or with a similar path.
fn meant<'k>(name: &str, known: &'k [String]) -> Option<&'k str> {
    let base = |path: &str| path.rsplit('/').next().map(str::to_owned);
    let same = known.iter().filter(|path| base(path) == base(name));
    let same: Vec<_> = same.map(String::as_str).collect();
    if let Some(shortest) = same.iter().copied().min_by_key(|path| path.len()) {
        // One folder of the search may be below another one.
        let longer = format!("/{shortest}");
        let is_only = same
            .iter()
            .all(|path| *path == shortest || path.ends_with(&longer));
        return if is_only {
            Some(shortest)
        } else {
            closest(name, same)
        };
    }
    let folder = |path: &str| path.rsplit_once('/').map(|(folder, _)| folder.to_owned());
    let beside = known.iter().filter(|path| folder(path) == folder(name));
    closest(name, beside.map(String::as_str))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_name_and_by_similar_paths() {
        let known = [
            "mlir/Dialect/Arith/IR/ArithOps.td",
            "mlir/Dialect/Arith/IR/ArithOpsInterfaces.td",
            "mlir/Dialect/Affine/IR/Ops.td",
            "mlir/Dialect/Async/IR/Ops.td",
            "include/own/Own.td",
            "own/Own.td",
        ]
        .map(str::to_owned);
        let meant = |name| meant(name, &known);
        assert_eq!(meant("Arith/ArithOps.td"), Some(&*known[0]));
        assert_eq!(meant("mlir/Dialect/Arith/IR/ArithOp.td"), Some(&*known[0]));
        assert_eq!(meant("mlir/Dialect/Affine/Ops.td"), Some(&*known[2]));
        assert_eq!(meant("Ops.td"), None);
        assert_eq!(meant("Own.td"), Some(&*known[5]));
        assert_eq!(meant("mlir/Dialect/Other/IR/Other.td"), None);
    }
}
