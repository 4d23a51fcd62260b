//! The names in predicates and type rules. Their statements are read anew at each use,
//! with what they are used for in the place of their variables, so that the index has
//! to be told what they say by themselves.

use super::{Definition, EntityKind, Index, Use};
use crate::{
    sema::expr::{StaticType, Ty},
    syntax::ast::{
        Body, Constraint, ConstraintKind, Expr, ExprKind, Ident, LetStmt, PredicateBody,
        PredicateDecl, Stmt, TypeRuleDecl,
    },
};

impl Index {
    /// Adds the parameters of a predicate, and where its definition mentions them.
    pub(in crate::sema) fn predicate(&mut self, decl: &PredicateDecl) {
        let mut names = Names::default();
        for param in &decl.params {
            let constraints = std::slice::from_ref(&param.constraint);
            names.define(&param.name, EntityKind::Parameter, constraints);
        }
        match &decl.body {
            PredicateBody::Condition(condition) => names.expr(condition),
            PredicateBody::Clauses(clauses) => {
                let captured = clauses.iter().flat_map(|clause| &clause.captured);
                names.mentioned.extend(captured);
            }
            PredicateBody::Error => {}
        }
        names.add_to(self);
    }

    /// Adds the variables of a type rule, and where it mentions them.
    pub(in crate::sema) fn type_rule(&mut self, decl: &TypeRuleDecl) {
        let mut names = Names::default();
        let stmts = match &decl.body {
            Body::Block(block) => &block.stmts[..],
            Body::Lambda(stmt) => std::slice::from_ref(&**stmt),
            Body::Error(_) => &[],
        };
        for stmt in stmts {
            match stmt {
                Stmt::Expr(expr) => names.expr(expr),
                Stmt::Let(LetStmt {
                    name,
                    constraints,
                    init,
                    ..
                }) => {
                    names.define(name, EntityKind::Variable, constraints);
                    names.constraints(constraints);
                    init.iter().for_each(|init| names.expr(init));
                }
                _ => {}
            }
        }
        names.add_to(self);
    }
}

/// The names of one declaration. A rule may mention a variable before it defines it.
#[derive(Default)]
struct Names<'a> {
    defined: Vec<Definition>,
    mentioned: Vec<&'a Ident>,
}

impl<'a> Names<'a> {
    fn define(&mut self, name: &Ident, kind: EntityKind, constraints: &[Constraint]) {
        let ty = constraints.iter().find_map(|one| match &one.kind {
            ConstraintKind::Type => Some(Ty::Type),
            ConstraintKind::TypeRange => Some(Ty::TypeRange),
            ConstraintKind::Attr(_) => Some(Ty::Attribute),
            ConstraintKind::Value(_) => Some(Ty::Value),
            ConstraintKind::ValueRange(_) => Some(Ty::ValueRange),
            _ => None,
        });
        self.defined.push(Definition {
            name: name.text.clone(),
            span: name.span,
            kind,
            ty: ty.map(StaticType::Single),
        });
    }

    fn expr(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Name(name) => self.mentioned.push(name),
            ExprKind::Variable(variable) => {
                if let Some(name) = &variable.name {
                    self.define(name, EntityKind::Variable, &variable.constraints);
                }
                self.constraints(&variable.constraints);
            }
            ExprKind::Operation(operation) => {
                self.exprs(operation.operands.iter().flatten());
                let attributes = operation.attributes.iter();
                self.exprs(attributes.filter_map(|attribute| attribute.value.as_ref()));
                self.exprs(operation.result_types.iter().flatten());
            }
            ExprKind::Not(call) => self.expr(call),
            ExprKind::Call(_, parts) | ExprKind::Valued(_, parts) | ExprKind::Joined(_, parts) => {
                self.exprs(parts);
            }
            _ => {}
        }
    }

    fn exprs(&mut self, list: impl IntoIterator<Item = &'a Expr>) {
        for expr in list {
            self.expr(expr);
        }
    }

    fn constraints(&mut self, list: &'a [Constraint]) {
        self.exprs(list.iter().filter_map(|one| match &one.kind {
            ConstraintKind::Attr(ty)
            | ConstraintKind::Value(ty)
            | ConstraintKind::ValueRange(ty) => ty.as_deref(),
            _ => None,
        }));
    }

    fn add_to(self, index: &mut Index) {
        for name in self.mentioned {
            let defined = self.defined.iter().find(|one| one.name == name.text);
            index.uses.extend(defined.map(|definition| Use {
                span: name.span,
                definition: definition.span,
                kind: definition.kind,
            }));
        }
        index.definitions.extend(self.defined);
    }
}
