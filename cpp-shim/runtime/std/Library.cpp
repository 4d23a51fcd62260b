// The standard library.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "std/Library.h"
#include "contract/Names.h"
#include "std/Interfaces.h"
#include "std/Parts.h"
#include "std/TraitNames.h"
#include "std/WrittenForm.h"
#include "support/WarningName.h"

#include <atomic>

using namespace mlir;
using namespace pdll;

/// Null until somebody offers the predicates of types, which any thread may do.
static std::atomic<void (*)(Natives &)> addOffered = nullptr;

void pdll::offer(void (*addTypeDefPredicates)(Natives &)) {
  addOffered = addTypeDefPredicates;
}

/// A table with the functions of all parts.
static const Natives *makeLibrary() {
  auto *natives = new Natives();
  addAttributeFunctions(*natives);
  addNumberFunctions(*natives);
  addConstantFunctions(*natives);
  addTypeFunctions(*natives);
  addPredicates(*natives);
  addWrittenTypePredicates(*natives);
  addShapeFunctions(*natives);
  addPermutationFunctions(*natives);
  addUseFunctions(*natives);
  addRangeFunctions(*natives);
  addOperationFunctions(*natives);
  addRegionFunctions(*natives);
  addLocationFunctions(*natives);
  addSymbolFunctions(*natives);
  return natives;
}

static const Natives *makeOffered(void (*add)(Natives &)) {
  auto *natives = new Natives();
  add(*natives);
  return natives;
}

SmallVector<const Natives *, 3>
pdll::getStandardLibrary(std::optional<StringRef> name) {
  if (name && !name->starts_with(PDLL_LIBRARY_PREFIX))
    return {};
  static const Natives *library = makeLibrary();
  SmallVector<const Natives *, 3> libraries = {library};
  if (auto *add = addOffered.load()) {
    static const Natives *offered = makeOffered(add);
    libraries.push_back(offered);
  }
  return libraries;
}

/// The string that a call passes, or null if only a match will tell.
static StringAttr getString(Value argument) {
  auto attribute = argument.getDefiningOp<pdl::AttributeOp>();
  return attribute ? dyn_cast_if_present<StringAttr>(attribute.getValueAttr())
                   : StringAttr();
}

/// Loads the dialect of a type that a function makes, which is named after its
/// class. MLIR ends the process if the dialect is not there.
static void loadDialectOfType(MLIRContext *context, StringRef function) {
  if (!function.consume_front(PDLL_LIBRARY_PREFIX "mlir::"))
    return;
  auto [dialect, name] = function.split("::");
  if (!name.empty())
    context->getOrLoadDialect(dialect.lower());
}

/// Loads the dialect of a type or attribute that a function writes, if there is
/// one.
static void loadDialectOfForm(OperandRange arguments) {
  auto constant = arguments.empty()
                      ? pdl::AttributeOp()
                      : arguments.front().getDefiningOp<pdl::AttributeOp>();
  auto form = constant ? dyn_cast_if_present<ArrayAttr>(constant.getValueAttr())
                       : ArrayAttr();
  if (form)
    form.getContext()->getOrLoadDialect(
        WrittenForm(form).getName().split('.').first);
}

static bool isWritten(StringRef function) {
  return function.consume_front(PDLL_LIBRARY_PREFIX "Written") &&
         (function.ends_with("_evaluate") || function.ends_with("_make"));
}

/// The name that a call of a constraint on an operation passes.
static StringAttr getName(pdl::ApplyNativeConstraintOp call) {
  return call.getArgs().size() == 2 ? getString(call.getArgs()[1])
                                    : StringAttr();
}

/// Whether a constraint takes the name of an operation.
static bool takesOperationName(StringRef function) {
  return function.consume_front(PDLL_LIBRARY_PREFIX) &&
         (function == "HasParent" || function == "HasAncestor" ||
          function == "UsedOnlyByOpsNamed");
}

void pdll::loadDialectsOfLibrary(ModuleOp patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.walk([&](pdl::ApplyNativeConstraintOp call) {
    loadDialectOfType(context, call.getName());
    if (isWritten(call.getName()))
      loadDialectOfForm(call.getArgs());
    StringAttr name = getName(call);
    if (name && takesOperationName(call.getName()))
      context->getOrLoadDialect(name.getValue().split('.').first);
  });
  patterns.walk([&](pdl::ApplyNativeRewriteOp call) {
    loadDialectOfType(context, call.getName());
    if (isWritten(call.getName()))
      loadDialectOfForm(call.getArgs());
    if (call.getName() == PDLL_LIBRARY_PREFIX "MaterializeConstant")
      context->getOrLoadDialect("arith");
    if (call.getName() != PDLL_LIBRARY_PREFIX "CreateWithRegions" ||
        call.getArgs().empty())
      return;
    if (StringAttr name = getString(call.getArgs().front()))
      context->getOrLoadDialect(name.getValue().split('.').first);
  });
}

static LogicalResult checkInterface(StringAttr name, Location loc) {
  if (isInterface(name))
    return success();
  InFlightDiagnostic error = emitError(loc, "`")
                             << name.getValue()
                             << "` is not one of the interfaces of MLIR";
  StringRef closest = getClosestInterface(name);
  if (!closest.empty())
    error << "; did you mean `" << closest << "`?";
  return error;
}

/// A trait that is not MLIR's may be that of another project, so this only
/// warns if the name is close to one of MLIR's.
static void warnOfTrait(StringAttr name, Location loc) {
  StringRef closest = getClosestTrait(name);
  if (!closest.empty() && closest != name.getValue())
    emitNamedWarning(loc, PDLL_WARNING_NEVER_MATCHES)
        << "nothing matches `mlir::OpTrait::" << name.getValue()
        << "`, unless there is such a trait; did you mean `" << closest << "`?";
}

LogicalResult pdll::checkLibraryCalls(ModuleOp patterns) {
  LogicalResult result = success();
  patterns.walk([&](pdl::ApplyNativeConstraintOp call) {
    StringAttr name = getName(call);
    if (!name)
      return;
    if (call.getName() == PDLL_LIBRARY_PREFIX "HasInterface" &&
        failed(checkInterface(name, call.getLoc())))
      result = failure();
    if (call.getName() == PDLL_LIBRARY_PREFIX "HasTrait" &&
        !call.getIsNegated())
      warnOfTrait(name, call.getLoc());
  });
  return result;
}

bool pdll::areCallsChecked(StringRef function) {
  if (isWritten(function) || takesOperationName(function))
    return true;
  return function.consume_front(PDLL_LIBRARY_PREFIX) &&
         (function.starts_with("mlir::") ||
          llvm::is_contained({"CreateWithRegions", "HasInterface", "HasTrait",
                              "MaterializeConstant"},
                             function));
}
