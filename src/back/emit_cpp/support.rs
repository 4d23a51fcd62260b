//! The support code that a header needs.
//!
//! It is code of the shim. Its text becomes part of the generated code, so that a program
//! that contains patterns needs nothing of pdll. Who writes code that mentions a part
//! requires it.

use crate::front::contract;
use std::collections::BTreeSet;

/// The class of the results of native rewrites.
pub(crate) const RETURNED: &str = include_str!("../../../cpp-shim/embedded/Returned.inc");

/// The question whether something has a name.
pub(crate) const NAMED: &str = include_str!("../../../cpp-shim/embedded/Named.inc");

const TYPE_PREDICATES: &str = include_str!("../../../cpp-shim/embedded/TypePredicates.inc");

/// Reads the patterns of MLIR's interpreter.
const LOAD: &str = r#"/// Reads patterns from valid bytecode. `file` is the file that they are from.
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

/// Checks that C++ code of a pattern file finds the traits of MLIR: in every MLIR, a
/// module has no operands. See `pdll/TypeNames.h`.
const CHECK_NAMES: &str = r#"static void checkTypeNames(::mlir::MLIRContext *context) {
  static const bool agrees =
      ::mlir::OperationName("builtin.module", context)
          .hasTrait<::mlir::OpTrait::ZeroOperands>();
  if (!agrees)
    ::llvm::report_fatal_error(
        "the compiler of this program spells the names of types differently "
        "from the one that built MLIR, so that C++ code in patterns would not "
#if defined(__clang__)
        "find traits and element types; use g++");
#else
        "find traits and element types; use clang++, or g++ with the option "
        "`-include pdll/TypeNames.h`");
#endif
}
"#;

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

/// Joins constraints by `or`.
const JOIN: &str = r#"static ::mlir::PDLConstraintFunction joinConstraints(
    ::mlir::MLIRContext *context,
    ::std::initializer_list<
        ::std::pair<const char *, ::mlir::PDLConstraintFunction>>
        constraints) {
  ::mlir::PDLConstraintFunction function;
  pdllJoinConstraints(context, constraints, function);
  return function;
}
"#;

/// Only patterns that create structured operations need this header. Like the others, the
/// program includes it, because it may include ours inside a namespace.
const STRUCTURED: &str = r#"#ifndef MLIR_DIALECT_LINALG_IR_LINALGINTERFACES_H_
#error "patterns create structured operations: include mlir/Dialect/Linalg/IR/LinalgInterfaces.h before this header"
#endif
"#;

/// A part of the support, after those that it uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// The check of the names of types, for C++ code of pattern files.
    TypeNames,
    /// Patterns for MLIR's interpreter.
    Modules,
    /// Predicates of types, which functions of the library may ask.
    TypePredicates,
    Library,
    Join,
    Returned,
    Named,
    Guards,
    Patterns,
    Matching,
    Bodies,
    Layout,
    Groups,
    Calls,
    Erased,
    Registered,
    Regions,
    ImpliedBlocks,
    StructuredBody,
    Creation,
    Inference,
    Building,
    Presence,
    Missing,
    MissingGroups,
    Dispatch,
}

/// The text of a part.
struct Text {
    /// Declarations outside of the unnamed namespace; inside, they would declare other
    /// functions.
    outside: &'static str,
    inside: &'static str,
    /// The parts that it uses directly.
    uses: &'static [Part],
}

/// A file of the folder `embedded`.
macro_rules! embedded {
    ($name:literal) => {
        include_str!(concat!("../../../cpp-shim/embedded/", $name, ".inc"))
    };
}

