//! The standard library: what its files declare is what is registered, and what
//! its documentation says.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use expect_test::expect_file;
use pdll::{
    internals::{
        LinkedTableGen,
        builtin_files::{self, BuiltinFile, FILES},
        diagnostic::Diagnostics,
        ods, program,
        source::{Memory, SourceMap},
        syntax::{
            self,
            ast::{
                CallableDecl, CallableKind, ClauseKind, Item, Param, PredicateBody, PredicateDecl,
            },
        },
    },
    pattern_set::{NativeFunction, native_functions},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    fs,
    process::Command,
};

#[test]
fn what_is_declared_is_registered_and_nothing_else() {
    let declared = FILES.iter().flat_map(declared_in);
    // What rewrites do with regions and blocks is no function of anybody.
    let has_part = |function: &NativeFunction| {
        let parts = ["Region", "Block"];
        parts.iter().any(|part| function.signature.contains(part))
    };
    let declared: BTreeSet<_> = declared.filter(|one| !has_part(one)).collect();
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
        &ods::Settings::new(&LinkedTableGen),
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
    assert!(program.items().all(|item| matches!(
        item,
        Item::Callable(_) | Item::Predicate(_) | Item::Include(_)
    )));
}

/// Functions that pattern sets call by themselves have lower-case names, as have
/// predicates of integers.
fn is_of_the_library(function: &NativeFunction) -> bool {
    let Some(name) = function.name.strip_prefix("pdll.") else {
        return false;
    };
    // The predicates of types have the names of C++ classes.
    if name.contains("::") {
        return false;
    }
    // No file names these: they are what the types and attributes of `.td` files are made of.
    let is_of_definitions = [
        "AttributePart_",
        "TypePart_",
        "WrittenAttribute_",
        "WrittenType_",
    ];
    if is_of_definitions.iter().any(|of| name.starts_with(of)) {
        return false;
    }
    let is_of_integers = ["check", "evaluate", "make"].iter().any(|clause| {
        name.strip_suffix(clause)
            .is_some_and(|name| name.ends_with('_'))
    });
    is_of_integers || name.starts_with(|first: char| first.is_ascii_uppercase())
}

fn declared_in(file: &BuiltinFile) -> Vec<NativeFunction> {
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let id = sources.add(file.path, file.text, None);
    let module = syntax::parse(&sources, id, &mut diagnostics).module;
    assert_eq!(diagnostics.iter().count(), 0, "{} parses", file.path);
    let functions = module.items.iter().flat_map(|item| match item {
        Item::Callable(decl) => vec![function(decl, &sources)],
        Item::Predicate(decl) => predicate(decl, &sources),
        _ => Vec::new(),
    });
    functions.collect()
}

/// The functions of a predicate: two for each clause, one for the match and one for the
/// rewrite, but only one that checks.
fn predicate(decl: &PredicateDecl, sources: &SourceMap) -> Vec<NativeFunction> {
    let PredicateBody::Clauses(clauses) = &decl.body else {
        return Vec::new();
    };
    let name = &decl.name.text;
    let captured: Vec<_> = clauses.iter().flat_map(|one| &one.captured).collect();
    let list = |is_in: &dyn Fn(usize, &Param) -> bool| {
        let params = decl.params.iter().enumerate();
        let texts = params
            .filter(|(index, param)| is_in(*index, param))
            .map(|(_, param)| sources.text(param.constraint.span));
        texts.collect::<Vec<_>>().join(", ")
    };
    let is_captured = |param: &Param| captured.iter().any(|one| one.text == param.name.text);
    let read = list(&|_, param| !is_captured(param));
    let functions = clauses.iter().flat_map(|clause| {
        let (words, signature) = match clause.kind {
            ClauseKind::Check => (&["check"][..], format!("({read})")),
            ClauseKind::Capture => {
                let results = list(&|_, param| is_captured(param));
                let results = match captured.len() {
                    1 => results,
                    _ => format!("({results})"),
                };
                (&["capture", "take"][..], format!("({read}) -> {results}"))
            }
            ClauseKind::Evaluate => {
                let taken = list(&|index, _| index > 0);
                let result = list(&|index, _| index == 0);
                let signature = format!("({taken}) -> {result}");
                (&["evaluate", "make"][..], signature)
            }
        };
        let function = move |word: &&str| NativeFunction {
            is_constraint: !matches!(*word, "make" | "take"),
            name: builtin_files::native_name(&format!("{name}_{word}")),
            signature: signature.clone(),
        };
        words.iter().map(function)
    });
    functions.collect()
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
    page += "\nNext: [types.md](types.md) explains the predicates of types.\n";
    expect_file!["../../docs/std.md"].assert_eq(&page);
}

