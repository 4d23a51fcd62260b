//! Syntax tree to meaning: names, types, conversions, sections, bindings.
//!
//! All errors about meaning are found here, at their place in the source.
//! Analysis goes on after an error; whatever an erroneous part would have
//! defined is poisoned, so that one mistake gives one message.
//!
//! | module | subject |
//! |---|---|
//! | `body` | what the analysis of patterns, constraints and rewrites shares |
//! | `pattern`, `metadata` | a pattern from its metadata to its last check |
//! | `function`, `signature`, `function_body` | constraints and rewrites, from their declaration to their nodes |
//! | `nesting` | how deeply they call each other |
//! | `imported` | the constraints of `.td` files |
//! | `call` | calls, which put the nodes of the callee in their place |
//! | `stmt` | statements, and which section they belong to |
//! | `requirement`, `variable` | constraint lists, and the variables they define |
//! | `expr`, `member`, `operation`, `groups`, `lengths`, `segments`, `attributes` | expressions |
//! | `value`, `convert` | types, and implicit conversions |
//! | `operands` | operands of an operation that is known by its name |
//! | `binding` | whether everything hangs together with the root |
//! | `counts`, `result_types` | whether the numbers and types of results fit |
//! | `scope` | names |
//! | `host` | what is asked of MLIR |

mod attributes;
mod binding;
mod body;
mod call;
mod convert;
mod counts;
mod expr;
mod function;
mod function_body;
mod groups;
mod host;
mod imported;
mod lengths;
mod member;
mod metadata;
mod native;
mod nesting;
mod operands;
mod operation;
mod pattern;
mod requirement;
mod result_types;
mod scope;
mod segments;
mod signature;
mod stmt;
mod value;
mod variable;

pub use host::{Host, LiteralError, OperationKnowledge};

use crate::{
    diagnostic::{Diagnostic, Diagnostics},
    hir,
    ods::Ods,
    program::Program,
    source::Span,
    syntax::ast::{Ident, Item},
};
use function::Functions;
use nesting::Nesting;
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
        functions: Functions::default(),
        nesting: Nesting::default(),
        natives: Vec::new(),
        syntax_errors,
    };
    sema.declare(program);
    let mut module = hir::Module::default();
    for (index, item) in program.items().enumerate() {
        let outside = sema.scope.enter_item(index);
        match item {
            Item::Pattern(decl) => module.patterns.extend(pattern::analyze(&mut sema, decl)),
            Item::Callable(decl) => sema.declared_function(index, decl.span),
            Item::Include(_) | Item::Error(_) => {}
        }
        sema.scope.resume(outside);
    }
    module.natives = sema.natives;
    module.dialects = program.ods.dialects().cloned().collect();
    module
}

/// What all of analysis shares.
struct Sema<'a> {
    ods: &'a Ods,
    host: &'a mut dyn Host,
    diagnostics: &'a mut Diagnostics,
    scope: Scope,
    functions: Functions<'a>,
    nesting: Nesting,
    /// The native functions that were defined so far.
    natives: Vec<hir::Native>,
    /// Where the parser reported errors.
    syntax_errors: Vec<Span>,
}

impl<'a> Sema<'a> {
    /// Makes the names of all declarations known, so that they may stand in any
    /// order.
    fn declare(&mut self, program: &'a Program) {
        for (index, item) in program.items().enumerate() {
            let outside = self.scope.enter_item(index);
            match item {
                Item::Pattern(decl) => {
                    if let Some(name) = &decl.name {
                        self.define(name, Entity::Pattern);
                    }
                }
                Item::Callable(decl) => {
                    let builtin = program.builtin_files.get(&decl.span.file).copied();
                    let function = self.functions.declare(decl, index, builtin);
                    if let Some(name) = &decl.name {
                        self.define(name, Entity::Function(function));
                    }
                }
                Item::Include(_) | Item::Error(_) => {}
            }
            self.scope.resume(outside);
        }
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(span, message));
    }

    /// Whether the parser had to skip something in there.
    fn has_syntax_error(&self, whole: Span) -> bool {
        self.syntax_errors
            .iter()
            .any(|span| span.file == whole.file && (whole.start..=whole.end).contains(&span.start))
    }

    /// Makes a name known, or reports that it is taken.
    fn define(&mut self, name: &Ident, entity: Entity) {
        let imported = self
            .ods
            .constraint(&name.text)
            .filter(|constraint| constraint.item < self.scope.item());
        let defined = match imported {
            Some(constraint) => {
                // Nobody can tell which is meant.
                let _ = self.scope.define(&name.text, name.span, Entity::Poisoned);
                Err(constraint.span)
            }
            None => self.scope.define(&name.text, name.span, entity),
        };
        if let Err(previous) = defined {
            self.diagnostics.push(
                Diagnostic::error(name.span, format!("`{}` is already defined", name.text))
                    .note(previous, "the previous definition is here"),
            );
        }
    }
}
