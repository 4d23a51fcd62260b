//! What the command line and the editor ask for.

mod database;

use super::uri;
use database::Database;
use lsp_types::{InitializeParams, WorkspaceFolder, WorkspaceFoldersChangeEvent};
use serde::Deserialize;
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

/// What the command line asks for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Flags {
    /// Where included files are looked for, in every document.
    pub(crate) include_dirs: Vec<PathBuf>,
    /// Compilation databases: files that say the same for each document.
    pub(crate) databases: Vec<PathBuf>,
    /// What all commands get that run for the server.
    pub(crate) for_commands: Vec<OsString>,
    /// To finish what each message asks for before the next is received, so that tests
    /// see the same in every run.
    pub(crate) in_step: bool,
}

/// What the editor asks for, as `initializationOptions`. Unknown fields belong to
/// other versions of pdll.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Wishes {
    include_dirs: Vec<PathBuf>,
    compilation_databases: Vec<PathBuf>,
    inputs: Vec<PathBuf>,
    inlay_hints: Option<bool>,
    verdicts: Option<bool>,
    pictures: bool,
    portable: bool,
}

/// What both ask for.
#[derive(Debug, Clone, Default)]
pub(super) struct Settings {
    /// The folders of the workspace.
    pub(super) folders: Vec<PathBuf>,
    include_dirs: Vec<PathBuf>,
    database: Database,
    /// The paths of the databases.
    databases: Vec<PathBuf>,
    /// What all commands get that run for the server.
    pub(super) for_commands: Vec<OsString>,
    /// The programs that lenses are about.
    pub(super) inputs: Vec<PathBuf>,
    /// Whether hints stand in the text.
    pub(super) shows_inlay_hints: bool,
    /// Whether lenses say if patterns are right.
    pub(super) shows_verdicts: bool,
    /// Whether descriptions of patterns are pictures. Few editors show any.
    pub(super) shows_pictures: bool,
    /// Whether what MLIR's `mlir-pdll` does not have is an error.
    pub(super) is_portable: bool,
    /// What could not be read.
    pub(super) problems: Vec<String>,
}

/// The name of the compilation database of a folder.
pub(super) const DATABASE: &str = "pdll_compile_commands.yml";

impl Settings {
    pub(super) fn new(flags: Flags, params: &InitializeParams) -> Self {
        let folders = folders(params);
        let wishes = params.initialization_options.clone();
        let wishes = wishes.map(serde_json::from_value::<Wishes>).transpose();
        let mut problems = Vec::new();
        let wishes = wishes.unwrap_or_else(|error| {
            problems.push(format!(
                "cannot understand the settings of the editor: {error}"
            ));
            None
        });
        let wishes = wishes.unwrap_or_default();
        let mut databases = flags.databases;
        databases.extend(wishes.compilation_databases);
        let of_folders = folders.iter().map(|folder| folder.join(DATABASE));
        databases.extend(of_folders.filter(|path| path.is_file()));
        let mut include_dirs = flags.include_dirs;
        include_dirs.extend(wishes.include_dirs);
        let mut inputs = wishes.inputs;
        if let Some(folder) = folders.first() {
            for path in include_dirs.iter_mut().chain(&mut inputs) {
                *path = folder.join(&path);
            }
        }
        let mut settings = Settings {
            folders,
            include_dirs,
            database: Database::default(),
            databases,
            for_commands: flags.for_commands,
            inputs,
            shows_inlay_hints: wishes.inlay_hints.unwrap_or(true),
            shows_verdicts: wishes.verdicts.unwrap_or(true),
            shows_pictures: wishes.pictures,
            is_portable: wishes.portable,
            problems,
        };
        settings.read_databases();
        settings
    }

    /// Takes other folders of the workspace.
    pub(super) fn change_folders(&mut self, change: &WorkspaceFoldersChangeEvent) {
        let paths = |folders: &[WorkspaceFolder]| -> Vec<PathBuf> {
            folders
                .iter()
                .filter_map(|folder| uri::to_path(&folder.uri))
                .collect()
        };
        let removed = paths(&change.removed);
        self.folders.retain(|folder| !removed.contains(folder));
        self.folders.extend(paths(&change.added));
    }

    /// Reads the databases again, and adds to the problems.
    pub(super) fn read_databases(&mut self) {
        self.database = Database::default();
        for path in &self.databases {
            let result = self.database.read(path);
            self.problems.extend(result.err());
        }
    }

    /// Where files that a document includes are looked for. A document that is no
    /// file has no entry in a database.
    pub(super) fn include_dirs(&self, document: Option<&Path>) -> Vec<PathBuf> {
        let mut dirs = self.database.include_dirs(document);
        dirs.extend_from_slice(&self.include_dirs);
        dirs
    }
}

#[expect(deprecated, reason = "older clients send only a root")]
fn folders(params: &InitializeParams) -> Vec<PathBuf> {
    let folders = match &params.workspace_folders_initialize_params.workspace_folders {
        Some(lsp_types::WorkspaceFolders::WorkspaceFolderList(folders)) => folders.as_slice(),
        _ => &[],
    };
    let root = params.root_uri.as_ref().filter(|_| folders.is_empty());
    let uris = folders.iter().map(|folder| &folder.uri).chain(root);
    uris.filter_map(uri::to_path).collect()
}
