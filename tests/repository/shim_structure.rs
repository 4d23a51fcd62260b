//! The C++ sources depend on each other in one direction only, which
//! `cpp-shim/README.md` states: the folders in its table, from the bottom up.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use pdll::internals::contract;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// Folders of headers that are not ours.
const FOREIGN: [&str; 4] = ["llvm", "llvm-c", "mlir", "mlir-c"];

/// Folders of drivers, and folders that may not include them although they come
/// later.
const DRIVERS: [&str; 3] = ["report", "run", "conversion"];
const WITHOUT_DRIVERS: [&str; 1] = ["check"];

/// Folders whose functions other languages and programs call.
const DECLARE_ENTRIES: [&str; 2] = ["contract", "embedded"];

/// The folder that defines those functions.
const DEFINES_ENTRIES: &str = "entry";

/// The header that spells names, and how names begin that both languages, or
/// several files, must spell alike.
const NAMES: &str = "contract/Names.h";
const NAMES_BEGIN: &str = "\"pdll.";

/// The two parts of the C++ half. A file includes headers of both without naming them.
const PARTS: [&str; 2] = ["shim/", "runtime/"];

fn without_part(path: &str) -> &str {
    let inner = PARTS.iter().find_map(|part| path.strip_prefix(part));
    inner.unwrap_or(path)
}

/// The sources, and the order of their folders.
struct Shim {
    /// The folders of the table, from the bottom up.
    order: Vec<String>,
    /// How many lines the table allows in each folder.
    max_lines: BTreeMap<String, usize>,
    /// The lines in each folder, without generated files.
    lines: BTreeMap<String, usize>,
    /// The texts of all C++ files without comments, by their paths.
    files: BTreeMap<String, String>,
}