impl Part {
    fn text(self) -> Text {
        let (outside, inside, uses): (_, _, &[Part]) = match self {
            Part::TypeNames => ("", CHECK_NAMES, &[]),
            Part::Modules => ("", LOAD, &[]),
            Part::TypePredicates => ("", "", &[]),
            Part::Library => (embedded!("NativeLibrary"), LIBRARY, &[]),
            Part::Join => (embedded!("Disjunction"), JOIN, &[Part::TypePredicates]),
            Part::Returned => ("", RETURNED, &[]),
            Part::Named => ("", NAMED, &[]),
            Part::Guards => ("", embedded!("Guards"), &[]),
            Part::Patterns => ("", embedded!("NativePatterns"), &[]),
            Part::Matching => ("", embedded!("NativeMatching"), &[]),
            Part::Bodies => ("", embedded!("NativeBodies"), &[]),
            Part::Layout => ("", embedded!("Layout"), &[]),
            Part::Groups => ("", embedded!("NativeGroups"), &[Part::Layout]),
            Part::Calls => ("", embedded!("NativeCalls"), &[]),
            Part::Erased => ("", embedded!("NativeErased"), &[Part::Calls]),
            Part::Registered => ("", embedded!("NativeRegistered"), &[]),
            Part::Regions => ("", embedded!("Regions"), &[]),
            Part::ImpliedBlocks => ("", embedded!("ImpliedBlocks"), &[Part::Regions]),
            Part::StructuredBody => (STRUCTURED, embedded!("StructuredBody"), &[Part::Regions]),
            Part::Creation => ("", embedded!("NativeCreation"), &[Part::Regions]),
            Part::Inference => (
                "",
                embedded!("NativeInference"),
                &[Part::Calls, Part::Creation],
            ),
            Part::Building => (
                "",
                embedded!("NativeRegions"),
                &[Part::Calls, Part::Creation],
            ),
            Part::Presence => ("", embedded!("Presence"), &[]),
            Part::Missing => ("", embedded!("NativePresence"), &[Part::Presence]),
            Part::MissingGroups => (
                "",
                embedded!("NativePresentGroups"),
                &[Part::Missing, Part::Groups],
            ),
            Part::Dispatch => ("", embedded!("NativeDispatch"), &[Part::Patterns]),
        };
        Text {
            outside,
            inside,
            uses,
        }
    }
}

/// The parts that code needs, with those that they use.
#[derive(Debug, Default)]
pub(super) struct Support {
    parts: BTreeSet<Part>,
}

impl Support {
    pub(super) fn require(&mut self, part: Part) {
        if self.parts.insert(part) {
            for used in part.text().uses {
                self.require(*used);
            }
        }
    }

    pub(super) fn require_all(&mut self, of: &Support) {
        self.parts.extend(&of.parts);
    }

    /// Requires what a function of the library needs.
    pub(super) fn require_library(&mut self, name: &str) {
        self.require(Part::Library);
        // What joins conditions by `or` may ask predicates.
        if name == contract::ANY_OF || name.starts_with(contract::TYPE_PREDICATES) {
            self.require(Part::TypePredicates);
        }
    }

    pub(super) fn has(&self, part: Part) -> bool {
        self.parts.contains(&part)
    }

    /// The statement that checks the names of types for `patterns`, if that is required.
    pub(super) fn check_names(&self) -> &'static str {
        match self.has(Part::TypeNames) {
            true => "  pdll_support::checkTypeNames(patterns.getContext());\n",
            false => "",
        }
    }

    /// The text of the parts.
    pub(super) fn text(&self) -> String {
        let mut outside = String::new();
        let mut inside = String::new();
        for part in &self.parts {
            let text = part.text();
            append(&mut outside, text.outside);
            append(&mut inside, text.inside);
        }
        if self.has(Part::TypePredicates) {
            outside += &offer_types();
        }
        format!(
            "{outside}namespace {{\nnamespace pdll_support {{\n{inside}\n\
             }} // namespace pdll_support\n}} // namespace\n\n"
        )
    }
}

fn append(text: &mut String, part: &str) {
    if !part.is_empty() {
        text.push('\n');
        text.push_str(body(part));
    }
}

/// What lets the library have the predicates of types, before anything asks for them.
/// Code may contain it several times.
pub(crate) fn offer_types() -> String {
    let declaration = body(TYPE_PREDICATES);
    format!(
        "#ifndef PDLL_OFFERS_TYPE_PREDICATES\n#define PDLL_OFFERS_TYPE_PREDICATES\n{declaration}\
         [[maybe_unused]] static const bool pdllOffersTypePredicates =\n    \
         (pdllOfferTypePredicates(), true);\n#endif\n\n"
    )
}

/// A text without the comment at the start of its file.
fn body(text: &str) -> &str {
    const END: &str = "WITH LLVM-exception\n\n";
    text.split_once(END).map_or(text, |(_, body)| body)
}
