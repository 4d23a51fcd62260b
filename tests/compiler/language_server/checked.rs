//! An editor shows exactly what `pdll-opt check` reports.

use super::client::Server;
use crate::{
    effort,
    support::{
        corpus::{self, Chunk},
        process::{self, scratch},
        say,
        workers::parallel,
    },
};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

#[test]
fn an_editor_shows_what_check_reports() {
    let folder = scratch("language-server-checked");
    // Every other one is enough, because neighbors are alike. `PDLL_TEST_EFFORT=2` compares
    // all.
    let inputs = effort::sample_one_in(2, inputs(&folder));
    let database = folder.join("pdll_compile_commands.yml");
    fs::write(&database, entries(&inputs)).expect("the folder is ours");
    let start = || {
        let option = format!("--pdll-compilation-database={}", database.display());
        let mut command = Command::new(env!("CARGO_BIN_EXE_pdll-opt"));
        let server = Server::start_with(command.args(["lsp", &option]), capabilities());
        server.expect("our server runs")
    };
    let differences = parallel(&inputs, start, compare);
    let mut total = 0;
    let mut report = String::new();
    for (number, difference) in differences {
        total += number;
        report += &difference;
    }
    say(&format!("{total} diagnostics compared"));
    assert!(report.is_empty(), "{report}");
    assert!(total > inputs.len() / 4, "only {total} diagnostics");
}

fn capabilities() -> Value {
    json!({ "general": { "positionEncodings": ["utf-8"] } })
}

/// A file to check, and where it looks for includes.
struct Input {
    name: String,
    path: PathBuf,
    include_dirs: Vec<PathBuf>,
}

/// Each part of each pattern file as a file of its own, and the files of rules.
fn inputs(folder: &Path) -> Vec<Input> {
    let chunks = corpus::chunks("language-server-checked-chunks").into_iter();
    let parts = chunks.enumerate().map(|(number, chunk)| {
        let path = folder.join(format!("{number}.pdll"));
        // What is not UTF-8 cannot cross the protocol.
        let text = String::from_utf8_lossy(&chunk.text).into_owned();
        fs::write(&path, text).expect("the folder is ours");
        Input {
            name: Chunk::name(&chunk),
            path,
            include_dirs: chunk.include_dirs,
        }
    });
    let lit_tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("lit-tests");
    let rules = corpus::files(&lit_tests).into_iter();
    let rules = rules.filter(|path| path.extension().is_some_and(|end| end == "td"));
    let rules = rules.map(|path| Input {
        name: path.display().to_string(),
        include_dirs: path.parent().map(Path::to_owned).into_iter().collect(),
        path,
    });
    parts.chain(rules).collect()
}

/// The compilation database of the inputs.
fn entries(inputs: &[Input]) -> String {
    let mut text = String::new();
    for input in inputs {
        let dirs: Vec<_> = input
            .include_dirs
            .iter()
            .map(|dir| dir.display().to_string())
            .collect();
        writeln!(
            text,
            "--- !FileInfo:\n  filepath: {:?}\n  includes: {:?}",
            input.path.display().to_string(),
            dirs.join(";")
        )
        .expect("it is a string");
    }
    text
}

/// The number of diagnostics of an input, and how they differ.
fn compare(server: &mut Server, input: &Input) -> (usize, String) {
    let expected = checked(input);
    let uri = format!("file://{}", input.path.display());
    let text = fs::read_to_string(&input.path).expect("the text is UTF-8");
    server.open(&uri, &text).expect("our server runs");
    let shown = shown(server, &uri);
    server.close(&uri).expect("our server runs");
    let mut report = String::new();
    for (list, other, word) in [
        (&expected, &shown, "not shown"),
        (&shown, &expected, "only shown"),
    ] {
        for line in list.difference(other) {
            writeln!(report, "{}: {word}: {line}", input.name).expect("it is a string");
        }
    }
    (expected.len(), report)
}

/// What the server shows about a document, in all files.
fn shown(server: &mut Server, uri: &str) -> BTreeSet<String> {
    let about = json!({ "textDocument": { "uri": uri } });
    // Diagnostics come before any answer about what was analyzed with them.
    server.said.clear();
    server
        .ask("textDocument/diagnostic", about)
        .expect("our server runs");
    let mut lines = BTreeSet::new();
    let published = server
        .said
        .iter()
        .filter(|one| one["method"] == "textDocument/publishDiagnostics");
    for params in published.map(|one| &one["params"]) {
        let file = params["uri"].as_str().unwrap_or_default();
        for one in params["diagnostics"].as_array().into_iter().flatten() {
            let mut line = format!(
                "{} {} {} {}",
                one["severity"],
                one["code"],
                place(file, &one["range"]),
                one["message"]
            );
            for note in one["relatedInformation"].as_array().into_iter().flatten() {
                let location = &note["location"];
                let file = location["uri"].as_str().unwrap_or_default();
                line += &format!("; {} {}", place(file, &location["range"]), note["message"]);
            }
            lines.insert(line);
        }
    }
    lines
}

fn place(uri: &str, range: &Value) -> String {
    let at = |end: &str| format!("{}:{}", range[end]["line"], range[end]["character"]);
    format!("{uri}:{}-{}", at("start"), at("end"))
}

/// What `pdll-opt check` reports, as an editor should show it.
fn checked(input: &Input) -> BTreeSet<String> {
    let mut arguments = vec!["check".to_owned(), "--error-format=json".to_owned()];
    arguments.extend(
        input
            .include_dirs
            .iter()
            .map(|dir| format!("-I{}", dir.display())),
    );
    arguments.push(input.path.display().to_string());
    let run = process::run(Path::new(env!("CARGO_BIN_EXE_pdll-opt")), &arguments, &[]);
    let lines = run.stderr.lines().filter(|line| line.starts_with('{'));
    let records = lines.map(|line| serde_json::from_str(line).expect("it is JSON"));
    records
        .filter(|record: &Value| record["message"] != WITHOUT_RULES)
        .map(|record| protocol(&input.path, &record))
        .collect()
}

/// An editor may show a `.td` file that has definitions only.
const WITHOUT_RULES: &str = "this file contains no rewrite rules";

/// A record of `--error-format=json` as a line of [`shown`].
fn protocol(document: &Path, record: &Value) -> String {
    let severity = match record["severity"].as_str() {
        Some("error") => 1,
        Some("warning") => 2,
        _ => 3,
    };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut message = text(&record["message"]);
    let mut related = String::new();
    for note in record["notes"].as_array().into_iter().flatten() {
        match place_of(&note["place"]) {
            Some(place) => related += &format!("; {place} {}", note["message"]),
            None => message += &format!("\n{}", text(&note["message"])),
        }
    }
    if let Some(help) = record["help"].as_str() {
        message += &format!("\nhelp: {help}");
    }
    let start = || format!("file://{}:0:0-0:0", document.display());
    let place = place_of(&record["place"]).unwrap_or_else(start);
    format!(
        "{severity} {} {place} {}{related}",
        record["name"],
        json!(message)
    )
}

/// A place in a file that an editor can open.
fn place_of(place: &Value) -> Option<String> {
    let file = Path::new(place["file"].as_str()?);
    let number = |field: &str| place[field].as_u64().map(|number| number - 1);
    let (line, column) = (number("line")?, number("column")?);
    let (end_line, end_column) = (number("endLine")?, number("endColumn")?);
    file.exists().then(|| {
        let file = file.display();
        format!("file://{file}:{line}:{column}-{end_line}:{end_column}")
    })
}
