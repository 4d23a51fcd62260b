//! C++ expressions of predicates, as bodies of native functions.

use super::{clause, literal, place::Places};
use crate::{
    diagnostic::{Diagnostic, count},
    ods::{PredicateArgument, TypePredicate},
    source::{Span, StringLit},
    syntax::ast::{ClauseKind, Ident, PredicateClause},
};

/// A C++ type of values that attributes stand for.
struct Class {
    name: &'static str,
    /// The class of the attribute.
    attribute: &'static str,
    /// What returns the value of an attribute.
    getter: &'static str,
    /// What makes an attribute of a value.
    builder: &'static str,
}

const CLASSES: &[Class] = &[
    Class {
        name: "uint32_t",
        attribute: "::mlir::IntegerAttr",
        getter: ".getInt()",
        builder: "rewriter.getI64IntegerAttr",
    },
    Class {
        name: "int64_t",
        attribute: "::mlir::IntegerAttr",
        getter: ".getInt()",
        builder: "rewriter.getI64IntegerAttr",
    },
    Class {
        name: "bool",
        attribute: "::mlir::BoolAttr",
        getter: ".getValue()",
        builder: "rewriter.getBoolAttr",
    },
    Class {
        name: "StringRef",
        attribute: "::mlir::StringAttr",
        getter: ".getValue()",
        builder: "rewriter.getStringAttr",
    },
    Class {
        name: "ArrayRef<int64_t>",
        attribute: "::mlir::DenseI64ArrayAttr",
        getter: ".asArrayRef()",
        builder: "rewriter.getDenseI64ArrayAttr",
    },
    Class {
        name: "ArrayRef<bool>",
        attribute: "::mlir::DenseBoolArrayAttr",
        getter: ".asArrayRef()",
        builder: "rewriter.getDenseBoolArrayAttr",
    },
];

/// The class of the attributes that stand for values of a C++ type; none if any
/// attribute does.
pub(super) fn attribute_class(name: &str) -> Option<&'static str> {
    class(name).map(|class| class.attribute)
}

fn class(name: &str) -> Option<&'static Class> {
    CLASSES.iter().find(|class| class.name == name)
}

/// The clauses of a predicate with expressions for each function; or what is wrong
/// with them.
pub(super) fn clauses(
    predicate: &TypePredicate,
    check: &str,
    evaluate: &str,
    capture: &[String],
    places: &mut Places<'_>,
) -> Result<Vec<PredicateClause>, Box<Diagnostic>> {
    let others = &predicate.arguments[1..];
    let fields = ["check", "evaluate", "capture"];
    let [check_at, evaluate_at, capture_at] = fields.map(|field| places.of(field));
    if !capture.is_empty() && capture.len() != others.len() {
        let message = format!(
            "`capture` has {}, expected one for each of the {} after `{}`, or none",
            count(capture.len(), "expression"),
            count(others.len(), "argument"),
            predicate.arguments[0].name,
        );
        return Err(Box::new(Diagnostic::error(capture_at, message)));
    }
    if check.trim().is_empty() {
        let error = Diagnostic::error(check_at, "every predicate can be checked, but `check` is empty");
        let help = "write `true` if it holds wherever its arguments can be captured";
        return Err(Box::new(error.help(help)));
    }
    let mut clauses = Vec::new();
    let is_captured = |argument: &&(&PredicateArgument, &String)| !argument.1.trim().is_empty();
    let captured: Vec<_> = std::iter::zip(others, capture).collect();
    let captured: Vec<_> = captured.iter().filter(is_captured).collect();
    let substituted = |text: &str, place| {
        substitute(predicate, text).map_err(|name| Box::new(unknown(predicate, &name, place)))
    };
    if check.trim() != "true" || captured.is_empty() {
        let check = substituted(check, check_at)?;
        let code = literal(format!("return ::llvm::success({check});"), check_at);
        clauses.push(clause(ClauseKind::Check, Vec::new(), Some(code), check_at));
    }
    if !captured.is_empty() {
        let mut code = String::new();
        for (argument, text) in &captured {
            code += &returned(argument, &substituted(text, capture_at)?);
        }
        let names = captured.iter().map(|(argument, _)| Ident {
            text: argument.name.clone(),
            span: capture_at,
        });
        let code = code_of(code, capture_at);
        clauses.push(clause(
            ClauseKind::Capture,
            names.collect(),
            Some(code),
            capture_at,
        ));
    }
    if !evaluate.trim().is_empty() {
        let evaluate = substituted(evaluate, evaluate_at)?;
        let this = &predicate.arguments[0];
        let code = code_of(returned(this, &evaluate), evaluate_at);
        let mut clause = clause(ClauseKind::Evaluate, Vec::new(), Some(code), evaluate_at);
        let value = value_of(this, &evaluate);
        clause.rewrite_code = Some(literal(format!("return {value};"), evaluate_at));
        clauses.push(clause);
    }
    Ok(clauses)
}

fn code_of(statements: String, span: Span) -> StringLit {
    literal(format!("{statements}return ::llvm::success();"), span)
}

/// The statement that returns an expression as an argument of a predicate.
fn returned(argument: &PredicateArgument, text: &str) -> String {
    let value = value_of(argument, text);
    format!("results.push_back({value}); ")
}

/// An expression as a type or attribute.
fn value_of(argument: &PredicateArgument, text: &str) -> String {
    match class(&argument.class) {
        Some(class) => format!("{}({text})", class.builder),
        None => text.to_owned(),
    }
}

fn unknown(predicate: &TypePredicate, name: &str, place: Span) -> Diagnostic {
    let names = predicate.arguments.iter().map(|one| format!("`${}`", one.name));
    let names: Vec<_> = names.collect();
    let message = format!("`{}` has no argument `${name}`", predicate.name);
    Diagnostic::error(place, message).help(format!(
        "its code can mention {}, `$_self` and `$_ctxt`",
        names.join(", ")
    ))
}

/// An expression with the C++ for `$_self`, `$_ctxt` and `$NAME`, or the first name
/// that is unknown.
fn substitute(predicate: &TypePredicate, text: &str) -> Result<String, String> {
    let mut result = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('$') {
        result += before;
        let end = after.find(|c: char| !c.is_alphanumeric() && c != '_');
        let (name, after) = after.split_at(end.unwrap_or(after.len()));
        rest = after;
        let mut arguments = predicate.arguments.iter();
        let argument = match name {
            "_ctxt" => {
                result += "rewriter.getContext()";
                continue;
            }
            "_self" => arguments.next(),
            name => arguments.find(|argument| argument.name == name),
        };
        let argument = argument.ok_or_else(|| name.to_owned())?;
        result += &argument.name;
        result += class(&argument.class).map_or("", |class| class.getter);
    }
    Ok(result + rest)
}
