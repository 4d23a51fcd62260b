//! Syntax tree to meaning: names, types, conversions, sections, bindings.
//!
//! Analysis finds all errors about meaning, at their place in the source. It goes
//! on after an error; what an erroneous part would have defined is poisoned, so
//! that one mistake causes one message.
//!
//! | module | subject |
//! |---|---|
//! | `decl` | patterns, constraints and rewrites |
//! | `names` | what names stand for, and functions, which are analyzed when first used |
//! | `expr` | statements, expressions, and their types |
//! | `operation` | operation expressions |
//! | `hints` | what a name that nothing defines was meant to be |
//! | `report` | diagnostics, and which of them only follow from a syntax error |
//! | `index` | for editors: where names are defined and used, and the types of expressions |
//!
//! A pattern without errors is then checked as a whole by
//! [`crate::hir::check`].

mod decl;
mod expr;
mod hints;
mod index;
mod names;
mod operation;
mod report;
#[cfg(test)]
mod tests;

pub use expr::{StaticType, Ty};
pub use hints::COMMON;
pub use index::{Definition, EntityKind, Index, Use};

use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    base::source::Span,
    hir::{self, NativeBody},
    host::Host,
    ods::Ods,
    portable::Extension,
    program::{Program, TdTypeRule},
    syntax::{
        ast::{CallableKind, Ident, Item},
        code::check_braces,
    },
};
use smol_str::SmolStr;

use names::{Entity, Found, Functions, Nesting, Predicates, Scope, TypeRules};
use report::Report;
use rustc_hash::FxHashSet;

/// Finds out what a program means.
///
/// When `diagnostics` has errors afterwards, the module is incomplete and must
/// not be lowered.
pub fn analyze(
    program: &Program,
    host: &mut dyn Host,
    diagnostics: &mut Diagnostics,
) -> hir::Module {
    run(program, host, diagnostics, None)
}

/// As [`analyze`], and also returns what an editor wants to know about the names
/// and expressions of the program. Errors in one part do not affect the index of
/// the other parts.
pub fn analyze_with_index(
    program: &Program,
    host: &mut dyn Host,
    diagnostics: &mut Diagnostics,
) -> (hir::Module, Index) {
    let mut index = Index::default();
    let module = run(program, host, diagnostics, Some(&mut index));
    index.sort();
    (module, index)
}

fn run(
    program: &Program,
    host: &mut dyn Host,
    diagnostics: &mut Diagnostics,
    index: Option<&mut Index>,
) -> hir::Module {
    let mut sema = Sema {
        program,
        ods: &program.ods,
        host,
        report: Report::new(diagnostics),
        scope: Scope::default(),
        functions: Functions::default(),
        predicates: Predicates::default(),
        type_rules: TypeRules::default(),
        nesting: Nesting::default(),
        natives: Vec::new(),
        declared: Vec::new(),
        checked_rules: Vec::new(),
        undefined: FxHashSet::default(),
        extensions: Vec::new(),
        index,
    };
    sema.declare(program);
    let mut module = hir::Module::default();
    for (index, item) in program.analyzed_items() {
        let outside = sema.scope.enter_item(index);
        match item {
            Item::Pattern(decl) => module.patterns.extend(decl::pattern(&mut sema, decl)),
            Item::Callable(decl) => sema.declared_function(index, decl.span),
            Item::Predicate(decl) => decl::check_predicate(&mut sema, decl, index),
            Item::TypeRule(decl) => {
                if let Some(index) = &mut sema.index {
                    index.type_rule(decl);
                }
                sema.check_type_rule(index);
            }
            Item::Include(_) | Item::Error(_) => {}
        }
        sema.scope.resume(outside);
    }
    match &program.excerpt {
        Some(_) => sema.check_type_rules(program),
        None => decl::check_predicates_of_td(&mut sema, &program.td_predicates),
    }
    sema.check_type_rules_of_td();
    sema.check_code();
    module.natives = sema.natives;
    module.declared = sema.declared;
    module.drop_unused_type_code();
    module.type_rules = sema.checked_rules;
    module.extensions = sema.extensions;
    module.dialects = program.ods.dialects().cloned().collect();
    module.classes = program
        .ods
        .code_classes(&hir::code_words(&module.natives), host);
    module
}

/// The state that all parts of analysis share.
struct Sema<'a> {
    program: &'a Program,
    ods: &'a Ods,
    host: &'a mut dyn Host,
    report: Report<'a>,
    scope: Scope,
    functions: Functions<'a>,
    predicates: Predicates<'a>,
    type_rules: TypeRules<'a>,
    nesting: Nesting,
    /// The native functions that were defined so far.
    natives: Vec<hir::Native>,
    /// Those that were declared without code so far.
    declared: Vec<hir::Declared>,
    /// The rules for types that have no errors.
    checked_rules: Vec<hir::TypeRule>,
    /// The names that were reported as not defined, each with the number of the
    /// top-level declaration that mentions it.
    undefined: FxHashSet<(usize, SmolStr)>,
    /// The uses of extensions of the language so far.
    extensions: Vec<(Extension, Span)>,
    /// Only if the caller asked for it.
    index: Option<&'a mut Index>,
}

