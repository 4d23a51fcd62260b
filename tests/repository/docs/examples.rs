//! The examples in `docs`: what a page shows is what the programs print.
//!
//! An example begins with a block of `pdll`. `pdll-opt check` must have nothing
//! to say about it. Two blocks of `mlir` after it are a program, and the result of
//! `pdll-opt apply --allow-unregistered-dialect`. The result may lack the `module`
//! around it. A block of `console` contains commands and their output; a pattern
//! file that such a block checks, or takes for definitions, may have errors and warnings.
//!
//! A block in any language whose first line is a comment with a file name, such as
//! `// own.td`, is that file. It stays there for the rest of the page. The files of
//! other blocks are `example.pdll` and `program.mlir`.
//!
//! `UPDATE_EXPECT=1` writes results and output into the pages.

use crate::{
    docs::{
        ROOT,
        desk::Desk,
        markdown::{self, Block},
    },
    support::workers,
};
use std::{collections::BTreeMap, env, fs, path::Path};

/// The pages whose examples run here. The examples in `std.md` run in
/// `tests/repository/standard_library.rs`.
const PAGES: &[(&str, usize)] = &[
    ("docs/language.md", 25),
    ("docs/cookbook.md", 25),
    ("docs/drr.md", 1),
    ("docs/rewrite-patterns.md", 1),
    ("docs/pdll-opt.md", 2),
    ("docs/explain.md", 1),
    ("docs/bisect.md", 1),
    ("docs/test.md", 1),
    ("docs/infer.md", 1),
    ("docs/verify.md", 5),
    ("docs/natives.md", 2),
    ("docs/native-functions.md", 1),
    ("docs/warnings.md", 8),
    ("docs/matching.md", 2),
    ("docs/apply-pdll.md", 4),
    ("docs/transform.md", 1),
    ("docs/ods-constraints.md", 1),
    ("docs/lit.md", 1),
    ("docs/plugins.md", 1),
    ("docs/mlir-pdll.md", 1),
    ("docs/ast-json.md", 1),
];

#[test]
fn examples_do_what_the_pages_show() {
    let texts: Vec<_> = PAGES
        .iter()
        .map(|(page, _)| crate::docs::read(page))
        .collect();
    let mut all = Vec::new();
    for ((page, least), text) in PAGES.iter().zip(&texts) {
        let examples = examples(page, text);
        assert!(examples.len() >= *least, "{page}: only {}", examples.len());
        all.extend(examples);
    }
    let mut differences = workers::parallel(&all, || (), |(), example| example.run()).concat();
    if env::var_os("UPDATE_EXPECT").is_some() {
        for ((page, _), text) in PAGES.iter().zip(&texts) {
            update(page, text, &mut differences);
        }
    }
    let failures: Vec<_> = differences.iter().map(Difference::show).collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// An example of a page.
struct Example<'a> {
    page: &'a str,
    /// The files that are there, with those of earlier examples.
    files: BTreeMap<&'a str, &'a str>,
    /// The block that it begins with.
    patterns: Block<'a>,
    pattern_file: &'a str,
    program: Option<(&'a str, Block<'a>)>,
    result: Option<Block<'a>>,
    consoles: Vec<Block<'a>>,
}

/// The examples of a page.
fn examples<'a>(page: &'a str, text: &'a str) -> Vec<Example<'a>> {
    let mut files = BTreeMap::new();
    let mut examples: Vec<Example<'_>> = Vec::new();
    for block in markdown::blocks(text) {
        let name = file_name(&block);
        if block.language == "pdll" {
            let pattern_file = name.unwrap_or("example.pdll");
            files.insert(pattern_file, block.text);
            examples.push(Example {
                page,
                files: files.clone(),
                patterns: block,
                pattern_file,
                program: None,
                result: None,
                consoles: Vec::new(),
            });
            continue;
        }
        if let Some(name) = name {
            files.insert(name, block.text);
        }
        match examples.last_mut() {
            Some(example) => example.add(block, name),
            None => assert_ne!(block.language, "console", "{page} begins with commands"),
        }
    }
    examples
}

/// The file name in the comment that is the first line of a block.
fn file_name<'a>(block: &Block<'a>) -> Option<&'a str> {
    let line = block.text.lines().next()?;
    let name = line.strip_prefix("// ").or(line.strip_prefix("# "))?;
    let (stem, extension) = name.rsplit_once('.')?;
    let is_name = |text: &str| !text.is_empty() && !text.contains([' ', '/']);
    (is_name(stem) && is_name(extension)).then_some(name)
}

