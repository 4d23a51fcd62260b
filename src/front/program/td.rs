//! Predicates and type rules of `.td` files, as pattern files would declare them.
//!
//! | module | subject |
//! |---|---|
//! | `condition` | conditions that are trees of TableGen |
//! | `code` | C++ expressions of predicates |
//! | `written` | types and attributes that pdll knows by their names only |
//! | `type_rule` | rules for the types in operations |
//! | `place` | where in a `.td` file a word stands |

mod code;
mod condition;
mod place;
mod type_rule;
mod written;

use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    base::source::{SourceMap, Span, StringLit},
    ods::{Ods, PredicateArgument, PredicateMeaning, TypeDef, TypePredicate},
    syntax::ast::{
        ClauseKind, Constraint, ConstraintKind, Expr, ExprKind, Ident, Param, PredicateBody,
        PredicateClause, PredicateDecl,
    },
};
use place::Places;
use smol_str::SmolStr;
pub use type_rule::TdTypeRule;
pub(super) use type_rule::type_rules;

/// A predicate of a `.td` file.
#[derive(Debug)]
pub struct TdPredicate {
    /// What a pattern file would say.
    pub decl: PredicateDecl,
    /// What it stands for.
    pub origin: Origin,
}

/// What a predicate of a `.td` file stands for.
#[derive(Debug)]
pub enum Origin {
    /// A record of the class `Predicate`. Of each argument, the class in C++ code,
    /// unless it is any type or attribute.
    Predicate(Vec<Option<&'static str>>),
    /// A type whose C++ class pdll knows. The names of its functions start with that
    /// of the class.
    Type(SmolStr),
    /// Another type or attribute, whose parameters are known by how it is written.
    Written,
    /// One that can be checked only, and why its parameters are not known.
    Unknown(String),
}

/// The predicates of all included files: those that files define, and the types.
pub(super) fn predicates(
    ods: &Ods,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) -> Vec<TdPredicate> {
    let mut reader = Reader {
        ods,
        sources,
        diagnostics,
        predicates: Vec::new(),
    };
    for predicate in ods.type_predicates() {
        if !matches!(predicate.meaning, PredicateMeaning::Library) {
            reader.declare(predicate);
        }
    }
    let mut all = reader.predicates;
    let (known, unknown): (Vec<_>, Vec<_>) = ods.type_defs().partition(|def| def.has_known_class());
    let attributes = ods.attr_defs().filter(|def| !def.has_known_class());
    let unknown: Vec<_> = unknown.into_iter().chain(attributes).collect();
    all.extend(known.into_iter().map(type_predicate));
    all.extend(written::predicates(&unknown, ods));
    all
}

/// Reads predicates, and collects them.
struct Reader<'r> {
    ods: &'r Ods,
    sources: &'r SourceMap,
    diagnostics: &'r mut Diagnostics,
    predicates: Vec<TdPredicate>,
}

impl Reader<'_> {
    fn declare(&mut self, predicate: &TypePredicate) {
        let mut places = Places::new(predicate, self.sources);
        let params = params(predicate, &mut places);
        let body = match check_arguments(predicate) {
            Some(message) => {
                let error = Diagnostic::error(predicate.span, message);
                self.diagnostics.push(error);
                PredicateBody::Error
            }
            None => self.body(predicate, &mut places),
        };
        let classes = predicate.arguments.iter();
        let classes = classes.map(|argument| code::attribute_class(&argument.class));
        let name = name_of(&predicate.name, predicate.include);
        self.predicates.push(TdPredicate {
            decl: declaration(&name, predicate.span, params, body),
            origin: Origin::Predicate(classes.collect()),
        });
    }

    fn body(&mut self, predicate: &TypePredicate, places: &mut Places) -> PredicateBody {
        match &predicate.meaning {
            PredicateMeaning::Condition(term) => {
                let mut writer = condition::Writer::new(predicate, self.ods, places);
                let condition = writer.condition(term, None);
                self.predicates.extend(writer.auxiliary);
                PredicateBody::Condition(condition)
            }
            PredicateMeaning::Code(code) => match code::clauses(predicate, code, places) {
                Ok(clauses) => PredicateBody::Clauses(clauses),
                Err(error) => {
                    self.diagnostics.push(*error);
                    PredicateBody::Error
                }
            },
            PredicateMeaning::Library => unreachable!("the library declares it"),
        }
    }
}

