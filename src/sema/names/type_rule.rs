//! Rules for the types of results, by the operation that they are about.

use crate::{
    diagnostic::Diagnostic,
    hir::Type,
    sema::{Sema, decl::is_valid_type_rule},
    source::Span,
    syntax::ast::{
        Body, Constraint, ConstraintKind, Expr, ExprKind, Ident, LetStmt, OperationExpr, Stmt,
        TypeRuleDecl,
    },
};
use smol_str::SmolStr;
use std::{collections::HashMap, rc::Rc, slice};

/// A rule: an operation, and what holds of the types in it.
#[derive(Debug)]
pub(in crate::sema) struct TypeRule<'a> {
    /// Where the operation stands.
    pub(in crate::sema) span: Span,
    pub(in crate::sema) operation: &'a OperationExpr,
    /// The types of the results, at least one.
    pub(in crate::sema) results: &'a [Expr],
    pub(in crate::sema) conditions: Vec<&'a Expr>,
    /// What its `let` statements define.
    pub(in crate::sema) variables: Vec<(&'a Ident, Type)>,
    /// The number of the top-level declaration.
    pub(in crate::sema) item: usize,
}

/// Names a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TypeRuleId(usize);

/// All rules.
#[derive(Debug, Default)]
pub(in crate::sema) struct TypeRules<'a> {
    rules: Vec<State<'a>>,
    of_operation: HashMap<SmolStr, Vec<TypeRuleId>>,
    of_item: HashMap<usize, TypeRuleId>,
}

#[derive(Debug)]
struct State<'a> {
    rule: Rc<TypeRule<'a>>,
    /// None if nobody has asked yet.
    is_valid: Option<bool>,
}

impl<'a> TypeRules<'a> {
    /// Adds the rule that is the top-level declaration `item`.
    ///
    /// # Errors
    ///
    /// What is wrong with its form; none if the parser has reported it.
    pub(in crate::sema) fn declare(
        &mut self,
        decl: &'a TypeRuleDecl,
        item: usize,
    ) -> Result<(), Option<Diagnostic>> {
        let rule = Rc::new(read(decl, item)?);
        let id = TypeRuleId(self.rules.len());
        if let Some(name) = &rule.operation.name {
            let rules = self.of_operation.entry(name.text.clone());
            rules.or_default().push(id);
        }
        self.of_item.insert(item, id);
        self.rules.push(State {
            rule,
            is_valid: None,
        });
        Ok(())
    }

    /// Whether there are any.
    pub(in crate::sema) fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }
}

impl<'a> Sema<'a> {
    /// Reports what is wrong with the rule that is the top-level declaration `item`,
    /// whether it is used or not.
    pub(in crate::sema) fn check_type_rule(&mut self, item: usize) {
        if let Some(id) = self.type_rules.of_item.get(&item) {
            self.type_rule(*id);
        }
    }

    /// The rules about an operation that have no errors, in order.
    pub(in crate::sema) fn type_rules_of(&mut self, operation: &str) -> Vec<Rc<TypeRule<'a>>> {
        let ids = self.type_rules.of_operation.get(operation);
        let ids = ids.cloned().unwrap_or_default();
        ids.into_iter()
            .filter_map(|id| self.type_rule(id))
            .collect()
    }

    /// A rule, or none if it has errors, which are reported at the first call.
    fn type_rule(&mut self, id: TypeRuleId) -> Option<Rc<TypeRule<'a>>> {
        let State { rule, is_valid } = &self.type_rules.rules[id.0];
        let rule = rule.clone();
        let is_valid = match *is_valid {
            Some(is_valid) => is_valid,
            None => {
                let is_valid = is_valid_type_rule(self, &rule);
                self.type_rules.rules[id.0].is_valid = Some(is_valid);
                is_valid
            }
        };
        is_valid.then_some(rule)
    }
}

/// The form of a rule.
fn read(decl: &TypeRuleDecl, item: usize) -> Result<TypeRule<'_>, Option<Diagnostic>> {
    let statements = match &decl.body {
        Body::Block(block) => &block.stmts[..],
        Body::Lambda(statement) => slice::from_ref(&**statement),
        Body::Error(_) => return Err(None),
    };
    let mut operation = None;
    let mut conditions = Vec::new();
    let mut variables = Vec::new();
    for statement in statements {
        let (expr, is_let) = match statement {
            Stmt::Expr(expr) => (expr, false),
            Stmt::Let(LetStmt {
                init: Some(init), ..
            }) => (init, true),
            Stmt::Let(statement) => {
                variables.push((
                    &statement.name,
                    kind(&statement.constraints, statement.span)?,
                ));
                continue;
            }
            Stmt::Error(_) => return Err(None),
            _ => return Err(Some(unexpected(statement.span()))),
        };
        match &expr.kind {
            ExprKind::Operation(inner) if operation.is_none() => {
                operation = Some((&**inner, expr.span));
            }
            ExprKind::Operation(_) => {
                let message = "a rule is about one operation";
                let note = operation.map(|(_, span)| (span, "this is the first one"));
                let error = Diagnostic::error(expr.span, message);
                return Err(Some(
                    note.into_iter()
                        .fold(error, |error, (span, text)| error.note(span, text)),
                ));
            }
            ExprKind::Error => return Err(None),
            _ if is_let => return Err(Some(unexpected(expr.span))),
            _ => conditions.push(expr),
        }
    }
    let Some((operation, span)) = operation else {
        let message = "expected an operation in this rule: `op<…>(…) -> (…)`";
        return Err(Some(Diagnostic::error(decl.keyword, message)));
    };
    if operation.name.is_none() {
        let message = "expected the name of the operation that the rule is about";
        return Err(Some(Diagnostic::error(operation.keyword, message)));
    }
    let results = operation.result_types.as_deref().unwrap_or_default();
    if results.is_empty() {
        let message = "a rule states the types of the results";
        let error = Diagnostic::error(span, message).help("write them: `-> (…)`");
        return Err(Some(error));
    }
    Ok(TypeRule {
        span,
        operation,
        results,
        conditions,
        variables,
        item,
    })
}

fn unexpected(span: Span) -> Diagnostic {
    Diagnostic::error(
        span,
        "expected an operation, a variable without a value, or a predicate and its arguments",
    )
}

/// What a variable of a rule is.
///
/// # Errors
///
/// If it is neither a type nor an attribute.
pub(in crate::sema) fn kind(
    constraints: &[Constraint],
    span: Span,
) -> Result<Type, Option<Diagnostic>> {
    match constraints {
        [one] => match &one.kind {
            ConstraintKind::Type => Ok(Type::Type),
            ConstraintKind::Attr(None) => Ok(Type::Attribute),
            ConstraintKind::Error => Err(None),
            _ => Err(Some(not_a_kind(one.span))),
        },
        _ => Err(Some(not_a_kind(span))),
    }
}

fn not_a_kind(span: Span) -> Diagnostic {
    let message = "a variable of a rule is a `Type` or an `Attr`";
    Diagnostic::error(span, message).help("state what else must hold as a predicate")
}
