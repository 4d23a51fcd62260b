//! The syntax tree as it is shown: each node has a kind, a range and fields.
//!
//! Structs are taken apart whole, so that a new part of the tree cannot be
//! forgotten here.

use crate::{
    base::source::Span,
    syntax::ast::{
        Block, BlockExpr, Body, CallableBody, CallableDecl, CallableKind, ClauseKind, Connective,
        Constraint, ConstraintKind, EraseStmt, Expr, ExprKind, Ident, Include, Item, LetStmt,
        Metadata, MetadataArgument, Module, NamedAttribute, OpName, OperationExpr, Param,
        PatternDecl, PredicateBody, PredicateClause, PredicateDecl, RegionContents, RegionExpr,
        ReplaceStmt, Replacement, ResultDecl, ReturnStmt, RewriteStmt, Stmt, StringLit,
        TupleElement, TypeRuleDecl, VariableExpr,
    },
};

/// A node.
pub(super) struct Node<'a> {
    pub(super) kind: &'static str,
    pub(super) span: Span,
    /// In the order in which they are shown, each always there.
    pub(super) fields: Vec<(&'static str, Field<'a>)>,
}

/// The contents of a field.
pub(super) enum Field<'a> {
    /// The text of a name or literal.
    Text(&'a str),
    /// The file that is included here.
    IncludedFile,
    /// A node, or none where none is written.
    Node(Option<Box<Node<'a>>>),
    /// Nodes; with none, nothing is written.
    List(Vec<Node<'a>>),
    /// Nodes in delimiters, or none where not even the delimiters are written.
    MaybeList(Option<Vec<Node<'a>>>),
}

impl<'a> From<Node<'a>> for Field<'a> {
    fn from(node: Node<'a>) -> Self {
        Some(node).into()
    }
}

impl<'a> From<Option<Node<'a>>> for Field<'a> {
    fn from(node: Option<Node<'a>>) -> Self {
        Field::Node(node.map(Box::new))
    }
}

fn new<'a>(
    kind: &'static str,
    span: Span,
    fields: impl IntoIterator<Item = (&'static str, Field<'a>)>,
) -> Node<'a> {
    Node {
        kind,
        span,
        fields: fields.into_iter().collect(),
    }
}

fn list<'a, T>(elements: &'a [T], node: impl Fn(&'a T) -> Node<'a>) -> Field<'a> {
    Field::List(elements.iter().map(node).collect())
}

fn maybe_list<'a, T>(elements: Option<&'a Vec<T>>, node: impl Fn(&'a T) -> Node<'a>) -> Field<'a> {
    Field::MaybeList(elements.map(|elements| elements.iter().map(node).collect()))
}

pub(super) fn module(module: &Module) -> Node<'_> {
    let Module { items, span } = module;
    new("Module", *span, [("items", list(items, item))])
}

fn item(item: &Item) -> Node<'_> {
    match item {
        Item::Include(Include { path, span }) => {
            let path = path.as_ref().map(string).into();
            let fields = [("path", path), ("file", Field::IncludedFile)];
            new("Include", *span, fields)
        }
        Item::Pattern(decl) => pattern(decl),
        Item::Callable(decl) => callable(decl),
        Item::Predicate(decl) => predicate(decl),
        Item::TypeRule(decl) => type_rule(decl),
        Item::Error(span) => error(*span),
    }
}

fn pattern(decl: &PatternDecl) -> Node<'_> {
    let PatternDecl {
        keyword: _,
        name,
        metadata,
        body: statements,
        span,
    } = decl;
    let fields = [
        ("name", name.as_ref().map(identifier).into()),
        ("metadata", list(metadata, one_metadata)),
        ("body", body(statements).into()),
    ];
    new("Pattern", *span, fields)
}

fn one_metadata(metadata: &Metadata) -> Node<'_> {
    let Metadata {
        name,
        arguments,
        span,
    } = metadata;
    let argument = |argument| match argument {
        &MetadataArgument::Integer(Ident { ref text, span }) => {
            new("Integer", span, [("text", Field::Text(text))])
        }
        MetadataArgument::String(literal) => string(literal),
        MetadataArgument::Error => error(*span),
    };
    let fields = [
        ("name", identifier(name).into()),
        ("arguments", maybe_list(arguments.as_ref(), argument)),
    ];
    new("Metadata", *span, fields)
}

