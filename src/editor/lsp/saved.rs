//! Documents as files, for programs that read them.

use super::{requests::Answered, server::Server, uri};
use crate::base::source::open;
use lsp_types::Uri;
use std::{
    env,
    ffi::OsString,
    io::Write,
    path::{Path, PathBuf},
    process,
};
use tempfile::NamedTempFile;

/// The text of an open document in a file: its own, or, if it is not saved, another one
/// beside it, which lives as long as this.
pub(super) struct Saved {
    name: String,
    own: PathBuf,
    temporary: Option<NamedTempFile>,
    include_dirs: Vec<PathBuf>,
    /// What all commands get.
    arguments: Vec<OsString>,
    /// Whether it is known if its patterns are right. Then, saying so takes no time.
    is_verified: bool,
}

impl Saved {
    pub(super) fn new(server: &Server, uri: &Uri) -> Answered<Saved> {
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
            arguments: server.settings.for_commands.clone(),
            is_verified: server.is_verified(uri),
        })
    }

    pub(super) fn path(&self) -> &Path {
        self.temporary
            .as_ref()
            .map_or(&self.own, NamedTempFile::path)
    }

    /// `pdll-opt` with a command.
    pub(super) fn command(&self, name: &str) -> Answered<process::Command> {
        let own = env::current_exe();
        let own = own.map_err(|error| format!("cannot find `pdll-opt`: {error}"))?;
        let mut command = process::Command::new(own);
        command.arg(name).args(&self.arguments);
        command.stdin(process::Stdio::null());
        for dir in &self.include_dirs {
            command.arg("-I").arg(dir);
        }
        Ok(command)
    }

    pub(super) fn explanation(
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
            command.arg(format!("--pattern={pattern}"));
        }
        // Lenses that count have no use for it.
        if self.is_verified && format != "json" {
            command.arg("--verify");
        }
        // Other rules of the file may have errors.
        command.arg("--skip-unsupported");
        command
            .args(["--allow-unregistered-dialect", "--"])
            .arg(input);
        Ok(command)
    }

    /// Runs a command, and returns what it prints, or its errors.
    pub(super) fn run(&self, mut command: process::Command) -> Answered<String> {
        let output = command.output();
        let output = output.map_err(|error| format!("cannot run `pdll-opt`: {error}"))?;
        if output.status.success() {
            Ok(self.text(&output.stdout))
        } else {
            Err(self.text(&output.stderr))
        }
    }

    /// What a command has printed, with the name of the document in the place of another
    /// file's.
    pub(super) fn text(&self, printed: &[u8]) -> String {
        let text = String::from_utf8_lossy(printed).into_owned();
        match &self.temporary {
            Some(file) => text.replace(&*file.path().to_string_lossy(), &self.name),
            None => text,
        }
    }
}

/// Whether a file is one that this makes beside documents.
pub(super) fn is_temporary(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    name.as_encoded_bytes().starts_with(PREFIX.as_bytes())
}

const PREFIX: &str = ".pdll-lsp-";

fn write_beside(path: Option<&Path>, uri: &Uri, text: &str) -> std::io::Result<NamedTempFile> {
    let is_td = uri.as_ref().ends_with(".td");
    let mut builder = tempfile::Builder::new();
    builder
        .prefix(PREFIX)
        .suffix(if is_td { ".td" } else { ".pdll" });
    let folder = path.and_then(Path::parent).filter(|folder| folder.is_dir());
    let mut file = match folder {
        Some(folder) => builder.tempfile_in(folder).or_else(|_| builder.tempfile()),
        None => builder.tempfile(),
    }?;
    file.write_all(text.as_bytes())?;
    Ok(file)
}
