//! Predicates: what they take, and what they can do.

use crate::{
    base::source::{FileId, Span},
    builtin_files::BuiltinFile,
    constraints::Signature,
    contract::LIBRARY_PREFIX,
    hir,
    portable::Extension,
    program::{Origin, TdPredicate},
    sema::{Sema, decl::Section, index::EntityKind, names::Entity},
    syntax::ast::{Expr, ExprKind, Ident, PredicateDecl},
};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::{SmolStr, format_smolstr};
use std::rc::Rc;

/// A predicate without errors in its parameters.
#[derive(Debug)]
pub(in crate::sema) struct Predicate<'a> {
    pub(in crate::sema) name: SmolStr,
    /// Where it is declared.
    pub(in crate::sema) span: Span,
    pub(in crate::sema) parameters: Vec<Parameter>,
    pub(in crate::sema) meaning: Meaning<'a>,
    /// What holds of `self` if nothing is said about the other parameters, unless that
    /// follows from the meaning.
    pub(in crate::sema) alone: Option<Rc<NativePredicate>>,
}

/// A parameter. None has no kind of its own: it takes what it is given.
#[derive(Debug)]
pub(in crate::sema) struct Parameter {
    pub(in crate::sema) name: SmolStr,
    pub(in crate::sema) ty: Option<hir::Type>,
    /// The C++ class that its functions take.
    pub(in crate::sema) class: Option<&'static str>,
}

/// What a predicate means.
#[derive(Debug, Clone)]
pub(in crate::sema) enum Meaning<'a> {
    /// The same as a condition about its parameters.
    Condition(&'a Expr),
    /// What native functions say.
    Native(Rc<NativePredicate>),
}

/// The functions of a predicate.
#[derive(Debug)]
pub(in crate::sema) struct NativePredicate {
    pub(in crate::sema) signature: Rc<Signature>,
    /// The kinds of its arguments.
    pub(in crate::sema) kinds: Vec<hir::Type>,
    /// The constraint that takes `self` and what cannot be captured.
    pub(in crate::sema) check: Option<SmolStr>,
    /// The constraint that takes the same, and returns the arguments at these
    /// positions. It fails if the predicate does not hold.
    pub(in crate::sema) capture: Option<(SmolStr, Vec<usize>)>,
    /// As `capture`, the rewrite that is called to create an operation.
    pub(in crate::sema) take: Option<SmolStr>,
    /// As `check`, the rewrite that is called before `take`. It fails if the predicate
    /// does not hold.
    pub(in crate::sema) test: Option<SmolStr>,
    /// The constraint and the rewrite that return `self`.
    pub(in crate::sema) evaluate: Option<[SmolStr; 2]>,
    /// Why nothing but `self` can be checked, if so.
    pub(in crate::sema) opaque: Option<SmolStr>,
    /// Whether it says that its two arguments are equal. It has no functions then.
    pub(in crate::sema) is_equality: bool,
}

/// Names a predicate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::sema) struct PredicateId(usize);

/// All predicates.
#[derive(Debug, Default)]
pub(in crate::sema) struct Predicates<'a> {
    states: Vec<State<'a>>,
    /// Those of the top level, by the number of their item.
    of_item: FxHashMap<usize, PredicateId>,
    /// Those of included `.td` files.
    of_td: FxHashMap<SmolStr, PredicateId>,
    td_files: FxHashSet<FileId>,
    /// Those of the library, which every other entity of their name hides.
    library: FxHashMap<SmolStr, PredicateId>,
    equality: Option<PredicateId>,
    /// Where predicates are named. A definition is read at each use of it.
    named_at: FxHashSet<Span>,
}

#[derive(Debug)]
enum State<'a> {
    Declared {
        decl: &'a PredicateDecl,
        source: Source<'a>,
    },
    Done(Option<Rc<Predicate<'a>>>),
}

/// Where a predicate is declared.
#[derive(Debug, Clone, Copy)]
pub(in crate::sema) enum Source<'a> {
    /// In a pattern file.
    File,
    /// In the library, whose functions pdll brings along.
    Library,
    /// In a `.td` file.
    Td(&'a Origin),
}

/// The predicate that needs no declaration.
const EQUALITY: &str = "eq";