/// The example of each function is the body of a function here, whose parameters are
/// the variables that the example does not define.
#[test]
fn the_examples_of_the_documentation_compile() {
    let (whole, parts) = FILES.split_first().expect("there are files");
    let text = header(whole).join("\n\n");
    let (_, rest) = text.split_once("```pdll\n").expect("it has an example");
    let (example, _) = rest.split_once("```").expect("the example has an end");
    let mut file = example.to_owned();
    for part in parts {
        file.extend(entries(part).iter().map(Entry::as_function));
    }
    let folder = tempfile::tempdir().expect("there is room for files");
    fs::write(folder.path().join("examples.pdll"), &file).expect("the folder is ours");
    let output = Command::new(env!("CARGO_BIN_EXE_pdll-opt"))
        .args(["check", "-q", "examples.pdll"])
        .current_dir(&folder)
        .output()
        .expect("cargo has built it");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
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

    fn as_function(&self) -> String {
        let keyword = match self.declaration.split(' ').next().unwrap_or_default() {
            "Predicate" => "Constraint",
            keyword => keyword,
        };
        let parameters: Vec<_> = self
            .variables()
            .into_iter()
            .map(|(name, ty)| format!("{name}: {ty}"))
            .collect();
        format!(
            "{keyword} Example{}({}) {{\n{}}}\n",
            self.name(),
            parameters.join(", "),
            self.example
        )
    }

    /// The variables that the example uses without defining them, with their types.
    /// Those that are not arguments of the function are recognized by their names.
    fn variables(&self) -> BTreeMap<&str, &str> {
        let known = [
            ("root", "Op"),
            ("type", "Type"),
            ("x", "Value"),
            ("xs", "ValueRange"),
            ("y", "Value"),
        ];
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut variables = BTreeMap::new();
        for (name, ty) in known {
            let is_used = self.example.match_indices(name).any(|(at, _)| {
                let before = self.example[..at].chars().next_back();
                let after = self.example[at + name.len()..].chars().next();
                let is_bound = self.example[..at].ends_with("let ");
                !is_bound
                    && !before.is_some_and(|c| is_word(c) || c == '"' || c == '.')
                    && !after.is_some_and(|c| is_word(c) || c == '<')
            });
            if is_used {
                variables.insert(name, ty);
            }
        }
        let parameters = arguments(&self.declaration, self.name());
        let types = parameters
            .into_iter()
            .filter_map(|parameter| parameter.split_once(": "));
        for (argument, (_, ty)) in arguments(&self.example, self.name()).into_iter().zip(types) {
            if argument.chars().all(is_word)
                && argument.starts_with(|first: char| first.is_ascii_lowercase())
                && !self.example.contains(&format!("let {argument} ="))
            {
                variables.insert(argument, ty);
            }
        }
        variables
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

/// What is between the parentheses after a name, separated by commas.
fn arguments<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!("{name}(");
    let (_, rest) = text.split_once(&start).expect("the name is there");
    let mut depth = 0;
    let mut from = 0;
    let mut list = Vec::new();
    for (at, c) in rest.char_indices() {
        match c {
            '(' | '<' | '{' | '[' => depth += 1,
            ')' if depth == 0 => {
                list.push(rest[from..at].trim());
                break;
            }
            ')' | '>' | '}' | ']' => depth -= 1,
            ',' if depth == 0 => {
                list.push(rest[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    list
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
    entry
}
