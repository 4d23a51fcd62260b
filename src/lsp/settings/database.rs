//! Compilation databases: `pdll_compile_commands.yml`, as MLIR's build writes it.
//!
//! Each document of the YAML file has the tag `FileInfo`, the path of a pattern file
//! as `filepath`, and the folders of its includes as `includes`, with `;` between
//! them.

use crate::source::io_reason;
use saphyr::{LoadableYamlNode, Yaml};
use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

/// Where the included files of each pattern file are looked for.
#[derive(Debug, Clone, Default)]
pub(super) struct Database {
    files: HashMap<PathBuf, Vec<PathBuf>>,
    /// Of the first entry, for files without one: they probably belong to the same
    /// project.
    first: Vec<PathBuf>,
}

impl Database {
    /// Adds the entries of a file.
    ///
    /// # Errors
    ///
    /// The message that it cannot be read.
    pub(super) fn read(&mut self, path: &Path) -> Result<(), String> {
        let failed = |reason: String| {
            let path = path.display();
            format!("cannot read the compilation database `{path}`: {reason}")
        };
        let text = fs::read_to_string(path).map_err(|error| failed(io_reason(&error)))?;
        let entries = entries(&text).map_err(failed)?;
        for (file, dirs) in entries {
            if self.first.is_empty() {
                self.first.clone_from(&dirs);
            }
            self.files.insert(file, dirs);
        }
        Ok(())
    }

    /// The folders for a file.
    pub(super) fn include_dirs(&self, file: Option<&Path>) -> &[PathBuf] {
        let known = file.and_then(|file| self.files.get(file));
        known.unwrap_or(&self.first)
    }
}

fn entries(text: &str) -> Result<Vec<(PathBuf, Vec<PathBuf>)>, String> {
    let documents = Yaml::load_from_str(text).map_err(|error| error.to_string())?;
    documents.iter().map(entry).collect()
}

fn entry(document: &Yaml<'_>) -> Result<(PathBuf, Vec<PathBuf>), String> {
    let entry = match document {
        Yaml::Tagged(_, entry) => entry,
        entry => entry,
    };
    let field = |name: &str| {
        let value = entry.as_mapping_get(name).and_then(Yaml::as_str);
        value.ok_or_else(|| format!("expected `{name}` in each document"))
    };
    let file = field("filepath")?;
    let dirs = field("includes")?.split(';').filter(|dir| !dir.is_empty());
    Ok((file.into(), dirs.map(PathBuf::from).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&format!("{:?}", entries(text)));
    }

    #[test]
    fn entries_have_a_file_and_folders() {
        check(
            "--- !FileInfo:\n  filepath: \"/a/b.pdll\"\n  includes: \"/x;/y z\"\n\
             --- !FileInfo:\n  filepath: /c.pdll\n  includes: \"\"\n",
            expect![[r#"Ok([("/a/b.pdll", ["/x", "/y z"]), ("/c.pdll", [])])"#]],
        );
    }

    #[test]
    fn other_files_are_errors() {
        check(
            "- 1\n",
            expect![[r#"Err("expected `filepath` in each document")"#]],
        );
        check(
            "a: [\n",
            expect![[
                r#"Err("while parsing a node, did not find expected node content at byte 5 line 2 column 1")"#
            ]],
        );
    }
}