fn callable(decl: &CallableDecl) -> Node<'_> {
    let CallableDecl {
        kind,
        keyword: _,
        name,
        params,
        results,
        body: contents,
        span,
    } = decl;
    let kind = match kind {
        CallableKind::Constraint => "ConstraintDecl",
        CallableKind::Rewrite => "RewriteDecl",
    };
    let contents = match contents {
        CallableBody::Pdll(statements) => Some(body(statements)),
        CallableBody::Native(code) => Some(string(code)),
        CallableBody::External => None,
    };
    let fields = [
        ("name", name.as_ref().map(identifier).into()),
        ("parameters", list(params, parameter)),
        ("results", list(results, result)),
        ("body", contents.into()),
    ];
    new(kind, *span, fields)
}

fn predicate(decl: &PredicateDecl) -> Node<'_> {
    let PredicateDecl {
        keyword: _,
        name,
        params,
        body,
        span,
    } = decl;
    let (condition, clauses) = match body {
        PredicateBody::Condition(condition) => (Some(expression(condition)), &[][..]),
        PredicateBody::Clauses(clauses) => (None, &clauses[..]),
        PredicateBody::Error => (None, &[][..]),
    };
    let fields = [
        ("name", identifier(name).into()),
        ("parameters", list(params, parameter)),
        ("condition", condition.into()),
        ("clauses", list(clauses, clause)),
    ];
    new("PredicateDecl", *span, fields)
}

fn type_rule(decl: &TypeRuleDecl) -> Node<'_> {
    let TypeRuleDecl {
        keyword: _,
        name,
        body: statements,
        span,
    } = decl;
    let fields = [
        ("name", name.as_ref().map(identifier).into()),
        ("body", body(statements).into()),
    ];
    new("TypeRule", *span, fields)
}

fn clause(clause: &PredicateClause) -> Node<'_> {
    let PredicateClause {
        kind,
        keyword: _,
        captured,
        code,
        rewrite_code: _,
        span,
    } = clause;
    let kind = match kind {
        ClauseKind::Check => "CheckClause",
        ClauseKind::Capture => "CaptureClause",
        ClauseKind::Evaluate => "EvaluateClause",
    };
    let code = ("code", code.as_ref().map(string).into());
    if kind == "CaptureClause" {
        return new(
            kind,
            *span,
            [("captured", list(captured, identifier)), code],
        );
    }
    new(kind, *span, [code])
}

fn parameter(parameter: &Param) -> Node<'_> {
    let Param {
        name,
        constraint: constrained,
    } = parameter;
    let fields = [
        ("name", identifier(name).into()),
        ("constraint", constraint(constrained).into()),
    ];
    new("Parameter", name.span.to(constrained.span), fields)
}

fn result(result: &ResultDecl) -> Node<'_> {
    let ResultDecl {
        name,
        constraint: constrained,
    } = result;
    let start = name.as_ref().map_or(constrained.span, |name| name.span);
    let fields = [
        ("name", name.as_ref().map(identifier).into()),
        ("constraint", constraint(constrained).into()),
    ];
    new("Result", start.to(constrained.span), fields)
}

fn body(body: &Body) -> Node<'_> {
    match body {
        Body::Block(statements) => block(statements),
        Body::Lambda(stmt) => new(
            "Lambda",
            stmt.span(),
            [("statement", statement(stmt).into())],
        ),
        Body::Error(span) => error(*span),
    }
}

fn block(block: &Block) -> Node<'_> {
    let Block { stmts, span } = block;
    new("Block", *span, [("statements", list(stmts, statement))])
}

