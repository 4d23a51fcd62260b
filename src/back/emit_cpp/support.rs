//! C++ functions that compiled patterns may need.
//!
//! They are functions of the shim. Their text becomes part of the generated
//! code, so that a program that contains patterns needs nothing of pdll.

use super::literal;
use crate::front::contract::{self, Division, GroupFunction, Layout};

/// The class of the results of native rewrites.
pub(crate) const RETURNED: &str = include_str!("../../../cpp-shim/embedded/Returned.inc");

/// The question whether something has a name.
pub(crate) const NAMED: &str = include_str!("../../../cpp-shim/embedded/Named.inc");

const GUARDS: &str = include_str!("../../../cpp-shim/embedded/Guards.inc");
const GROUPS: &str = include_str!("../../../cpp-shim/embedded/Groups.inc");
const PRESENCE: &str = include_str!("../../../cpp-shim/embedded/Presence.inc");
const PRESENT_GROUPS: &str = include_str!("../../../cpp-shim/embedded/PresentGroups.inc");

/// This declaration stands outside of the unnamed namespace; inside, it would
/// declare another function.
const LIBRARY_FUNCTION: &str = include_str!("../../../cpp-shim/embedded/LibraryFunction.inc");
const DISJUNCTION: &str = include_str!("../../../cpp-shim/embedded/Disjunction.inc");
const TYPE_PREDICATES: &str = include_str!("../../../cpp-shim/embedded/TypePredicates.inc");

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

/// Checks that C++ code of a pattern file finds the traits of MLIR: in every MLIR, a
/// module has no operands. See `pdll/TypeNames.h`.
const CHECK_NAMES: &str = r#"
static void checkTypeNames(::mlir::MLIRContext *context) {
  static const bool agrees =
      ::mlir::OperationName("builtin.module", context)
          .hasTrait<::mlir::OpTrait::ZeroOperands>();
  if (!agrees)
    ::llvm::report_fatal_error(
        "the compiler of this program spells the names of types differently "
        "from the one that built MLIR, so that C++ code in patterns would not "
        "find traits and element types; use clang++, or g++ with the option "
        "`-include pdll/TypeNames.h`");
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

/// Joins constraints of the file by `or`.
const JOIN: &str = r#"
static ::mlir::PDLConstraintFunction joinConstraints(
    ::mlir::MLIRContext *context,
    ::std::initializer_list<
        ::std::pair<const char *, ::mlir::PDLConstraintFunction>>
        constraints) {
  ::mlir::PDLConstraintFunction function;
  pdllJoinConstraints(context, constraints, function);
  return function;
}
"#;

/// What the functions about results that may not exist call.
const REPORT_MISSING: &str =
    "static ::llvm::LogicalResult reportMissing(::mlir::PatternRewriter &rewriter,
                                           ::mlir::Location place,
                                           const ::std::string &message) {
  if (rewriter.canRecoverFromRewriteFailure())
    return rewriter.notifyMatchFailure(place, message);
  ::mlir::emitError(place, message);
  return ::llvm::success();
}
";

/// The parts that patterns need.
#[derive(Default)]
pub(super) struct Support {
    names: bool,
    modules: bool,
    library: bool,
    joins: bool,
    types: bool,
    returned: bool,
    named: bool,
    guards: bool,
    groups: bool,
    presence: bool,
    present_groups: bool,
}

impl Support {
    /// Adds the function that reads patterns in the form of pdl.
    pub(super) fn require_modules(&mut self) {
        self.modules = true;
    }

    /// Adds the check of the names of types.
    pub(super) fn require_names(&mut self) {
        self.names = true;
    }