impl Shim {
    fn new<'a>(table: &str, files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let rows = table.lines().filter_map(|line| {
            let (folder, rest) = line.strip_prefix("| `")?.split_once('`')?;
            let lines = rest
                .split('|')
                .nth(1)
                .and_then(|cell| cell.trim().parse().ok());
            Some((without_part(folder).to_owned(), lines))
        });
        let rows: Vec<(_, Option<usize>)> = rows.collect();
        let (mut lines, mut texts) = (BTreeMap::new(), BTreeMap::new());
        for (path, text) in files {
            if !path.contains("/generated/") {
                *lines.entry(folder_of(path).to_owned()).or_default() += text.lines().count();
            }
            texts.insert(path.to_owned(), without_comments(text));
        }
        Shim {
            order: rows.iter().map(|(folder, _)| folder.clone()).collect(),
            max_lines: rows
                .into_iter()
                .filter_map(|(folder, lines)| Some((folder, lines?)))
                .collect(),
            lines,
            files: texts,
        }
    }

    fn read() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("cpp-shim");
        let table = fs::read_to_string(root.join("README.md")).expect("the table is readable");
        let mut files = Vec::new();
        collect(&root, "", &mut files);
        let borrowed = files
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_str()));
        Shim::new(&table, borrowed)
    }

    /// Folders with sources but no row, and rows without sources.
    fn unlisted_folders(&self) -> Vec<String> {
        let folders: BTreeSet<_> = self.files.keys().map(|path| folder_of(path)).collect();
        let rows: BTreeSet<_> = self.order.iter().map(String::as_str).collect();
        let differences = folders.symmetric_difference(&rows);
        differences.map(|folder| (*folder).to_owned()).collect()
    }

    /// Folders that have grown.
    fn long_folders(&self) -> Vec<String> {
        let too_long = self.lines.iter().filter_map(|(folder, lines)| {
            let max = *self.max_lines.get(folder)?;
            (*lines > max).then(|| format!("{folder} has {lines} lines, more than {max}"))
        });
        too_long.collect()
    }

    /// The height of a folder. The public headers are included without the name
    /// of their own folder.
    fn height(&self, folder: &str) -> Option<usize> {
        self.order
            .iter()
            .position(|known| known == folder || known.strip_prefix("include/") == Some(folder))
    }

    /// What a file includes of ours, and each include as it is written.
    fn includes<'a>(&'a self, text: &'a str) -> impl Iterator<Item = &'a str> {
        text.lines()
            .filter_map(|line| line.strip_prefix("#include \"")?.strip_suffix('"'))
            .filter(|path| {
                !FOREIGN
                    .iter()
                    .any(|one| path.split('/').next() == Some(one))
            })
    }

    /// Includes of headers that are in no folder, or in a higher one, and of
    /// drivers by what knows none.
    fn upward_includes(&self) -> Vec<String> {
        let mut found = Vec::new();
        for (path, text) in &self.files {
            let own = self.height(folder_of(path));
            for included in self.includes(text) {
                let height = self.height(folder_of(included));
                let is_unwanted_driver = WITHOUT_DRIVERS.contains(&folder_of(path))
                    && DRIVERS.contains(&folder_of(included));
                if height.is_none() || height > own || is_unwanted_driver {
                    found.push(format!("{path} includes {included}"));
                }
            }
        }
        found
    }

    /// Sources that include each other in a circle; a header and the `.cpp` of
    /// the same name are one source. What no circle needs is peeled off until
    /// nothing but circles is left.
    fn circles(&self) -> Vec<String> {
        let mut includes: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (path, text) in &self.files {
            let source = stem(path);
            let included = self.includes(text).map(stem);
            let others = includes.entry(source).or_default();
            others.extend(included.filter(|other| *other != source));
        }
        loop {
            let left: BTreeSet<_> = includes.keys().copied().collect();
            let is_included = |source: &&str| includes.values().any(|all| all.contains(source));
            let needed: BTreeSet<_> = left.iter().copied().filter(is_included).collect();
            includes.retain(|source, all| {
                all.retain(|other| left.contains(other));
                needed.contains(source) && !all.is_empty()
            });
            if includes.len() == left.len() {
                return left.into_iter().map(str::to_owned).collect();
            }
        }
    }

    /// Functions of the namespace `pdll`, and methods, that stand in another
    /// folder than the header that declares them.
    fn misplaced_definitions(&self) -> Vec<String> {
        let headers = || self.files.iter().filter(|(path, _)| path.ends_with(".h"));
        let mut found = Vec::new();
        for (path, text) in self.files.iter().filter(|(path, _)| path.ends_with(".cpp")) {
            for (class, name) in definitions(text) {
                let declares = |text: &str| match class {
                    "pdll" => calls(text).any(|called| called == name),
                    class => defines_class(text, class),
                };
                let folders: Vec<_> = headers()
                    .filter(|(_, text)| declares(text))
                    .map(|(header, _)| folder_of(header))
                    .collect();
                if !folders.is_empty() && !folders.contains(&folder_of(path)) {
                    found.push(format!("{path} defines {class}::{name} of {folders:?}"));
                }
            }
        }
        found
    }

    /// Uses of the functions of the contract within the run time, and functions
    /// of the contract that have no definition.
    fn misplaced_entries(&self) -> Vec<String> {
        let mut declared = BTreeSet::new();
        let mut defined = BTreeSet::new();
        let mut found = Vec::new();
        for (path, text) in &self.files {
            let code = without_strings(text);
            let entries = words(&code).filter(|name| is_entry(name));
            match folder_of(path) {
                "include/pdll" => {}
                folder if DECLARE_ENTRIES.contains(&folder) => {
                    declared.extend(entries.map(str::to_owned));
                }
                DEFINES_ENTRIES => {
                    let names = text.lines().filter_map(entry_definition);
                    defined.extend(names.map(str::to_owned));
                }
                _ => found.extend(entries.map(|name| format!("{path} uses {name}"))),
            }
        }
        let differences = declared.symmetric_difference(&defined);
        found.extend(differences.map(|name| format!("{name} lacks its other half")));
        found
    }

    /// Names that stand outside of the header that spells them.
    fn misplaced_names(&self) -> Vec<String> {
        let mut found = Vec::new();
        for (path, text) in self.files.iter().filter(|(path, _)| *path != NAMES) {
            let spells = |line: &&str| line.contains(NAMES_BEGIN);
            let lines = text.lines().filter(spells);
            found.extend(lines.map(|line| format!("{path} spells {}", line.trim())));
        }
        found
    }
}

