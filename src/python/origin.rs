//! What patterns are compiled from.

use crate::natives::{Native, Thrown};
use pdll::pattern_set::Builder;
use std::path::PathBuf;

/// A pattern file on disk, or a text with a name.
#[derive(pyo3::FromPyObject)]
pub(crate) enum Source {
    Text(String, String),
    File(PathBuf),
}

/// Pattern files with their functions and settings, as the Python half keeps them.
#[derive(pyo3::FromPyObject)]
pub(crate) struct Origin {
    sources: Vec<Source>,
    include_dirs: Vec<PathBuf>,
    functions: Vec<Native>,
    enable: Vec<String>,
    disable: Vec<String>,
    allow_unknown_operations: bool,
}

impl Origin {
    pub(crate) fn add<'c>(self, mut builder: Builder<'c>, thrown: &Thrown) -> Builder<'c> {
        for source in self.sources {
            builder = match source {
                Source::File(path) => builder.file(path.to_string_lossy()),
                Source::Text(name, text) => builder.text(name, text),
            };
        }
        for folder in self.include_dirs {
            builder = builder.include_dir(folder);
        }
        for name in self.enable {
            builder = builder.enable_patterns(name);
        }
        for name in self.disable {
            builder = builder.disable_patterns(name);
        }
        if self.allow_unknown_operations {
            builder = builder.allow_unknown_operations();
        }
        for native in self.functions {
            builder = native.add(builder, thrown);
        }
        builder
    }
}
