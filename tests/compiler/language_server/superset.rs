//! Whatever MLIR's server answers about a valid or invalid text, ours answers, too.

use super::client::{Gone, Server};
use crate::{
    effort,
    support::{
        corpus::{self, Chunk},
        process::llvm_tool,
        say,
        workers::parallel,
    },
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    process::Command,
};

#[test]
fn upstream_answers_are_among_ours() {
    let theirs = llvm_tool("mlir-pdll-lsp-server");
    if !theirs.exists() {
        return say(&format!("skipped: {} is not installed", theirs.display()));
    }
    // Each needs two servers, of which theirs takes long to answer. The files that are next
    // to each other are about the same parts of the language, so that a third of them is
    // enough. `PDLL_TEST_EFFORT=3` compares all.
    let chunks = effort::sample_one_in(3, corpus::chunks("language-server"));
    let outcomes = parallel(&chunks, || (), |(), chunk| compare(chunk));
    let mut report = Report::default();
    for outcome in outcomes {
        report.add(outcome);
    }
    say(&report.summary());
    let missing = &report.missing;
    assert!(
        missing.is_empty(),
        "{} answers are missing\n{}",
        missing.len(),
        missing.join("\n")
    );
    assert!(
        report.compared > chunks.len(),
        "compared {}",
        report.compared
    );
}

/// What became of a chunk.
#[derive(Default)]
struct Outcome {
    /// The number of answers of theirs that say something.
    compared: usize,
    /// Answers of theirs that are not among ours.
    missing: Vec<String>,
    /// How many are not among ours, by the reason.
    documented: BTreeMap<&'static str, usize>,
}

#[derive(Default)]
struct Report {
    compared: usize,
    missing: Vec<String>,
    documented: BTreeMap<&'static str, usize>,
}

impl Report {
    fn add(&mut self, outcome: Outcome) {
        self.compared += outcome.compared;
        self.missing.extend(outcome.missing);
        for (reason, number) in outcome.documented {
            *self.documented.entry(reason).or_default() += number;
        }
    }

    fn summary(&self) -> String {
        let mut summary = format!("{} answers compared", self.compared);
        for (reason, number) in &self.documented {
            summary += &format!("; {number} times, {reason}");
        }
        summary
    }
}

const CRASH: &str = "MLIR's server ends";

/// Why an answer of theirs is not among ours. `docs/editors.md` has the same list.
fn difference(question: &Question, item: &str) -> Option<&'static str> {
    let is_own_place = || question.token.iter().any(|place| place == item);
    match question.method {
        "textDocument/definition" | "textDocument/references" if is_own_place() => {
            Some("what nothing defines leads to itself")
        }
        "textDocument/documentSymbol" if item == "\"<pattern>\"" => {
            Some("patterns without a name are called otherwise")
        }
        "textDocument/documentSymbol" if item.starts_with("\"<file-split-") => {
            Some("parts of a file are no symbols")
        }
        _ => None,
    }
}

fn compare(chunk: &Chunk) -> Outcome {
    let mut outcome = Outcome::default();
    let Ok(text) = str::from_utf8(&chunk.text) else {
        return outcome;
    };
    let dirs: Vec<_> = chunk
        .include_dirs
        .iter()
        .map(|folder| format!("--pdll-extra-dir={}", folder.display()))
        .collect();
    let uri = format!("file://{}", chunk.path.display());
    let start = |command: &mut Command| {
        let mut server = Server::start(command.args(&dirs))?;
        server.open(&uri, text)?;
        Ok::<_, Gone>(server)
    };
    let Ok(mut theirs) = start(&mut Command::new(llvm_tool("mlir-pdll-lsp-server"))) else {
        outcome.documented.insert(CRASH, 1);
        return outcome;
    };
    let mut ours =
        start(Command::new(env!("CARGO_BIN_EXE_pdll-opt")).arg("lsp")).expect("our server runs");
    for question in questions(&uri, text) {
        let Ok(answer) = theirs.ask(question.method, question.params.clone()) else {
            *outcome.documented.entry(CRASH).or_default() += 1;
            return outcome;
        };
        let expected = (question.items)(&answer);
        if expected.is_empty() {
            continue;
        }
        outcome.compared += 1;
        let answer = ours.ask(question.method, question.params.clone());
        let found = (question.items)(&answer.expect("our server runs"));
        for item in expected.difference(&found) {
            if let Some(reason) = difference(&question, item) {
                *outcome.documented.entry(reason).or_default() += 1;
                continue;
            }
            outcome.missing.push(format!(
                "{} {}: {} lacks {item}",
                chunk.name(),
                question.place,
                question.method
            ));
        }
    }
    outcome
}

