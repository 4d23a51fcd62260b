//! What an editor shows about pattern files, as plain data.
//!
//! Each feature is a function of an [`Analysis`] and an offset in its text. Nothing
//! here knows a protocol, a position in lines and columns, or a document that
//! changes; [`lsp`](crate::editor::lsp) does.
//!
//! | module | subject |
//! |---|---|
//! | `analysis` | a text with what is known about it, and how that is found out |
//! | `excerpt` | the same of the patterns that an edit has changed |
//! | `entity` | the name at an offset, and what it stands for |
//! | `definition`, `references`, `rename`, `callers` | where names are defined and used |
//! | `completion` | what may be written at an offset |
//! | `signature_help`, `inlay_hints` | what calls and operations take |
//! | `semantic_tokens` | what the words of the text are |
//! | `hover` | what there is to read about a name |
//! | `declaration` | declarations, as the features describe them |
//! | `cursor` | what stands before an offset, as far as tokens tell |
//! | `scope` | the variables that are visible at an offset |
//! | `dialects` | the files that define the operations of MLIR's dialects |
//! | `path` | the parts of the text at an offset |
//! | `td` | all of this in `.td` files |
//! | `symbols`, `folding`, `selection`, `links` | the structure of the text |

mod analysis;
mod callers;
mod completion;
mod cursor;
mod declaration;
mod definition;
mod dialects;
mod entity;
mod excerpt;
mod folding;
mod hover;
mod inlay_hints;
mod links;
mod path;
mod references;
mod rename;
#[cfg(test)]
mod robustness;
mod scope;
mod selection;
mod semantic_tokens;
mod signature_help;
mod symbols;
mod td;
#[cfg(test)]
pub(crate) mod testing;

pub(crate) use analysis::{
    Analysis, Analyzer, Form, Input, MakeContext, Source, outline, read_definitions,
};
pub(crate) use callers::caller;
pub(crate) use completion::{Completion, CompletionKind, Insert, completion};
pub(crate) use definition::definition;
pub(crate) use entity::entity;
pub(crate) use excerpt::{Change, Excerpt};
pub(crate) use folding::{FoldKind, folds};
pub(crate) use hover::hover;
pub(crate) use inlay_hints::{InlayHintKind, inlay_hints};
pub(crate) use links::links;
pub(crate) use references::{
    global_uses, locals, name_in_patterns, part_of_operation, references, uses_elsewhere,
};
pub(crate) use rename::{renamable, rename};
pub(crate) use selection::selections;
pub(crate) use semantic_tokens::{Modifiers, SemanticKind, Word, semantic_tokens};
pub(crate) use signature_help::{Signature, signature_help};
pub(crate) use symbols::{Symbol, SymbolKind, patterns, symbols};
