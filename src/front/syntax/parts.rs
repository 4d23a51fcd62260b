//! The parts of a syntax tree, and of each part.

use super::ast::{
    Block, BlockExpr, Body, CallableBody, CallableDecl, Constraint, ConstraintKind, Expr, ExprKind,
    Item, Metadata, NamedAttribute, PredicateBody, RegionContents, RegionExpr, Replacement, Stmt,
};
use crate::base::source::Span;

/// A part of the tree.
#[derive(Debug, Clone, Copy)]
pub enum Node<'a> {
    Item(&'a Item),
    Metadata(&'a Metadata),
    /// A declaration of a constraint or rewrite, also at the top level.
    Callable(&'a CallableDecl),
    Block(&'a Block),
    Region(&'a RegionExpr),
    /// A block of a region.
    BlockOfRegion(&'a BlockExpr),
    Stmt(&'a Stmt),
    Constraint(&'a Constraint),
    Expr(&'a Expr),
    Attribute(&'a NamedAttribute),
}

impl<'a> Node<'a> {
    pub fn span(self) -> Span {
        match self {
            Node::Item(item) => item.span(),
            Node::Metadata(metadata) => metadata.span,
            Node::Callable(decl) => decl.span,
            Node::Block(block) => block.span,
            Node::Region(region) => region.span,
            Node::BlockOfRegion(block) => block.span,
            Node::Stmt(stmt) => stmt.span(),
            Node::Constraint(constraint) => constraint.span,
            Node::Expr(expr) => expr.span,
            Node::Attribute(attribute) => {
                let NamedAttribute { name, value } = attribute;
                value
                    .as_ref()
                    .map_or(name.span, |value| name.span.to(value.span))
            }
        }
    }

    /// Its parts, in the order of the source.
    pub fn children(self) -> Vec<Node<'a>> {
        let mut out = Vec::new();
        self.add_children(&mut out);
        out
    }

    fn add_children(self, out: &mut Vec<Node<'a>>) {
        match self {
            Node::Item(item) => of_item(item, out),
            Node::Metadata(_) => {}
            Node::Callable(decl) => of_callable(decl, out),
            Node::Block(block) => out.extend(block.stmts.iter().map(Node::Stmt)),
            Node::Region(region) => {
                out.extend(region.variable.iter().map(Node::Expr));
                match &region.contents {
                    RegionContents::Blocks(blocks) => {
                        out.extend(blocks.iter().map(Node::BlockOfRegion));
                    }
                    RegionContents::Given(region) => out.push(Node::Expr(region)),
                    RegionContents::Any | RegionContents::Error => {}
                }
            }
            Node::BlockOfRegion(block) => {
                out.extend(block.arguments.iter().flatten().map(Node::Expr));
                out.extend(block.stmts.iter().map(Node::Stmt));
            }
            Node::Stmt(stmt) => of_stmt(stmt, out),
            Node::Constraint(constraint) => of_constraint(constraint, out),
            Node::Expr(expr) => of_expr(expr, out),
            Node::Attribute(attribute) => out.extend(attribute.value.iter().map(Node::Expr)),
        }
    }
}

/// Visits some parts of a tree, and all parts of these, each before its own parts.
pub fn walk<'a>(parts: impl IntoIterator<Item = Node<'a>>, visit: &mut dyn FnMut(Node<'a>)) {
    let mut open: Vec<_> = parts.into_iter().collect();
    open.reverse();
    while let Some(node) = open.pop() {
        visit(node);
        let first = open.len();
        node.add_children(&mut open);
        open[first..].reverse();
    }
}

fn of_item<'a>(item: &'a Item, out: &mut Vec<Node<'a>>) {
    match item {
        Item::Include(_) | Item::Error(_) => {}
        Item::Pattern(decl) => {
            out.extend(decl.metadata.iter().map(Node::Metadata));
            of_body(&decl.body, out);
        }
        Item::Callable(decl) => out.push(Node::Callable(decl)),
        Item::Predicate(decl) => {
            let params = decl.params.iter();
            out.extend(params.map(|param| Node::Constraint(&param.constraint)));
            if let PredicateBody::Condition(condition) = &decl.body {
                out.push(Node::Expr(condition));
            }
        }
        Item::TypeRule(decl) => of_body(&decl.body, out),
    }
}

fn of_callable<'a>(decl: &'a CallableDecl, out: &mut Vec<Node<'a>>) {
    let params = decl.params.iter().map(|param| &param.constraint);
    let results = decl.results.iter().map(|result| &result.constraint);
    out.extend(params.chain(results).map(Node::Constraint));
    if let CallableBody::Pdll(body) = &decl.body {
        of_body(body, out);
    }
}

fn of_body<'a>(body: &'a Body, out: &mut Vec<Node<'a>>) {
    match body {
        Body::Block(block) => out.push(Node::Block(block)),
        Body::Lambda(stmt) => out.push(Node::Stmt(stmt)),
        Body::Error(_) => {}
    }
}

fn of_stmt<'a>(stmt: &'a Stmt, out: &mut Vec<Node<'a>>) {
    match stmt {
        Stmt::Let(stmt) => {
            out.extend(stmt.constraints.iter().map(Node::Constraint));
            out.extend(stmt.init.iter().map(Node::Expr));
        }
        Stmt::Erase(stmt) => out.push(Node::Expr(&stmt.root)),
        Stmt::Replace(stmt) => {
            out.push(Node::Expr(&stmt.root));
            match &stmt.with {
                Replacement::Single(value) => out.push(Node::Expr(value)),
                Replacement::List { values, .. } => out.extend(values.iter().map(Node::Expr)),
            }
        }
        Stmt::Rewrite(stmt) => {
            out.push(Node::Expr(&stmt.root));
            out.extend(stmt.body.iter().map(Node::Block));
        }
        Stmt::Return(stmt) => out.push(Node::Expr(&stmt.value)),
        Stmt::Expr(expr) => out.push(Node::Expr(expr)),
        Stmt::Others(_) | Stmt::Error(_) => {}
    }
}

fn of_constraint<'a>(constraint: &'a Constraint, out: &mut Vec<Node<'a>>) {
    match &constraint.kind {
        ConstraintKind::Attr(ty) | ConstraintKind::Value(ty) | ConstraintKind::ValueRange(ty) => {
            out.extend(ty.as_deref().map(Node::Expr));
        }
        ConstraintKind::Inline(decl) => out.push(Node::Callable(decl)),
        ConstraintKind::Valued(_, arguments) => out.extend(arguments.iter().map(Node::Expr)),
        ConstraintKind::Op(_)
        | ConstraintKind::Type
        | ConstraintKind::TypeRange
        | ConstraintKind::Named(_)
        | ConstraintKind::Error => {}
    }
}

fn of_expr<'a>(expr: &'a Expr, out: &mut Vec<Node<'a>>) {
    match &expr.kind {
        ExprKind::Operation(operation) => {
            out.extend(operation.operands.iter().flatten().map(Node::Expr));
            out.extend(operation.attributes.iter().map(Node::Attribute));
            out.extend(operation.result_types.iter().flatten().map(Node::Expr));
            out.extend(operation.regions.iter().flatten().map(Node::Region));
        }
        ExprKind::Variable(variable) => {
            out.extend(variable.constraints.iter().map(Node::Constraint));
        }
        ExprKind::Member(base, _) => out.push(Node::Expr(base)),
        ExprKind::Call(callee, arguments) => {
            out.push(Node::Expr(callee));
            out.extend(arguments.iter().map(Node::Expr));
        }
        ExprKind::Not(call) => out.push(Node::Expr(call)),
        ExprKind::Tuple(elements) => {
            out.extend(elements.iter().map(|element| Node::Expr(&element.value)));
        }
        ExprKind::Inline(decl) => out.push(Node::Callable(decl)),
        ExprKind::Valued(_, arguments) | ExprKind::Joined(_, arguments) => {
            out.extend(arguments.iter().map(Node::Expr));
        }
        ExprKind::Attribute(_)
        | ExprKind::Type(_)
        | ExprKind::Name(_)
        | ExprKind::Label(_)
        | ExprKind::Any
        | ExprKind::Integer(_)
        | ExprKind::Error => {}
    }
}
