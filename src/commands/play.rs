//! `pdll-opt play`: a page for a browser on this machine that shows patterns and a program,
//! and while somebody types, what becomes of the program and why.
//!
//! ```text
//! page ◀─ a WebSocket ─▶ tab ──▶ pdll-opt apply, in a folder of its own
//!                            ──▶ pdll-opt lsp
//!      ─ requests ─▶         ──▶ pdll-opt explain
//! ```
//!
//! The page runs what it is given, which may have come in a link from somebody else.
//! Therefore:
//!
//! * The server is bound to this machine, and each request has a secret that only the address
//!   of the page has. The page may talk to nobody else.
//! * Processes with a limit of memory do the work, and those that apply patterns also have one
//!   of time. They open files below the folders of `-I`, of MLIR's definitions and of caches
//!   only: see `sandbox`.
//! * What the page may decide is which patterns are used, and how they are applied: see
//!   `settings`. Everything else, such as code in C++, is for the command line to decide.
//! * The files that the command line names are read when a page is loaded, and written when
//!   somebody saves them: see `named`.
//!
//! | module | subject |
//! |---|---|
//! | `named` | the files of the command line |
//! | `settings` | what the page may decide about a run |
//! | `sandbox` | the commands that run, and what they may do |
//! | `tab` | a page in a browser, with its runs and its language server |
//! | `language_server` | which messages of the editor it gets |
//! | `gate` | which requests are answered |
//! | `routes` | what answers them |
//! | `live` | what a page and the server say to each other |
//! | `examples` | the recipes of the cookbook |

mod examples;
mod gate;
mod language_server;
mod live;
mod named;
mod routes;
mod sandbox;
mod settings;
mod tab;

use super::{Outcome, Status, command_line, options::Play, signals};
use crate::base::source::io_reason;
use gate::Gate;
use named::Named;
use routes::Playground;
use sandbox::Sandbox;
pub(super) use sandbox::respect_fence;
use std::{
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
};

/// Serves a page until the user interrupts it. The address goes to standard output at once.
pub fn run(options: &Play) -> Outcome {
    match serve(options) {
        Ok(()) => Outcome::default(),
        Err(message) => Outcome {
            messages: format!("error: {message}\n"),
            status: Status::InputError,
            ..Outcome::default()
        },
    }
}

fn serve(options: &Play) -> Result<(), String> {
    let named = Named::open(&options.setup.files)?;
    let sandbox = Sandbox::open(&options.setup)?;
    let mut signals =
        signals::of_the_end().map_err(because("cannot wait for the end of the playground"))?;
    let gate = Gate::open(options.port)?;
    let address = gate.address(options.link.as_deref());
    command_line::print(format!("{address}\n").as_bytes())
        .map_err(because("cannot write to standard output"))?;
    let playground = Arc::new(Playground::new(named, sandbox));
    let served = playground.clone();
    thread::Builder::new()
        .spawn(move || gate.serve(&served))
        .map_err(because("cannot serve a page"))?;
    signals.forever().next();
    playground.close();
    Ok(())
}

/// What a thread that has panicked leaves behind is as good as before.
fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The message of an error of the system.
fn because(what: &str) -> impl Fn(io::Error) -> String {
    move |error| format!("{what}: {}", io_reason(&error))
}
