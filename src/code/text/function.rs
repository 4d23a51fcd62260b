//! Native functions as C++ functions.

use super::{condition, cpp_names::is_keyword, writer::Writer};
use crate::{
    base::source::{SourceMap, Span},
    front::hir::{CodeSlot, Native, NativeBody, Type},
    front::ods::{IS_NAMED, Subject},
};
use std::fmt::Write;

/// A native function that becomes a C++ function:
///
/// ```cpp
/// static RESULT NAME(::mlir::PatternRewriter &rewriter,
///                    ::mlir::PDLResultList &results, PARAMETERS)
/// ```
///
/// The parameter `results` exists if the native function has results. A
/// constraint returns a `LogicalResult`. A rewrite returns nothing, or a
/// `Returned` with the classes of its results.
pub(crate) struct Function<'a> {
    /// The native function.
    pub(crate) native: &'a Native,
    /// The number of the function in the names of our own lines.
    pub(crate) number: usize,
    /// The name of the C++ function.
    pub(crate) name: &'a str,
    /// The name of the pattern file in messages of the compiler.
    pub(crate) file: &'a str,
    /// The namespace of `Returned` and `isNamed`.
    pub(crate) support: &'a str,
    /// The files that contain the code.
    pub(crate) sources: &'a SourceMap,
}

impl Function<'_> {
    /// Writes the lines of the code that include headers. They stand before the
    /// function rather than in it.
    pub(crate) fn includes(&self, out: &mut Writer) {
        let NativeBody::Code { code, .. } = &self.native.body else {
            return;
        };
        for (start, line) in lines(&code.text) {
            if is_include(line) {
                let place = self.sources.position(code.source_of(start));
                out.place(place.line, self.file);
                out.code(&format!("{line}\n"));
            }
        }
    }

    /// Writes the function.
    pub(crate) fn define(&self, out: &mut Writer) {
        match &self.native.body {
            NativeBody::Predicate {
                subject,
                condition,
                by_name,
                ..
            } => {
                let condition = by_name.as_ref().unwrap_or(condition);
                let condition = condition::expression(condition)
                    .replace(IS_NAMED, &format!("{}::isNamed", self.support));
                let class = subject_class(*subject);
                // Some conditions of MLIR have lambdas that ignore their parameter.
                out.code(&format!(
                    "#pragma GCC diagnostic push\n\
                     #pragma GCC diagnostic ignored \"-Wunused-parameter\"\n\
                     static ::llvm::LogicalResult {}([[maybe_unused]] ::mlir::PatternRewriter \
                     &rewriter, [[maybe_unused]] {class} self) {{\n  \
                     return ::llvm::success({condition});\n}}\n\
                     #pragma GCC diagnostic pop\n",
                    self.name
                ));
            }
            NativeBody::Code {
                parameters,
                results,
                ..
            } => self.code(parameters, results, out),
        }
    }

    fn code(&self, parameters: &[CodeSlot], results: &[CodeSlot], out: &mut Writer) {
        let returned = match (self.native.is_constraint, results) {
            (true, _) => "::llvm::LogicalResult".to_owned(),
            (false, []) if self.native.returns_outcome => "::llvm::LogicalResult".to_owned(),
            (false, []) => "void".to_owned(),
            (false, results) => {
                let classes: Vec<_> = results.iter().map(result_class).collect();
                format!("{}::Returned<{}>", self.support, classes.join(", "))
            }
        };
        // A parameter of the user hides ours of the same name.
        let own = |name| {
            let is_taken = |slot: &CodeSlot| slot.name.as_deref() == Some(name);
            if parameters.iter().any(is_taken) {
                ""
            } else {
                name
            }
        };
        let unused = "[[maybe_unused]]";
        let mut list = format!("{unused} ::mlir::PatternRewriter &{}", own("rewriter"));
        if !results.is_empty() {
            let _ = write!(list, ", {unused} ::mlir::PDLResultList &{}", own("results"));
        }
        for slot in parameters {
            let name = slot.name.as_deref();
            let name = name.filter(|name| *name != "_" && !is_keyword(name));
            let class = parameter_class(slot);
            let _ = write!(list, ", {unused} {class} {}", name.unwrap_or_default());
        }
        // The code gets a block of its own, so that it may declare variables of
        // our names.
        out.code(&format!("static {returned} {}({list}) {{ {{\n", self.name));
        self.body(out);
        let has_returned = !results.is_empty() && !self.native.is_constraint;
        self.place_of_end(out);
        out.code(if has_returned { "} return {};" } else { "}" });
        self.place_of_end(out);
        out.code("}\n");
        out.own(self.number);
    }

    /// Writes the code so that messages of the compiler name its place in the
    /// pattern file.
    fn body(&self, out: &mut Writer) {
        let NativeBody::Code { code, .. } = &self.native.body else {
            return;
        };
        // An escape can end a line of the code in the middle of a line of the
        // source.
        let has_escapes = code.offsets.is_some();
        for (start, line) in lines(&code.text) {
            if start == 0 || has_escapes {
                let place = self.sources.position(code.source_of(start));
                out.place(place.line, self.file);
                out.indent(place.column);
            }
            if !is_include(line) {
                out.code(line);
            }
            out.code("\n");
        }
    }

    /// Moves to the end of the code, which is the place of a missing `return`.
    fn place_of_end(&self, out: &mut Writer) {
        let span = self.native.code_span();
        let end = self.sources.position(Span {
            start: span.end,
            ..span
        });
        out.place(end.line, self.file);
        out.indent(end.column);
    }
}

/// Whether the code of a native function includes headers.
pub(crate) fn has_includes(native: &Native) -> bool {
    match &native.body {
        NativeBody::Code { code, .. } => code.text.split('\n').any(is_include),
        NativeBody::Predicate { .. } => false,
    }
}

/// The lines of a text, and where they start.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    text.split('\n').map(move |line| {
        let own = start;
        start += line.len() + 1;
        (own, line)
    })
}

/// Whether a line of code includes a header.
fn is_include(line: &str) -> bool {
    let directive = line.trim_start().strip_prefix('#');
    directive.is_some_and(|rest| rest.trim_start().starts_with("include"))
}

/// The C++ class of all entities of a kind.
pub(crate) fn class_of(ty: Type) -> &'static str {
    match ty {
        Type::Attribute => "::mlir::Attribute",
        Type::Operation => "::mlir::Operation *",
        Type::Type => "::mlir::Type",
        Type::TypeRange => "::mlir::TypeRange",
        Type::Value => "::mlir::Value",
        Type::ValueRange => "::mlir::ValueRange",
        Type::Region => "::mlir::Region *",
        Type::Block => "::mlir::Block *",
        Type::Place => "::mlir::OpBuilder::InsertPoint",
    }
}

/// The C++ class of the entities that a constraint of a `.td` file is about.
pub(crate) fn subject_class(subject: Subject) -> &'static str {
    class_of(subject_type(subject))
}

/// The kind of entities that a constraint of a `.td` file is about.
pub(crate) fn subject_type(subject: Subject) -> Type {
    match subject {
        Subject::Attribute => Type::Attribute,
        Subject::Type => Type::Type,
        Subject::Operation => Type::Operation,
    }
}

/// The C++ class of a parameter.
pub(crate) fn parameter_class(slot: &CodeSlot) -> &str {
    match (slot.ty, &slot.class) {
        (Type::Attribute | Type::Operation | Type::Type, Some(class)) => class,
        (ty, _) => class_of(ty),
    }
}

fn result_class(slot: &CodeSlot) -> &'static str {
    class_of(slot.ty)
}