fn statement(stmt: &Stmt) -> Node<'_> {
    match stmt {
        Stmt::Let(LetStmt {
            name,
            constraints,
            init,
            span,
        }) => {
            let fields = [
                ("name", identifier(name).into()),
                ("constraints", list(constraints, constraint)),
                ("value", init.as_ref().map(expression).into()),
            ];
            new("Let", *span, fields)
        }
        Stmt::Erase(EraseStmt {
            root,
            keyword: _,
            span,
        }) => new("Erase", *span, [("root", expression(root).into())]),
        Stmt::Replace(ReplaceStmt {
            root,
            with,
            keyword: _,
            span,
        }) => {
            let fields = [
                ("root", expression(root).into()),
                ("replacement", replacement(with).into()),
            ];
            new("Replace", *span, fields)
        }
        Stmt::Rewrite(RewriteStmt {
            root,
            body,
            keyword: _,
            span,
        }) => {
            let fields = [
                ("root", expression(root).into()),
                ("body", body.as_ref().map(block).into()),
            ];
            new("Rewrite", *span, fields)
        }
        Stmt::Return(ReturnStmt { value, span }) => {
            new("Return", *span, [("value", expression(value).into())])
        }
        Stmt::Expr(expr) => expression(expr),
        Stmt::Others(span) => new("Others", *span, []),
        Stmt::Error(stmt) => error(stmt.span),
    }
}

fn replacement(replacement: &Replacement) -> Node<'_> {
    match replacement {
        Replacement::Single(expr) => expression(expr),
        Replacement::List { values, span } => new(
            "ReplacementList",
            *span,
            [("values", list(values, expression))],
        ),
    }
}

fn constraint(constraint: &Constraint) -> Node<'_> {
    let Constraint { kind, span } = constraint;
    match kind {
        ConstraintKind::Attr(of) => new("AttrConstraint", *span, [("type", of_type(of))]),
        ConstraintKind::Op(name) => {
            let name = name.as_ref().map(operation_name).into();
            new("OpConstraint", *span, [("name", name)])
        }
        ConstraintKind::Type => new("TypeConstraint", *span, []),
        ConstraintKind::TypeRange => new("TypeRangeConstraint", *span, []),
        ConstraintKind::Value(of) => new("ValueConstraint", *span, [("type", of_type(of))]),
        ConstraintKind::ValueRange(of) => {
            new("ValueRangeConstraint", *span, [("types", of_type(of))])
        }
        ConstraintKind::Named(name) => new(
            "NamedConstraint",
            *span,
            [("name", identifier(name).into())],
        ),
        ConstraintKind::Valued(name, arguments) => {
            let arguments = list(arguments, expression);
            let fields = [("name", identifier(name).into()), ("arguments", arguments)];
            new("Valued", *span, fields)
        }
        ConstraintKind::Inline(decl) => callable(decl),
        ConstraintKind::Error => error(*span),
    }
}

fn of_type(types: &Option<Box<Expr>>) -> Field<'_> {
    types.as_deref().map(expression).into()
}

fn expression(expr: &Expr) -> Node<'_> {
    let Expr { kind, span } = expr;
    let span = *span;
    match kind {
        ExprKind::Attribute(literal) => new(
            "AttributeLiteral",
            span,
            [("value", string(literal).into())],
        ),
        ExprKind::Type(literal) => new("TypeLiteral", span, [("value", string(literal).into())]),
        ExprKind::Operation(operation) => operation_expression(operation, span),
        ExprKind::Name(Ident { text, span: _ }) => new("Name", span, [("text", Field::Text(text))]),
        ExprKind::Label(name) => new("Label", span, [("name", identifier(name).into())]),
        ExprKind::Variable(VariableExpr { name, constraints }) => {
            let fields = [
                ("name", name.as_ref().map(identifier).into()),
                ("constraints", list(constraints, constraint)),
            ];
            new("Variable", span, fields)
        }
        ExprKind::Member(base, member) => {
            let fields = [
                ("base", expression(base).into()),
                ("member", identifier(member).into()),
            ];
            new("Member", span, fields)
        }
        ExprKind::Call(callee, arguments) => {
            let fields = [
                ("callee", expression(callee).into()),
                ("arguments", list(arguments, expression)),
            ];
            new("Call", span, fields)
        }
        ExprKind::Not(call) => new("Not", span, [("call", expression(call).into())]),
        ExprKind::Tuple(elements) => new("Tuple", span, [("elements", list(elements, element))]),
        ExprKind::Inline(decl) => callable(decl),
        ExprKind::Valued(name, arguments) => {
            let fields = [
                ("name", identifier(name).into()),
                ("arguments", list(arguments, expression)),
            ];
            new("Valued", span, fields)
        }
        ExprKind::Any => new("Any", span, []),
        ExprKind::Integer(Ident { text, span: _ }) => {
            new("Integer", span, [("text", Field::Text(text))])
        }
        ExprKind::Joined(connective, conditions) => {
            let kind = match connective {
                Connective::And => "And",
                Connective::Or => "Or",
            };
            new(kind, span, [("conditions", list(conditions, expression))])
        }
        ExprKind::Error => error(span),
    }
}

