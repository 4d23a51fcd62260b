//! What an installation asks the program for: files that are generated from the
//! description of the command line, and the folder of the archives.

use super::{
    Outcome, Status,
    options::{NAME, Options, Shell, VERSION},
};
use crate::base::source::io_reason;
use clap::{Command, CommandFactory};
use clap_complete::{Generator, shells};
use std::{fs, io, path::Path};

/// Prints the script by which a shell completes command lines.
pub fn completions(shell: Shell) -> Outcome {
    let script = match shell {
        Shell::Bash => with_files(&with_one_spelling(&generate(shells::Bash))),
        Shell::Fish => generate(shells::Fish),
        Shell::Zsh => generate(shells::Zsh),
    };
    Outcome {
        output: script.into(),
        ..Outcome::default()
    }
}

fn generate(generator: impl Generator) -> String {
    let mut script = Vec::new();
    clap_complete::generate(generator, &mut visible_part(), NAME, &mut script);
    String::from_utf8(script).expect("clap writes text")
}

/// The script for bash names its states after the words of the command line.
/// clap_complete spells the `-` of our name in two ways there, so that no state
/// below the first word would be found.
fn with_one_spelling(script: &str) -> String {
    script.replace("pdll__subcmd__opt", "pdll__opt")
}

/// The script for bash proposes the options of a command for an empty word, too. Where there are
/// no words to choose from, the shell should propose files instead, as it does if the script has
/// nothing to say.
fn with_files(script: &str) -> String {
    const STATE: &str = "\n            opts=\"";
    const ALSO_EMPTY: &str = "== -* || ${COMP_CWORD} -eq 2 ]]";
    const LAST: &str = "esac\n            COMPREPLY=( $(compgen -W \"${opts}\" -- \"${cur}\") )";
    let mut states = script.split(STATE);
    let mut changed = states.next().unwrap_or_default().to_owned();
    for state in states {
        changed += STATE;
        changed += &match state.starts_with('-') && state.contains(ALSO_EMPTY) {
            true => state
                .replace(ALSO_EMPTY, "== -* ]]")
                .replace(LAST, "esac\n            COMPREPLY=()"),
            false => state.to_owned(),
        };
    }
    changed
}

/// The command without its hidden subcommands, which shells would complete,
/// too.
fn visible_part() -> Command {
    let whole = Options::command();
    let visible = whole.get_subcommands().filter(|one| !one.is_hide_set());
    Command::new(NAME)
        .version(VERSION)
        .args(whole.get_arguments())
        .subcommands(visible)
}

/// Prints the folder of the archives that [`super::options::Emit::Plugin`]
/// needs. The build script has left them there.
pub fn archive_folder() -> Outcome {
    Outcome {
        output: concat!(env!("OUT_DIR"), "\n").into(),
        ..Outcome::default()
    }
}

/// Writes a manual page for each command into a folder, which is created if it
/// is missing.
pub fn write_manual(folder: &Path) -> Outcome {
    let written = fs::create_dir_all(folder).and_then(|()| write_pages(folder));
    match written {
        Ok(()) => Outcome::default(),
        Err(error) => Outcome {
            messages: format!(
                "error: cannot write to `{}`: {}\n",
                folder.display(),
                io_reason(&error)
            ),
            status: Status::InputError,
            ..Outcome::default()
        },
    }
}

fn write_pages(folder: &Path) -> io::Result<()> {
    clap_mangen::generate_to(Options::command(), folder)
}
