//! `pdll-opt check`

use super::Common;
use clap::Args;
use std::path::PathBuf;

/// `pdll-opt check`
#[derive(Debug, Args)]
pub struct Check {
    /// The pattern files; `-` is standard input
    #[arg(required = true)]
    pub inputs: Vec<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "a comment would become the command's help")]
    pub common: Common,
}
