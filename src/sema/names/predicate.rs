//! Predicates: what they take, and what they can do.

use crate::{
    builtin_files::BuiltinFile,
    constraints::Signature,
    hir,
    sema::{Sema, names::Entity},
    source::Span,
    syntax::ast::{Expr, Ident, PredicateDecl},
};
use smol_str::{SmolStr, format_smolstr};
use std::{
    collections::{HashMap, HashSet},
    rc::Rc,
};

/// A predicate without errors in its parameters.
#[derive(Debug)]
pub(in crate::sema) struct Predicate<'a> {
    pub(in crate::sema) name: SmolStr,
    /// Where it is declared.
    pub(in crate::sema) span: Span,
    pub(in crate::sema) parameters: Vec<Parameter>,
    pub(in crate::sema) meaning: Meaning<'a>,
}

/// A parameter. None has no kind of its own: it takes what it is given.
#[derive(Debug)]
pub(in crate::sema) struct Parameter {
    pub(in crate::sema) name: SmolStr,
    pub(in crate::sema) ty: Option<hir::Type>,
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
    /// As `capture`, the rewrite that is called to create an operation. A predicate with
    /// `check` has none, because that must come before.
    pub(in crate::sema) take: Option<SmolStr>,
    /// The constraint and the rewrite that return `self`.
    pub(in crate::sema) evaluate: Option<[SmolStr; 2]>,
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
    of_item: HashMap<usize, PredicateId>,
    /// Those of the library, which every other entity of their name hides.
    library: HashMap<SmolStr, PredicateId>,
    equality: Option<PredicateId>,
    /// Where predicates are named. A definition is read at each use of it.
    named_at: HashSet<Span>,
}

#[derive(Debug)]
enum State<'a> {
    Declared {
        decl: &'a PredicateDecl,
        prefix: &'static str,
    },
    Done(Option<Rc<Predicate<'a>>>),
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
        let prefix = match builtin {
            Some(_) => crate::contract::LIBRARY_PREFIX,
            None => "",
        };
        let id = self.add(State::Declared { decl, prefix });
        self.of_item.insert(item, id);
        if builtin.is_some() {
            self.library.insert(decl.name.text.clone(), id);
        }
        id
    }

    fn add(&mut self, state: State<'a>) -> PredicateId {
        self.states.push(state);
        PredicateId(self.states.len() - 1)
    }

    fn equality_id(&mut self) -> PredicateId {
        if let Some(id) = self.equality {
            return id;
        }
        let parameter = |name: &'static str| Parameter {
            name: name.into(),
            ty: None,
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
            evaluate: None,
            is_equality: true,
        };
        let id = self.add(State::Done(Some(Rc::new(Predicate {
            name: EQUALITY.into(),
            span: Span::default(),
            parameters: vec![parameter("self"), parameter("other")],
            meaning: Meaning::Native(Rc::new(native)),
        }))));
        self.equality = Some(id);
        id
    }
}

impl<'a> Sema<'a> {
    /// The predicate of that name. Any other entity of the program hides a predicate
    /// of the library, so that a file can include it whatever names it has.
    pub(in crate::sema) fn predicate_named(&mut self, name: &Ident) -> Option<PredicateId> {
        // The library means its own predicates, whatever the program defines.
        let is_of_library = self.program.builtin_files.contains_key(&name.span.file);
        let found = match is_of_library {
            true => None,
            false => self.scope.find(&name.text),
        };
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
            None => match self.predicates.library.get(&name.text) {
                Some(id) => Some(*id),
                None if name.text == EQUALITY => Some(self.predicates.equality_id()),
                None => None,
            },
        }
    }

    /// The predicate that is called. A constraint of an included `.td` file hides one
    /// of the library here, where both may stand.
    pub(in crate::sema) fn called_predicate(&mut self, name: &Ident) -> Option<PredicateId> {
        let is_declared = self.scope.find(&name.text).is_some();
        if !is_declared && self.ods.constraint(&name.text).is_some() {
            return None;
        }
        self.predicate_named(name)
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

    /// A predicate, or none if its declaration has an error.
    pub(in crate::sema) fn predicate(&mut self, id: PredicateId) -> Option<Rc<Predicate<'a>>> {
        let (decl, prefix) = match &self.predicates.states[id.0] {
            State::Done(predicate) => return predicate.clone(),
            State::Declared { decl, prefix } => (*decl, *prefix),
        };
        let predicate = self.declared_predicate(decl, prefix).map(Rc::new);
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
    pub(in crate::sema) fn function(prefix: &str, predicate: &str, clause: &str) -> SmolStr {
        format_smolstr!("{prefix}{predicate}_{clause}")
    }
}
