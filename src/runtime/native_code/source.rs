//! Native functions as C++ source.

use super::condition;
use crate::{
    hir::{CodeSlot, Native, NativeBody, Type},
    ods::Subject,
    runtime::definitions::Definition,
    source::SourceMap,
};
use std::{fmt::Write, path::Path};

/// A C++ file that registers native functions.
pub(super) struct Unit {
    /// What the compiler reads.
    pub(super) text: String,
    /// The same without places: when two of these are equal, so is what is
    /// compiled.
    pub(super) identity: String,
    /// Whether the code includes headers.
    pub(super) has_includes: bool,
}

/// How a place in what we add to the code is named in messages of the compiler.
/// The number of the definition follows the `#`.
pub(super) const FRAME: &str = "<pdll>";

/// Makes the functions of `definitions`.
pub(super) fn generate(definitions: &[Definition], sources: &SourceMap) -> Unit {
    let mut includes = Writer::default();
    let mut functions = Writer::default();
    let mut registrations = Writer::default();
    for (number, Definition { native, file, .. }) in definitions.iter().enumerate() {
        let function = Function {
            number,
            native,
            file,
            sources,
        };
        functions.frame(number);
        match &native.body {
            NativeBody::Code {
                parameters,
                results,
                ..
            } => function.code(parameters, results, &mut includes, &mut functions),
            NativeBody::Predicate {
                subject, condition, ..
            } => {
                let condition = condition::expression(condition);
                functions.code(&format!(
                    "static bool call{number}({} self) {{ return {condition}; }}\n",
                    cpp_type(match subject {
                        Subject::Attribute => Type::Attribute,
                        Subject::Type => Type::Type,
                        Subject::Operation => Type::Operation,
                    })
                ));
            }
        }
        function.register(&mut registrations);
    }
    let has_includes = !includes.text.is_empty();
    let mut unit = includes;
    unit.append(functions);
    unit.code("PDLL_NATIVE_FUNCTIONS(registry) {\n");
    unit.append(registrations);
    unit.code("}\n");
    Unit {
        text: unit.text,
        identity: unit.identity,
        has_includes,
    }
}

struct Function<'a> {
    number: usize,
    native: &'a Native,
    file: &'a str,
    sources: &'a SourceMap,
}

impl Function<'_> {
    /// Writes the function with the code of the pattern file, and one that is
    /// registered for it.
    fn code(
        &self,
        parameters: &[CodeSlot],
        results: &[CodeSlot],
        includes: &mut Writer,
        out: &mut Writer,
    ) {
        let number = self.number;
        let kinds: Vec<_> = results.iter().map(|slot| cpp_type(slot.ty)).collect();
        let returned = match (self.native.is_constraint, &kinds[..]) {
            (true, _) => "::llvm::LogicalResult".to_owned(),
            (false, []) => "void".to_owned(),
            (false, kinds) => format!("::pdll::Returned<{}>", kinds.join(", ")),
        };
        let has_list = !results.is_empty();
        // What a parameter has the name of is not to be had.
        let is_taken = |name| {
            parameters
                .iter()
                .any(|slot| slot.name.as_deref() == Some(name))
        };
        let own = |name| if is_taken(name) { "" } else { name };
        let mut list = format!("::mlir::PatternRewriter &{}", own("rewriter"));
        let mut passed = "rewriter, results".to_owned();
        let mut taken = String::new();
        if has_list {
            let _ = write!(list, ", ::mlir::PDLResultList &{}", own("results"));
        }
        for (index, slot) in parameters.iter().enumerate() {
            let ty = parameter_type(slot);
            let name = slot.name.as_deref().filter(|name| *name != "_");
            let _ = write!(list, ", {ty} {}", name.unwrap_or_default());
            let _ = write!(taken, ", {ty} argument{index}");
            let _ = write!(passed, ", argument{index}");
        }
        // A block of its own, so that the code may use our names for its own.
        out.code(&format!("static {returned} code{number}({list}) {{ {{\n"));
        self.body(includes, out);
        out.frame(number);
        let needs_wrapper = has_list && !self.native.is_constraint;
        out.code(if needs_wrapper {
            "} return {}; }\n"
        } else {
            "} }\n"
        });
        if needs_wrapper {
            out.code(&format!(
                "static ::llvm::LogicalResult call{number}(::mlir::PatternRewriter &rewriter, \
                 ::mlir::PDLResultList &results{taken}) {{ return code{number}({passed}).give(results); }}\n"
            ));
        } else {
            out.code(&format!(
                "static constexpr auto call{number} = code{number};\n"
            ));
        }
    }

    /// Writes the code where the compiler takes it for the place in the pattern
    /// file. What it includes goes to the start of the file.
    fn body(&self, includes: &mut Writer, out: &mut Writer) {
        let NativeBody::Code { text, span, .. } = &self.native.body else {
            return;
        };
        let bracket = if self.sources.text(*span).starts_with("[{") {
            2
        } else {
            1
        };
        let start = self.sources.position(*span);
        let name = Path::new(self.file).file_name().unwrap_or_default();
        let place = format!("{}#{}", name.to_string_lossy(), self.number);
        out.place(start.line, &place);
        out.text.extend(std::iter::repeat_n(
            ' ',
            start.column as usize - 1 + bracket,
        ));
        for (line, number) in text.split('\n').zip(start.line..) {
            if is_include(line) {
                includes.place(number, &place);
                includes.code(&format!("{line}\n"));
                out.code("\n");
            } else {
                out.code(&format!("{line}\n"));
            }
        }
    }

    fn register(&self, out: &mut Writer) {
        let (word, results) = (
            match self.native.is_constraint {
                true => "constraint",
                false => "rewrite",
            },
            match &self.native.body {
                NativeBody::Code { results, .. } => results.as_slice(),
                NativeBody::Predicate { .. } => &[],
            },
        );
        let names: Vec<_> = results.iter().map(|slot| slot.ty.name()).collect();
        out.frame(self.number);
        out.code(&format!(
            "registry.{word}({:?}, call{}, {:?});\n",
            self.native.name.as_str(),
            self.number,
            names.join(", ")
        ));
    }
}

/// Whether a line of code includes a header.
fn is_include(line: &str) -> bool {
    let directive = line.trim_start().strip_prefix('#');
    directive.is_some_and(|rest| rest.trim_start().starts_with("include"))
}

fn cpp_type(ty: Type) -> &'static str {
    match ty {
        Type::Attribute => "::mlir::Attribute",
        Type::Operation => "::mlir::Operation *",
        Type::Type => "::mlir::Type",
        Type::TypeRange => "::mlir::TypeRange",
        Type::Value => "::mlir::Value",
        Type::ValueRange => "::mlir::ValueRange",
    }
}

fn parameter_type(slot: &CodeSlot) -> &str {
    match (slot.ty, &slot.class) {
        (Type::Attribute | Type::Operation | Type::Type, Some(class)) => class,
        (ty, _) => cpp_type(ty),
    }
}

/// Source, with and without its places.
#[derive(Default)]
struct Writer {
    text: String,
    identity: String,
}

impl Writer {
    fn code(&mut self, code: &str) {
        self.text.push_str(code);
        self.identity.push_str(code);
    }

    /// Says where the next line is from.
    fn place(&mut self, line: u32, file: &str) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        let file = file.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(self.text, "#line {line} \"{file}\"");
    }

    /// Says that the next line is ours.
    fn frame(&mut self, number: usize) {
        self.place(1, &format!("{FRAME}#{number}"));
    }

    fn append(&mut self, other: Writer) {
        self.text.push_str(&other.text);
        self.identity.push_str(&other.identity);
    }
}