impl<'a> Sema<'a> {
    /// Checks that C++ code stays inside its functions.
    fn check_code(&mut self) {
        for native in &self.natives {
            if let NativeBody::Code { code, .. } = &native.body
                && let Some(error) = check_braces(code)
            {
                self.report.push(error);
            }
        }
    }

    /// Checks the rules for types of a program, all of which matter for each pattern.
    fn check_type_rules(&mut self, program: &Program) {
        for (index, item) in program.items().enumerate() {
            if let Item::TypeRule(_) = item {
                let outside = self.scope.enter_item(index);
                self.check_type_rule(index);
                self.scope.resume(outside);
            }
        }
    }

    /// Makes the names of all declarations known, so that they may stand in any
    /// order.
    fn declare(&mut self, program: &'a Program) {
        for predicate in program.td_predicates.iter() {
            self.predicates.declare_td(predicate);
        }
        for (index, item) in program.items().enumerate() {
            if program.is_unrelated(index, item) {
                continue;
            }
            let outside = self.scope.enter_item(index);
            match item {
                Item::Pattern(decl) => {
                    if let Some(name) = &decl.name {
                        self.define(name, EntityKind::Pattern, Entity::Pattern);
                    }
                }
                Item::Callable(decl) => {
                    let builtin = program.builtin_files.get(&decl.span.file).copied();
                    let function = self.functions.declare(decl, index, builtin);
                    if let Some(name) = &decl.name {
                        self.define(name, decl.kind.into(), Entity::Function(function));
                    }
                }
                Item::Predicate(decl) => {
                    let builtin = program.builtin_files.get(&decl.span.file).copied();
                    let predicate = self.predicates.declare(decl, index, builtin);
                    if builtin.is_none() {
                        let entity = Entity::Predicate(predicate);
                        self.define(&decl.name, EntityKind::Predicate, entity);
                    } else if let Some(index) = &mut self.index {
                        index.define(&decl.name, EntityKind::Predicate, None);
                    }
                }
                Item::TypeRule(decl) => {
                    if let Err(Some(problem)) = self.type_rules.declare(decl, index) {
                        self.report(*problem);
                    }
                }
                Item::Include(_) | Item::Error(_) => {}
            }
            self.scope.resume(outside);
        }
        // Those of the program come first.
        for TdTypeRule { decl, item } in program.td_type_rules.iter() {
            self.predicates.add_td_file(decl.span.file);
            if let Err(Some(problem)) = self.type_rules.declare_td(decl, *item) {
                self.report(*problem);
            }
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.report.push(diagnostic);
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(span, message));
    }

    /// Makes a name known, or reports that it is taken.
    fn define(&mut self, name: &Ident, kind: EntityKind, entity: Entity) {
        if let Some(index) = &mut self.index {
            index.define(name, kind, entity.static_type());
        }
        let imported = self
            .ods
            .constraint(&name.text)
            .filter(|constraint| constraint.item < self.scope.item());
        let defined = match imported {
            Some(constraint) => {
                // It is ambiguous which one is meant.
                let _ = self.scope.define(name, kind, Entity::Poisoned);
                Err(constraint.span)
            }
            None => self.scope.define(name, kind, entity),
        };
        if let Err(previous) = defined {
            self.report(
                Diagnostic::error(name.span, format!("`{}` is already defined", name.text))
                    .note(previous, "the previous definition is here"),
            );
        }
    }

    /// The kind of part of an operation that a constraint stands for, unless the program
    /// defines something of that name.
    fn part_named(&mut self, name: &Ident) -> Option<hir::Type> {
        let part = match name.text.as_str() {
            "Region" => hir::Type::Region,
            "Block" => hir::Type::Block,
            _ => return None,
        };
        let is_taken =
            self.scope.find(&name.text).is_some() || self.ods.constraint(&name.text).is_some();
        (!is_taken).then_some(part)
    }

    /// Looks a name up, which counts as a use.
    fn find(&mut self, name: &Ident) -> Option<Found> {
        let found = self.scope.find(&name.text)?;
        self.used(name.span, found.span, found.kind);
        if found.item > self.scope.item() {
            self.extended(Extension::DeclaredLater, name.span);
        }
        Some(found)
    }

    /// Notes that the source uses an extension of the language.
    fn extended(&mut self, extension: Extension, at: Span) {
        self.extensions.push((extension, at));
    }

    /// Adds to the index that the name at `at` means that definition.
    fn used(&mut self, at: Span, definition: Span, kind: EntityKind) {
        if let Some(index) = &mut self.index {
            index.uses.push(Use {
                span: at,
                definition,
                kind,
            });
        }
    }
}

impl From<CallableKind> for EntityKind {
    fn from(kind: CallableKind) -> Self {
        match kind {
            CallableKind::Constraint => EntityKind::Constraint,
            CallableKind::Rewrite => EntityKind::Rewrite,
        }
    }
}
