//! What somebody sees who waits.

use super::trial::Trials;
use crate::commands::{command_line::print_error, options::Common};

/// A line on a terminal that says how far a search has come.
pub(super) struct Progress {
    is_shown: bool,
}

impl Progress {
    /// There is none if standard error is no terminal, or if only errors are wanted.
    pub(super) fn new(common: &Common) -> Self {
        Progress {
            is_shown: common.is_for_terminal() && !common.quiet,
        }
    }

    /// Shows the number of the run that begins, and the rewrites that are in question
    /// if it is not the one without any.
    pub(super) fn show(&self, trials: &Trials<'_>, range: Option<(u64, u64)>) {
        if self.is_shown {
            let run = trials.num_runs + 1;
            let which = match range {
                Some((first, last)) => format!("it is one of the rewrites {first} to {last}"),
                None => "no rewrites".to_owned(),
            };
            print_error(&format!("{CLEAR}run {run}: {which}"));
        }
    }

    /// Makes room for what comes next.
    pub(super) fn clear(&self) {
        if self.is_shown {
            print_error(CLEAR);
        }
    }
}

/// Goes to the beginning of the line, and empties it.
const CLEAR: &str = "\r\x1b[K";