impl<'a> Predicates<'a> {
    /// Adds a predicate of the top level. `builtin` is the built-in file that it
    /// stands in, if it is one.
    pub(in crate::sema) fn declare(
        &mut self,
        decl: &'a PredicateDecl,
        item: usize,
        builtin: Option<&BuiltinFile>,
    ) -> PredicateId {
        let source = match builtin {
            Some(_) => Source::Library,
            None => Source::File,
        };
        let id = self.add(State::Declared { decl, source });
        self.of_item.insert(item, id);
        if builtin.is_some() {
            self.library.insert(decl.name.text.clone(), id);
        }
        id
    }

    /// Adds a predicate of a `.td` file.
    pub(in crate::sema) fn declare_td(&mut self, predicate: &'a TdPredicate) {
        let TdPredicate { decl, origin } = predicate;
        let source = Source::Td(origin);
        let id = self.add(State::Declared { decl, source });
        self.of_td.entry(decl.name.text.clone()).or_insert(id);
        if let Origin::Predicate(_) | Origin::Written = origin {
            self.td_files.insert(decl.span.file);
        }
    }

    /// Says that a `.td` file mentions predicates.
    pub(in crate::sema) fn add_td_file(&mut self, file: FileId) {
        self.td_files.insert(file);
    }

    fn add(&mut self, state: State<'a>) -> PredicateId {
        self.states.push(state);
        PredicateId(self.states.len() - 1)
    }

    /// Where a predicate is declared.
    fn span(&self, id: PredicateId) -> Span {
        match &self.states[id.0] {
            State::Declared { decl, .. } => decl.name.span,
            State::Done(Some(predicate)) => predicate.span,
            State::Done(None) => Span::default(),
        }
    }

    fn equality_id(&mut self) -> PredicateId {
        if let Some(id) = self.equality {
            return id;
        }
        let parameter = |name: &'static str| Parameter {
            name: name.into(),
            ty: None,
            class: None,
        };
        let native = NativePredicate {
            signature: Rc::new(Signature {
                name: EQUALITY.into(),
                captures: vec![true],
                captures_in_creation: true,
                evaluates: [true; 2],
            }),
            kinds: Vec::new(),
            check: None,
            capture: None,
            take: None,
            test: None,
            evaluate: None,
            opaque: None,
            is_equality: true,
        };
        let id = self.add(State::Done(Some(Rc::new(Predicate {
            name: EQUALITY.into(),
            span: Span::default(),
            parameters: vec![parameter("self"), parameter("other")],
            meaning: Meaning::Native(Rc::new(native)),
            alone: None,
        }))));
        self.equality = Some(id);
        id
    }
}

impl<'a> Sema<'a> {
    /// The predicate of that name. Any other entity of the program hides a predicate
    /// of the library, so that a file can include it whatever names it has.
    pub(in crate::sema) fn predicate_named(&mut self, name: &Ident) -> Option<PredicateId> {
        let id = self.find_predicate(name)?;
        self.extended(Extension::Predicate, name.span);
        Some(id)
    }

    fn find_predicate(&mut self, name: &Ident) -> Option<PredicateId> {
        // The library means its own predicates, whatever the program defines, and a
        // `.td` file those that it includes.
        let file = &name.span.file;
        let is_of_library = self.program.builtin_files.contains_key(file);
        let is_of_td = self.is_of_td(name.span);
        let found = match is_of_library || is_of_td {
            true => None,
            false => self.scope.find(&name.text),
        };
        if !is_of_library
            && found.is_none()
            && let Some(id) = self.predicates.of_td.get(&name.text)
        {
            let id = *id;
            if !is_of_td && self.predicates.named_at.insert(name.span) {
                let at = self.predicates.span(id);
                self.used(name.span, at, EntityKind::Predicate);
            }
            return Some(id);
        }
        match found {
            Some(found) => match found.entity {
                Entity::Predicate(id) => {
                    if self.predicates.named_at.insert(name.span) {
                        self.used(name.span, found.span, found.kind);
                    }
                    Some(id)
                }
                _ => None,
            },
            None => match self.predicates.library.get(&name.text).copied() {
                Some(id) => {
                    if !is_of_library && !is_of_td && self.predicates.named_at.insert(name.span) {
                        let at = self.predicates.span(id);
                        self.used(name.span, at, EntityKind::Predicate);
                    }
                    Some(id)
                }
                None if name.text == EQUALITY => Some(self.predicates.equality_id()),
                None => None,
            },
        }
    }

