//! What people see who write patterns: migration, and the language server.

// Commands that run beside the editor.
pub(crate) mod process;

// How rewrite rules are said in PDLL.
pub(crate) mod migrate;

// What an editor shows about pattern files.
pub(crate) mod ide;

// How editors ask for it.
pub(crate) mod lsp;
