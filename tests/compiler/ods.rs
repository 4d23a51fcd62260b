//! What we import from every installed `.td` file, against what mlir-pdll does.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::support::{
    oracle::HAS_ASSERTIONS,
    process::{Ending, Run, llvm_includes, llvm_tool, run},
    say,
    workers::parallel,
};
use pdll::internals::{
    LinkedTableGen,
    diagnostic::Diagnostics,
    ods::{self, Arity, Ods, Subject},
    program,
    source::{Disk, Loader, Memory, SourceMap},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    io,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
    time::Duration,
};

/// Constraints of which mlir-pdll prints another one that is made of it.
const SHARED_NAMES: [&str; 1] = ["AnyComplex"];

/// Why mlir-pdll refuses files that define no operation. We take them: their
/// constraints may be wanted.
const NEEDS_OPERATIONS: &str = "The class 'Op' is not defined";

/// Each file alone. Files that no one can read alone must be refused by both.
#[test]
fn every_installed_file_means_the_same() {
    let files = installed();
    let results = parallel(&files, || (), |(), file| compare(&[file]));
    let mut counts = [0; 3];
    let mut problems = Vec::new();
    for (file, result) in files.iter().zip(results) {
        match result {
            Ok(Agreement::Same(_)) => counts[0] += 1,
            Ok(Agreement::WithoutOperations) => counts[1] += 1,
            Ok(Agreement::Refused) => counts[2] += 1,
            Err(problem) => problems.push(format!("{file}: {problem}")),
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    let [same, without, refused] = counts;
    say(&format!(
        "{same} files mean the same, {without} define no operations, {refused} are no files to include"
    ));
    assert!(same > 200, "most files can be included");
}

/// The files with operations, in one pattern file.
#[test]
fn all_dialects_together_mean_the_same() {
    let files = with_operations();
    if ends_at_an_assertion(&files) {
        return;
    }
    match compare(&files) {
        Ok(Agreement::Same(operations)) => {
            say(&format!("{operations} operations of {} files", files.len()));
            assert!(operations > 2000, "most operations are there");
        }
        Ok(_) => panic!("the files cannot be read together"),
        Err(problem) => panic!("{problem}"),
    }
}

/// Dialects have constraints with one name and different summaries, and an assertion of
/// mlir-pdll is that there are none.
fn ends_at_an_assertion(files: &[&str]) -> bool {
    HAS_ASSERTIONS
        && !matches!(
            oracle("ast", files, &including(files)).ending,
            Ending::Exit(_)
        )
}

/// mlir-pdll warns of a created operation without result types when its
/// definition has some and says no way to infer them.
#[test]
fn result_types_are_inferred_for_the_same_operations() {
    let files = with_operations();
    if ends_at_an_assertion(&files) {
        return;
    }
    let ods = import(&files).expect("the files can be read together");
    let mut text = including(&files);
    // It cannot read a name such as `arm_neon.2d.sdot`.
    let starts_well = |part: &str| !part.starts_with(|c: char| c.is_ascii_digit());
    let operations: Vec<_> = ods
        .operations()
        .filter(|operation| operation.name.split('.').all(starts_well))
        .collect();
    for (number, operation) in operations.iter().enumerate() {
        let name = &operation.name;
        let _ = writeln!(text, "Rewrite R{number}(a: ValueRange) => op<{name}>(a);");
    }
    let run = oracle("ast", &files, &text);
    assert_eq!(run.ending, Ending::Exit(0), "{}", run.stderr);
    let warnings = run
        .stderr
        .lines()
        .filter(|line| line.contains(": warning: "));
    let theirs: BTreeSet<_> = warnings.filter_map(|line| line.split('`').nth(1)).collect();
    let ours = operations.iter().filter(|operation| {
        let mut results = operation.results.iter();
        !operation.infers_result_types && results.any(|result| result.arity == Arity::Single)
    });
    let ours: BTreeSet<_> = ours.map(|operation| operation.name.as_str()).collect();
    let differences: Vec<_> = ours.symmetric_difference(&theirs).collect();
    assert!(differences.is_empty(), "{differences:?}");
    assert!(ours.len() > 100, "there are such operations");
}

/// TableGen may be busy for ever.
#[test]
fn files_that_take_too_long_are_refused() {
    let loader = Memory::default().with("quick.td", "def x;").with(
        "slow.td",
        "foreach a = 0...100000 in foreach b = 0...100000 in assert !ge(a, 0), \"\";",
    );
    let loader = loader.with("last.td", "def x : Nothing;");
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let text = including(&["quick.td", "slow.td", "last.td"]);
    let file = sources.add("all.pdll", text, None);
    let settings = ods::Settings {
        timeout: Duration::from_secs(3),
        ..ods::Settings::new(&LinkedTableGen)
    };
    program::load(
        file,
        None,
        &[],
        &loader,
        &settings,
        &mut sources,
        &mut diagnostics,
    );
    let messages: Vec<_> = diagnostics.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "TableGen cannot read `slow.td`: it has not finished after 3 s",
            "couldn't find class 'Nothing'",
        ]
    );
}

