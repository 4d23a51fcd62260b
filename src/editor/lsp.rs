//! The language server: the protocol around [`ide`](crate::editor::ide).
//!
//! ```text
//! editor ─messages→ server ─jobs→ worker (whole documents; owns an MLIR context)
//!        ←answers──        ←results─
//!                          ─jobs→ worker (what has changed; owns an MLIR context)
//!                          ←results─
//!                          ─readings→ reader (runs TableGen)
//!                          ←finished──
//! ```
//!
//! One loop owns the texts and answers all requests, in order; it never waits for
//! MLIR or TableGen. One thread analyzes, only the newest state of a document. A
//! request about a document waits until its present state is analyzed.
//!
//! A keystroke in a pattern must not take longer in a longer document. So the patterns that
//! have changed since a document was analyzed are analyzed in an *excerpt*, see
//! [`ide`](crate::editor::ide); the last analysis tells the rest. When nobody types, the
//! whole document is analyzed again, and has the last word. Requests about all of a
//! document, such as renaming, wait for that.
//!
//! Analysis leaves out definitions that TableGen has not read yet, and is provisional
//! then. Another thread reads them, and the analysis is repeated. Meanwhile, requests are
//! answered from the last analysis that was complete, whose places are moved as the edits
//! since have moved them. In a document that was just opened there is none: requests that
//! need no definitions are answered from the provisional one, and the others wait.
//!
//! | module | subject |
//! |---|---|
//! | `server` | the loop, and what it keeps |
//! | `requests` | which function answers which request |
//! | `navigation`, `language`, `tokens`, `formatting`, `actions` | the answers |
//! | `references`, `call_hierarchy` | answers from all files of the workspace |
//! | `commands` | answers of other programs: outputs and explanations |
//! | `verdicts`, `verdict_lenses` | whether patterns are right, and how the editor shows it |
//! | `saved` | documents as files for other programs |
//! | `diagnostics` | errors and warnings, sent and asked for |
//! | `capabilities` | what the server says about itself |
//! | `settings` | what the command line and the editor ask for |
//! | `document`, `shift`, `view` | texts, and places in older states of them |
//! | `document_text`, `uri` | positions and file names of the protocol |
//! | `workspace` | the files of the workspace, and the thread that reads them |
//! | `aside` | requests that other threads answer |
//! | `overlay` | files as the editor shows them |
//! | `worker` | the threads that analyze |
//! | `reader` | the thread that reads definitions |
//! | `progress` | what takes long, as the editor shows it |
//! | `transport` | messages as tests write them |

mod actions;
mod aside;
mod call_hierarchy;
mod capabilities;
mod commands;
mod diagnostics;
mod document;
mod document_text;
mod formatting;
mod language;
mod navigation;
mod overlay;
mod progress;
mod reader;
mod references;
mod requests;
mod saved;
mod server;
mod settings;
mod shift;
#[cfg(test)]
mod tests;
mod tokens;
mod transport;
mod uri;
mod verdict_lenses;
mod verdicts;
mod view;
mod worker;
mod workspace;

pub(crate) use server::{End, SHORT, Setup, serve};
pub(crate) use settings::Flags;
pub(crate) use transport::{Style, connect};
