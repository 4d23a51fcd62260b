//! The runs of patterns on programs that lit tests make.
//!
//! This knows as much of the shell as these tests need: quotes, pipes, `cd`, and what
//! may stand before the name of a program. It does what `split-file` does, and runs no
//! program, so that files may be missing that other programs make.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use std::{
    collections::BTreeSet,
    fs, mem,
    path::{Path, PathBuf},
};

/// Patterns that a test applies to a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Application {
    /// The test, from the folder of all tests.
    pub(crate) test: String,
    /// The arguments of `pdll-opt explain`, with absolute paths.
    pub(crate) arguments: Vec<String>,
}

/// Those of all tests below a folder, each once, in a fixed order. The parts of tests go
/// into `scratch`.
pub(crate) fn applications(folder: &Path, scratch: &Path) -> Vec<Application> {
    let mut applications = Vec::new();
    for file in files(folder) {
        let Ok(text) = fs::read_to_string(&file) else {
            continue;
        };
        let test = file.strip_prefix(folder).unwrap_or(&file);
        let test = test.display().to_string();
        let mut shell = Shell {
            parts: scratch.join(test.replace('/', "-")),
            folder: scratch.to_owned(),
            text: &text,
            file: &file,
        };
        let mut known = BTreeSet::new();
        for line in run_lines(&text) {
            for arguments in shell.run(&line) {
                if known.insert(arguments.clone()) {
                    applications.push(Application {
                        test: test.clone(),
                        arguments,
                    });
                }
            }
        }
    }
    applications
}

/// The tests below a folder, in a fixed order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut entries: Vec<_> = entries
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| !path.ends_with("Inputs") && !path.ends_with("Output"))
        .collect();
    entries.sort();
    let below = |path: PathBuf| match path.is_dir() {
        true => files(&path),
        false => vec![path],
    };
    entries.into_iter().flat_map(below).collect()
}

/// The commands of a test. Those that end in a backslash go on in the next line.
fn run_lines(text: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut command = String::new();
    for line in text.lines() {
        let Some((_, line)) = line.split_once("RUN:") else {
            continue;
        };
        command += line.trim_end_matches('\\');
        if !line.ends_with('\\') {
            commands.push(mem::take(&mut command));
        }
    }
    commands
}

struct Shell<'t> {
    file: &'t Path,
    text: &'t str,
    /// What `%t` stands for.
    parts: PathBuf,
    /// Where commands run.
    folder: PathBuf,
}

impl Shell<'_> {
    /// Runs a line. Returns the arguments of each run of patterns.
    fn run(&mut self, line: &str) -> Vec<Vec<String>> {
        let file = self.file.display().to_string();
        let beside = self.file.parent().unwrap_or(Path::new("."));
        let line = line
            .replace("%t", &self.parts.display().to_string())
            .replace("%S", &beside.display().to_string())
            .replace("%s", &file);
        let mut runs = Vec::new();
        for words in commands(&line) {
            let words: Vec<_> = words.iter().map(String::as_str).collect();
            match program(&words) {
                ["cd", folder] => self.folder = self.folder.join(folder),
                ["split-file", _, folder] => split_file(self.text, Path::new(folder)),
                ["%apply" | "mlir-opt", arguments @ ..] => {
                    runs.extend(self.explained(arguments, Tool::MlirOpt));
                }
                ["pdll-opt", "apply" | "explain", arguments @ ..] => {
                    runs.extend(self.explained(arguments, Tool::PdllOpt));
                }
                _ => {}
            }
        }
        runs
    }

    /// What `pdll-opt explain` takes instead of the arguments of a tool that applies
    /// patterns: once for each pass that the pipeline has.
    fn explained(&self, arguments: &[&str], tool: Tool) -> Vec<Vec<String>> {
        let mut own = Vec::new();
        let mut passes = Vec::new();
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            if let Some(pipeline) = argument.strip_prefix("--pass-pipeline=") {
                passes = options_of_passes(pipeline);
            } else if ["--pass-pipeline", "--trace-html", "-o"].contains(argument) {
                let value = arguments.next();
                if *argument == "--pass-pipeline" {
                    passes = options_of_passes(value.copied().unwrap_or_default());
                }
            } else if tool.keeps(argument) {
                own.push(self.absolute(argument));
            }
        }
        let with_options = |options: &Vec<String>| {
            let options = options.iter().map(|option| self.absolute(option));
            own.iter().cloned().chain(options).collect()
        };
        match (passes.is_empty(), tool) {
            (false, _) => passes.iter().map(with_options).collect(),
            (true, Tool::PdllOpt) => vec![own],
            (true, Tool::MlirOpt) => Vec::new(),
        }
    }

    /// An argument with absolute paths of the files and folders that it names.
    fn absolute(&self, argument: &str) -> String {
        let (option, value) = match (argument.split_once('='), argument.strip_prefix("-I")) {
            (Some((option, value)), _) => (format!("{option}="), value),
            (None, Some(folder)) if !folder.is_empty() => ("-I".to_owned(), folder),
            _ => (String::new(), argument),
        };
        let paths = value.split(',').map(|part| {
            let path = self.folder.join(part);
            match !part.is_empty() && path.exists() {
                true => path.display().to_string(),
                false => part.to_owned(),
            }
        });
        let paths: Vec<_> = paths.collect();
        option + &paths.join(",")
    }
}

