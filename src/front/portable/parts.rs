//! The parts of a syntax tree, in a row.

use crate::{
    base::source::FileId,
    front::program::Program,
    front::syntax::ast::{
        Block, Body, CallableBody, CallableDecl, Constraint, ConstraintKind, Expr, ExprKind, Item,
        Metadata, MetadataArgument, PredicateBody, PredicateDecl, Replacement, Stmt, StringLit,
    },
};

/// A part of a syntax tree.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part<'a> {
    /// A pattern file as a whole.
    File(FileId),
    Item(&'a Item),
    Metadata(&'a Metadata),
    Stmt(&'a Stmt),
    /// A function that stands inside another declaration.
    Inline(&'a CallableDecl),
    Expr(&'a Expr),
    /// A string or block, except for names of attributes.
    Text(&'a StringLit),
}

/// The parts of the pattern files that the user has written. What a part contains
/// follows it.
pub(super) fn of_program(program: &Program) -> Vec<Part<'_>> {
    let mut walk = Walk { parts: Vec::new() };
    for module in &program.modules {
        let file = module.span.file;
        if program.builtin_files.contains_key(&file) {
            continue;
        }
        walk.parts.push(Part::File(file));
        for item in &module.items {
            walk.item(item);
        }
    }
    walk.parts
}

/// The parts of a statement.
pub(super) fn of_stmt(stmt: &Stmt) -> Vec<Part<'_>> {
    let mut walk = Walk { parts: Vec::new() };
    walk.stmt(stmt);
    walk.parts
}

/// The parts of an expression.
pub(super) fn of_expr(expr: &Expr) -> Vec<Part<'_>> {
    let mut walk = Walk { parts: Vec::new() };
    walk.expr(expr);
    walk.parts
}

/// The parts of the body of a function, if it is written in PDLL.
pub(super) fn of_body(decl: &CallableDecl) -> Vec<Part<'_>> {
    let mut walk = Walk { parts: Vec::new() };
    if let CallableBody::Pdll(body) = &decl.body {
        walk.body(body);
    }
    walk.parts
}

struct Walk<'a> {
    parts: Vec<Part<'a>>,
}

impl<'a> Walk<'a> {
    fn item(&mut self, item: &'a Item) {
        self.parts.push(Part::Item(item));
        match item {
            Item::Include(include) => self.parts.extend(include.path.as_ref().map(Part::Text)),
            Item::Pattern(decl) => {
                for metadata in &decl.metadata {
                    self.metadata(metadata);
                }
                self.body(&decl.body);
            }
            Item::Callable(decl) => self.callable(decl),
            Item::Predicate(decl) => self.predicate(decl),
            Item::TypeRule(decl) => self.body(&decl.body),
            Item::Error(_) => {}
        }
    }

    fn metadata(&mut self, metadata: &'a Metadata) {
        self.parts.push(Part::Metadata(metadata));
        for argument in metadata.arguments.iter().flatten() {
            if let MetadataArgument::String(text) = argument {
                self.parts.push(Part::Text(text));
            }
        }
    }

    fn callable(&mut self, decl: &'a CallableDecl) {
        let params = decl.params.iter().map(|param| &param.constraint);
        let results = decl.results.iter().map(|result| &result.constraint);
        for constraint in params.chain(results) {
            self.constraint(constraint);
        }
        match &decl.body {
            CallableBody::Pdll(body) => self.body(body),
            CallableBody::Native(code) => self.parts.push(Part::Text(code)),
            CallableBody::External => {}
        }
    }

    fn predicate(&mut self, decl: &'a PredicateDecl) {
        for param in &decl.params {
            self.constraint(&param.constraint);
        }
        match &decl.body {
            PredicateBody::Condition(condition) => self.expr(condition),
            PredicateBody::Clauses(clauses) => {
                let codes = clauses
                    .iter()
                    .flat_map(|clause| [&clause.code, &clause.rewrite_code]);
                self.parts.extend(codes.flatten().map(Part::Text));
            }
            PredicateBody::Error => {}
        }
    }

    fn body(&mut self, body: &'a Body) {
        match body {
            Body::Block(block) => self.block(block),
            Body::Lambda(stmt) => self.stmt(stmt),
            Body::Error(_) => {}
        }
    }

    fn block(&mut self, block: &'a Block) {
        for stmt in &block.stmts {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        self.parts.push(Part::Stmt(stmt));
        match stmt {
            Stmt::Let(stmt) => {
                self.constraints(&stmt.constraints);
                self.exprs(stmt.init.as_slice());
            }
            Stmt::Erase(stmt) => self.expr(&stmt.root),
            Stmt::Replace(stmt) => {
                self.expr(&stmt.root);
                match &stmt.with {
                    Replacement::Single(value) => self.expr(value),
                    Replacement::List { values, .. } => self.exprs(values),
                }
            }
            Stmt::Rewrite(stmt) => {
                self.expr(&stmt.root);
                if let Some(body) = &stmt.body {
                    self.block(body);
                }
            }
            Stmt::Return(stmt) => self.expr(&stmt.value),
            Stmt::Expr(expr) => self.expr(expr),
            Stmt::Error(_) => {}
        }
    }

    fn constraints(&mut self, constraints: &'a [Constraint]) {
        for constraint in constraints {
            self.constraint(constraint);
        }
    }

    fn constraint(&mut self, constraint: &'a Constraint) {
        match &constraint.kind {
            ConstraintKind::Attr(Some(ty))
            | ConstraintKind::Value(Some(ty))
            | ConstraintKind::ValueRange(Some(ty)) => self.expr(ty),
            ConstraintKind::Valued(_, arguments) => self.exprs(arguments),
            ConstraintKind::Inline(decl) => self.inline(decl),
            ConstraintKind::Attr(None)
            | ConstraintKind::Value(None)
            | ConstraintKind::ValueRange(None)
            | ConstraintKind::Op(_)
            | ConstraintKind::Type
            | ConstraintKind::TypeRange
            | ConstraintKind::Named(_)
            | ConstraintKind::Error => {}
        }
    }

    fn inline(&mut self, decl: &'a CallableDecl) {
        self.parts.push(Part::Inline(decl));
        self.callable(decl);
    }

    fn exprs(&mut self, exprs: &'a [Expr]) {
        for expr in exprs {
            self.expr(expr);
        }
    }

    fn expr(&mut self, expr: &'a Expr) {
        self.parts.push(Part::Expr(expr));
        match &expr.kind {
            ExprKind::Attribute(text) | ExprKind::Type(text) => self.parts.push(Part::Text(text)),
            ExprKind::Operation(operation) => {
                self.exprs(operation.operands.as_deref().unwrap_or_default());
                for attribute in &operation.attributes {
                    self.exprs(attribute.value.as_slice());
                }
                self.exprs(operation.result_types.as_deref().unwrap_or_default());
            }
            ExprKind::Variable(variable) => self.constraints(&variable.constraints),
            ExprKind::Member(base, _) => self.expr(base),
            ExprKind::Call(callee, arguments) => {
                self.expr(callee);
                self.exprs(arguments);
            }
            ExprKind::Not(call) => self.expr(call),
            ExprKind::Tuple(elements) => {
                for element in elements {
                    self.expr(&element.value);
                }
            }
            ExprKind::Inline(decl) => self.inline(decl),
            ExprKind::Valued(_, parts) | ExprKind::Joined(_, parts) => self.exprs(parts),
            ExprKind::Name(_) | ExprKind::Any | ExprKind::Integer(_) | ExprKind::Error => {}
        }
    }
}
