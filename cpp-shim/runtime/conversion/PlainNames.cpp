// What a plain conversion does with operations, by their names.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "conversion/PlainNames.h"
#include "engine/BoundProgram.h"
#include "support/Traits.h"

using namespace mlir;
using namespace pdll;

using Action = ConversionTarget::LegalizationAction;

static PlainName::Legality getLegality(const ConversionTarget &target,
                                       OperationName name) {
  std::optional<Action> action = target.getOpAction(name);
  if (!action)
    return PlainName::Unknown;
  switch (*action) {
  case Action::Legal:
    return PlainName::Legal;
  case Action::Dynamic:
    return PlainName::Dynamic;
  case Action::Illegal:
    return PlainName::Illegal;
  }
  llvm_unreachable("these are all");
}

PlainName PlainNames::compute(Operation *op) {
  PlainName name;
  name.legality = getLegality(conversion.target, op->getName());
  name.mayFold = mayFold(op);
  name.hasPatterns = engine.hasRoot(op->getName());
  name.isPlain = engine.isPlain(op->getName()) && getDepth(op->getName());
  name.stays = name.legality == PlainName::Legal ||
               (name.legality == PlainName::Unknown && !name.mayFold &&
                !name.hasPatterns && conversion.mode == PdllConversionPartial);
  return name;
}

/// A dialect may fold operations that it does not define.
bool PlainNames::mayFold(Operation *op) const {
  return folds && (op->isRegistered() ? !isConstantLike(op->getName())
                                      : op->getDialect() != nullptr);
}

PlainNames::Depth PlainNames::getDepth(OperationName name) {
  if (getLegality(conversion.target, name) == PlainName::Legal)
    return 0;
  // Whoever asks for it in between has found a circle.
  auto [found, isNew] = depths.try_emplace(name, std::nullopt);
  if (!isNew || numAsked == maxPlainDepth)
    return found->second;
  ++numAsked;
  Depth depth = computeDepth(name);
  --numAsked;
  depths[name] = depth;
  return depth;
}

/// MLIR tries patterns with a smaller depth first, whatever their ranks are.
PlainNames::Depth PlainNames::computeDepth(OperationName name) {
  Depth first, last;
  for (uint32_t rank : engine.getRanks(name)) {
    Depth depth = computeDepth(engine.getProgram().patterns[rank]);
    if (!depth || (last && *depth < *last))
      return std::nullopt;
    last = depth;
    if (!first)
      first = depth;
  }
  return first.value_or(0);
}

PlainNames::Depth PlainNames::computeDepth(const BoundPattern &pattern) {
  unsigned depth = 1;
  for (StringRef created : pattern.created) {
    Depth ofCreated = getDepth(OperationName(created, conversion.context));
    if (!ofCreated)
      return std::nullopt;
    depth = std::max(depth, *ofCreated + 1);
  }
  return depth;
}
