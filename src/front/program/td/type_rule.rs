//! Rules for the types in operations.
//!
//! A rule becomes what a pattern file would say: each operand, result and attribute is a
//! variable, and what the record says about it is a condition.

use super::{
    TdPredicate,
    condition::{Writer, connective, is_type},
    expr, kind,
    place::Places,
};
use crate::{
    base::source::{SourceMap, Span},
    ods::{
        NamedTerm, Ods, PredicateArgument, PredicateMeaning, RuleArgumentKind, Term, TypePredicate,
        TypeRuleRecord,
    },
    syntax::ast::{
        Block, Body, Constraint, ConstraintKind, Expr, ExprKind, Ident, LetStmt, NamedAttribute,
        OpName, OperationExpr, Stmt, TypeRuleDecl, VariableExpr,
    },
};
use smol_str::{SmolStr, format_smolstr};

/// A rule of a `.td` file.
#[derive(Debug)]
pub struct TdTypeRule {
    /// What a pattern file would say.
    pub decl: TypeRuleDecl,
    /// The number of the include that brought it.
    pub item: usize,
}

/// The rules of all included files, and predicates that they need.
pub(in crate::program) fn type_rules(
    ods: &Ods,
    sources: &SourceMap,
) -> (Vec<TdTypeRule>, Vec<TdPredicate>) {
    let mut predicates = Vec::new();
    let rules = ods.type_rules().iter().map(|record| {
        let (decl, auxiliary) = declaration(record, ods, sources);
        predicates.extend(auxiliary);
        let item = record.include;
        TdTypeRule { decl, item }
    });
    (rules.collect(), predicates)
}

fn declaration(
    record: &TypeRuleRecord,
    ods: &Ods,
    sources: &SourceMap,
) -> (TypeRuleDecl, Vec<TdPredicate>) {
    let span = record.span;
    let named = as_predicate(record, ods);
    let mut places = Places::new(&named, sources);
    let operation = OpName {
        text: record.operation.clone(),
        span: places.of(&record.operation),
    };
    let mut parts = Parts {
        writer: Writer::new(&named, ods, &mut places),
        conditions: Vec::new(),
    };
    let mut result_types = Vec::new();
    for (index, NamedTerm { term, name }) in record.results.iter().enumerate() {
        let name = label(name, "result", index);
        parts.condition(term, &name);
        result_types.push(parts.writer.variable(&name));
    }
    let (mut operands, mut attributes) = (Vec::new(), Vec::new());
    for (index, argument) in record.arguments.iter().enumerate() {
        let name = label(&argument.name, "argument", index);
        parts.condition(&argument.term, &name);
        let variable = parts.writer.variable(&name);
        match argument.kind {
            RuleArgumentKind::Operand => {
                let ty = Some(Box::new(variable));
                operands.push(operand(ConstraintKind::Value(ty), span));
            }
            RuleArgumentKind::Range => {
                operands.push(operand(ConstraintKind::ValueRange(None), span));
            }
            RuleArgumentKind::Attribute => attributes.push(NamedAttribute {
                name: ident(&name, variable.span),
                value: Some(variable),
            }),
        }
    }
    for term in &record.conditions {
        let condition = parts.writer.condition(term, None);
        parts.conditions.push(condition);
    }
    let Parts {
        writer, conditions, ..
    } = parts;
    let auxiliary = writer.auxiliary;
    let at = operation.span;
    let operation = OperationExpr {
        regions: None,
        keyword: at,
        name: Some(operation),
        operands: Some(operands),
        attributes,
        result_types: Some(result_types),
    };
    let variables = named.arguments.iter().map(|variable| {
        Stmt::Let(LetStmt {
            name: ident(&variable.name, span),
            constraints: vec![Constraint {
                kind: kind(variable.is_type),
                span,
            }],
            init: None,
            span,
        })
    });
    let operation = Stmt::Expr(expr(ExprKind::Operation(Box::new(operation)), at));
    let conditions = conditions.into_iter().map(Stmt::Expr);
    let stmts = variables.chain([operation]).chain(conditions).collect();
    let decl = TypeRuleDecl {
        keyword: span,
        name: Some(ident(&record.name, span)),
        body: Body::Block(Block { stmts, span }),
        span,
    };
    (decl, auxiliary)
}