#[test]
fn what_includes_define_is_kept_until_they_change() {
    let settings = ods::Settings {
        memory: Some(ods::Memory::default()),
        ..ods::Settings::new(&LinkedTableGen)
    };
    let definitions = |pdll: &str, op: &str| {
        let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
        let td = format!(
            "include \"mlir/IR/OpBase.td\"\n\
             def T : Dialect {{ let name = \"t\"; let cppNamespace = \"t\"; }}\n\
             def A : Op<T, \"{op}\">;\n"
        );
        let loader = WithDisk(Memory::default().with("d.td", td));
        let file = sources.add("main.pdll", pdll, None);
        let path = Some(Path::new("main.pdll"));
        let program = program::load(
            file,
            path,
            &[],
            &loader,
            &settings,
            &mut sources,
            &mut diagnostics,
        );
        assert!(!diagnostics.has_errors());
        let operation = program.ods.operation(&format!("t.{op}"));
        let defined = operation.map(|operation| sources.text(operation.span).to_owned());
        assert_eq!(defined.as_deref(), Some("A"));
        let places = program.included_paths.len();
        assert!(places > 1, "the files that it includes count, too");
        (program.ods, places)
    };
    let first = definitions("#include \"d.td\"\n", "a");
    let edited = definitions("#include \"d.td\"\n// Text.\n", "a");
    assert!(Arc::ptr_eq(&first.0, &edited.0));
    assert_eq!(first.1, edited.1);
    let moved = definitions("// Text.\n#include \"d.td\"\n", "a");
    assert!(!Arc::ptr_eq(&first.0, &moved.0));
    let changed = definitions("#include \"d.td\"\n", "b");
    assert!(!Arc::ptr_eq(&first.0, &changed.0));
}

/// The files that define operations.
fn with_operations() -> Vec<&'static str> {
    static FOUND: OnceLock<Vec<String>> = OnceLock::new();
    let found = FOUND.get_or_init(|| {
        let files = installed();
        let defines_operations = parallel(
            &files,
            || (),
            |(), file| import(&[file]).is_some_and(|ods| ods.operations().next().is_some()),
        );
        let files = files.into_iter().zip(defines_operations);
        files
            .filter_map(|(file, defines)| defines.then_some(file))
            .collect()
    });
    found.iter().map(String::as_str).collect()
}

/// All `.td` files of MLIR, as they are written in includes.
fn installed() -> Vec<String> {
    let root = llvm_includes();
    let mut files = Vec::new();
    let mut folders = vec![root.join("mlir")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("MLIR is installed") {
            let path = entry.expect("MLIR's folders can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "td") {
                let name = path.strip_prefix(&root).expect("it is below the root");
                files.push(name.to_string_lossy().into_owned());
            }
        }
    }
    files.sort();
    files
}

fn including(files: &[&str]) -> String {
    files
        .iter()
        .map(|file| format!("#include \"{file}\"\n"))
        .collect()
}

/// What we and mlir-pdll agree on.
enum Agreement {
    /// This many operations.
    Same(usize),
    /// It does not read the files, for they define none.
    WithoutOperations,
    /// Both do not read them.
    Refused,
}

fn compare(files: &[&str]) -> Result<Agreement, String> {
    let (theirs, ours) = match (dump(files), import(files)) {
        (Ok(theirs), Some(ours)) => (theirs, ours),
        (Err(_), None) => return Ok(Agreement::Refused),
        (Err(reason), Some(ours)) => {
            let is_empty = ours.operations().next().is_none();
            return match is_empty && reason.contains(NEEDS_OPERATIONS) {
                true => Ok(Agreement::WithoutOperations),
                false => Err(format!("we can read it, mlir-pdll cannot: {reason}")),
            };
        }
        (Ok(_), None) => return Err("we cannot read it, mlir-pdll can".to_owned()),
    };
    let is_alone = files.len() == 1;
    let mut problems = String::new();
    let mine: BTreeMap<_, _> = ours
        .operations()
        .map(|operation| (operation.name.as_str(), described(operation)))
        .collect();
    let yours: BTreeMap<_, _> = theirs
        .operations
        .iter()
        .map(|(name, entries)| (name.as_str(), theirs.named(entries, is_alone)))
        .collect();
    for name in mine.keys().chain(yours.keys()).collect::<BTreeSet<_>>() {
        let (mine, yours) = (mine.get(name), yours.get(name));
        if !is_same(mine, yours) {
            let _ = writeln!(problems, "{name}\n  ours   {mine:?}\n  theirs {yours:?}");
        }
    }
    for constraint in theirs.constraints.iter().filter(|one| !one.is_anonymous()) {
        let known = ours.constraint(&constraint.name);
        if !known.is_some_and(|known| constraint.is_same(known)) {
            let _ = writeln!(problems, "ours   {known:?}\n  theirs {constraint:?}");
        }
    }
    match problems.is_empty() {
        true => Ok(Agreement::Same(mine.len())),
        false => Err(problems),
    }
}

