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
//! | `hover` | what there is to read about a name |
//! | `declaration` | declarations, as the features describe them |
//! | `walk` | ways through the syntax tree |
//! | `symbols`, `folding`, `selection`, `links` | the structure of the text |

mod analysis;
mod declaration;
mod definition;
mod entity;
mod hover;
#[cfg(test)]
mod testing;
mod walk;

pub(crate) use analysis::{Analysis, Analyzer, Source};
pub(crate) use definition::definition;
pub(crate) use hover::{Hover, hover};
