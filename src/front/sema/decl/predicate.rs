//! A predicate, from its declaration to what it can do.

use crate::{
    base::diagnostic::Diagnostic,
    constraints::Signature,
    hir::{self, CodeSlot, Native, NativeBody, Type},
    program::{Origin, TdPredicate},
    sema::{
        Sema,
        decl::Body,
        names::{Meaning, NativePredicate, Parameter, Predicate, PredicateId, Source},
    },
    syntax::ast::{
        ClauseKind, ConstraintKind, Param, PredicateBody, PredicateClause, PredicateDecl,
    },
};
use smol_str::SmolStr;
use std::rc::Rc;

/// Checks the declaration that is the top-level item `item`, whether it is used or
/// not.
pub(in crate::sema) fn check(sema: &mut Sema<'_>, decl: &PredicateDecl, item: usize) {
    if let Some(index) = &mut sema.index {
        index.predicate(decl);
    }
    if let Some(id) = sema.predicate_of(item) {
        check_one(sema, decl, id);
    }
}

/// Checks all predicates that `.td` files define.
pub(in crate::sema) fn check_of_td(sema: &mut Sema<'_>, all: &[TdPredicate]) {
    for TdPredicate { decl, origin } in all {
        if let Origin::Predicate(_) = origin
            && let Some(id) = sema.predicate_of_td(&decl.name.text)
        {
            check_one(sema, decl, id);
        }
    }
}

fn check_one(sema: &mut Sema<'_>, decl: &PredicateDecl, id: PredicateId) {
    let Some(predicate) = sema.predicate(id) else {
        return;
    };
    if let Meaning::Condition(_) = &predicate.meaning {
        let errors = sema.report.error_count();
        let mut body = Body::new(sema);
        body.sema.scope.open();
        let missing = body.check_definition(&predicate, decl.keyword);
        body.sema.scope.close();
        if sema.report.error_count() > errors {
            return;
        }
        for param in missing.into_iter().map(|position| &decl.params[position]) {
            let name = &param.name;
            let message = format!("the definition does not mention `{}`", name.text);
            sema.error(name.span, message);
        }
    }
}