/// What applies patterns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tool {
    MlirOpt,
    PdllOpt,
}

impl Tool {
    /// Whether `pdll-opt explain` takes an argument, too.
    fn keeps(self, argument: &str) -> bool {
        let is_about_output = [
            "--split-input-file",
            "--verify-diagnostics",
            "--mlir-print-op-generic",
            "--trace-html=",
        ]
        .iter()
        .any(|option| argument.starts_with(option));
        match self {
            Tool::PdllOpt => !is_about_output,
            Tool::MlirOpt => {
                !argument.starts_with('-') || argument == "--allow-unregistered-dialect"
            }
        }
    }
}

/// What is run, without what may stand before it.
fn program<'w, 'a>(mut words: &'w [&'a str]) -> &'w [&'a str] {
    while let [first, rest @ ..] = words {
        let is_assignment = first.contains('=') && !first.starts_with('-');
        if !["not", "env", "--crash", "%native_cache"].contains(first) && !is_assignment {
            break;
        }
        words = rest;
    }
    words
}

/// The words of the commands in a line. The file that a command reads is its last word;
/// those that it writes are left out.
fn commands(line: &str) -> Vec<Vec<String>> {
    let mut commands = vec![Vec::new()];
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in line.chars().chain([' ']) {
        match (quote, letter) {
            (Some(open), _) if open == letter => quote = None,
            (Some(_), _) => word.get_or_insert_default().push(letter),
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, ' ' | '|' | ';' | '&') => {
                // `2>&1` is one word.
                if letter == '&' && word.as_ref().is_some_and(|word| word.ends_with('>')) {
                    word.get_or_insert_default().push(letter);
                    continue;
                }
                let last = commands.last_mut().expect("there is one");
                last.extend(word.take());
                if letter != ' ' {
                    commands.push(Vec::new());
                }
            }
            (None, _) => word.get_or_insert_default().push(letter),
        }
    }
    let mut commands: Vec<_> = commands.into_iter().map(without_outputs).collect();
    commands.retain(|words| !words.is_empty());
    commands
}

fn without_outputs(words: Vec<String>) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        match word.trim_start_matches(['1', '2']) {
            ">" | ">>" => {
                words.next();
            }
            other if other.starts_with('>') => {}
            other => kept.push(other.strip_prefix('<').unwrap_or(&word).to_owned()),
        }
    }
    kept
}

/// The options of each `apply-pdll` in a pipeline that are about its patterns, as flags.
fn options_of_passes(pipeline: &str) -> Vec<Vec<String>> {
    const ABOUT_PATTERNS: [&str; 9] = [
        "patterns",
        "include-dirs",
        "natives",
        "native-code",
        "native-prelude",
        "skip-unsupported",
        "allow-unknown-operations",
        "enable-patterns",
        "disable-patterns",
    ];
    let passes = pipeline.split("apply-pdll{").skip(1);
    let passes = passes.map(|rest| rest.split('}').next().unwrap_or_default());
    let flags = |options: &str| {
        let options = options.split_whitespace();
        let options = options.filter(|option| {
            let name = option.split('=').next();
            name.is_some_and(|name| ABOUT_PATTERNS.contains(&name))
        });
        options.map(|option| format!("--{option}")).collect()
    };
    passes.map(flags).collect()
}

/// Does what `split-file` does.
fn split_file(text: &str, folder: &Path) {
    let mut part: Option<(PathBuf, String)> = None;
    let write = |part: Option<(PathBuf, String)>| {
        let Some((path, text)) = part else {
            return;
        };
        fs::create_dir_all(path.parent().expect("a part is in a folder"))
            .and_then(|()| fs::write(path, text))
            .expect("the folder for temporary files is writable");
    };
    for line in text.split_inclusive('\n') {
        let name = ["//--- ", "#--- "]
            .iter()
            .find_map(|mark| line.strip_prefix(mark));
        match (name, &mut part) {
            (Some(name), _) => {
                let next = Some((folder.join(name.trim()), String::new()));
                write(mem::replace(&mut part, next));
            }
            (None, Some((_, text))) => *text += line,
            (None, None) => {}
        }
    }
    write(part);
}