fn operation_expression(operation: &OperationExpr, span: Span) -> Node<'_> {
    let OperationExpr {
        keyword: _,
        name,
        operands,
        attributes,
        result_types,
        regions,
    } = operation;
    let fields = [
        ("name", name.as_ref().map(operation_name).into()),
        ("operands", maybe_list(operands.as_ref(), expression)),
        ("attributes", list(attributes, attribute)),
        ("resultTypes", maybe_list(result_types.as_ref(), expression)),
        ("regions", maybe_list(regions.as_ref(), region)),
    ];
    new("Operation", span, fields)
}

fn region(region: &RegionExpr) -> Node<'_> {
    let RegionExpr {
        name,
        variable,
        contents,
        span,
    } = region;
    let (blocks, given) = match contents {
        RegionContents::Any => (None, None),
        RegionContents::Blocks(blocks) => (Some(blocks), None),
        RegionContents::Given(given) => (None, Some(given)),
        RegionContents::Error => return error(*span),
    };
    let start = name.as_ref().map_or(*span, |name| name.span);
    let fields = [
        ("name", name.as_ref().map(identifier).into()),
        ("variable", variable.as_ref().map(expression).into()),
        ("blocks", maybe_list(blocks, block_of_region)),
        ("given", given.map(expression).into()),
    ];
    new("Region", start.to(*span), fields)
}

fn block_of_region(block: &BlockExpr) -> Node<'_> {
    let BlockExpr {
        label,
        arguments,
        stmts,
        span,
    } = block;
    let fields = [
        ("label", label.as_ref().map(identifier).into()),
        ("arguments", maybe_list(arguments.as_ref(), expression)),
        ("statements", list(stmts, statement)),
    ];
    new("RegionBlock", *span, fields)
}

fn attribute(attribute: &NamedAttribute) -> Node<'_> {
    let NamedAttribute { name, value } = attribute;
    let end = value.as_ref().map_or(name.span, |value| value.span);
    let fields = [
        ("name", identifier(name).into()),
        ("value", value.as_ref().map(expression).into()),
    ];
    new("NamedAttribute", name.span.to(end), fields)
}

fn element(element: &TupleElement) -> Node<'_> {
    let TupleElement { name, value } = element;
    let start = name.as_ref().map_or(value.span, |name| name.span);
    let fields = [
        ("name", name.as_ref().map(identifier).into()),
        ("value", expression(value).into()),
    ];
    new("TupleElement", start.to(value.span), fields)
}

fn operation_name(name: &OpName) -> Node<'_> {
    let OpName { text, span } = name;
    new("OperationName", *span, [("text", Field::Text(text))])
}

fn identifier(name: &Ident) -> Node<'_> {
    let Ident { text, span } = name;
    new("Identifier", *span, [("text", Field::Text(text))])
}

fn string(literal: &StringLit) -> Node<'_> {
    let StringLit {
        text,
        span,
        offsets: _,
        delimiter: _,
        is_valid: _,
    } = literal;
    new("String", *span, [("text", Field::Text(text))])
}

/// Text that is nothing of what is expected there.
fn error<'a>(span: Span) -> Node<'a> {
    new("Error", span, [])
}
