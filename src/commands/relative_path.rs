//! Paths as one file names another one.

use std::path::{Component, Path, PathBuf, absolute};

/// The path by which the file `from` can include the file `to`.
pub(super) fn relative(from: &Path, to: &Path) -> String {
    let folder = from.parent().unwrap_or(Path::new(""));
    let shown = |path: &Path| path.display().to_string();
    if let Ok(inside) = to.strip_prefix(folder) {
        return shown(inside);
    }
    let (Ok(folder), Ok(to)) = (absolute(folder), absolute(to)) else {
        return shown(to);
    };
    let parts: Vec<_> = folder.components().collect();
    let target: Vec<_> = to.components().collect();
    let common = std::iter::zip(&parts, &target).take_while(|(a, b)| a == b);
    let common = common.count();
    let up = parts[common..].iter().map(|_| Component::ParentDir);
    let path: PathBuf = up.chain(target[common..].iter().copied()).collect();
    shown(&path)
}

#[cfg(test)]
mod tests {
    use super::relative;
    use std::path::Path;

    #[test]
    fn files_name_each_other() {
        for (from, to, expected) in [
            ("a.pdll", "b.td", "b.td"),
            ("x/a.pdll", "x/y/b.td", "y/b.td"),
            ("x/a.pdll", "y/b.td", "../y/b.td"),
            ("/x/y/a.pdll", "/x/b.td", "../b.td"),
            ("/x/a.pdll", "/x/b.td", "b.td"),
        ] {
            assert_eq!(relative(Path::new(from), Path::new(to)), expected);
        }
    }
}
