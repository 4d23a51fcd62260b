//! Bodies of native functions, run without compiling C++.
//!
//! Most bodies are a few expressions over entities of MLIR. [`prepare`] reads such
//! C++ and finds out the type of each expression, as a compiler does. The result is
//! a program, which the shim evaluates with tables of functions. Questions about
//! one attribute, operation or type that the tables of ODS conditions answer are
//! known here, too. What cannot be understood for certain is not understood at all:
//! it needs the compiler.
//!
//! | module | subject |
//! |---|---|
//! | `syntax`, `parse` | the C++ as a tree |
//! | `types`, `functions` | what the shim knows |
//! | `convert` | implicit conversions |
//! | `typing` | variables, statements and lambdas |
//! | `operators`, `called_functions`, `list`, `matchers` | expressions |
//! | `members`, `creation` | what included definitions say about classes |
//! | `question` | expressions that ODS conditions use |

mod called_functions;
mod convert;
mod creation;
mod functions;
mod list;
mod matchers;
mod members;
mod operators;
mod parse;
mod question;
mod syntax;
#[cfg(test)]
mod tests;
mod types;
mod typing;

use crate::{
    code::predicates::{Uncovered, tokens},
    front::{
        hir::{CodeSlot, Native, NativeBody, Type},
        ods::{CodeClasses, Subject},
    },
    mlir::ffi::body::{Body, CastMode, Kind, Node},
};
use std::path::Path;
pub(crate) use syntax::{Expr, ExprKind, Name, Statement as SyntaxStatement};
use types::Ty;
use typing::{Checker, Returns};

/// More words and signs than this are not read.
const MAX_TOKENS: usize = 1 << 12;

/// The body of a native function with code that is written in `file`.
///
/// # Errors
///
/// The reason why it needs a compiler.
pub(crate) fn prepare(
    native: &Native,
    file: &Path,
    classes: &CodeClasses,
) -> Result<Body, Uncovered> {
    let NativeBody::Code {
        code,
        parameters,
        results,
    } = &native.body
    else {
        unreachable!("the caller asks about code");
    };
    let tokens = tokens::tokenize(&code.text);
    if tokens.len() > MAX_TOKENS {
        return Err(Uncovered::too_large());
    }
    let statements = parse::statements(&tokens)?;
    let has_outcome = native.is_constraint || native.returns_outcome;
    if has_outcome && !syntax::always_return(&statements) {
        return Err(Uncovered::no_return());
    }
    let returns = if native.is_constraint {
        Returns::Outcome
    } else if native.returns_outcome {
        Returns::Test
    } else {
        Returns::Results(results.iter().map(|slot| slot.ty).collect())
    };
    let mut checker = Checker::new(&tokens, file, classes, returns);
    let mut children = Vec::new();
    for slot in parameters {
        children.extend(parameter(&mut checker, slot, native.is_constraint)?);
    }
    children.push(checker.block(&statements)?);
    Ok(Body {
        statement: Node::new(Kind::PdllBodyBlock, children),
        variables: checker.variables,
    })
}

/// The condition of a constraint of a `.td` file, `condition`, as the body of a function
/// with the entity that it is about.
///
/// # Errors
///
/// The reason why it needs a compiler.
pub(crate) fn prepare_condition(
    subject: Subject,
    condition: &str,
    classes: &CodeClasses,
) -> Result<Body, Uncovered> {
    let code = format!("return success({condition});");
    let tokens = tokens::tokenize(&code);
    if tokens.len() > MAX_TOKENS {
        return Err(Uncovered::too_large());
    }
    let statements = parse::statements(&tokens)?;
    let kind = match subject {
        Subject::Attribute => Type::Attribute,
        Subject::Operation => Type::Operation,
        Subject::Type => Type::Type,
    };
    let mut checker = Checker::new(&tokens, Path::new(""), classes, Returns::Outcome);
    checker.declare("$_self", Ty::of_kind(kind));
    Ok(Body {
        statement: checker.block(&statements)?,
        variables: checker.variables,
    })
}

/// Declares a parameter. Returns a statement that fails if the argument is not of
/// its class.
fn parameter(
    checker: &mut Checker<'_>,
    slot: &CodeSlot,
    is_constraint: bool,
) -> Result<Option<Node>, Uncovered> {
    let name = slot.name.as_deref().unwrap_or_default();
    let base = Ty::of_kind(slot.ty);
    let has_class = matches!(slot.ty, Type::Attribute | Type::Operation | Type::Type);
    let class = slot.class.as_deref().filter(|_| has_class);
    let class = class.map(|class| tokens::join(&tokens::tokenize(class)));
    let Some(class) = class.filter(|class| !is_base(class)) else {
        checker.declare(name, base);
        return Ok(None);
    };
    let ty = match slot.ty {
        Type::Attribute => Ty::Attribute(class.as_str().into()),
        Type::Type => Ty::Type(class.as_str().into()),
        _ => Ty::Operation(class.as_str().into()),
    };
    checker.declare(name, ty);
    let argument = checker.variable(name).expect("it was declared");
    let Some(mut check) = checker.class_check(Kind::PdllBodyIsClass, &argument, &class) else {
        // Where no MLIR has the class, the definition alone says what the attribute is.
        return match checker.holds_cases(&class) {
            true => Ok(None),
            false => Err(Uncovered::code(&class)),
        };
    };
    check.cast = CastMode::PdllBodyCastChecked;
    let fail = if is_constraint {
        let no = Node::new(Kind::PdllBodyBoolean, Vec::new());
        Node::new(Kind::PdllBodyReturn, vec![no])
    } else {
        Node::new(Kind::PdllBodyFail, Vec::new())
    };
    let wrong = Node::new(Kind::PdllBodyNot, vec![check]);
    Ok(Some(Node::new(Kind::PdllBodyIf, vec![wrong, fail])))
}

/// Whether all entities of a kind are of this class.
fn is_base(class: &str) -> bool {
    matches!(class, "Attribute" | "Type" | "Operation*" | "Operation *")
}

/// The statements of a body, unless it has something that no body has which is read.
pub(crate) fn statements(text: &str) -> Option<Vec<SyntaxStatement>> {
    let tokens = tokens::tokenize(text);
    if tokens.len() > MAX_TOKENS {
        return None;
    }
    parse::statements(&tokens).ok()
}