/// What is said about the parts of an operation.
struct Parts<'a> {
    writer: Writer<'a>,
    conditions: Vec<Expr>,
}

impl Parts<'_> {
    /// Adds what a term says about the type of that name.
    fn condition(&mut self, term: &Term, name: &str) {
        let is_any = matches!(term, Term::Predicate(predicate) if predicate == "any");
        if !is_any && !matches!(term, Term::Variable) {
            let condition = self.writer.about(term, name);
            self.conditions.push(condition);
        }
    }
}

/// The name of an operand, result or attribute. Those without one have names that no
/// record can have.
fn label(name: &SmolStr, what: &str, index: usize) -> SmolStr {
    match name.is_empty() {
        true => format_smolstr!("{what} {}", index + 1),
        false => name.clone(),
    }
}

/// A rule as a predicate of all its variables, which conditions can mention.
fn as_predicate(record: &TypeRuleRecord, ods: &Ods) -> TypePredicate {
    let mut variables = Variables {
        ods,
        found: Vec::new(),
    };
    for (index, result) in record.results.iter().enumerate() {
        variables.add(&label(&result.name, "result", index), Some(true));
    }
    for (index, argument) in record.arguments.iter().enumerate() {
        let is_type = argument.kind != RuleArgumentKind::Attribute;
        if argument.kind != RuleArgumentKind::Range {
            variables.add(&label(&argument.name, "argument", index), Some(is_type));
        }
    }
    let results = record.results.iter().map(|result| &result.term);
    let arguments = record.arguments.iter().map(|argument| &argument.term);
    results
        .chain(arguments)
        .for_each(|term| variables.term(term, 1));
    for term in &record.conditions {
        variables.term(term, 0);
    }
    let arguments = variables.found.into_iter();
    let arguments = arguments.map(|(name, is_type)| PredicateArgument {
        name,
        is_type: is_type.unwrap_or(true),
        class: String::new(),
    });
    TypePredicate {
        name: record.name.clone(),
        is_anonymous: false,
        arguments: arguments.collect(),
        meaning: PredicateMeaning::Library,
        span: record.span,
        include: record.include,
    }
}

/// The variables of a rule, and whether each is a type, as far as that is known.
struct Variables<'o> {
    ods: &'o Ods,
    found: Vec<(SmolStr, Option<bool>)>,
}

impl Variables<'_> {
    fn add(&mut self, name: &SmolStr, is_type: Option<bool>) {
        match self.found.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => *known = known.or(is_type),
            None => self.found.push((name.clone(), is_type)),
        }
    }

    /// Adds those of a term, which leaves out the first `skipped` arguments of its
    /// predicate.
    fn term(&mut self, term: &Term, skipped: usize) {
        let Term::Application(operator, arguments) = term else {
            return;
        };
        for (index, NamedTerm { term, name }) in arguments.iter().enumerate() {
            let (is_type, skipped) = match connective(operator) {
                Some(_) => (None, skipped),
                None => (is_type(self.ods, operator, index + skipped), 1),
            };
            if !name.is_empty() {
                self.add(name, is_type);
            }
            self.term(term, skipped);
        }
    }
}

fn operand(kind: ConstraintKind, span: Span) -> Expr {
    let constraints = vec![Constraint { kind, span }];
    let name = None;
    expr(ExprKind::Variable(VariableExpr { name, constraints }), span)
}

fn ident(text: &str, span: Span) -> Ident {
    Ident {
        text: text.into(),
        span,
    }
}