/// What an example prints, where the page shows something else.
#[derive(Clone)]
struct Difference<'a> {
    page: &'a str,
    /// What the page shows.
    shown: Block<'a>,
    /// What a block of the page should contain, or what is wrong.
    actual: Result<String, String>,
}

impl<'a> Example<'a> {
    fn add(&mut self, block: Block<'a>, name: Option<&'a str>) {
        if let Some(name) = name {
            self.files.insert(name, block.text);
        }
        match (block.language, &self.program) {
            ("console", _) => self.consoles.push(block),
            ("mlir", None) => {
                let name = name.unwrap_or("program.mlir");
                self.files.insert(name, block.text);
                self.program = Some((name, block));
            }
            ("mlir", Some(_)) if name.is_none() => {
                assert!(self.result.is_none(), "a second result:\n{}", block.text);
                self.result = Some(block);
            }
            _ => {}
        }
    }

    fn run(&self) -> Vec<Difference<'a>> {
        let desk = Desk::new(self.files.iter().map(|(name, text)| (*name, *text)));
        let mut differences = Vec::new();
        // Definitions are not applied, so they may be about dialects that no program has.
        let defines = format!("--define {}", self.pattern_file);
        let shows = |text: &str| text.contains("pdll-opt check") || text.contains(&defines);
        if !self.consoles.iter().any(|one| shows(one.text)) {
            differences.extend(self.check(&desk));
        }
        match (&self.program, &self.result) {
            (Some((program, _)), Some(result)) => {
                differences.extend(self.apply(&desk, program, result));
            }
            (Some((_, program)), None) if self.consoles.is_empty() => {
                differences.push(Difference {
                    page: self.page,
                    shown: program.clone(),
                    actual: Err("a program without a result".into()),
                });
            }
            _ => {}
        }
        for console in &self.consoles {
            let actual = desk.console(console.text);
            if actual != console.text {
                differences.push(Difference {
                    page: self.page,
                    shown: console.clone(),
                    actual: Ok(actual),
                });
            }
        }
        differences
    }

    fn check(&self, desk: &Desk) -> Option<Difference<'a>> {
        let output = desk.pdll_opt(&format!("check {}", self.pattern_file));
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        let is_clean = output.status.success() && printed.is_empty();
        (!is_clean).then(|| Difference {
            page: self.page,
            shown: self.patterns.clone(),
            actual: Err(format!("`pdll-opt check` says\n{printed}")),
        })
    }

    fn apply(&self, desk: &Desk, program: &str, result: &Block<'a>) -> Option<Difference<'a>> {
        let output = desk.pdll_opt(&format!(
            "apply --allow-unregistered-dialect {} {program}",
            self.pattern_file
        ));
        let errors = String::from_utf8_lossy(&output.stderr);
        let actual = if output.status.success() && errors.is_empty() {
            let printed = String::from_utf8_lossy(&output.stdout);
            let actual = like(result.text, &printed);
            if actual == result.text {
                return None;
            }
            Ok(actual)
        } else {
            Err(format!("`pdll-opt apply` says\n{errors}"))
        };
        let shown = result.clone();
        Some(Difference {
            page: self.page,
            shown,
            actual,
        })
    }
}

/// A printed module in the form that the page shows it in: with `module`, or
/// without.
fn like(shown: &str, printed: &str) -> String {
    let inner = printed.strip_prefix("module {\n");
    let inner = inner.and_then(|rest| rest.trim_end().strip_suffix('}'));
    match inner {
        Some(inner) if !shown.starts_with("module") => inner
            .split_inclusive('\n')
            .map(|line| line.strip_prefix("  ").unwrap_or(line))
            .collect(),
        _ => printed.trim_end().to_owned() + "\n",
    }
}

impl Difference<'_> {
    fn show(&self) -> String {
        let page = self.page;
        let line = self.shown.line;
        match &self.actual {
            Ok(actual) => format!(
                "{page}:{line}: the page shows\n{}but the programs print\n{actual}",
                self.shown.text
            ),
            Err(problem) => format!("{page}:{line}: {problem}"),
        }
    }
}

/// Writes what the programs print into a page. Leaves the differences that have to
/// be mended by hand.
fn update(page: &str, text: &str, differences: &mut Vec<Difference<'_>>) {
    let mut edits = Vec::new();
    differences.retain(|difference| match &difference.actual {
        Ok(actual) if difference.page == page => {
            edits.push((difference.shown.range.clone(), actual.clone()));
            false
        }
        _ => true,
    });
    edits.sort_by_key(|(range, _)| range.start);
    let mut updated = text.to_owned();
    for (range, actual) in edits.into_iter().rev() {
        updated.replace_range(range, &actual);
    }
    fs::write(Path::new(ROOT).join(page), updated).expect("the page can be written");
}
