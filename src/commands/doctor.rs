//! `pdll-opt doctor`: whether a tool can load the plugin, and what to use instead.
//!
//! The answer is in the tables of the files: the libraries that a program loads, and the
//! functions that these define. So nothing is run.
//!
//! | module | subject |
//! |---|---|
//! | `elf`, `words` | one file: its tables, and texts that only some programs contain |
//! | `loader` | the libraries that a program loads |
//! | `package` | the folder of a Python package |
//! | `host` | what is known about a tool |
//! | `plugin` | what the plugin needs |
//! | `verdict` | whether they fit, and what works |
//! | `installation` | the report without a tool |
//! | `report` | the form of a report |

mod elf;
mod host;
mod installation;
mod loader;
mod package;
mod plugin;
mod report;
mod verdict;
mod words;

use super::{
    Outcome, Status,
    options::{Common, Doctor, ReportFormat},
    render::render,
};
use crate::base::{diagnostic::Diagnostic, source::SourceMap};
use host::Host;
use loader::Loader;
use plugin::Plugin;
use report::Report;

/// Which part of MLIR this program contains or loads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mlir {
    /// What compiling patterns needs.
    Core,
    /// What applying patterns needs, too.
    All,
}

/// Runs the command. The status is an error if the tool cannot load the plugin, or if the
/// installation lacks something.
pub fn run(options: &Doctor, own: Mlir) -> Outcome {
    match report(options, own) {
        Ok(report) => Outcome {
            output: match options.format {
                ReportFormat::Text => report.text(),
                ReportFormat::Json => report.json(),
            }
            .into_bytes(),
            status: match report.is_good() {
                true => Status::Success,
                false => Status::InputError,
            },
            ..Outcome::default()
        },
        Err(error) => Outcome {
            messages: render(&SourceMap::default(), &[*error], &Common::default()),
            status: Status::InputError,
            ..Outcome::default()
        },
    }
}

/// Why there is no report.
type Refusal = Box<Diagnostic>;

fn report(options: &Doctor, own: Mlir) -> Result<Report, Refusal> {
    let loader = Loader::default();
    let Some(tool) = &options.tool else {
        return Ok(installation::report(own, &loader));
    };
    let host = Host::find(tool, &loader)?;
    let plugin = match &options.plugin {
        Some(path) => Some(Plugin::read(path, &loader)?),
        None => match installation::plugin() {
            Some(path) => Some(Plugin::read(&path, &loader)?),
            None => None,
        },
    };
    Ok(verdict::report(&host, plugin.as_ref()))
}
