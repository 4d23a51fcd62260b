//! Compilation databases: `pdll_compile_commands.yml`, as MLIR's build writes it.
//!
//! Each document of the YAML file has the tag `FileInfo`, the path of a pattern file
//! as `filepath`, and the folders of its includes as `includes`, with `;` between
//! them. The file may have come with a folder that somebody else has made, so it is read
//! event by event: what YAML can do beyond that takes neither time nor memory.

use crate::base::source::{io_reason, open};
use saphyr_parser::{Event, Parser, StrInput};
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

/// Where the included files of each pattern file are looked for.
#[derive(Debug, Clone, Default)]
pub(super) struct Database {
    files: HashMap<PathBuf, Dirs>,
    /// Of the first entry, for files without one: they probably belong to the same
    /// project.
    first: Dirs,
}

/// Folders, as in the file.
#[derive(Debug, Clone, Default)]
struct Dirs(String);

/// The maximum size of a file, in bytes.
const MAX_BYTES: u64 = 16 << 20;

/// How many folders a pattern file may have. Each include may be looked for in all.
const MAX_DIRS: usize = 1000;

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
        let bytes =
            open::read_within(path, MAX_BYTES).map_err(|error| failed(io_reason(&error)))?;
        let text =
            String::from_utf8(bytes).map_err(|_| failed("it is not encoded as UTF-8".into()))?;
        for (file, dirs) in entries(&text).map_err(failed)? {
            if self.first.is_empty() {
                self.first.clone_from(&dirs);
            }
            self.files.insert(file, dirs);
        }
        Ok(())
    }

    /// The folders for a file.
    pub(super) fn include_dirs(&self, file: Option<&Path>) -> Vec<PathBuf> {
        let known = file.and_then(|file| self.files.get(file));
        let dirs = known.unwrap_or(&self.first).iter();
        dirs.map(PathBuf::from).collect()
    }
}

impl Dirs {
    fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.split(';').filter(|dir| !dir.is_empty())
    }
}

fn entries(text: &str) -> Result<Vec<(PathBuf, Dirs)>, String> {
    let mut events = Events(Parser::new_from_str(text));
    let mut entries = Vec::new();
    loop {
        match events.next()? {
            Event::StreamEnd => return Ok(entries),
            Event::MappingStart(..) => entries.push(entry(&mut events)?),
            Event::Scalar(..) | Event::SequenceStart(..) => return Err(missing("filepath")),
            _ => {}
        }
    }
}

/// The entry in a mapping, whose start was read.
fn entry(events: &mut Events<'_>) -> Result<(PathBuf, Dirs), String> {
    let (mut file, mut dirs) = (None, None);
    loop {
        let name = match events.next()? {
            Event::MappingEnd => break,
            Event::Scalar(name, ..) => name,
            other => {
                events.skip(&other)?;
                "".into()
            }
        };
        let value = match events.next()? {
            Event::Scalar(value, ..) => Some(value.into_owned()),
            other => {
                events.skip(&other)?;
                None
            }
        };
        match &*name {
            "filepath" => file = value,
            "includes" => dirs = value.map(Dirs),
            _ => {}
        }
    }
    let file = file.ok_or_else(|| missing("filepath"))?;
    let dirs = dirs.ok_or_else(|| missing("includes"))?;
    if dirs.iter().nth(MAX_DIRS).is_some() {
        return Err(format!(
            "expected at most {MAX_DIRS} folders in `includes` of `{file}`"
        ));
    }
    Ok((file.into(), dirs))
}

fn missing(name: &str) -> String {
    format!("expected `{name}` in each document")
}

/// What the file consists of, piece by piece.
struct Events<'t>(Parser<'t, StrInput<'t>>);

impl<'t> Events<'t> {
    fn next(&mut self) -> Result<Event<'t>, String> {
        match self.0.next_event() {
            Some(Ok((Event::Alias(_), place))) => Err(format!(
                "expected no aliases, such as the one in line {}",
                place.start.line()
            )),
            Some(Ok((event, _))) => Ok(event),
            Some(Err(error)) => Err(error.to_string()),
            None => Ok(Event::StreamEnd),
        }
    }

    /// Skips the rest of a value that begins with an event.
    fn skip(&mut self, first: &Event<'_>) -> Result<(), String> {
        let mut depth = depth_after(0, first);
        while depth > 0 {
            depth = depth_after(depth, &self.next()?);
        }
        Ok(())
    }
}

fn depth_after(depth: usize, event: &Event<'_>) -> usize {
    match event {
        Event::SequenceStart(..) | Event::MappingStart(..) => depth + 1,
        Event::SequenceEnd | Event::MappingEnd => depth - 1,
        _ => depth,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let entries = entries(text).map(|entries| {
            let all = entries.into_iter();
            all.map(|(file, Dirs(dirs))| (file, dirs))
                .collect::<Vec<_>>()
        });
        expected.assert_eq(&format!("{entries:?}"));
    }

    #[test]
    fn entries_have_a_file_and_folders() {
        check(
            "--- !FileInfo:\n  filepath: \"/a/b.pdll\"\n  includes: \"/x;/y z\"\n\
             --- !FileInfo:\n  filepath: /c.pdll\n  includes: \"\"\n",
            expect![[r#"Ok([("/a/b.pdll", "/x;/y z"), ("/c.pdll", "")])"#]],
        );
        check(
            "filepath: /a.pdll\nmore: {a: [b, {c: d}]}\n[x]: y\nincludes: /x\n",
            expect![[r#"Ok([("/a.pdll", "/x")])"#]],
        );
        check("", expect!["Ok([])"]);
    }

    #[test]
    fn folders_are_those_of_the_file_or_of_the_first() {
        let folder = tempfile::tempdir().expect("the folder can be written");
        let path = folder.path().join("database.yml");
        let text = "--- {filepath: a, includes: ''}\n--- {filepath: b, includes: 'x;;y'}\n";
        std::fs::write(&path, text).expect("the folder is ours");
        let mut database = Database::default();
        database.read(&path).expect("it is valid");
        for (file, expected) in [("a", vec![]), ("b", vec!["x", "y"]), ("c", vec!["x", "y"])] {
            let found = database.include_dirs(Some(Path::new(file)));
            assert_eq!(
                found,
                expected.iter().map(PathBuf::from).collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn other_files_are_errors() {
        check(
            "- 1\n",
            expect![[r#"Err("expected `filepath` in each document")"#]],
        );
        check(
            "filepath: [a]\nincludes: b\n",
            expect![[r#"Err("expected `filepath` in each document")"#]],
        );
        check(
            "a: [\n",
            expect![[
                r#"Err("while parsing a node, did not find expected node content at byte 5 line 2 column 1")"#
            ]],
        );
    }

    #[test]
    fn what_grows_without_bound_is_refused() {
        check(
            "a: &a [x, x]\nb: &b [*a, *a]\nfilepath: f\nincludes: i\n",
            expect![[r#"Err("expected no aliases, such as the one in line 2")"#]],
        );
        let dirs = "d;".repeat(MAX_DIRS + 1);
        check(
            &format!("filepath: f\nincludes: {dirs}\n"),
            expect![[r#"Err("expected at most 1000 folders in `includes` of `f`")"#]],
        );
        let deep = "[".repeat(1_000_000);
        assert!(entries(&format!("a: {deep}")).is_err());
    }
}
