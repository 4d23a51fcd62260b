//! Answers of other programs: what a document compiles to, and why its patterns match.
//!
//! `pdll-opt` runs in a process of its own, so that nothing it meets in a program or in
//! native code can end the server.

use super::{
    requests::Answered,
    saved::Saved,
    server::Server,
    uri,
    verdict_lenses::{self, Verdicts},
    view::View,
};
use crate::editor::ide;
use lsp_types::{CodeLens, CodeLensParams, Command, LspRequestMethod, MessageDirection, Uri};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// What runs a program and makes an answer of its output.
pub(super) type Task<R> = Box<dyn FnOnce() -> Answered<R> + Send>;

/// What finds out from the state of the server what to run for a request.
pub(super) type Prepare<R> = fn(
    &Server,
    <R as lsp_types::Request>::Params,
) -> Answered<Task<<R as lsp_types::Request>::Result>>;

/// `pdll/viewOutput`, as MLIR's server has it.
pub(super) enum ViewOutput {}

/// Its parameters.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ViewOutputParams {
    uri: Uri,
    kind: OutputKind,
}

/// What a document is compiled to.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum OutputKind {
    Ast,
    #[serde(alias = "pdl")]
    Mlir,
    Cpp,
    Matcher,
}

/// Its result.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ViewOutputResult {
    output: String,
}

impl lsp_types::Request for ViewOutput {
    type Params = ViewOutputParams;
    type Result = ViewOutputResult;
    const METHOD: LspRequestMethod<'static> = LspRequestMethod::Custom("pdll/viewOutput");
    const MESSAGE_DIRECTION: MessageDirection = MessageDirection::ClientToServer;
}

/// `pdll/explain`: why the patterns of a document match a program, or do not.
pub(super) enum Explain {}

/// Its parameters.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ExplainParams {
    uri: Uri,
    /// The name of one pattern, or none for all.
    pattern: Option<String>,
    /// The program, as a path or URI.
    input: String,
}

/// Its result: the same as text and as a page.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ExplainResult {
    text: String,
    html: String,
}

impl lsp_types::Request for Explain {
    type Params = ExplainParams;
    type Result = ExplainResult;
    const METHOD: LspRequestMethod<'static> = LspRequestMethod::Custom("pdll/explain");
    const MESSAGE_DIRECTION: MessageDirection = MessageDirection::ClientToServer;
}

/// `pdll/run`: what the patterns of a document, or one of them, make of a program.
pub(super) enum Run {}

/// Its result.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct RunResult {
    /// The rewritten program.
    output: String,
    /// Why the patterns match what they match, as text.
    explanation: String,
}

impl lsp_types::Request for Run {
    type Params = ExplainParams;
    type Result = RunResult;
    const METHOD: LspRequestMethod<'static> = LspRequestMethod::Custom("pdll/run");
    const MESSAGE_DIRECTION: MessageDirection = MessageDirection::ClientToServer;
}

pub(super) fn view_output(
    server: &Server,
    params: ViewOutputParams,
) -> Answered<Task<ViewOutputResult>> {
    let document = Saved::new(server, &params.uri)?;
    let kind = match params.kind {
        OutputKind::Ast => "ast",
        OutputKind::Mlir => "mlir",
        OutputKind::Cpp => "cpp",
        OutputKind::Matcher => "matcher",
    };
    Ok(Box::new(move || {
        let mut command = document.command("compile")?;
        command
            .args(["--split-input-file", "-x", kind])
            .arg(document.path());
        let output = document.run(command)?;
        Ok(ViewOutputResult { output })
    }))
}

pub(super) fn explain(server: &Server, params: ExplainParams) -> Answered<Task<ExplainResult>> {
    let document = Saved::new(server, &params.uri)?;
    let input = path_of(&params.input);
    Ok(Box::new(move || {
        let explain = |format: &str| {
            document.run(document.explanation(&input, params.pattern.as_deref(), format)?)
        };
        Ok(ExplainResult {
            text: explain("text")?,
            html: explain("html")?,
        })
    }))
}

