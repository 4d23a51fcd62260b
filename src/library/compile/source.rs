//! Native functions as C++ source.

use super::Definition;
use crate::{
    base::source::SourceMap,
    code::text::function::{self, Function},
    code::text::writer::{Own, Writer},
    front::hir::{Native, NativeBody},
};
use std::path::Path;

/// A C++ file that registers native functions.
pub(super) struct Unit {
    /// What the compiler reads.
    pub(super) text: String,
    /// The same text without places. If it is equal for two units, so is the
    /// compiled code.
    pub(super) identity: String,
    /// Whether the code includes headers.
    pub(super) has_includes: bool,
}

/// The name of places in the code that we add, in messages of the compiler. The
/// number of the definition follows after a `#`.
pub(super) const FRAME: &str = "<pdll>";

/// Turns the functions of `definitions` into a library of native functions.
pub(super) fn library(definitions: &[Definition], sources: &SourceMap) -> Unit {
    let (mut unit, registrations) = functions(definitions, sources);
    unit.code("PDLL_NATIVE_FUNCTIONS(registry) {\n");
    unit.append(registrations);
    unit.code("}\n");
    let (text, identity) = unit.finish();
    Unit {
        text,
        identity,
        has_includes: definitions
            .iter()
            .any(|definition| function::has_includes(&definition.native)),
    }
}

/// Writes the functions of `definitions`. Returns them, and the code that
/// registers them with `registry`.
pub(super) fn functions(definitions: &[Definition], sources: &SourceMap) -> (Writer, Writer) {
    let writer = || Writer::new(Own::Functions(FRAME));
    let (mut unit, mut functions, mut registrations) = (writer(), writer(), writer());
    for (number, Definition { native, file, .. }) in definitions.iter().enumerate() {
        let file = Path::new(file).file_name().unwrap_or_default();
        let function = Function {
            native,
            number,
            name: &format!("code{number}"),
            file: &format!("{}#{number}", file.to_string_lossy()),
            support: "::pdll",
            sources,
        };
        function.includes(&mut unit);
        functions.own(number);
        function.define(&mut functions);
        register(&function, &mut functions, &mut registrations);
    }
    unit.append(functions);
    (unit, registrations)
}

/// Registers a function, or a wrapper that passes its results on.
fn register(function: &Function<'_>, functions: &mut Writer, out: &mut Writer) {
    let Function { native, number, .. } = *function;
    let results = results(native);
    if let NativeBody::Code { parameters, .. } = &native.body
        && !results.is_empty()
        && !native.is_constraint
    {
        let (mut taken, mut passed) = (String::new(), String::new());
        for (index, slot) in parameters.iter().enumerate() {
            taken += &format!(", {} argument{index}", function::parameter_class(slot));
            passed += &format!(", argument{index}");
        }
        functions.code(&format!(
            "static ::llvm::LogicalResult call{number}(::mlir::PatternRewriter &rewriter, \
             ::mlir::PDLResultList &results{taken}) {{ \
             return code{number}(rewriter, results{passed}).give(results); }}\n"
        ));
    } else {
        functions.code(&format!(
            "static constexpr auto call{number} = code{number};\n"
        ));
    }
    let word = if native.is_constraint {
        "constraint"
    } else {
        "rewrite"
    };
    out.own(number);
    out.code(&format!(
        "registry.{word}({:?}, call{number}, {:?});\n",
        native.name.as_str(),
        results.join(", ")
    ));
}

fn results(native: &Native) -> Vec<&'static str> {
    match &native.body {
        NativeBody::Code { results, .. } => results.iter().map(|slot| slot.ty.name()).collect(),
        NativeBody::Predicate { .. } => Vec::new(),
    }
}