impl<'a> Sema<'a> {
    /// The predicate that `decl` declares.
    pub(in crate::sema) fn declared_predicate(
        &mut self,
        decl: &'a PredicateDecl,
        source: Source<'_>,
    ) -> Option<Predicate<'a>> {
        let name = &decl.name;
        if decl.params.is_empty() {
            let message = "a predicate has at least one parameter, its `self`";
            self.report(
                Diagnostic::error(name.span, message).help("write `self: Type`, for example"),
            );
            return None;
        }
        let parameters = decl
            .params
            .iter()
            .map(|param| self.predicate_parameter(param));
        let parameters: Vec<_> = parameters.collect();
        let mut parameters: Vec<_> = parameters.into_iter().collect::<Option<_>>()?;
        if let Source::Td(Origin::Predicate(classes)) = source {
            for (parameter, class) in std::iter::zip(&mut parameters, classes) {
                parameter.class = *class;
            }
        }
        let mut names = decl.params.iter().enumerate();
        let repeated = names.find(|(index, param)| {
            let mut others = decl.params[..*index].iter();
            others.any(|other| other.name.text == param.name.text)
        });
        if let Some((_, param)) = repeated {
            let message = format!("`{}` is already defined", param.name.text);
            self.error(param.name.span, message);
            return None;
        }
        let meaning = match &decl.body {
            PredicateBody::Condition(condition) => Meaning::Condition(condition),
            PredicateBody::Clauses(clauses) => {
                let native = self.native_predicate(decl, clauses, &parameters, source)?;
                Meaning::Native(Rc::new(native))
            }
            PredicateBody::Error => return None,
        };
        // A type has its name, also where its parameters cannot be read.
        let alone = match source {
            Source::Td(Origin::Written) if parameters.len() > 1 => {
                Some(Rc::new(self.named_predicate(decl, &parameters)))
            }
            _ => None,
        };
        Some(Predicate {
            name: name.text.clone(),
            span: name.span,
            parameters,
            meaning,
            alone,
        })
    }

    fn predicate_parameter(&mut self, param: &Param) -> Option<Parameter> {
        let ty = match &param.constraint.kind {
            ConstraintKind::Type => Type::Type,
            ConstraintKind::Attr(None) => Type::Attribute,
            ConstraintKind::Error => return None,
            _ => {
                let message = "a parameter of a predicate is a `Type` or an `Attr`";
                self.report(
                    Diagnostic::error(param.constraint.span, message)
                        .help("state what else must hold in the condition of the predicate"),
                );
                return None;
            }
        };
        Some(Parameter {
            name: param.name.text.clone(),
            ty: Some(ty),
            class: None,
        })
    }

    fn native_predicate(
        &mut self,
        decl: &PredicateDecl,
        clauses: &[PredicateClause],
        parameters: &[Parameter],
        source: Source<'_>,
    ) -> Option<NativePredicate> {
        if let Source::Td(Origin::Unknown(reason)) = source {
            return Some(NativePredicate {
                opaque: Some(reason.as_str().into()),
                ..self.named_predicate(decl, parameters)
            });
        }
        self.check_clauses(clauses)?;
        let name = &decl.name.text;
        let clause = |kind| clauses.iter().find(|clause| clause.kind == kind);
        let function = |word| NativePredicate::function(source, name, word);
        let captured = match clause(ClauseKind::Capture) {
            Some(clause) => self.captured(clause, parameters)?,
            None => Vec::new(),
        };
        let captures = (1..parameters.len()).map(|position| captured.contains(&position));
        let captures: Vec<_> = captures.collect();
        let read = |position: &usize| *position == 0 || !captures[position - 1];
        let read: Vec<_> = (0..parameters.len()).filter(read).collect();
        // Only rules call predicates to take types apart in a rewrite.
        let in_rewrite = !self.type_rules.is_empty();
        let mut define = |kind, word, is_constraint, returned: &[usize]| {
            let clause = clause(kind)?;
            let function = function(word);
            let slots = [&read[..], returned];
            self.define_clause(clause, &function, is_constraint, slots, parameters);
            Some(function)
        };
        let check = define(ClauseKind::Check, "check", true, &[]);
        let capture = define(ClauseKind::Capture, "capture", true, &captured);
        let take = match in_rewrite {
            true => define(ClauseKind::Capture, "take", false, &captured),
            false => None,
        };
        let test = match take {
            Some(_) => define(ClauseKind::Check, "test", false, &[]),
            None => None,
        };
        let evaluate = clause(ClauseKind::Evaluate).map(|clause| {
            let functions = [function("evaluate"), function("make")];
            let others: Vec<_> = (1..parameters.len()).collect();
            for (function, is_constraint) in std::iter::zip(&functions, [true, false]) {
                let slots = [&others[..], &[0]];
                self.define_clause(clause, function, is_constraint, slots, parameters);
            }
            functions
        });
        Some(NativePredicate {
            signature: Rc::new(Signature {
                name: name.clone(),
                captures,
                captures_in_creation: take.is_some(),
                evaluates: [evaluate.is_some(); 2],
            }),
            kinds: parameters.iter().filter_map(|one| one.ty).collect(),
            check,
            capture: capture.map(|function| (function, captured)),
            take,
            test,
            evaluate,
            opaque: None,
            is_equality: false,
        })
    }

    /// The predicate that a type or attribute has a name.
    fn named_predicate(
        &mut self,
        decl: &PredicateDecl,
        parameters: &[Parameter],
    ) -> NativePredicate {
        let name = &decl.name.text;
        // The constraint that the type is, which may be called, too.
        let _ = self.imported(&decl.name);
        NativePredicate {
            signature: Rc::new(Signature {
                name: name.clone(),
                captures: vec![true; parameters.len() - 1],
                captures_in_creation: false,
                evaluates: [false; 2],
            }),
            kinds: parameters.iter().filter_map(|one| one.ty).collect(),
            check: Some(name.clone()),
            capture: None,
            take: None,
            test: None,
            evaluate: None,
            opaque: None,
            is_equality: false,
        }
    }

    /// Every predicate can be checked, and no clause is written twice.
    fn check_clauses(&mut self, clauses: &[PredicateClause]) -> Option<()> {
        for (index, clause) in clauses.iter().enumerate() {
            let mut earlier = clauses[..index].iter();
            if let Some(previous) = earlier.find(|other| other.kind == clause.kind) {
                self.report(
                    Diagnostic::error(clause.keyword, "a predicate has one clause of each kind")
                        .note(previous.keyword, "the other one is here"),
                );
                return None;
            }
        }
        if let [only] = clauses
            && only.kind == ClauseKind::Evaluate
        {
            self.report(
                Diagnostic::error(only.keyword, "this predicate cannot be checked")
                    .help("add `check`, or `capture` for what follows from `self`"),
            );
            return None;
        }
        Some(())
    }

    /// The positions of the captured parameters.
    fn captured(
        &mut self,
        clause: &PredicateClause,
        parameters: &[Parameter],
    ) -> Option<Vec<usize>> {
        let mut positions = Vec::new();
        for name in &clause.captured {
            let mut known = parameters.iter();
            let position = known.position(|parameter| parameter.name == name.text);
            let position = position.filter(|position| *position > 0);
            let Some(position) = position.filter(|position| !positions.contains(position)) else {
                let message = "expected another parameter of the predicate than `self`, once";
                self.error(name.span, message);
                return None;
            };
            positions.push(position);
        }
        Some(positions)
    }

    /// Keeps the definition of a function that has code.
    fn define_clause(
        &mut self,
        clause: &PredicateClause,
        function: &SmolStr,
        is_constraint: bool,
        [taken, returned]: [&[usize]; 2],
        parameters: &[Parameter],
    ) {
        let code = match (&clause.rewrite_code, is_constraint) {
            (Some(code), false) => Some(code),
            _ => clause.code.as_ref(),
        };
        let Some(code) = code else { return };
        let slots = |positions: &[usize]| -> Vec<CodeSlot> {
            let slot = |position: &usize| CodeSlot {
                name: Some(parameters[*position].name.clone()),
                ty: parameters[*position].ty.unwrap_or(hir::Type::Attribute),
                class: parameters[*position].class.map(str::to_owned),
            };
            positions.iter().map(slot).collect()
        };
        self.natives.push(Native {
            name: function.clone(),
            is_constraint,
            // A check says whether it holds, also where it is a rewrite.
            returns_outcome: !is_constraint && returned.is_empty(),
            span: clause.keyword,
            body: NativeBody::Code {
                code: code.clone(),
                parameters: slots(taken),
                results: slots(returned),
            },
        });
    }
}
