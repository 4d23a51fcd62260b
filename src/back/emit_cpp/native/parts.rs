//! The support that the code of patterns needs.

use crate::{
    back::emit_cpp::support::{body, offer_types},
    front::contract::{ANY_OF, TYPE_PREDICATES},
};

const PATTERNS: &str = include_str!("../../../../cpp-shim/embedded/NativePatterns.inc");
const MATCHING: &str = include_str!("../../../../cpp-shim/embedded/NativeMatching.inc");
const LAYOUT: &str = include_str!("../../../../cpp-shim/embedded/Layout.inc");
const GROUPS: &str = include_str!("../../../../cpp-shim/embedded/NativeGroups.inc");
const CALLS: &str = include_str!("../../../../cpp-shim/embedded/NativeCalls.inc");
const CREATION: &str = include_str!("../../../../cpp-shim/embedded/NativeCreation.inc");
const INFERENCE: &str = include_str!("../../../../cpp-shim/embedded/NativeInference.inc");
const PRESENCE: &str = include_str!("../../../../cpp-shim/embedded/NativePresence.inc");
const PRESENT_GROUPS: &str = include_str!("../../../../cpp-shim/embedded/NativePresentGroups.inc");
const DISPATCH: &str = include_str!("../../../../cpp-shim/embedded/NativeDispatch.inc");

/// This declaration stands outside of the unnamed namespace; inside, it would declare
/// another function.
const LIBRARY_FUNCTION: &str = include_str!("../../../../cpp-shim/embedded/NativeLibrary.inc");

/// Gets functions of the standard library from the archive that pdll installs.
const LIBRARY: &str = r#"static ::mlir::PDLConstraintFunction
findFunction(::mlir::MLIRContext *context, bool isConstraint, const char *name,
             ::std::initializer_list<::llvm::StringRef> dialects) {
  for (::llvm::StringRef dialect : dialects)
    context->getOrLoadDialect(dialect);
  ::mlir::PDLConstraintFunction function;
  pdllFindLibraryFunction(isConstraint, name, function);
  return function;
}
"#;

/// Parts, after those that they use, and what only code mentions that needs them.
const PARTS: [(&str, &[&str]); 11] = [
    (PATTERNS, &["NativePattern"]),
    (MATCHING, &["NativePattern"]),
    (LAYOUT, &["Layout"]),
    (GROUPS, &["Layout"]),
    (CALLS, &["call(", "Results", "failRewrite", "inferTypes"]),
    (CREATION, &["Template", "create(", "join", "inferTypes"]),
    (INFERENCE, &["inferTypes"]),
    (PRESENCE, &["take"]),
    (PRESENT_GROUPS, &["takeGroup"]),
    (DISPATCH, &["Dispatcher"]),
    (LIBRARY, &["findFunction"]),
];

/// The parts in the namespace of the support, for this code.
pub(super) fn inside(code: &str) -> String {
    let mut text = String::new();
    for (part, names) in PARTS {
        let mentions = |name: &&str| code.contains(&format!("pdll_support::{name}"));
        if names.iter().any(mentions) {
            text.push('\n');
            text.push_str(if part == LIBRARY { part } else { body(part) });
        }
    }
    text
}

/// The declarations outside of all namespaces, for this code.
pub(super) fn outside(code: &str) -> String {
    if !code.contains("pdll_support::findFunction") {
        return String::new();
    }
    let text = format!("{}\n", body(LIBRARY_FUNCTION));
    let needs_types = [TYPE_PREDICATES, ANY_OF];
    match needs_types
        .iter()
        .any(|name| code.contains(&format!("\"{name}")))
    {
        true => text + &offer_types(),
        false => text,
    }
}