    /// The predicate that is called with that many arguments. A constraint of an
    /// included `.td` file hides one of the library here, where both may stand, and
    /// the predicate of a type if a match calls it with the type alone.
    pub(in crate::sema) fn called_predicate(
        &mut self,
        name: &Ident,
        arguments: usize,
        section: Section,
    ) -> Option<PredicateId> {
        let is_declared = self.scope.find(&name.text).is_some();
        let is_constraint = arguments == 1 && section == Section::Match;
        let is_type = !is_constraint && self.ods.predicate_def(&name.text).is_some();
        if !is_declared && !is_type && self.ods.constraint(&name.text).is_some() {
            return None;
        }
        self.predicate_named(name)
    }

    /// Whether what is called in a condition is a constraint, and no predicate.
    pub(in crate::sema) fn is_constraint(&mut self, callee: &Expr) -> bool {
        let name = match &callee.kind {
            ExprKind::Name(name) => name,
            kind => return matches!(kind, ExprKind::Inline(_)),
        };
        match self.scope.find(&name.text) {
            Some(found) => matches!(found.entity, Entity::Function(_)),
            None => {
                self.ods.constraint(&name.text).is_some() && self.find_predicate(name).is_none()
            }
        }
    }

    /// The names of all predicates.
    pub(in crate::sema) fn predicate_names(&self) -> impl Iterator<Item = &str> {
        let names = self
            .predicates
            .states
            .iter()
            .filter_map(|state| match state {
                State::Declared { decl, .. } => Some(decl.name.text.as_str()),
                State::Done(predicate) => predicate.as_ref().map(|one| one.name.as_str()),
            });
        names.chain([EQUALITY])
    }

    /// The predicate that is the top-level declaration `item`.
    pub(in crate::sema) fn predicate_of(&self, item: usize) -> Option<PredicateId> {
        self.predicates.of_item.get(&item).copied()
    }

    /// The predicate `eq`.
    pub(in crate::sema) fn equality(&mut self) -> Rc<Predicate<'a>> {
        let id = self.predicates.equality_id();
        self.predicate(id).expect("it is built in")
    }

    /// Whether a place is in a `.td` file that defines predicates.
    pub(in crate::sema) fn is_of_td(&self, place: Span) -> bool {
        self.predicates.td_files.contains(&place.file)
    }

    /// The predicate of a `.td` file.
    pub(in crate::sema) fn predicate_of_td(&self, name: &str) -> Option<PredicateId> {
        self.predicates.of_td.get(name).copied()
    }

    /// A predicate, or none if its declaration has an error.
    pub(in crate::sema) fn predicate(&mut self, id: PredicateId) -> Option<Rc<Predicate<'a>>> {
        let (decl, source) = match &self.predicates.states[id.0] {
            State::Done(predicate) => return predicate.clone(),
            State::Declared { decl, source } => (*decl, *source),
        };
        let predicate = self.declared_predicate(decl, source).map(Rc::new);
        self.predicates.states[id.0] = State::Done(predicate.clone());
        predicate
    }
}

impl Predicate<'_> {
    /// The functions of one that has no definition.
    pub(in crate::sema) fn native(&self) -> Option<Rc<NativePredicate>> {
        match &self.meaning {
            Meaning::Native(native) => Some(native.clone()),
            Meaning::Condition(_) => None,
        }
    }
}

impl NativePredicate {
    /// The name of one of its functions.
    pub(in crate::sema) fn function(source: Source<'_>, predicate: &str, clause: &str) -> SmolStr {
        match source {
            Source::File
            | Source::Td(Origin::Predicate(_) | Origin::Written | Origin::Unknown(_)) => {
                format_smolstr!("{predicate}_{clause}")
            }
            Source::Library => format_smolstr!("{LIBRARY_PREFIX}{predicate}_{clause}"),
            Source::Td(Origin::Type(class)) => format_smolstr!("{LIBRARY_PREFIX}{class}_{clause}"),
        }
    }
}
