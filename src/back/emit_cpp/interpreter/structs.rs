//! Structs that hold patterns.

use crate::code::text::literal::{bytes, string};
use std::fmt::Write;

/// Patterns that become a `PDLPatternModule`.
pub(super) struct Struct<'a> {
    /// The name of the struct.
    pub(super) name: &'a str,
    /// The comment above the struct.
    pub(super) comment: &'a str,
    /// A module of the patterns.
    pub(super) bytecode: &'a [u8],
    /// The native functions that they call.
    pub(super) natives: &'a [Entry],
    /// The file that the patterns are from.
    pub(super) file: &'a str,
}

/// A native function that patterns call.
pub(super) struct Entry {
    pub(super) is_constraint: bool,
    /// The name under which patterns call it.
    pub(super) name: String,
    /// A C++ expression for the function.
    pub(super) function: String,
}

impl Struct<'_> {
    /// The C++ text of the struct.
    pub(super) fn text(&self) -> String {
        let Struct { name, comment, .. } = self;
        let mut text = format!(
            "/// {comment}\n\
             struct {name} : ::mlir::PDLPatternModule {{\n  \
             template <typename... ConfigsT>\n  \
             {name}(::mlir::MLIRContext *context, ConfigsT &&...configs)\n      \
             : ::mlir::PDLPatternModule(\n            \
             pdll_support::load(context, ::llvm::StringRef("
        );
        bytes(&mut text, self.bytecode);
        let _ = write!(text, ", {}), ", self.bytecode.len());
        string(&mut text, self.file.as_bytes());
        text.push_str("),\n            ::std::forward<ConfigsT>(configs)...) {\n");
        for entry in self.natives {
            let word = if entry.is_constraint {
                "Constraint"
            } else {
                "Rewrite"
            };
            let _ = write!(text, "    register{word}Function(");
            string(&mut text, entry.name.as_bytes());
            let _ = writeln!(text, ", {});", entry.function);
        }
        text.push_str("  }\n};\n\n");
        text
    }
}
