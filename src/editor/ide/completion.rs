//! What may be written at an offset.
//!
//! | module | subject |
//! |---|---|
//! | `context` | what kind of thing is expected there |
//! | `members` | what follows a dot |
//! | `bodies` | regions and labels |
//! | `literals` | attributes of MLIR's syntax |
//! | `name_items` | variables, functions, constraints and operations |
//! | `statements` | statements and declarations |
//! | `includes` | paths, and the includes that a name needs |

mod bodies;
mod context;
mod includes;
mod literals;
mod members;
mod name_items;
mod statements;
#[cfg(test)]
mod tests;

use super::{
    Analysis, Source,
    cursor::{Cursor, Part},
    td,
};
use crate::{base::source::Span, front::sema::Ty};
use context::{Context, Wanted};
pub(super) use includes::paths;

/// Something that may be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Completion {
    /// What is shown.
    pub(crate) label: String,
    /// What it is.
    pub(crate) kind: CompletionKind,
    /// More about it, on one line; may be empty.
    pub(crate) detail: String,
    /// What there is to read about it, in Markdown; may be empty.
    pub(crate) documentation: String,
    /// The text that it replaces.
    pub(crate) replaced: Span,
    /// What it writes there.
    pub(crate) insert: Insert,
    /// What is compared with the word that is written so far, if not the label.
    pub(crate) filter_text: Option<String>,
    /// What determines the order, if not the label.
    pub(crate) sort_text: Option<String>,
    /// Further edits, elsewhere in the text.
    pub(crate) edits: Vec<(Span, String)>,
}

/// What is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Insert {
    /// The label.
    Label,
    /// A text.
    Plain(String),
    /// A text with places to fill in, such as `$1`.
    Snippet(String),
}

/// What kind of thing may be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CompletionKind {
    /// A word of the language.
    Keyword,
    /// A statement, expression or declaration with places to fill in.
    Snippet,
    /// A variable or parameter.
    Variable,
    /// A rewrite.
    Function,
    /// A constraint or predicate.
    Interface,
    /// A constraint of the language, metadata, or a dialect.
    Class,
    /// A part of an operation or tuple, or an operation.
    Field,
    /// A file.
    File,
    /// A folder.
    Folder,
}

/// The files and folders in a folder, of which the second is `true`, below all places
/// where included files are looked for.
pub(crate) type ListFolder<'a> = &'a dyn Fn(&str) -> Vec<(String, bool)>;

/// What may be written at an offset, best first. `list` lists the folder of that
/// relative path.
pub(crate) fn completion(
    analysis: &Analysis,
    offset: u32,
    list: ListFolder<'_>,
) -> Vec<Completion> {
    if let Source::Rules(document) = &analysis.source {
        return td::completion(analysis, document, offset, list);
    }
    if let Some(inside) = includes::written(analysis, offset) {
        return paths(analysis, inside, offset, list);
    }
    if let Some(found) = literals::in_text(analysis, offset) {
        return found;
    }
    let Some(cursor) = Cursor::new(analysis, offset) else {
        return Vec::new();
    };
    let items = Items {
        analysis,
        cursor: &cursor,
        offset,
    };
    match context::context(&cursor) {
        Context::Nothing => Vec::new(),
        Context::TopLevel => items.declarations(),
        Context::Statement => items.statements(),
        Context::Lambda => items.lambda(),
        Context::Expression(wanted) => items.expressions(wanted.as_ref()),
        Context::Condition => items.conditions(),
        Context::Constraint { is_list } => items.constraints(is_list),
        Context::Metadata => items.metadata(),
        Context::With => vec![items.keyword("with")],
        Context::Operation { start } => items.operation_names(start),
        Context::Member => items.members(),
        Context::AttributeValue { operation, name } => {
            let mut found = items.attribute_values(operation, &name);
            found.extend(items.expressions(Some(&Wanted::Type(Ty::Attribute))));
            found
        }
        Context::Attribute { operation } => items.attributes(operation),
        Context::Region { operation } => items.regions(operation),
        Context::Label => items.labels(),
    }
}

/// Makes the items for one place.
struct Items<'a> {
    analysis: &'a Analysis,
    cursor: &'a Cursor<'a>,
    offset: u32,
}

impl Items<'_> {
    /// An item of which the label is all.
    fn item(&self, label: impl Into<String>, kind: CompletionKind) -> Completion {
        Completion {
            label: label.into(),
            kind,
            detail: String::new(),
            documentation: String::new(),
            replaced: self.cursor.word,
            insert: Insert::Label,
            filter_text: None,
            sort_text: None,
            edits: Vec::new(),
        }
    }

    fn keyword(&self, word: &str) -> Completion {
        self.item(word, CompletionKind::Keyword)
    }

    fn snippet(&self, label: &str, text: &str, detail: &str, rank: u32) -> Completion {
        Completion {
            detail: detail.to_owned(),
            insert: Insert::Snippet(text.to_owned()),
            sort_text: Some(format!("{rank}_{label}")),
            ..self.item(label, CompletionKind::Snippet)
        }
    }
}
