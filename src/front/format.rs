//! The formatter: syntax in, the same syntax with other white space out.
//!
//! [`format()`] lexes and parses a text, arranges its tokens, and then compares: the
//! result has the same tokens and the same comments in the same order, or the text
//! stays as it is. Declarations with syntax errors stay as they are in any case.
//!
//! Layout depends on tokens and brackets alone, so that it needs no second grammar.
//! The author decides where statements, declarations and blank lines are, which
//! lists and blocks are broken, and what is on each line of a list; lines that are
//! too long are broken. Both are stable: what is broken stays broken.
//!
//! | module | subject |
//! |---|---|
//! | `tree` | tokens as a tree of brackets, with their comments |
//! | `spacing` | blanks between two tokens |
//! | `sequence`, `list`, `block` | what may be broken into lines |
//! | `doc` | text with possible line breaks, and its rendering |
//! | `items` | the declarations of a file |
//! | `difference` | the comparison |

mod block;
mod difference;
mod doc;
mod items;
mod list;
#[cfg(test)]
mod properties;
mod regions;
mod sequence;
mod spacing;
#[cfg(test)]
mod tests;
mod tree;

use crate::{
    base::diagnostic::Diagnostics,
    base::source::{FileId, SourceMap},
    syntax::{self, Parsed, ast::Module, token::Token},
};

/// The greatest length of a line in characters, as far as a line can be broken.
const WIDTH: usize = 80;

/// What each level of nesting adds to the indentation.
const INDENT: usize = 2;

/// The formatted text of a file of `sources`. Syntax errors go to `diagnostics`.
///
/// # Errors
///
/// What is wrong with the result, which is then not used. This is a bug of pdll.
pub fn format(
    sources: &SourceMap,
    file: FileId,
    diagnostics: &mut Diagnostics,
) -> Result<String, String> {
    let text = sources.file(file).text();
    let mut found = Diagnostics::default();
    let Parsed { module, tokens } = syntax::parse(sources, file, &mut found);
    let formatted = arrange(text, &module, &tokens, &found);
    diagnostics.extend(found.take());
    formatted
}

/// As [`format()`], of a text that has been parsed to these without errors.
///
/// # Errors
///
/// As above.
pub fn format_parsed(text: &str, module: &Module, tokens: &[Token]) -> Result<String, String> {
    arrange(text, module, tokens, &Diagnostics::default())
}

fn arrange(
    text: &str,
    module: &Module,
    tokens: &[Token],
    errors: &Diagnostics,
) -> Result<String, String> {
    let formatted = items::arrange(text, module, tokens, errors);
    difference::compare(text, tokens, &formatted).map(|()| formatted)
}
