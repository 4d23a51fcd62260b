//! What an editor shows about pattern files, as plain data.
//!
//! Each feature is a function of an [`Analysis`] and an offset in its text. Nothing
//! here knows a protocol, a position in lines and columns, or a document that
//! changes; [`lsp`](crate::lsp) does.
//!
//! | module | subject |
//! |---|---|
//! | `analysis` | a text with what is known about it, and how that is found out |
//! | `entity` | the name at an offset, and what it stands for |
//! | `definition`, `references`, `rename` | where names are defined and used |
//! | `symbols`, `folding`, `selection`, `links` | the structure of the text |

mod analysis;
mod definition;
mod entity;
mod folding;
mod links;
mod references;
mod rename;
mod selection;
mod symbols;
#[cfg(test)]
mod testing;

pub(crate) use analysis::{Analysis, Analyzer, Input, Source};
pub(crate) use definition::definition;
pub(crate) use folding::{FoldKind, folds};
pub(crate) use links::links;
pub(crate) use references::{references, uses_of};
pub(crate) use rename::{renamable, rename};
pub(crate) use selection::selections;
pub(crate) use symbols::{Symbol, SymbolKind, symbols};
