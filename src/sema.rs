//! Syntax tree to meaning: names, types, conversions, sections, bindings.
//!
//! All errors about meaning are found here, at their place in the source.
//! Analysis goes on after an error; whatever an erroneous part would have
//! defined is poisoned, so that one mistake gives one message.
//!
//! | module | subject |
//! |---|---|
//! | `pattern` | a pattern from its metadata to its last check |
//! | `stmt` | statements, and which section they belong to |
//! | `variable` | constraint lists, and the variables they define |
//! | `expr`, `operation` | expressions |
//! | `convert` | implicit conversions |
//! | `binding` | whether everything hangs together with the root |
//! | `result_types` | whether what is created can get its result types |
//! | `scope` | names |
//! | `host` | what is asked of MLIR |

mod binding;
mod convert;
mod expr;
mod host;
mod operation;
mod pattern;
mod result_types;
mod scope;
mod stmt;
mod variable;

pub use host::{Host, LiteralError, OperationKnowledge};

use crate::{
    diagnostic::{Diagnostic, Diagnostics},
    hir,
    ods::Ods,
    program::{Program, is_td},
    source::Span,
    syntax::ast::{CallableKind, Ident, Item},
};
use scope::{Entity, Scope};

/// Finds out what a program means.
///
/// When `diagnostics` has errors afterwards, the module is incomplete and must
/// not be lowered.
pub fn analyze(
    program: &Program,
    host: &mut dyn Host,
    diagnostics: &mut Diagnostics,
) -> hir::Module {
    let syntax_errors = diagnostics.iter().filter_map(|one| one.span).collect();
    let mut sema = Sema {
        ods: &program.ods,
        host,
        diagnostics,
        scope: Scope::default(),
        syntax_errors,
    };
    let mut module = hir::Module::default();
    for item in program.items() {
        match item {
            Item::Pattern(decl) => module.patterns.extend(pattern::analyze(&mut sema, decl)),
            Item::Callable(decl) => {
                let what = match decl.kind {
                    CallableKind::Constraint => "declared constraints",
                    CallableKind::Rewrite => "declared rewrites",
                };
                sema.unsupported(decl.keyword, decl.span, what);
                if let Some(name) = &decl.name {
                    sema.define(name, Entity::Poisoned);
                }
            }
            Item::Include(include) => {
                if let Some(path) = include.path.as_ref().filter(|path| is_td(&path.text)) {
                    sema.unsupported(path.span, path.span, "`.td` includes");
                }
            }
            Item::Error(_) => {}
        }
    }
    module
}

/// What all of analysis shares.
struct Sema<'a> {
    #[expect(dead_code, reason = "the next commit reads it")]
    ods: &'a Ods,
    host: &'a mut dyn Host,
    diagnostics: &'a mut Diagnostics,
    scope: Scope,
    /// Where the parser reported errors.
    syntax_errors: Vec<Span>,
}

impl Sema<'_> {
    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(span, message));
    }

    /// The error for a part of the language that is parsed and not more. A
    /// syntax error inside `whole` comes first.
    fn unsupported(&mut self, span: Span, whole: Span, what: &str) {
        if !self.has_syntax_error(whole) {
            self.error(span, format!("{what} are not supported yet"));
        }
    }

    /// Whether the parser had to skip something in there.
    fn has_syntax_error(&self, whole: Span) -> bool {
        self.syntax_errors
            .iter()
            .any(|span| span.file == whole.file && (whole.start..=whole.end).contains(&span.start))
    }

    /// Makes a name known, or reports that it is taken.
    fn define(&mut self, name: &Ident, entity: Entity) {
        if let Err(previous) = self.scope.define(&name.text, name.span, entity) {
            self.diagnostics.push(
                Diagnostic::error(name.span, format!("`{}` is already defined", name.text))
                    .note(previous, "the previous definition is here"),
            );
        }
    }
}
