//! The language server: the protocol around [`ide`](crate::ide).
//!
//! ```text
//! editor ─messages→ server ─jobs→ worker (owns the MLIR context)
//!        ←answers──        ←results─
//! ```
//!
//! One loop owns the texts and answers all requests, in order; it never waits for
//! MLIR or TableGen. One thread analyzes, only the newest state of a document. A
//! request about a document waits until its present state is analyzed. If that takes
//! long, which means that TableGen is running, the request is answered from the last
//! analysis, whose places are moved as the edits since have moved them.
//!
//! | module | subject |
//! |---|---|
//! | `server` | the loop, and what it keeps |
//! | `requests` | which function answers which request |
//! | `navigation`, `language`, `formatting`, `actions` | the answers |
//! | `commands` | answers of other programs: outputs and explanations |
//! | `diagnostics` | errors and warnings, sent and asked for |
//! | `capabilities` | what the server says about itself |
//! | `settings` | what the command line and the editor ask for |
//! | `document`, `shift`, `view` | texts, and places in older states of them |
//! | `text`, `uri` | positions and file names of the protocol |
//! | `overlay` | files as the editor shows them |
//! | `worker` | the thread |
//! | `transport` | messages as tests write them |

mod actions;
mod capabilities;
mod commands;
mod diagnostics;
mod document;
mod formatting;
mod language;
mod navigation;
mod overlay;
mod requests;
mod server;
mod settings;
mod shift;
#[cfg(test)]
mod tests;
mod text;
mod transport;
mod uri;
mod view;
mod worker;

pub(crate) use server::{End, serve};
pub(crate) use settings::Flags;
pub(crate) use transport::{Style, connect};