/// A request, and what is compared of the answers.
struct Question {
    place: String,
    /// The places where the token may start that the word is in.
    token: Vec<String>,
    method: &'static str,
    params: Value,
    items: fn(&Value) -> BTreeSet<String>,
}

/// What to ask about a text: at the start of each word, and what may stand there.
fn questions(uri: &str, text: &str) -> Vec<Question> {
    let about = json!({ "uri": uri });
    let mut questions = vec![Question {
        place: String::new(),
        token: Vec::new(),
        method: "textDocument/documentSymbol",
        params: json!({ "textDocument": about }),
        items: symbols,
    }];
    let mut completions = 0;
    for (number, line) in text.lines().enumerate() {
        // Their columns are bytes. In a comment, there is nothing.
        let line = line.split("//").next().unwrap_or_default();
        if !line.is_ascii() {
            continue;
        }
        for (column, _) in word_starts(line) {
            let mut ask = |method, items| {
                questions.push(Question {
                    place: format!("{}:{}", number + 1, column + 1),
                    token: token_starts(line, column)
                        .map(|start| format!("{uri}:{number}:{start}"))
                        .collect(),
                    method,
                    params: json!({
                        "textDocument": about,
                        "position": { "line": number, "character": column },
                        "context": { "includeDeclaration": true },
                    }),
                    items,
                });
            };
            ask("textDocument/definition", locations);
            ask("textDocument/references", locations);
            ask("textDocument/hover", presence);
            let before = line[..column].trim_end();
            if before.ends_with(['.', ':', '<', '{', '(', ',', '[']) && completions < COMPLETIONS {
                completions += 1;
                ask("textDocument/completion", labels);
            }
        }
    }
    questions
}

/// Their server parses the text and all that it includes for each of them.
const COMPLETIONS: usize = 8;

fn word_starts(line: &str) -> impl Iterator<Item = (usize, char)> {
    let is_word = |one: char| one.is_ascii_alphanumeric() || one == '_';
    let mut before = ' ';
    line.char_indices().filter(move |(_, one)| {
        let starts = is_word(*one) && !is_word(before);
        before = *one;
        starts
    })
}

/// Where a name or string may start that contains a word.
fn token_starts(line: &str, word: usize) -> impl Iterator<Item = usize> {
    let before = &line[..word];
    let dialect = before.strip_suffix('.').map_or(word, |dialect| {
        let is_word = |one: char| one.is_ascii_alphanumeric() || one == '_' || one == '.';
        dialect.rfind(|one| !is_word(one)).map_or(0, |at| at + 1)
    });
    let quotes = before.match_indices(['"', '[']).map(|(at, _)| at);
    [word, dialect].into_iter().chain(quotes)
}

/// Files and starts. Their ranges in `.td` files are a byte long.
fn locations(answer: &Value) -> BTreeSet<String> {
    let all = answer.as_array().into_iter().flatten();
    all.map(|one| {
        let start = &one["range"]["start"];
        let uri = one["uri"].as_str().unwrap_or_default();
        format!("{uri}:{}:{}", start["line"], start["character"])
    })
    .collect()
}

fn presence(answer: &Value) -> BTreeSet<String> {
    let some = !answer.is_null();
    some.then(|| "anything".to_owned()).into_iter().collect()
}

fn labels(answer: &Value) -> BTreeSet<String> {
    let items = answer["items"].as_array().or(answer.as_array());
    let labels = items.into_iter().flatten();
    labels.map(|item| item["label"].to_string()).collect()
}

/// The names of all symbols, in whichever tree.
fn symbols(answer: &Value) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for symbol in answer.as_array().into_iter().flatten() {
        names.insert(symbol["name"].to_string());
        names.extend(symbols(&symbol["children"]));
    }
    names
}
