// The regions that the definition of an operation implies.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/ImpliedRegions.h"
#include "support/DefinedRegions.h"
#include "support/Traits.h"

// What MLIR calls an interface is its name. So asking for this one needs nothing
// of the dialect, which programs need not have.
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace pdll;

namespace {
using pdll::Regions;
#include "embedded/ImpliedBlocks.inc"
#include "embedded/StructuredBody.inc"
} // namespace

/// The entry of an operation in one of the tables, or null.
template <typename Entry>
static const Entry *findEntry(ArrayRef<Entry> table, StringRef operation) {
  const Entry *entry =
      llvm::lower_bound(table, operation, [](const Entry &entry, StringRef op) {
        return StringRef(entry.operation) < op;
      });
  return entry != table.end() && entry->operation == operation ? entry
                                                               : nullptr;
}

/// A structured operation either has a function that builds its body, or takes
/// any body.
static std::optional<ImpliedRegions>
getStructured(linalg::LinalgOp::Concept *interface, OperationName name) {
  if (!interface->getRegionBuilder())
    return std::nullopt;
  ImpliedRegions implied;
  implied.ends = {nullptr};
  implied.isStructured = true;
  if (auto *known = findEntry(getStructuredOperands(), name.getStringRef()))
    implied.numOperands = known->count;
  return implied;
}

/// Whether a terminator of that name can end a block alone, if its only region has an
/// empty block.
static bool isCompleteEnd(StringRef end, MLIRContext *context) {
  auto name = RegisteredOperationName::lookup(end, context);
  return name && getFixedNumOperands(*name).value_or(0) == 0 &&
         (hasZeroRegions(*name) || hasVariadicRegions(*name) ||
          (getFixedNumRegions(*name) == 1 && hasNoTerminator(*name)));
}

static std::optional<ImpliedRegions> getDefined(const DefinedRegions &defined,
                                                MLIRContext *context) {
  if (*defined.end && !isCompleteEnd(defined.end, context))
    return std::nullopt;
  ImpliedRegions implied;
  for (const char *region = defined.regions; *region; ++region)
    implied.ends.push_back(*region == 'b' ? defined.end : nullptr);
  return implied;
}

std::optional<ImpliedRegions>
pdll::findImpliedRegions(OperationName operation) {
  MLIRContext *context = operation.getContext();
  std::optional<RegisteredOperationName> name = operation.getRegisteredInfo();
  if (!name || !canQueryTraits(context) || hasZeroRegions(*name) ||
      hasVariadicRegions(*name))
    return ImpliedRegions();
  if (auto *interface = name->getInterface<linalg::LinalgOp>())
    return getStructured(interface, *name);
  // The arguments of a body are what a loop iterates over.
  if (name->hasInterface<LoopLikeOpInterface>())
    return std::nullopt;
  if (auto *known = findEntry(getDefinedRegions(), name->getStringRef()))
    return getDefined(*known, context);
  std::optional<unsigned> count = getFixedNumRegions(*name);
  if (!count)
    return std::nullopt;
  ImpliedRegions implied;
  // Without a body, a function is a declaration.
  if (name->hasInterface<FunctionOpInterface>())
    implied.ends.assign(*count, nullptr);
  else if (isSingleBlock(*name) && hasNoTerminator(*name))
    implied.ends.assign(*count, "");
  else
    return std::nullopt;
  return implied;
}

StringRef pdll::findImpliedEnd(OperationName name) {
  auto *known = name.isRegistered()
                    ? findEntry(getDefinedRegions(), name.getStringRef())
                    : nullptr;
  return known && *known->end && isCompleteEnd(known->end, name.getContext())
             ? known->end
             : "";
}

Regions pdll::makeRegions(const ImpliedRegions &implied,
                          MLIRContext *context) {
  return implied.isStructured ? structuredBody(implied.numOperands)
                              : impliedBlocks(context, implied.ends);
}