/// Adds all C++ files in and below a folder.
fn collect(root: &Path, folder: &str, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(root.join(folder)).expect("the folder is readable") {
        let entry = entry.expect("the folder is readable");
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if folder.is_empty() {
            name
        } else {
            format!("{folder}/{name}")
        };
        if entry.path().is_dir() {
            collect(root, &path, files);
        } else if path.ends_with(".h") || path.ends_with(".cpp") || path.ends_with(".inc") {
            let text = fs::read_to_string(entry.path()).expect("sources are text");
            files.push((without_part(&path).to_owned(), text));
        }
    }
}

/// Other files are the same for every LLVM. What is embedded is read by compilers that know
/// no headers of ours.
#[test]
fn one_header_asks_for_the_version_of_llvm() {
    let shim = Shim::read();
    let asks = |text: &str| {
        let mut lines = text.lines();
        lines.any(|line| line.starts_with("#if") && line.contains("LLVM_VERSION"))
    };
    let files = shim.files.iter().filter(|(_, text)| asks(text));
    let paths: Vec<_> = files.map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, ["embedded/NativeCreation.inc", "support/Versions.h"]);
}

/// The folder of a file, as the table has it. Generated files belong to the
/// folder around theirs.
fn folder_of(path: &str) -> &str {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    folder
        .split_once("/generated")
        .map_or(folder, |(outer, _)| outer)
}

fn stem(path: &str) -> &str {
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    stem.strip_prefix("include/").unwrap_or(stem)
}

/// A text with its comments cut out of their lines.
fn without_comments(text: &str) -> String {
    let mut result = String::new();
    let mut in_block = false;
    for line in text.lines() {
        let line = line.split_once("// ").map_or(line, |(code, _)| code);
        in_block |= line.trim_start().starts_with("/*");
        if !in_block {
            result += line.trim_end();
        }
        in_block &= !line.contains("*/");
        result.push('\n');
    }
    result
}

/// A text whose string literals are empty.
fn without_strings(text: &str) -> String {
    let text = text.replace("\\\"", "");
    text.split('"').step_by(2).collect::<Vec<_>>().join("\"\"")
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !is_word(c))
}

/// The names that stand before parentheses.
fn calls(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('(').filter_map(|(end, _)| {
        let before = &text[..end];
        let name = before.rsplit(|c: char| !is_word(c)).next();
        name.filter(|name| !name.is_empty())
    })
}

/// Whether a function is one of the contract: `pdll`, and a capital letter.
fn is_entry(name: &str) -> bool {
    let rest = name.strip_prefix("pdll");
    rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
}

/// The function of the contract that a line begins to define.
fn entry_definition(line: &str) -> Option<&str> {
    let is_definition =
        line.starts_with(|c: char| c.is_alphabetic()) && !line.starts_with("static");
    calls(line)
        .next()
        .filter(|name| is_definition && is_entry(name))
}

/// The classes and names of what a source defines: methods, and functions of
/// the namespace `pdll`. Definitions start at the first column, other code does
/// not.
fn definitions(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter_map(|line| {
        let is_code = line.starts_with(|c: char| c.is_alphabetic()) && !line.starts_with("static");
        let (head, _) = line.split_once('(').filter(|_| is_code)?;
        let (scope, name) = head.rsplit_once("::")?;
        let class = scope.rsplit(|c: char| !is_word(c)).next()?;
        Some((class, name.trim_start_matches('~')))
    })
}