/// What we import; none when there are errors.
fn import(files: &[&str]) -> Option<Ods> {
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let file = sources.add("all.pdll", including(files), None);
    let settings = ods::Settings::new(&LinkedTableGen);
    let program = program::load(
        file,
        None,
        &[],
        &Disk,
        &settings,
        &mut sources,
        &mut diagnostics,
    );
    (!diagnostics.has_errors()).then(|| Ods::clone(&program.ods))
}

/// An attribute, operand or result of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    what: &'static str,
    name: String,
    arity: Arity,
    /// Whether it has a default value, so that it may be left out. Theirs are
    /// printed as if there were none.
    has_default: bool,
    /// The name of the constraint, or its summary when that is without a name;
    /// none when it is not known.
    constraint: Option<String>,
}

const WHAT: [&str; 3] = ["Attributes", "Operands", "Results"];

fn is_same(mine: Option<&Vec<Entry>>, yours: Option<&Vec<Entry>>) -> bool {
    let (Some(mine), Some(yours)) = (mine, yours) else {
        return false;
    };
    let is_same = |(mine, yours): (&Entry, &Entry)| {
        let constraint = yours.constraint.clone().or(mine.constraint.clone());
        let arity = if mine.has_default {
            mine.arity
        } else {
            yours.arity
        };
        *mine
            == Entry {
                arity,
                has_default: mine.has_default,
                constraint,
                ..yours.clone()
            }
    };
    mine.len() == yours.len() && mine.iter().zip(yours).all(is_same)
}

/// What we know of an operation, as far as mlir-pdll prints it.
fn described(operation: &ods::Operation) -> Vec<Entry> {
    let attributes = operation.attributes.iter().map(|attribute| Entry {
        what: WHAT[0],
        name: attribute.name.to_string(),
        arity: match attribute.is_optional {
            true => Arity::Optional,
            false => Arity::Single,
        },
        has_default: attribute.has_default,
        constraint: Some(attribute.constraint.to_string()),
    });
    let groups = [
        (WHAT[1], &operation.operands),
        (WHAT[2], &operation.results),
    ];
    let groups = groups.into_iter().flat_map(|(what, groups)| {
        groups.iter().map(move |group| Entry {
            what,
            name: group.name.to_string(),
            arity: group.arity,
            has_default: false,
            constraint: Some(group.constraint.to_string()),
        })
    });
    attributes.chain(groups).collect()
}

/// What mlir-pdll prints of its definitions.
#[derive(Default)]
struct Dump {
    operations: BTreeMap<String, Vec<Entry>>,
    constraints: Vec<Constraint>,
}

#[derive(Debug)]
struct Constraint {
    subject: Subject,
    name: String,
    summary: String,
    class: String,
}

impl Constraint {
    /// Whether its def has no name. The numbers of such defs mean nothing.
    fn is_anonymous(&self) -> bool {
        is_anonymous(&self.name)
    }

    /// Theirs may be one that is made of the constraint of that name, such as
    /// "variadic of index" or "string attribute whose value is …".
    fn is_same(&self, ours: &ods::Constraint) -> bool {
        let is_shared = SHARED_NAMES.contains(&self.name.as_str());
        self.subject == ours.subject
            && self.class == ours.class
            && (is_shared || self.summary.contains(&ours.summary))
    }
}

fn is_anonymous(name: &str) -> bool {
    name.starts_with("anonymous_")
}

impl Dump {
    /// With the summaries of constraints whose defs have no names. When there
    /// are several includes, their numbers are mixed up.
    fn named(&self, entries: &[Entry], is_alone: bool) -> Vec<Entry> {
        let mut entries = entries.to_vec();
        for entry in &mut entries {
            let name = entry.constraint.take_if(|name| is_anonymous(name));
            let Some(name) = name.filter(|_| is_alone) else {
                continue;
            };
            let subject = match entry.what == WHAT[0] {
                true => Subject::Attribute,
                false => Subject::Type,
            };
            let mut constraints = self.constraints.iter();
            let summary = constraints
                .find(|constraint| constraint.name == name && constraint.subject == subject)
                .map(|constraint| constraint.summary.as_str());
            let of_each = summary.map(|summary| match entry.arity {
                Arity::Variadic => summary.strip_prefix("variadic of ").unwrap_or(summary),
                _ => summary,
            });
            entry.constraint = of_each.map(str::to_owned);
        }
        entries
    }
}

