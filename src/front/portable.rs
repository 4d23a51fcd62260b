//! What pdll accepts and MLIR's `mlir-pdll` does not have.
//!
//! [`FORMS`] is the list. `docs/mlir-pdll.md` shows it, and `--portable` makes each use
//! of a form an error. The syntax tree shows most uses. Those that depend on what names
//! stand for, analysis notes down as [`Extension`]s.
//!
//! | module | subject |
//! |---|---|
//! | `table` | the forms |
//! | `parts` | the parts of a syntax tree, in a row |
//! | `syntax` | which parts are uses of a form |
//! | `returned` | which constraints return a variable that they should not |

mod parts;
mod returned;
mod syntax;
mod table;

pub use table::FORMS;

use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    base::source::{FileId, SourceMap, Span},
    program::{IncludeFacts, Program},
};
use parts::Part;
use rustc_hash::FxHashSet;

/// A form that `mlir-pdll` does not have.
#[derive(Debug)]
pub struct Form {
    /// A name that is unique, of words with hyphens.
    pub name: &'static str,
    /// What it is, in Markdown, for the documentation.
    pub about: &'static str,
    /// The message about a use, unless analysis has another one.
    error: Option<&'static str>,
    /// What to write, if something else means the same to both.
    pub instead: Option<&'static str>,
    find: Find,
}

/// What a part of a syntax tree belongs to.
#[derive(Debug, Clone, Copy)]
struct Files<'a> {
    program: &'a Program,
    sources: &'a SourceMap,
}

/// How uses of a form are found.
#[derive(Debug)]
enum Find {
    /// A part of the syntax tree shows it.
    Syntax(fn(&Part<'_>, Files<'_>) -> Option<Span>),
    /// What includes lead to shows it.
    Includes(fn(&IncludeFacts) -> &[Span]),
    /// Analysis notes it down.
    Meaning(Extension),
    /// Analysis reports it where patterns may call no native functions but their own,
    /// which is the case here, too.
    Reported,
    /// A warning of that name is about it.
    Warning(&'static str),
    /// The name of the pattern file says it.
    Kind,
}

/// A form that only the meaning of a text shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Extension {
    /// A name that is declared after its use.
    DeclaredLater,
    /// `op.results` or `op.operands`.
    AllValues,
    /// `op.name`, an operand.
    OperandByName,
    /// `.0` as a single value, or `.1` and so on, of results that are one variadic group.
    FirstResult,
    /// The use of a predicate.
    Predicate,
    /// `not` before a constraint that is written in PDLL.
    NegatedBody,
    /// A tuple of the match section that stands for a group.
    TupleOfGroup,
    /// A tuple of the rewrite section that stands for an optional operand or result.
    LeftOut,
    /// A constraint of attributes that no operation can have.
    AttributeConstraint,
    /// A constraint of types in the list of a `Value`.
    ConstraintOfType,
    /// A constraint of a variable of a rewrite.
    ConstraintInRewrite,
    /// The lengths of groups that a created operation does not write.
    SegmentSizes,
    /// The regions that the definition of a created operation implies.
    ImpliedRegions,
    /// A matched operation that nothing mentions.
    UnusedOperation,
}

/// Adds an error for each use of a form in a program. `found` is what analysis has noted
/// down.
pub(crate) fn check(
    program: &Program,
    found: &[(Extension, Span)],
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) {
    let parts = parts::of_program(program);
    let files = Files { program, sources };
    let mut errors = Vec::new();
    for form in FORMS {
        let uses: Vec<Span> = match form.find {
            Find::Syntax(of_part) => {
                let uses = parts.iter().filter_map(|part| of_part(part, files));
                uses.collect()
            }
            Find::Includes(of_facts) => of_facts(&program.include_facts)
                .iter()
                .copied()
                .filter(|at| is_of_user(program, at.file))
                .collect(),
            Find::Meaning(extension) => {
                let uses = found.iter().filter(|(noted, _)| *noted == extension);
                uses.map(|(_, at)| *at)
                    .filter(|at| is_of_user(program, at.file))
                    .collect()
            }
            Find::Warning(name) => {
                let warnings = diagnostics.iter().filter(|one| one.name == Some(name));
                warnings.filter_map(|one| one.span).collect()
            }
            Find::Reported | Find::Kind => Vec::new(),
        };
        let mut said = FxHashSet::default();
        let uses = uses.into_iter().filter(|at| said.insert(*at));
        errors.extend(uses.filter_map(|at| form.error(at)));
    }
    diagnostics.extend(errors);
}

/// The error about a file of rewrite rules, which only pdll reads as patterns.
pub(crate) fn refuse_rules(at: Span) -> Option<Diagnostic> {
    let mut forms = FORMS.iter();
    forms
        .find(|form| matches!(form.find, Find::Kind))?
        .error(at)
}

/// Whether a file is one of the pattern files that the user has written.
fn is_of_user(program: &Program, file: FileId) -> bool {
    let mut modules = program.modules.iter();
    modules.any(|module| module.span.file == file) && !program.builtin_files.contains_key(&file)
}

impl Form {
    fn error(&self, at: Span) -> Option<Diagnostic> {
        let error = Diagnostic::error(at, self.error?);
        Some(match self.instead {
            Some(instead) => error.help(instead),
            None => error,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_forms_are_unique_words() {
        let names: FxHashSet<_> = FORMS.iter().map(|form| form.name).collect();
        assert_eq!(names.len(), FORMS.len());
        let is_word = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
        assert!(names.iter().all(|name| name.bytes().all(is_word)));
    }

    #[test]
    fn each_form_has_one_message() {
        for form in FORMS {
            let is_reported = matches!(form.find, Find::Reported);
            assert_eq!(form.error.is_none(), is_reported, "{}", form.name);
        }
    }

    #[test]
    fn one_form_is_about_files_of_rules() {
        let kinds = FORMS.iter().filter(|form| matches!(form.find, Find::Kind));
        assert_eq!(kinds.count(), 1);
    }
}