/// Whether a header has the body of that class.
fn defines_class(text: &str, class: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim_start();
        ["class ", "struct "].iter().any(|keyword| {
            let rest = line
                .strip_prefix(keyword)
                .and_then(|rest| rest.strip_prefix(class));
            rest.is_some_and(|rest| rest.starts_with([' ', ':']) && !rest.ends_with(';'))
        })
    })
}

fn assert_none(findings: Vec<String>) {
    assert!(findings.is_empty(), "{findings:#?}");
}

#[test]
fn no_folder_grows_unnoticed() {
    let shim = Shim::read();
    assert_eq!(
        shim.max_lines.len(),
        shim.order.len(),
        "each row has a number"
    );
    assert_eq!(shim.long_folders(), [""; 0]);
}

#[test]
fn each_folder_has_a_row() {
    assert_none(Shim::read().unlisted_folders());
}

#[test]
fn includes_follow_the_order() {
    assert_none(Shim::read().upward_includes());
}

#[test]
fn no_files_include_each_other() {
    assert_none(Shim::read().circles());
}

#[test]
fn definitions_stand_beside_their_headers() {
    assert_none(Shim::read().misplaced_definitions());
}

#[test]
fn only_entries_know_the_contract() {
    assert_none(Shim::read().misplaced_entries());
}

#[test]
fn one_check_knows_all_attributes() {
    let shim = Shim::read();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/back/check/attributes.rs");
    let check = fs::read_to_string(path).expect("the check is readable");
    let check: BTreeSet<_> = words(&check).collect();
    let attributes = words(&shim.files[NAMES]).filter_map(|word| word.strip_prefix("PDLL_ATTR_"));
    assert_none(
        attributes
            .filter(|name| !check.contains(name))
            .map(str::to_owned)
            .collect(),
    );
}

#[test]
fn only_one_header_spells_names() {
    assert_none(Shim::read().misplaced_names());
}

#[test]
fn rust_and_cpp_spell_names_alike() {
    let shim = Shim::read();
    let defined: BTreeMap<_, _> = shim.files[NAMES]
        .lines()
        .filter_map(|line| line.strip_prefix("#define ")?.split_once(' '))
        .map(|(name, value)| (name, value.trim_matches('"')))
        .collect();
    for (name, value) in contract::SHARED {
        assert_eq!(defined.get(name), Some(value), "{name}");
    }
}

/// The checks on sources that break each rule.
mod broken {
    use super::Shim;

    const TABLE: &str = "| folder | purpose |\n|---|---|\n\
        | `contract` | Low. |\n| `run` | Middle. |\n| `pass` | 9 | High. |\n| `entry` | Top. |\n";