pub(super) fn run(server: &Server, params: ExplainParams) -> Answered<Task<RunResult>> {
    let document = Saved::new(server, &params.uri)?;
    let input = path_of(&params.input);
    Ok(Box::new(move || {
        let pattern = params.pattern.as_deref();
        let mut command = document.command("apply")?;
        command.arg("--patterns").arg(document.path());
        if let Some(pattern) = pattern {
            command.arg(format!("--enable-patterns={pattern}"));
        }
        command
            .args(["--allow-unregistered-dialect", "--"])
            .arg(&input);
        Ok(RunResult {
            output: document.run(command)?,
            explanation: document.run(document.explanation(&input, pattern, "text")?)?,
        })
    }))
}

/// A path or the URI of a file.
fn path_of(text: &str) -> PathBuf {
    uri::to_path(&text.into()).unwrap_or_else(|| text.into())
}

/// The lenses over each pattern: whether it is right, and, if it has a name, two for each
/// program that the editor has named: how often it matches, and one that runs it.
pub(super) fn lenses(
    server: &Server,
    view: View<'_>,
    _: CodeLensParams,
) -> Answered<Option<Vec<CodeLens>>> {
    let mut lenses = Vec::new();
    let verdicts = Verdicts::new(server, view);
    for part in view.parts() {
        let patterns = ide::patterns(part.analysis()).into_iter();
        for pattern in patterns.filter(|one| part.shows(one.start)) {
            let range = part.range(pattern.name_span);
            if let Some(verdicts) = &verdicts {
                let line = part.line(pattern.start);
                let name = pattern.name.as_deref().unwrap_or_default();
                lenses.push(verdicts.lens(range, line, name));
            }
            let Some(name) = pattern.name else {
                continue;
            };
            for input in &server.settings.inputs {
                lenses.push(CodeLens {
                    range,
                    command: None,
                    data: Some(json!({
                        "uri": view.uri,
                        "pattern": name,
                        "input": input,
                    })),
                });
                let title = format!("run on {}", name_of(input));
                lenses.push(CodeLens {
                    range,
                    command: Some(command("pdll.run", title, view.uri, &name, input)),
                    data: None,
                });
            }
        }
    }
    Ok(Some(lenses))
}

/// Says in a lens what is missing there.
pub(super) fn resolve_lens(server: &Server, lens: CodeLens) -> Answered<Task<CodeLens>> {
    match lens.data.as_ref().is_some_and(verdict_lenses::is_about) {
        true => verdict_lenses::resolve(server, lens),
        false => resolve_count(server, lens),
    }
}

/// Says in a lens how many operations of a program a pattern matches.
fn resolve_count(server: &Server, mut lens: CodeLens) -> Answered<Task<CodeLens>> {
    let params = lens.data.clone().unwrap_or_default();
    let params: ExplainParams = serde_json::from_value(params)
        .map_err(|error| format!("cannot understand the lens: {error}"))?;
    let document = Saved::new(server, &params.uri)?;
    let input = path_of(&params.input);
    Ok(Box::new(move || {
        let explanation = document.explanation(&input, params.pattern.as_deref(), "json")?;
        let name = name_of(&input);
        let title = match document.run(explanation) {
            Ok(report) => title(&report, &name),
            Err(_) => format!("cannot be explained on {name}"),
        };
        let pattern = params.pattern.unwrap_or_default();
        lens.command = Some(command(
            "pdll.explain",
            title,
            &params.uri,
            &pattern,
            Path::new(&params.input),
        ));
        Ok(lens)
    }))
}

fn name_of(input: &Path) -> String {
    let name = input.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// A command that the editor runs.
fn command(name: &str, title: String, uri: &Uri, pattern: &str, input: &Path) -> Command {
    Command {
        title,
        command: name.to_owned(),
        arguments: Some(vec![json!(uri), json!(pattern), json!(input)]),
        ..Command::default()
    }
}

/// How many operations match, as an explanation in JSON says.
fn title(report: &str, input: &str) -> String {
    let report: Value = serde_json::from_str(report).unwrap_or_default();
    let first = &report["patterns"][0];
    match (first["matches"].as_u64(), first["candidates"].as_u64()) {
        (Some(matches), Some(all)) => format!("matches {matches} of {all} in {input}"),
        _ => format!("no operation for it in {input}"),
    }
}
