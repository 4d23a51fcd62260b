//! Verdicts that the user accepts, in a file.
//!
//! A line has a verdict, the name of a file without its folders, and the name of a pattern.
//! So a baseline stays the same when patterns move, or are checked from another folder.

use super::decision::Entry;
use crate::commands::output::{self, Target};
use std::{
    collections::BTreeSet,
    fmt::Write,
    fs, io,
    path::{Path, PathBuf},
};

/// What is in the file.
pub(super) struct Baseline {
    path: PathBuf,
    accepted: BTreeSet<Line>,
    applied: BTreeSet<Line>,
}

/// A verdict, a file, and a pattern.
type Line = [String; 3];

const HEADER: &str = "# Verdicts that `pdll-opt verify --baseline` accepts.\n";

impl Baseline {
    /// Reads the file. If it is going to be written, there may be none.
    pub(super) fn read(path: &Path, is_updated: bool) -> Result<Self, String> {
        let accepted = match fs::read_to_string(path) {
            Ok(text) => parse(&text).map_err(|line| {
                format!(
                    "{}:{line}: expected `wrong FILE PATTERN` or `undecided FILE PATTERN`",
                    path.display()
                )
            })?,
            Err(error) if is_updated && error.kind() == io::ErrorKind::NotFound => BTreeSet::new(),
            Err(error) => {
                let path = path.display();
                return Err(format!(
                    "cannot read the baseline `{path}`: {error}; --update-baseline writes one"
                ));
            }
        };
        Ok(Baseline {
            path: path.to_owned(),
            accepted,
            applied: BTreeSet::new(),
        })
    }

    /// Whether the verdict is in the file.
    pub(super) fn accepts(&mut self, entry: &Entry) -> bool {
        let line = line(entry);
        let is_accepted = self.accepted.contains(&line);
        if is_accepted {
            self.applied.insert(line);
        }
        is_accepted
    }

    /// A message for each line about one of these files that applies to no pattern. If
    /// patterns were selected, only about those.
    pub(super) fn stale(&self, entries: &[Entry], is_selection: bool) -> Vec<String> {
        let unused = self.accepted.difference(&self.applied);
        let messages = unused.filter_map(|[verdict, file, pattern]| {
            let of_file = || entries.iter().filter(|entry| line(entry)[1] == *file);
            let mut of_pattern = of_file().filter(|entry| entry.shown_name() == pattern);
            let now = match of_pattern.next().map(|entry| line(entry)) {
                Some([now, ..]) if now == *verdict => return None,
                Some([now, ..]) => format!("it is {now}"),
                None if is_selection || of_file().next().is_none() => return None,
                None => "there is no such pattern".to_owned(),
            };
            Some(format!(
                "the baseline says that `{pattern}` of {file} is {verdict}, but {now}; \
                 --update-baseline rewrites the baseline"
            ))
        });
        messages.collect()
    }

    /// Writes the file anew, with the verdicts of this run. What is known of other files
    /// stays, and of other patterns if some were selected.
    pub(super) fn write(&self, entries: &[Entry], is_selection: bool) -> Result<(), String> {
        let all: BTreeSet<Line> = entries.iter().map(line).collect();
        let stays = |known: &&Line| {
            let mut of_file = all.iter().filter(|line| line[1] == known[1]).peekable();
            of_file.peek().is_none() || (is_selection && of_file.all(|line| line[2] != known[2]))
        };
        let mut lines: BTreeSet<Line> = self.accepted.iter().filter(stays).cloned().collect();
        let bad = entries
            .iter()
            .filter(|entry| entry.is_wrong() || entry.is_open());
        lines.extend(bad.map(line));
        let mut text = HEADER.to_owned();
        for [verdict, file, pattern] in &lines {
            let _ = writeln!(text, "{verdict} {file} {pattern}");
        }
        let target = Target {
            path: &self.path,
            bytes: text.into_bytes(),
            if_changed: true,
        };
        output::write(&[target]).map_err(|problems| {
            let (path, error) = &problems[0];
            format!("cannot write the baseline `{}`: {error}", path.display())
        })
    }
}

/// What a baseline says of a pattern. What is proven for some types only is undecided.
fn line(entry: &Entry) -> Line {
    let verdict = match entry.is_open() {
        true => "undecided",
        false => entry.verdict(),
    };
    let file = Path::new(&entry.place.file).file_name();
    let file = file.map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    [verdict.to_owned(), file, entry.shown_name().to_owned()]
}

/// The lines, or the number of one that says something else.
fn parse(text: &str) -> Result<BTreeSet<Line>, usize> {
    let mut all = BTreeSet::new();
    for (number, line) in (1_usize..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let parts = line.split_once(' ').and_then(|(verdict, rest)| {
            let (file, pattern) = rest.trim().rsplit_once(' ')?;
            ["wrong", "undecided"]
                .contains(&verdict)
                .then(|| [verdict, file.trim(), pattern].map(str::to_owned))
        });
        all.insert(parts.ok_or(number)?);
    }
    Ok(all)
}
