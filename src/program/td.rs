//! Predicates of `.td` files, as pattern files would declare them.
//!
//! | module | subject |
//! |---|---|
//! | `condition` | conditions that are trees of TableGen |
//! | `code` | C++ expressions of predicates |
//! | `place` | where in a `.td` file a word stands |

mod code;
mod condition;
mod place;

use crate::{
    diagnostic::{Diagnostic, Diagnostics},
    ods::{Ods, PredicateMeaning, TypeDef, TypePredicate},
    source::{SourceMap, Span, StringLit},
    syntax::ast::{
        ClauseKind, Constraint, ConstraintKind, Expr, ExprKind, Ident, Param, PredicateBody,
        PredicateClause, PredicateDecl,
    },
};
use place::Places;
use smol_str::SmolStr;

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
    /// A type without parameters, or one whose parameters pdll knows. The names of
    /// its functions start with the name of its C++ class.
    Type(SmolStr),
    /// A type whose parameters pdll does not know.
    UnknownType,
}

/// The predicates of all included files: those that files define, and the types.
pub(super) fn predicates(
    ods: &Ods,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) -> Vec<TdPredicate> {
    let mut all = Vec::new();
    for predicate in ods.type_predicates() {
        declare(predicate, ods, sources, diagnostics, &mut all);
    }
    all.extend(ods.type_defs().map(type_predicate));
    all
}

/// The name of a predicate in its declaration. Names that TableGen makes up are those
/// of an include.
fn name_of(name: &str, include: usize) -> SmolStr {
    match name.starts_with("anonymous_") {
        true => format!("{name}_in_{include}").into(),
        false => name.into(),
    }
}

fn declare(
    predicate: &TypePredicate,
    ods: &Ods,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
    all: &mut Vec<TdPredicate>,
) {
    if matches!(predicate.meaning, PredicateMeaning::Library) {
        return;
    }
    let span = predicate.span;
    let mut places = Places::new(predicate, sources);
    let body = match check_arguments(predicate) {
        Some(message) => {
            diagnostics.push(Diagnostic::error(span, message));
            PredicateBody::Error
        }
        None => match &predicate.meaning {
            PredicateMeaning::Condition(term) => {
                let mut writer = condition::Writer::new(predicate, ods, &mut places);
                let condition = writer.condition(term, None);
                all.extend(writer.auxiliary);
                PredicateBody::Condition(condition)
            }
            PredicateMeaning::Code {
                check,
                evaluate,
                capture,
            } => match code::clauses(predicate, check, evaluate, capture, &mut places) {
                Ok(clauses) => PredicateBody::Clauses(clauses),
                Err(error) => {
                    diagnostics.push(*error);
                    PredicateBody::Error
                }
            },
            PredicateMeaning::Library => return,
        },
    };
    let params = predicate.arguments.iter().map(|argument| Param {
        name: Ident {
            text: argument.name.clone(),
            span: places.of(&argument.name),
        },
        constraint: Constraint {
            kind: kind(argument.is_type),
            span,
        },
    });
    let params = params.collect();
    let classes = predicate.arguments.iter();
    let classes = classes.map(|argument| code::attribute_class(&argument.class));
    all.push(TdPredicate {
        decl: declaration(&name_of(&predicate.name, predicate.include), span, params, body),
        origin: Origin::Predicate(classes.collect()),
    });
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

/// The predicate of a type.
fn type_predicate(def: &TypeDef) -> TdPredicate {
    let span = def.span;
    let ident = |text: &str| Ident {
        text: text.into(),
        span,
    };
    let mut params = vec![Param {
        name: ident("self"),
        constraint: Constraint {
            kind: ConstraintKind::Type,
            span,
        },
    }];
    for (index, parameter) in def.parameters.iter().enumerate() {
        // No other parameter has such a name.
        let name = match &*parameter.name {
            "" | "self" => format!("parameter {}", index + 1),
            name => name.to_owned(),
        };
        params.push(Param {
            name: ident(&name),
            constraint: Constraint {
                kind: kind(parameter.is_type()),
                span,
            },
        });
    }
    let (body, origin) = match def.builds_known_type() {
        _ if def.parameters.is_empty() => {
            let name = def.type_name.strip_prefix("builtin.");
            let text = name.map_or_else(|| format!("!{}", def.type_name), str::to_owned);
            let arguments = vec![
                expr(ExprKind::Name(ident("self")), span),
                expr(ExprKind::Type(literal(text, span)), span),
            ];
            let equality = Box::new(expr(ExprKind::Name(ident("eq")), span));
            let condition = expr(ExprKind::Call(equality, arguments), span);
            let origin = Origin::Type(def.qualified_class().into());
            (PredicateBody::Condition(condition), origin)
        }
        Some(evaluates) => {
            let captured = params[1..].iter().map(|one| ident(&one.name.text)).collect();
            let mut clauses = vec![clause(ClauseKind::Capture, captured, None, span)];
            if evaluates {
                clauses.push(clause(ClauseKind::Evaluate, Vec::new(), None, span));
            }
            let origin = Origin::Type(def.qualified_class().into());
            (PredicateBody::Clauses(clauses), origin)
        }
        None => {
            let clauses = vec![clause(ClauseKind::Check, Vec::new(), None, span)];
            (PredicateBody::Clauses(clauses), Origin::UnknownType)
        }
    };
    TdPredicate {
        decl: declaration(&def.name, span, params, body),
        origin,
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

/// A literal, all of which is at one place.
fn literal(text: String, span: Span) -> StringLit {
    StringLit {
        offsets: Some(vec![0; text.len() + 1]),
        text,
        span,
        delimiter: 0,
        is_valid: true,
    }
}
