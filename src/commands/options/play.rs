//! `pdll-opt play`

use super::Setup;
use clap::Args;

/// `pdll-opt play`
#[derive(Debug, Args)]
#[command(
    mut_arg("files", |files| files
        .help("The pattern files and the MLIR file to show and save; no others are written \
               [default: an example]")),
    mut_arg("error_format", |unused| unused.hide(true)),
    mut_arg("error_limit", |unused| unused.hide(true)),
    mut_arg("color", |unused| unused.hide(true)),
    mut_arg("patterns", |unused| unused.hide(true)),
)]
pub struct Play {
    #[command(flatten)]
    #[allow(missing_docs, reason = "a comment would become the command's help")]
    pub setup: Setup,
    /// The port of this machine at which the page is [default: any that is free]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub port: u16,
    /// Show what a link from another playground holds
    #[arg(long, value_name = "ADDRESS", conflicts_with = "files", value_parser = contents)]
    pub link: Option<String>,
}

/// The part of an address that holds what the page shows.
fn contents(address: &str) -> Result<String, &'static str> {
    let (_, contents) = address.split_once('#').unwrap_or_default();
    let is_ours = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    if contents.is_empty() || !contents.bytes().all(is_ours) {
        return Err("it has no contents after a `#`; copy the whole link, in quotes");
    }
    Ok(contents.to_owned())
}

impl Play {
    /// Returns why the options mean nothing together, if they do not.
    pub fn problem(&self) -> Option<String> {
        if let Some(problem) = self.setup.pass.reports_of_a_run() {
            return Some(problem);
        }
        if !self.setup.pass.values("patterns").is_empty() {
            return Some("name pattern files without `--patterns`".to_owned());
        }
        // Without patterns, the page has room for some.
        let mut setup = self.setup.clone();
        setup.files.push("patterns.pdll".into());
        setup.problem()
    }
}
