//! The standard library: what its files declare is what is registered, and what
//! its documentation says.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use expect_test::expect_file;
use pdll::{
    internals::{
        builtin_files::{self, BuiltinFile, FILES},
        diagnostic::Diagnostics,
        ods, program,
        source::{Memory, SourceMap},
        syntax::{
            self,
            ast::{CallableDecl, CallableKind, Item},
        },
    },
    pattern_set::{NativeFunction, native_functions},
};
use std::{collections::BTreeSet, fmt::Write};

#[test]
fn what_is_declared_is_registered_and_nothing_else() {
    let declared: BTreeSet<_> = FILES.iter().flat_map(declared_in).collect();
    let registered = native_functions().into_iter().filter(is_of_the_library);
    let registered: BTreeSet<_> = registered.collect();
    assert!(declared.len() >= 70, "the library is not small");
    let differing: Vec<_> = declared.symmetric_difference(&registered).collect();
    assert!(differing.is_empty(), "{differing:#?}");
}

#[test]
fn the_whole_includes_every_part_in_order() {
    let text = "#include \"pdll/std.pdll\"";
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let file = sources.add("a.pdll", text, None);
    let program = program::load(
        file,
        None,
        &[],
        &Memory::default(),
        &ods::Settings::default(),
        &mut sources,
        &mut diagnostics,
    );
    assert_eq!(diagnostics.iter().count(), 0);
    let names: Vec<_> = sources.files().map(|(_, file)| file.name()).collect();
    let expected: Vec<_> = FILES.iter().map(|file| file.name()).collect();
    let expected = expected
        .iter()
        .map(|name| name.to_str().expect("it is text"));
    assert_eq!(names[1..], *expected.collect::<Vec<_>>());
    assert!(program.included_paths.is_empty(), "they are not on disk");
    assert!(
        program
            .items()
            .all(|item| matches!(item, Item::Callable(_)))
    );
}

/// Functions that pattern sets call by themselves have lower-case names.
fn is_of_the_library(function: &NativeFunction) -> bool {
    let name = function.name.strip_prefix("pdll.");
    name.is_some_and(|name| name.starts_with(|first: char| first.is_ascii_uppercase()))
}

fn declared_in(file: &BuiltinFile) -> Vec<NativeFunction> {
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let id = sources.add(file.path, file.text, None);
    let module = syntax::parse(&sources, id, &mut diagnostics).module;
    assert_eq!(diagnostics.iter().count(), 0, "{} parses", file.path);
    let callables = module.items.iter().filter_map(|item| match item {
        Item::Callable(decl) => Some(function(decl, &sources)),
        _ => None,
    });
    callables.collect()
}

fn function(decl: &CallableDecl, sources: &SourceMap) -> NativeFunction {
    let params = decl.params.iter().map(|one| one.constraint.span);
    let results = decl.results.iter().map(|one| one.constraint.span);
    let list = |spans: Vec<_>| -> String {
        let texts: Vec<_> = spans.into_iter().map(|span| sources.text(span)).collect();
        texts.join(", ")
    };
    let mut signature = format!("({})", list(params.collect()));
    match list(results.collect()) {
        none if none.is_empty() => {}
        results => signature += &format!(" -> {results}"),
    }
    let name = decl.name.as_ref().expect("a declaration has a name");
    NativeFunction {
        is_constraint: decl.kind == CallableKind::Constraint,
        name: builtin_files::native_name(&name.text),
        signature,
    }
}

/// `UPDATE_EXPECT=1 cargo test` writes the page.
#[test]
fn the_documentation_says_what_the_files_say() {
    let mut page = String::from("# The standard library\n");
    let (whole, parts) = FILES.split_first().expect("there are files");
    for paragraph in header(whole) {
        writeln!(page, "\n{paragraph}").expect("strings can be written to");
    }
    page += "\n| file | functions |\n|---|---|\n";
    for part in parts {
        let names: Vec<_> = entries(part).iter().map(Entry::link).collect();
        writeln!(
            page,
            "| [`{0}`](#{1}) | {2} |",
            part.path,
            anchor(part),
            names.join(", ")
        )
        .expect("strings can be written to");
    }
    for part in parts {
        write!(page, "\n## `{}`\n", part.path).expect("strings can be written to");
        for paragraph in header(part) {
            writeln!(page, "\n{paragraph}").expect("strings can be written to");
        }
        for entry in entries(part) {
            write!(page, "\n{}", entry.page()).expect("strings can be written to");
        }
    }
    page += "\nNext: [warnings.md](warnings.md) explains the warnings about pattern files.\n";
    expect_file!["../docs/std.md"].assert_eq(&page);
}

/// As the page's readers make it of a heading.
fn anchor(part: &BuiltinFile) -> String {
    part.path.replace(['/', '.'], "")
}

/// The paragraphs that begin a file.
fn header(file: &BuiltinFile) -> Vec<String> {
    let lines = file.text.lines().map_while(|line| line.strip_prefix("//!"));
    let text: Vec<_> = lines
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect();
    text.join("\n").split("\n\n").map(str::to_owned).collect()
}

/// A function with its documentation.
struct Entry {
    text: String,
    example: String,
    declaration: String,
}

impl Entry {
    fn name(&self) -> &str {
        let rest = self
            .declaration
            .split_once(' ')
            .expect("a word comes first")
            .1;
        rest.split('(').next().unwrap_or(rest)
    }

    fn link(&self) -> String {
        format!("[`{}`](#{})", self.name(), self.name().to_lowercase())
    }

    fn page(&self) -> String {
        let Entry {
            text,
            example,
            declaration,
        } = self;
        format!(
            "### `{}`\n\n```pdll\n{declaration}\n```\n\n{text}\n\n```pdll\n{example}```\n",
            self.name()
        )
    }
}

fn entries(file: &BuiltinFile) -> Vec<Entry> {
    let starts_one = |block: &&str| block.starts_with("///");
    file.text
        .split("\n\n")
        .filter(starts_one)
        .map(entry)
        .collect()
}

fn parses(statements: &str) -> bool {
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let text = format!("Pattern {{\n{statements}}}");
    let id = sources.add("example", text, None);
    syntax::parse(&sources, id, &mut diagnostics);
    diagnostics.iter().count() == 0
}

fn entry(block: &str) -> Entry {
    let (mut text, mut example, mut declaration) = (Vec::new(), String::new(), Vec::new());
    for line in block.trim_end().lines() {
        match line
            .strip_prefix("///")
            .map(|line| line.strip_prefix(' ').unwrap_or(line))
        {
            None => declaration.push(line),
            Some("") => {}
            Some(line) => match line.strip_prefix("    ") {
                Some(code) => example += &format!("{code}\n"),
                None => text.push(line),
            },
        }
    }
    let entry = Entry {
        text: text.join("\n"),
        example,
        declaration: declaration.join("\n"),
    };
    let name = entry.name();
    assert!(entry.text.ends_with('.'), "`{name}` is documented");
    assert!(entry.example.contains(name), "`{name}` has an example");
    assert!(parses(&entry.example), "the example of `{name}` parses");
    entry
}
