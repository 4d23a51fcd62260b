//! Syntax tree to meaning: names, types, conversions, sections, bindings.
//!
//! All errors about meaning are found here, at their place in the source.
//! Analysis goes on after an error; whatever an erroneous part would have
//! defined is poisoned, so that one mistake gives one message.
//!
//! | module | subject |
//! |---|---|
//! | `decl` | patterns, constraints and rewrites |
//! | `names` | what names stand for, and functions, which are analyzed when first used |
//! | `expr` | statements, expressions, and their types |
//! | `operation` | operation expressions |
//!
//! A pattern without errors is then checked as a whole by
//! [`hir::check`](crate::hir::check).

mod decl;
mod expr;
mod names;
mod operation;

use crate::{
    diagnostic::{Diagnostic, Diagnostics},
    hir,
    host::Host,
    ods::Ods,
    program::Program,
    source::Span,
    syntax::ast::{Ident, Item},
};
use names::{Entity, Functions, Nesting, Scope};

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
            Item::Pattern(decl) => module.patterns.extend(decl::pattern(&mut sema, decl)),
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