    /// A sound tree, with one file replaced or added.
    fn with<'a>(path: &'a str, text: &'a str) -> Shim {
        let sound = [
            ("contract/shim.h", "void pdllRun(void);\n"),
            ("run/Driver.h", "class Driver {\n};\nvoid drive();\n"),
            (
                "run/Driver.cpp",
                "#include \"run/Driver.h\"\n#include \"mlir/IR/IR.h\"\n\
                 Driver::Driver() {}\nvoid pdll::drive() {}\n",
            ),
            ("pass/Pass.h", "#include \"run/Driver.h\" // drive\n"),
            (
                "entry/Run.cpp",
                "#include \"contract/shim.h\"\nvoid pdllRun() {}\n",
            ),
        ];
        let others = sound.into_iter().filter(|(other, _)| *other != path);
        Shim::new(TABLE, others.chain([(path, text)]))
    }

    /// What all checks find, in their order.
    fn found(shim: &Shim) -> Vec<String> {
        [
            shim.unlisted_folders(),
            shim.long_folders(),
            shim.upward_includes(),
            shim.circles(),
            shim.misplaced_definitions(),
            shim.misplaced_entries(),
            shim.misplaced_names(),
        ]
        .concat()
    }

    #[test]
    fn folders_that_have_grown_are_found() {
        let nine = "class More;\n".repeat(9);
        let shim = with("pass/More.h", &nine);
        assert_eq!(found(&shim), ["pass has 10 lines, more than 9"]);
        assert!(found(&with("pass/generated/More.h", &nine)).is_empty());
    }

    #[test]
    fn a_sound_tree_has_no_findings() {
        let header = "#include \"run/Driver.h\"\n";
        assert!(found(&with("pass/Pass.h", header)).is_empty());
    }

    #[test]
    fn folders_without_a_row_are_found() {
        let shim = with("fresh/New.h", "");
        assert_eq!(found(&shim), ["fresh"]);
    }

    #[test]
    fn rows_without_a_folder_are_found() {
        let mut shim = with("pass/Pass.h", "");
        shim.files.remove("pass/Pass.h");
        assert_eq!(found(&shim), ["pass"]);
    }

    #[test]
    fn upward_includes_are_found() {
        let shim = with("run/Driver.cpp", "#include \"pass/Pass.h\"\n");
        assert_eq!(
            shim.upward_includes(),
            ["run/Driver.cpp includes pass/Pass.h"]
        );
    }

    #[test]
    fn drivers_in_checks_are_found() {
        let table = format!("{TABLE}| `check` | Checks. |\n");
        let files = [
            ("run/Driver.h", ""),
            ("check/Check.cpp", "#include \"run/Driver.h\"\n"),
        ];
        assert_eq!(
            Shim::new(&table, files).upward_includes(),
            ["check/Check.cpp includes run/Driver.h"]
        );
    }

    #[test]
    fn includes_of_no_folder_are_found() {
        let shim = with("run/Driver.cpp", "#include \"Driver.h\"\n");
        assert_eq!(found(&shim), ["run/Driver.cpp includes Driver.h"]);
    }

    #[test]
    fn circles_are_found() {
        let shim = with(
            "run/Driver.h",
            "#include \"run/Guard.h\"\nclass Driver {\n};\nvoid drive();\n",
        );
        let mut shim = shim;
        let guard = "#include \"run/Driver.h\"\n".to_owned();
        shim.files.insert("run/Guard.cpp".to_owned(), guard);
        assert_eq!(found(&shim), ["run/Driver", "run/Guard"]);
    }

    #[test]
    fn functions_away_from_their_headers_are_found() {
        let shim = with("pass/Pass.cpp", "void pdll::drive() {}\n");
        assert_eq!(
            found(&shim),
            ["pass/Pass.cpp defines pdll::drive of [\"run\"]"]
        );
    }

    #[test]
    fn methods_away_from_their_classes_are_found() {
        let shim = with("pass/Pass.cpp", "Driver::~Driver() = default;\n");
        assert_eq!(
            found(&shim),
            ["pass/Pass.cpp defines Driver::Driver of [\"run\"]"]
        );
    }

    #[test]
    fn calls_of_the_contract_are_found() {
        let shim = with("pass/Pass.cpp", "static void f() {\n  pdllRun();\n}\n");
        assert_eq!(found(&shim), ["pass/Pass.cpp uses pdllRun"]);
    }

    #[test]
    fn names_outside_of_their_header_are_found() {
        let spelt = "#define TYPE \"pdll.type_of\"\n";
        assert!(found(&with("contract/Names.h", spelt)).is_empty());
        let used = "static void f() {\n  call(\"pdll.type_of\");\n}\n";
        assert_eq!(
            found(&with("pass/Pass.cpp", used)),
            ["pass/Pass.cpp spells call(\"pdll.type_of\");"]
        );
    }

    #[test]
    fn declarations_without_a_definition_are_found() {
        let shim = with("contract/More.h", "int pdllMore(void);\n");
        assert_eq!(found(&shim), ["pdllMore lacks its other half"]);
    }
}
