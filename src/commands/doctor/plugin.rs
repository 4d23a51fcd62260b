//! The plugin: what a tool must have to load it.

use super::{
    Refusal,
    elf::Elf,
    host::{assertions_of, is_library_of_mlir},
    loader::Loader,
};
use crate::base::diagnostic::Diagnostic;
use std::path::{Path, PathBuf};

/// What a plugin needs.
#[derive(Debug)]
pub(super) struct Plugin {
    pub(super) path: PathBuf,
    pub(super) machine: String,
    /// The version of MLIR that it was built for, if that can be told.
    pub(super) version: Option<String>,
    pub(super) assertions: Option<bool>,
    /// The libraries of MLIR and LLVM that must be those of the tool.
    pub(super) libraries: Vec<String>,
    /// The functions and variables that the tool must have.
    pub(super) wanted: Vec<Box<[u8]>>,
}

/// What every plugin with passes has.
const ENTRY: &[u8] = b"mlirGetPassPluginInfo";

impl Plugin {
    /// Reads a plugin.
    ///
    /// # Errors
    ///
    /// An error, if the file is not a plugin.
    pub(super) fn read(path: &Path, loader: &Loader) -> Result<Self, Refusal> {
        let shown = path.display();
        let no_plugin = |reason: &str| {
            let message = format!("the plugin `{shown}` {reason}");
            Box::new(Diagnostic::error_without_place(message))
        };
        let loaded = loader.load(path).map_err(|why| no_plugin(&why.reason()))?;
        let file = loaded.first();
        if !is_plugin(file) {
            return Err(no_plugin(
                "does not define `mlirGetPassPluginInfo`, so it is not a plugin with passes",
            ));
        }
        let versions = loaded.files.iter().map(|file| file.words.version.clone());
        let needed = file.needed.iter();
        Ok(Plugin {
            path: path.to_owned(),
            machine: file.machine.clone(),
            version: versions.flatten().next(),
            // Its own tables may not say it, and it is built with those libraries.
            assertions: assertions_of(loaded.files.iter().map(|file| &**file)),
            libraries: needed
                .filter(|name| is_library_of_mlir(name))
                .cloned()
                .collect(),
            wanted: file.wanted.clone(),
        })
    }
}

/// Whether tools can load the file.
pub(super) fn is_plugin(file: &Elf) -> bool {
    file.defined.contains(ENTRY)
}
