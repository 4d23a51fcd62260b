//! C++ functions that compiled patterns may need.
//!
//! They are functions of the shim. Their text becomes part of the generated
//! code, so that a program that contains patterns needs nothing of pdll.

/// The class of the results of native rewrites.
pub(crate) const RETURNED: &str = include_str!("../../cpp-shim/embedded/Returned.inc");

const GUARDS: &str = include_str!("../../cpp-shim/embedded/Guards.inc");
const GROUPS: &str = include_str!("../../cpp-shim/embedded/Groups.inc");

/// This declaration stands outside of the unnamed namespace; inside, it would
/// declare another function.
const LIBRARY_FUNCTION: &str = include_str!("../../cpp-shim/embedded/LibraryFunction.inc");

/// Reads the patterns.
const LOAD: &str = r#"
/// Reads patterns from valid bytecode. `file` is the file that they are from.
[[maybe_unused]] static ::mlir::OwningOpRef<::mlir::ModuleOp>
load(::mlir::MLIRContext *context, ::llvm::StringRef bytecode,
     const char *file) {
  ::mlir::ParserConfig config(context, /*verifyAfterParse=*/false);
  auto module = ::mlir::parseSourceString<::mlir::ModuleOp>(bytecode, config, file);
  if (!module)
    ::llvm::report_fatal_error(
        ::llvm::Twine("cannot load the patterns of ") + file +
        "; the dialect `pdl` and the dialects of their literals must be "
        "registered");
  return module;
}
"#;

/// Gets functions of the standard library from the archive that pdll installs.
const LIBRARY: &str = r#"
static ::mlir::PDLConstraintFunction
getLibraryFunction(::mlir::PDLPatternModule &patterns, bool isConstraint,
                   const char *name) {
  ::mlir::PDLConstraintFunction function;
  pdllGetLibraryFunction(patterns, isConstraint, name, function);
  return function;
}
"#;

/// The parts that patterns need.
#[derive(Default)]
pub(super) struct Support {
    library: bool,
    returned: bool,
    guards: bool,
    groups: bool,
}

impl Support {
    /// Adds the class of the results of native rewrites.
    pub(super) fn require_returned(&mut self) {
        self.returned = true;
    }

    /// Returns the C++ expression, in a method of the patterns, for a native
    /// function of ours, and adds the text that it needs. Returns `None` for
    /// all other functions.
    pub(super) fn function(&mut self, is_constraint: bool, name: &str) -> Option<String> {
        let guard = match name {
            "<pdll equal>" => "areEqual",
            "<pdll distinct operations>" => "areDistinct",
            "<pdll surviving value>" => "survives",
            "pdll.type_of" => "getTypeOf",
            "pdll.types_of" => "getTypesOf",
            "pdll.segment_sizes" => "getSegmentSizes",
            _ if name.starts_with("pdll.") => {
                self.library = true;
                return Some(format!(
                    "pdll_support::getLibraryFunction(*this, {is_constraint}, \"{name}\")"
                ));
            }
            _ => {
                let group = group(name)?;
                self.groups = true;
                return Some(group);
            }
        };
        self.guards = true;
        Some(format!("pdll_support::{guard}"))
    }

    /// The text of all parts that were added, in its namespace.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        if self.library {
            text.push_str(body(LIBRARY_FUNCTION));
            text.push('\n');
        }
        text.push_str("namespace {\nnamespace pdll_support {\n");
        text.push_str(LOAD);
        if self.library {
            text.push_str(LIBRARY);
        }
        let parts = [
            (self.returned, RETURNED),
            (self.guards, GUARDS),
            (self.groups, GROUPS),
        ];
        for (_, part) in parts.iter().filter(|(is_needed, _)| *is_needed) {
            text.push('\n');
            text.push_str(body(part));
        }
        text.push_str("\n} // namespace pdll_support\n} // namespace\n\n");
        text
    }
}

/// An embedded file without the comment at its start.
fn body(file: &str) -> &str {
    file.split_once("\n\n").map_or(file, |(_, body)| body)
}

/// The expression for a function about groups. Its name, which `Groups.cpp`
/// makes, contains all that it depends on.
fn group(name: &str) -> Option<String> {
    let inner = name.strip_prefix("<pdll ")?.strip_suffix('>')?;
    let layout = |text: &str| {
        let (list, groups) = text.split_once(' ')?;
        let list = match list {
            "operands" => "Operands",
            _ => "Results",
        };
        Some(format!("{{pdll_support::List::{list}, \"{groups}\"}}"))
    };
    if let Some(rest) = inner.strip_prefix("group ") {
        let (index, rest) = rest.split_once(" of ")?;
        let range = rest.strip_suffix(" as range");
        let layout = layout(range.unwrap_or(rest))?;
        let is_range = range.is_some();
        return Some(format!(
            "pdll_support::GetGroup{{{layout}, {index}, {is_range}}}"
        ));
    }
    if let Some(rest) = inner.strip_prefix("rest of ") {
        return Some(format!("pdll_support::IsRest{{{}}}", layout(rest)?));
    }
    let rest = inner.strip_prefix("single segments of ")?;
    Some(format!(
        "pdll_support::HasSingleSegments{{{}}}",
        layout(rest)?
    ))
}

#[cfg(test)]
mod tests {
    use super::Support;

    #[test]
    fn names_say_which_function() {
        for (name, expression) in [
            ("<pdll equal>", Some("pdll_support::areEqual")),
            (
                "<pdll group 1 of operands *1>",
                Some("pdll_support::GetGroup{{pdll_support::List::Operands, \"*1\"}, 1, false}"),
            ),
            (
                "<pdll group 0 of results 1*1 as range>",
                Some("pdll_support::GetGroup{{pdll_support::List::Results, \"1*1\"}, 0, true}"),
            ),
            (
                "<pdll rest of operands 1*>",
                Some("pdll_support::IsRest{{pdll_support::List::Operands, \"1*\"}}"),
            ),
            (
                "pdll.HasOneUse",
                Some("pdll_support::getLibraryFunction(*this, true, \"pdll.HasOneUse\")"),
            ),
            ("mine", None),
        ] {
            let function = Support::default().function(true, name);
            assert_eq!(function.as_deref(), expression);
        }
    }
}
