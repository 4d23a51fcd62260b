//! C++ expressions of predicates, as bodies of native functions.

use super::{clause, place::Places};
use crate::{
    base::diagnostic::{Diagnostic, count},
    base::source::{Span, StringLit},
    cpp::placeholders::{Part, parts},
    ods::{PredicateArgument, PredicateCode, TypePredicate},
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

/// Where the fields of a predicate are.
struct Fields {
    check: Span,
    evaluate: Span,
    capture: Span,
}

type Problem = Box<Diagnostic>;

/// The clauses of a predicate with expressions for each function; or what is wrong
/// with them.
pub(super) fn clauses(
    predicate: &TypePredicate,
    code: &PredicateCode,
    places: &mut Places,
) -> Result<Vec<PredicateClause>, Problem> {
    let fields = Fields {
        check: places.of("check"),
        evaluate: places.of("evaluate"),
        capture: places.of("capture"),
    };
    check_fields(predicate, code, &fields)?;
    let captured = std::iter::zip(&predicate.arguments[1..], &code.capture);
    let captured: Vec<_> = captured
        .filter(|(_, text)| !text.trim().is_empty())
        .collect();
    let mut clauses = Vec::new();
    if code.check.trim() != "true" || captured.is_empty() {
        let check = substitute(predicate, &code.check, fields.check)?;
        let at = fields.check;
        let check = StringLit::at_one_place(format!("return ::llvm::success({check});"), at);
        clauses.push(clause(ClauseKind::Check, Vec::new(), Some(check), at));
    }
    if !captured.is_empty() {
        let at = fields.capture;
        let mut statements = String::new();
        for (argument, text) in &captured {
            statements += &returned(argument, &substitute(predicate, text, at)?);
        }
        let names = captured.iter().map(|(argument, _)| Ident {
            text: argument.name.clone(),
            span: at,
        });
        let code = Some(code_of(statements, at));
        clauses.push(clause(ClauseKind::Capture, names.collect(), code, at));
    }
    if !code.evaluate.trim().is_empty() {
        let at = fields.evaluate;
        let this = &predicate.arguments[0];
        let value = substitute(predicate, &code.evaluate, at)?;
        let in_match = Some(code_of(returned(this, &value), at));
        let mut clause = clause(ClauseKind::Evaluate, Vec::new(), in_match, at);
        let value = value_of(this, &value);
        clause.rewrite_code = Some(StringLit::at_one_place(format!("return {value};"), at));
        clauses.push(clause);
    }
    Ok(clauses)
}

fn check_fields(
    predicate: &TypePredicate,
    code: &PredicateCode,
    fields: &Fields,
) -> Result<(), Problem> {
    let others = predicate.arguments.len() - 1;
    if !code.capture.is_empty() && code.capture.len() != others {
        let message = format!(
            "`capture` has {}, expected one for each of the {} after `{}`, or none",
            count(code.capture.len(), "expression"),
            count(others, "argument"),
            predicate.arguments[0].name,
        );
        return Err(Box::new(Diagnostic::error(fields.capture, message)));
    }
    if code.check.trim().is_empty() {
        let message = "every predicate can be checked, but `check` is empty";
        let help = "write `true` if it holds wherever its arguments can be captured";
        return Err(Box::new(
            Diagnostic::error(fields.check, message).help(help),
        ));
    }
    Ok(())
}

fn code_of(statements: String, span: Span) -> StringLit {
    StringLit::at_one_place(format!("{statements}return ::llvm::success();"), span)
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
    let names = predicate
        .arguments
        .iter()
        .map(|one| format!("`${}`", one.name));
    let names: Vec<_> = names.collect();
    let message = format!("`{}` has no argument `${name}`", predicate.name);
    Diagnostic::error(place, message).help(format!(
        "its code can mention {}, `$_self` and `$_ctxt`",
        names.join(", ")
    ))
}

/// An expression with the C++ for `$_self`, `$_ctxt` and `$NAME`.
fn substitute(predicate: &TypePredicate, text: &str, place: Span) -> Result<String, Problem> {
    let mut result = String::new();
    for part in parts(text) {
        let name = match part {
            Part::Text(text) => {
                result += text;
                continue;
            }
            Part::Special("_ctxt") => {
                result += "rewriter.getContext()";
                continue;
            }
            Part::Special(name) => name.to_owned(),
            Part::Argument(number) | Part::ArgumentsFrom(number) => number.to_string(),
        };
        let mut arguments = predicate.arguments.iter();
        let argument = match &*name {
            "_self" => arguments.next(),
            name => arguments.find(|argument| argument.name == name),
        };
        let Some(argument) = argument else {
            return Err(Box::new(unknown(predicate, &name, place)));
        };
        result += &argument.name;
        result += class(&argument.class).map_or("", |class| class.getter);
    }
    Ok(result)
}
