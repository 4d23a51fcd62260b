//! The parts of a syntax tree, in a row.

use crate::{
    base::source::FileId,
    program::Program,
    syntax::ast::{
        Body, CallableBody, CallableDecl, Expr, ExprKind, Item, Metadata, MetadataArgument,
        PredicateBody, Stmt, StringLit,
    },
    syntax::parts::{Node, walk},
};
use std::ptr;

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
    let mut parts = Vec::new();
    for module in &program.modules {
        let file = module.span.file;
        if program.builtin_files.contains_key(&file) {
            continue;
        }
        parts.push(Part::File(file));
        parts.extend(of_nodes(module.items.iter().map(Node::Item)));
    }
    parts
}

/// A statement and its parts.
pub(super) fn of_stmt(stmt: &Stmt) -> Vec<Part<'_>> {
    of_nodes([Node::Stmt(stmt)])
}

/// An expression and its parts.
pub(super) fn of_expr(expr: &Expr) -> Vec<Part<'_>> {
    of_nodes([Node::Expr(expr)])
}

/// The parts of the body of a function, if it is written in PDLL.
pub(super) fn of_body(decl: &CallableDecl) -> Vec<Part<'_>> {
    match &decl.body {
        CallableBody::Pdll(Body::Block(block)) => of_nodes([Node::Block(block)]),
        CallableBody::Pdll(Body::Lambda(stmt)) => of_nodes([Node::Stmt(stmt)]),
        CallableBody::Pdll(Body::Error(_)) | CallableBody::Native(_) | CallableBody::External => {
            Vec::new()
        }
    }
}

fn of_nodes<'a>(nodes: impl IntoIterator<Item = Node<'a>>) -> Vec<Part<'a>> {
    let mut parts = Vec::new();
    // A function that is an item is no inline one.
    let mut item = None;
    walk(nodes, &mut |node| match node {
        Node::Item(own) => {
            item = Some(own);
            parts.push(Part::Item(own));
            add_texts_of_item(own, &mut parts);
        }
        Node::Metadata(metadata) => {
            parts.push(Part::Metadata(metadata));
            for argument in metadata.arguments.iter().flatten() {
                if let MetadataArgument::String(text) = argument {
                    parts.push(Part::Text(text));
                }
            }
        }
        Node::Callable(decl) => {
            let is_item =
                matches!(item, Some(Item::Callable(own)) if ptr::eq::<CallableDecl>(own, decl));
            if !is_item {
                parts.push(Part::Inline(decl));
            }
            if let CallableBody::Native(code) = &decl.body {
                parts.push(Part::Text(code));
            }
        }
        Node::Stmt(stmt) => parts.push(Part::Stmt(stmt)),
        Node::Expr(expr) => {
            parts.push(Part::Expr(expr));
            if let ExprKind::Attribute(text) | ExprKind::Type(text) = &expr.kind {
                parts.push(Part::Text(text));
            }
        }
        Node::Block(_)
        | Node::Region(_)
        | Node::BlockOfRegion(_)
        | Node::Constraint(_)
        | Node::Attribute(_) => {}
    });
    parts
}

fn add_texts_of_item<'a>(item: &'a Item, parts: &mut Vec<Part<'a>>) {
    match item {
        Item::Include(include) => parts.extend(include.path.as_ref().map(Part::Text)),
        Item::Predicate(decl) => {
            if let PredicateBody::Clauses(clauses) = &decl.body {
                let codes = clauses
                    .iter()
                    .flat_map(|clause| [&clause.code, &clause.rewrite_code]);
                parts.extend(codes.flatten().map(Part::Text));
            }
        }
        Item::Pattern(_) | Item::Callable(_) | Item::TypeRule(_) | Item::Error(_) => {}
    }
}
