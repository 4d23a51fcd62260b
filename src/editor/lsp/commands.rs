//! Answers of other programs: what a document compiles to, and why its patterns match.
//!
//! `pdll-opt` runs in a process of its own, so that nothing it meets in a program or in
//! native code can end the server.

use super::{requests::Answered, server::Server, uri, view::View};
use crate::{base::source::open, editor::ide};
use lsp_types::{CodeLens, CodeLensParams, Command, LspRequestMethod, MessageDirection, Uri};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    env,
    io::Write,
    path::{Path, PathBuf},
    process,
};
use tempfile::NamedTempFile;

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
            command.arg("--enable-patterns").arg(pattern);
        }
        command.arg("--allow-unregistered-dialect").arg(&input);
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

/// Two lenses over each pattern with a name, for each program that the editor has named:
/// how often it matches, and one that runs it.
pub(super) fn lenses(
    server: &Server,
    view: View<'_>,
    _: CodeLensParams,
) -> Answered<Option<Vec<CodeLens>>> {
    let mut lenses = Vec::new();
    for part in view.parts() {
        for (pattern, name) in ide::selectable_patterns(part.analysis()) {
            let range = part.range(name);
            for input in &server.settings.inputs {
                lenses.push(CodeLens {
                    range,
                    command: None,
                    data: Some(json!({
                        "uri": view.uri,
                        "pattern": pattern,
                        "input": input,
                    })),
                });
                let title = format!("run on {}", name_of(input));
                lenses.push(CodeLens {
                    range,
                    command: Some(command("pdll.run", title, view.uri, &pattern, input)),
                    data: None,
                });
            }
        }
    }
    Ok(Some(lenses))
}

/// Says in a lens how many operations of a program a pattern matches.
pub(super) fn resolve_lens(server: &Server, mut lens: CodeLens) -> Answered<Task<CodeLens>> {
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

/// The text of an open document in a file: its own, or, if it is not saved, another one
/// beside it, which lives as long as this.
struct Saved {
    name: String,
    own: PathBuf,
    temporary: Option<NamedTempFile>,
    include_dirs: Vec<PathBuf>,
}

impl Saved {
    fn new(server: &Server, uri: &Uri) -> Answered<Saved> {
        let document = server.documents.get(uri.as_ref());
        let text = document.ok_or_else(|| format!("`{uri}` is not open"))?;
        let text = text.text.as_str();
        let path = uri::to_path(uri);
        let is_saved = path
            .as_ref()
            .is_some_and(|path| open::read(path).is_ok_and(|bytes| bytes == text.as_bytes()));
        let temporary = if is_saved {
            None
        } else {
            let written = write_beside(path.as_deref(), uri, text);
            Some(written.map_err(|error| format!("cannot write a temporary file: {error}"))?)
        };
        Ok(Saved {
            name: uri::name(uri),
            own: path.clone().unwrap_or_default(),
            temporary,
            include_dirs: server.settings.include_dirs(path.as_deref()),
        })
    }

    fn path(&self) -> &Path {
        self.temporary
            .as_ref()
            .map_or(&self.own, NamedTempFile::path)
    }

    /// `pdll-opt` with a command.
    fn command(&self, name: &str) -> Answered<process::Command> {
        let own = env::current_exe();
        let own = own.map_err(|error| format!("cannot find `pdll-opt`: {error}"))?;
        let mut command = process::Command::new(own);
        command.arg(name).stdin(process::Stdio::null());
        for dir in &self.include_dirs {
            command.arg("-I").arg(dir);
        }
        Ok(command)
    }

    fn explanation(
        &self,
        input: &Path,
        pattern: Option<&str>,
        format: &str,
    ) -> Answered<process::Command> {
        let mut command = self.command("explain")?;
        command
            .arg("--patterns")
            .arg(self.path())
            .arg("--format")
            .arg(format);
        if let Some(pattern) = pattern {
            command.arg("--pattern").arg(pattern);
        }
        // Other rules of the file may have errors.
        command.arg("--skip-unsupported");
        command.arg("--allow-unregistered-dialect").arg(input);
        Ok(command)
    }

    /// Runs a command, and returns what it prints, or its errors.
    fn run(&self, mut command: process::Command) -> Answered<String> {
        let output = command.output();
        let output = output.map_err(|error| format!("cannot run `pdll-opt`: {error}"))?;
        let text = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes).into_owned();
            match &self.temporary {
                Some(file) => text.replace(&*file.path().to_string_lossy(), &self.name),
                None => text,
            }
        };
        if output.status.success() {
            Ok(text(&output.stdout))
        } else {
            Err(text(&output.stderr))
        }
    }
}

fn write_beside(path: Option<&Path>, uri: &Uri, text: &str) -> std::io::Result<NamedTempFile> {
    let is_td = uri.as_ref().ends_with(".td");
    let mut builder = tempfile::Builder::new();
    builder
        .prefix(".pdll-lsp-")
        .suffix(if is_td { ".td" } else { ".pdll" });
    let folder = path.and_then(Path::parent).filter(|folder| folder.is_dir());
    let mut file = match folder {
        Some(folder) => builder.tempfile_in(folder).or_else(|_| builder.tempfile()),
        None => builder.tempfile(),
    }?;
    file.write_all(text.as_bytes())?;
    Ok(file)
}
