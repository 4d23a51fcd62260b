//! Rules for the types of results, by the operation that they are about.

use crate::{
    base::diagnostic::Diagnostic,
    base::source::Span,
    hir::Type,
    sema::{Sema, decl::is_valid_type_rule},
    syntax::ast::{
        Body, Constraint, ConstraintKind, Expr, ExprKind, Ident, LetStmt, OperationExpr, Stmt,
        TypeRuleDecl,
    },
};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use std::{rc::Rc, slice};

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
    of_operation: FxHashMap<SmolStr, Vec<TypeRuleId>>,
    of_item: FxHashMap<usize, TypeRuleId>,
    of_td: Vec<TypeRuleId>,
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
    /// What is wrong with its form.
    pub(in crate::sema) fn declare(
        &mut self,
        decl: &'a TypeRuleDecl,
        item: usize,
    ) -> Result<(), Problem> {
        let id = self.add(decl, item)?;
        self.of_item.insert(item, id);
        Ok(())
    }

    /// Adds a rule of a `.td` file, which the include with the number `item` brought.
    ///
    /// # Errors
    ///
    /// What is wrong with its form.
    pub(in crate::sema) fn declare_td(
        &mut self,
        decl: &'a TypeRuleDecl,
        item: usize,
    ) -> Result<(), Problem> {
        let id = self.add(decl, item)?;
        self.of_td.push(id);
        Ok(())
    }

    fn add(&mut self, decl: &'a TypeRuleDecl, item: usize) -> Result<TypeRuleId, Problem> {
        let rule = Rc::new(read(decl, item)?);
        let id = TypeRuleId(self.rules.len());
        if let Some(name) = &rule.operation.name {
            let rules = self.of_operation.entry(name.text.clone());
            rules.or_default().push(id);
        }
        self.rules.push(State {
            rule,
            is_valid: None,
        });
        Ok(id)
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

    /// Reports what is wrong with the rules of `.td` files.
    pub(in crate::sema) fn check_type_rules_of_td(&mut self) {
        // Editors show pattern files.
        let index = self.index.take();
        for id in self.type_rules.of_td.clone() {
            self.type_rule(id);
        }
        self.index = index;
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

/// What is wrong with a rule; none if the parser has reported it.
pub(in crate::sema) type Problem = Option<Box<Diagnostic>>;

fn problem(diagnostic: Diagnostic) -> Problem {
    Some(Box::new(diagnostic))
}

/// The form of a rule.
fn read(decl: &TypeRuleDecl, item: usize) -> Result<TypeRule<'_>, Problem> {
    let mut parts = Parts::default();
    for statement in statements(decl)? {
        parts.add(statement)?;
    }
    let Some((operation, span)) = parts.operation else {
        let message = "expected an operation in this rule: `op<…>(…) -> (…)`";
        return Err(problem(Diagnostic::error(decl.keyword, message)));
    };
    if operation.name.is_none() {
        let message = "expected the name of the operation that the rule is about";
        return Err(problem(Diagnostic::error(operation.keyword, message)));
    }
    if let Some(region) = operation.regions.iter().flatten().next() {
        let message = "a rule is about the types in an operation, and not about its regions";
        return Err(problem(Diagnostic::error(region.span, message)));
    }
    let results = operation.result_types.as_deref().unwrap_or_default();
    if results.is_empty() {
        let message = "a rule states the types of the results";
        let error = Diagnostic::error(span, message).help("write them: `-> (…)`");
        return Err(problem(error));
    }
    Ok(TypeRule {
        span,
        operation,
        results,
        conditions: parts.conditions,
        variables: parts.variables,
        item,
    })
}

fn statements(decl: &TypeRuleDecl) -> Result<&[Stmt], Problem> {
    match &decl.body {
        Body::Block(block) => Ok(&block.stmts),
        Body::Lambda(statement) => Ok(slice::from_ref(&**statement)),
        Body::Error(_) => Err(None),
    }
}

/// What the statements of a rule say.
#[derive(Default)]
struct Parts<'a> {
    operation: Option<(&'a OperationExpr, Span)>,
    conditions: Vec<&'a Expr>,
    variables: Vec<(&'a Ident, Type)>,
}

impl<'a> Parts<'a> {
    fn add(&mut self, statement: &'a Stmt) -> Result<(), Problem> {
        match statement {
            Stmt::Let(LetStmt {
                init: Some(init), ..
            }) => match &init.kind {
                ExprKind::Operation(operation) => self.set_operation(operation, init.span),
                _ => Err(problem(unexpected(init.span))),
            },
            Stmt::Let(statement) => {
                let ty = kind(&statement.constraints, statement.span)?;
                self.variables.push((&statement.name, ty));
                Ok(())
            }
            Stmt::Expr(expr) => match &expr.kind {
                ExprKind::Operation(operation) => self.set_operation(operation, expr.span),
                ExprKind::Error => Err(None),
                _ => {
                    self.conditions.push(expr);
                    Ok(())
                }
            },
            Stmt::Error(_) => Err(None),
            _ => Err(problem(unexpected(statement.span()))),
        }
    }

    fn set_operation(&mut self, operation: &'a OperationExpr, span: Span) -> Result<(), Problem> {
        if let Some((_, first)) = self.operation {
            let error = Diagnostic::error(span, "a rule is about one operation");
            return Err(problem(error.note(first, "this is the first one")));
        }
        self.operation = Some((operation, span));
        Ok(())
    }
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
pub(in crate::sema) fn kind(constraints: &[Constraint], span: Span) -> Result<Type, Problem> {
    match constraints {
        [one] => match &one.kind {
            ConstraintKind::Type => Ok(Type::Type),
            ConstraintKind::Attr(None) => Ok(Type::Attribute),
            ConstraintKind::Error => Err(None),
            _ => Err(problem(not_a_kind(one.span))),
        },
        _ => Err(problem(not_a_kind(span))),
    }
}

fn not_a_kind(span: Span) -> Diagnostic {
    let message = "a variable of a rule is a `Type` or an `Attr`";
    Diagnostic::error(span, message).help("state what else must hold as a predicate")
}