    /// The statement that runs this check, if it was added, for `patterns`.
    pub(super) fn check_names(&self) -> &'static str {
        if self.names {
            "  pdll_support::checkTypeNames(patterns.getContext());\n"
        } else {
            ""
        }
    }

    /// Adds the functions about results that may not exist.
    pub(super) fn require_presence(&mut self) {
        self.presence = true;
    }

    /// Adds the class of the results of native rewrites.
    pub(super) fn require_returned(&mut self) {
        self.returned = true;
    }

    /// Adds the question whether something has a name.
    pub(super) fn require_named(&mut self) {
        self.named = true;
    }

    /// Returns the C++ expression for `contract::ANY_OF` with constraints of the file:
    /// their names, and those of the functions that the run time calls.
    pub(super) fn join<'f>(
        &mut self,
        context: &str,
        constraints: impl Iterator<Item = (&'f str, &'f str)>,
    ) -> String {
        self.joins = true;
        self.types = true;
        let constraints: Vec<_> = constraints
            .map(|(name, function)| {
                let mut text = "{".to_owned();
                literal::string(&mut text, name.as_bytes());
                text + ", " + function + "}"
            })
            .collect();
        format!(
            "pdll_support::joinConstraints({context}, {{{}}})",
            constraints.join(", ")
        )
    }

    /// Returns the C++ expression, in a method of the patterns, for a native
    /// function of ours, and adds the text that it needs. Returns `None` for
    /// all other functions.
    ///
    /// # Panics
    ///
    /// If the shim reserved the name for a function that headers do not have.
    pub(super) fn function(&mut self, is_constraint: bool, name: &str) -> Option<String> {
        let guard = match name {
            contract::EQUAL => "areEqual",
            contract::DISTINCT => "areDistinct",
            contract::SURVIVES => "survives",
            contract::TYPE_OF => "getTypeOf",
            contract::TYPES_OF => "getTypesOf",
            contract::SEGMENT_SIZES => "getSegmentSizes",
            contract::BOUND_TYPES => "getBoundTypes",
            contract::EXISTING_RESULT => return Some(self.presence("Result")),
            contract::EXISTING_SINGLE_GROUP => return Some(self.presence("SingleGroup")),
            contract::EXISTING_RANGE_GROUP => return Some(self.presence("RangeGroup")),
            _ if name.starts_with(contract::LIBRARY_PREFIX) => {
                self.library = true;
                self.types |= needs_types(name);
                return Some(format!(
                    "pdll_support::getLibraryFunction(*this, {is_constraint}, \"{name}\")"
                ));
            }
            _ if name.starts_with(contract::RESERVED_PREFIX) => {
                let function = GroupFunction::parse(name)
                    .unwrap_or_else(|| panic!("headers have no function `{name}`"));
                self.groups = true;
                if !is_constraint {
                    self.presence = true;
                    self.present_groups = true;
                    return Some(format!(
                        "pdll_support::GetPresentGroup{{{}}}",
                        group(function)
                    ));
                }
                return Some(group(function));
            }
            _ => return None,
        };
        self.guards = true;
        Some(format!("pdll_support::{guard}"))
    }

    /// The expression for the function about a result that may not exist.
    fn presence(&mut self, access: &str) -> String {
        self.presence = true;
        format!("pdll_support::GetPresent{{pdll_support::Access::{access}}}")
    }

    /// The text of all parts that were added, and of others, in its namespace.
    pub(super) fn text(&self, others: &str) -> String {
        let mut text = String::new();
        if self.library {
            text.push_str(body(LIBRARY_FUNCTION));
            text.push('\n');
        }
        if self.joins {
            text.push_str(body(DISJUNCTION));
            text.push('\n');
        }
        if self.types {
            text.push_str(&offer_types());
        }
        text.push_str("namespace {\nnamespace pdll_support {\n");
        if self.names {
            text.push_str(CHECK_NAMES);
        }
        if self.modules {
            text.push_str(LOAD);
        }
        if self.library {
            text.push_str(LIBRARY);
        }
        if self.joins {
            text.push_str(JOIN);
        }
        let parts = [
            (self.returned, RETURNED),
            (self.named, NAMED),
            (self.guards, GUARDS),
            (self.groups, GROUPS),
            (self.presence, REPORT_MISSING),
            (self.presence, PRESENCE),
            (self.present_groups, PRESENT_GROUPS),
        ];
        for (_, part) in parts.iter().filter(|(is_needed, _)| *is_needed) {
            text.push('\n');
            text.push_str(body(part));
        }
        text.push_str(others);
        text.push_str("\n} // namespace pdll_support\n} // namespace\n\n");
        text
    }
}

/// Whether a function of the library needs the predicates of types. What joins
/// conditions by `or` may call them.
fn needs_types(name: &str) -> bool {
    name == contract::ANY_OF || name.starts_with(contract::TYPE_PREDICATES)
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

/// An embedded file without the comment at its start.
pub(super) fn body(file: &str) -> &str {
    file.split_once("\n\n").map_or(file, |(_, body)| body)
}

/// The expression for a function about groups.
fn group(function: GroupFunction<'_>) -> String {
    match function {
        GroupFunction::Group {
            index,
            layout,
            as_range,
        } => format!(
            "pdll_support::GetGroup{{{}, {index}, {as_range}}}",
            self::layout(layout)
        ),
        GroupFunction::Rest(layout) => {
            format!("pdll_support::IsRest{{{}}}", self::layout(layout))
        }
        GroupFunction::SingleSegments(layout) => {
            format!(
                "pdll_support::HasSingleSegments{{{}}}",
                self::layout(layout)
            )
        }
    }
}

fn layout(layout: Layout<'_>) -> String {
    let Layout {
        list,
        division,
        groups,
    } = layout;
    let division = match division {
        Division::Equal => "",
        Division::Segments => ", pdll_support::Division::Segments",
    };
    format!("{{pdll_support::List::{list:?}, \"{groups}\"{division}}}")
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
                "<pdll single segments of result segments 1*>",
                Some(
                    "pdll_support::HasSingleSegments{{pdll_support::List::Results, \"1*\", pdll_support::Division::Segments}}",
                ),
            ),
            (
                "<pdll existing result>",
                Some("pdll_support::GetPresent{pdll_support::Access::Result}"),
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