/// What mlir-pdll makes of files, or why it does not read them.
fn dump(files: &[&str]) -> Result<Dump, String> {
    let run = oracle("mlir", files, &including(files));
    match run.stderr.find("ODSContext {") {
        Some(start) if run.ending == Ending::Exit(0) => Ok(parse(&run.stderr[start..])),
        _ => Err(run.stderr),
    }
}

/// Runs mlir-pdll on a text that includes these files. It has to be told where
/// they are, and to look beside them, as we do.
fn oracle(emit: &str, files: &[&str], text: &str) -> Run {
    let root = llvm_includes();
    let beside = files
        .iter()
        .filter_map(|file| root.join(file).parent().map(Path::to_owned));
    let folders: BTreeSet<_> = beside.chain([root.clone()]).collect();
    let options = ["--dump-ods", "-x", emit].map(PathBuf::from);
    let arguments = folders
        .into_iter()
        .flat_map(|folder| [PathBuf::from("-I"), folder])
        .chain(options);
    run(&llvm_tool("mlir-pdll"), arguments, text.as_bytes())
}

fn parse(text: &str) -> Dump {
    let mut dump = Dump::default();
    let mut operation = String::new();
    let mut in_summary = false;
    for line in text.lines().map(str::trim) {
        let named = |kind: &str| {
            let name = line.strip_prefix(kind)?.strip_prefix(" `")?;
            Some(name.strip_suffix("` {")?.to_owned())
        };
        let subjects = [
            (Subject::Attribute, "AttributeConstraint"),
            (Subject::Type, "TypeConstraint"),
        ];
        let constraint = subjects
            .into_iter()
            .find_map(|(subject, kind)| Some((subject, named(kind)?)));
        if let Some(name) = named("Operation") {
            dump.operations.insert(name.clone(), Vec::new());
            operation = name;
        } else if let Some((subject, name)) = constraint {
            dump.constraints.push(Constraint {
                subject,
                name,
                summary: String::new(),
                class: String::new(),
            });
        } else if let Some(what) = WHAT.into_iter().find(|what| line.starts_with(what)) {
            let entries = parse_entries(what, line);
            let operation = dump.operations.get_mut(&operation);
            operation.expect("it comes before").extend(entries);
        } else if let Some(constraint) = dump.constraints.last_mut() {
            let start = line.strip_prefix("Summary: ");
            if let Some(class) = line.strip_prefix("CppClass: ") {
                constraint.class = class.to_owned();
                in_summary = false;
            } else if start.is_some() || in_summary {
                let rest = start.unwrap_or(line).trim();
                let summary = format!("{} {rest}", constraint.summary);
                constraint.summary = summary.trim().to_owned();
                in_summary = true;
            }
        }
    }
    dump
}

/// Parses `Operands { a : B, c : Optional<D> }`.
fn parse_entries(what: &'static str, line: &str) -> Vec<Entry> {
    let list = line
        .strip_prefix(what)
        .and_then(|line| line.strip_prefix(" { "));
    let list = list.and_then(|list| list.strip_suffix(" }"));
    let parse = |entry: &str| {
        let (name, constraint) = entry.split_once(" : ").expect("an entry has a constraint");
        let kinds = [
            ("Optional<", Arity::Optional),
            ("Variadic<", Arity::Variadic),
        ];
        let of_kind = kinds.into_iter().find_map(|(kind, arity)| {
            let constraint = constraint.strip_prefix(kind)?.strip_suffix('>')?;
            Some((arity, constraint))
        });
        let (arity, constraint) = of_kind.unwrap_or((Arity::Single, constraint));
        Entry {
            what,
            name: name.to_owned(),
            arity,
            has_default: false,
            constraint: Some(constraint.to_owned()),
        }
    };
    list.expect("a list has braces")
        .split(", ")
        .map(parse)
        .collect()
}

/// Files in memory, and those of the installed MLIR.
struct WithDisk(Memory);

impl Loader for WithDisk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.0.read(path).or_else(|_| Disk.read(path))
    }

    fn identity(&self, path: &Path) -> Option<PathBuf> {
        self.0.identity(path).or_else(|| Disk.identity(path))
    }
}