/// The name of a predicate in its declaration. Names that TableGen makes up are those
/// of an include.
fn name_of(name: &str, include: usize) -> SmolStr {
    match name.starts_with("anonymous_") {
        true => format!("{name}_in_{include}").into(),
        false => name.into(),
    }
}

/// The parameters of a predicate; at least one, also if that is an error.
fn params(predicate: &TypePredicate, places: &mut Places) -> Vec<Param> {
    let span = predicate.span;
    let param = |argument: &PredicateArgument| Param {
        name: Ident {
            text: argument.name.clone(),
            span: places.of(&argument.name),
        },
        constraint: Constraint {
            kind: kind(argument.is_type),
            span,
        },
    };
    let params: Vec<_> = predicate.arguments.iter().map(param).collect();
    places.go_on();
    match params.is_empty() {
        true => vec![this(span)],
        false => params,
    }
}

/// What is wrong with the arguments of a predicate.
fn check_arguments(predicate: &TypePredicate) -> Option<String> {
    let name = &predicate.name;
    if predicate.arguments.is_empty() {
        return Some(format!(
            "`{name}` has no arguments, expected at least its `self`, as in `(args type:$self)`"
        ));
    }
    let position = predicate
        .arguments
        .iter()
        .position(|argument| argument.name.is_empty())?;
    Some(format!(
        "argument {} of `{name}` has no name, expected one, as in `type:$element`",
        position + 1
    ))
}

/// The predicate of a type whose class pdll knows.
fn type_predicate(def: &TypeDef) -> TdPredicate {
    let span = def.span;
    let params = def_params(def);
    let body = match params.len() {
        1 => PredicateBody::Condition(is_the_type(def)),
        _ => {
            let captured = params[1..].iter().map(|one| one.name.clone()).collect();
            let mut clauses = vec![clause(ClauseKind::Capture, captured, None, span)];
            if def.builds_known_type() == Some(true) {
                clauses.push(clause(ClauseKind::Evaluate, Vec::new(), None, span));
            }
            PredicateBody::Clauses(clauses)
        }
    };
    TdPredicate {
        decl: declaration(&def.name, span, params, body),
        origin: Origin::Type(def.qualified_class().into()),
    }
}

/// `self`, and the parameters of a type or attribute.
fn def_params(def: &TypeDef) -> Vec<Param> {
    let span = def.span;
    let mut params = vec![this(span)];
    params[0].constraint.kind = kind(!def.is_attribute);
    for (index, parameter) in def.parameters.iter().enumerate() {
        // No other parameter has such a name.
        let name = match &*parameter.name {
            "" | "self" => format!("parameter {}", index + 1),
            name => name.to_owned(),
        };
        params.push(Param {
            name: Ident {
                text: name.into(),
                span,
            },
            constraint: Constraint {
                kind: kind(parameter.is_type()),
                span,
            },
        });
    }
    params
}

/// The condition that `self` is a type without parameters.
fn is_the_type(def: &TypeDef) -> Expr {
    let span = def.span;
    let name = |text: &str| {
        let text = text.into();
        expr(ExprKind::Name(Ident { text, span }), span)
    };
    let builtin = def.type_name.strip_prefix("builtin.");
    let text = builtin.map_or_else(|| format!("!{}", def.type_name), str::to_owned);
    let the_type = expr(ExprKind::Type(StringLit::at_one_place(text, span)), span);
    let arguments = vec![name("self"), the_type];
    expr(ExprKind::Call(Box::new(name("eq")), arguments), span)
}

/// The parameter `self` of a type.
fn this(span: Span) -> Param {
    Param {
        name: Ident {
            text: "self".into(),
            span,
        },
        constraint: Constraint {
            kind: ConstraintKind::Type,
            span,
        },
    }
}

fn declaration(name: &str, span: Span, params: Vec<Param>, body: PredicateBody) -> PredicateDecl {
    PredicateDecl {
        keyword: span,
        name: Ident {
            text: name.into(),
            span,
        },
        params,
        body,
        span,
    }
}

fn clause(
    kind: ClauseKind,
    captured: Vec<Ident>,
    code: Option<StringLit>,
    span: Span,
) -> PredicateClause {
    PredicateClause {
        kind,
        keyword: span,
        captured,
        code,
        rewrite_code: None,
        span,
    }
}

fn kind(is_type: bool) -> ConstraintKind {
    match is_type {
        true => ConstraintKind::Type,
        false => ConstraintKind::Attr(None),
    }
}

fn expr(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, span }
}
