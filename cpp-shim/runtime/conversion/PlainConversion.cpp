// Conversions that need no way back.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "conversion/PlainConversion.h"
#include "contract/Names.h"
#include "conversion/Leftovers.h"
#include "conversion/PlainNames.h"
#include "conversion/PlainRun.h"
#include "engine/Matcher.h"
#include "support/OperationPrefetch.h"

#include "mlir/IR/Iterators.h"

using namespace mlir;
using namespace pdll;

namespace {

/// What became of an operation.
enum class Outcome {
  Legal,
  /// No pattern matches it.
  Unmatched,
  /// MLIR's driver must find out.
  Unknown
};

/// Visits operations in the order of MLIR's driver. Operations that are
/// replaced stay where they are until the end, so that patterns see the same
/// program as there.
class PlainConversion {
public:
  /// `counts` may be null.
  PlainConversion(const PdllPatternSet &set, Operation *root,
                  const PdllDriverOptions &options, RunRecord *counts)
      : conversion(*options.conversion), root(root),
        run(root, set, options, counts),
        rewriter(set.context, run), matcher(*set.engine, run, set.context),
        names(*set.engine, conversion, options.fold) {}

  /// Returns nothing if it has changed nothing.
  std::optional<LogicalResult> convert(PatternTotals &totals);

private:
  bool visitAll();
  bool visit(Region &region);
  bool visit(Block &block);
  bool visit(Operation *op);
  bool isLegal(Operation *op, const PlainName &name) const;
  bool mayStay(Operation *op, const PlainName &name) const;
  Outcome legalize(Operation *op, unsigned depth);
  std::optional<Outcome> fold(Operation *op, unsigned depth);
  Outcome rewrite(Operation *op, unsigned depth);
  Outcome legalizeCreated(size_t first, unsigned depth);

  const PdllConversion &conversion;
  Operation *root;
  PlainRun run;
  PlainRewriter rewriter;
  Matcher matcher;
  PlainNames names;
};

} // namespace

std::optional<LogicalResult> PlainConversion::convert(PatternTotals &totals) {
  if (!visitAll() || failed(run.commit())) {
    run.undo();
    return std::nullopt;
  }
  totals.add(run.getTotals());
  return run.finish();
}

/// MLIR's driver is told of all operations in the regions of the root, even of
/// those that control does not reach.
bool PlainConversion::visitAll() {
  for (Region &region : root->getRegions())
    for (Block &block : region)
      if (!visit(block))
        return false;
  return true;
}

bool PlainConversion::visit(Region &region) {
  if (region.empty())
    return true;
  if (region.hasOneBlock())
    return visit(region.front());
  llvm::SmallPtrSet<Block *, 8> reached;
  for (Block &block : ForwardDominanceIterator<>::makeIterable(region)) {
    reached.insert(&block);
    if (!visit(block))
      return false;
  }
  return llvm::all_of(region, [&](Block &block) {
    return reached.contains(&block) || !findLeftover(block, conversion);
  });
}

/// What patterns create is inserted before the operation that is visited.
bool PlainConversion::visit(Block &block) {
  OperationPrefetch prefetch;
  for (Operation &op : block) {
    prefetch.advance(op);
    if (!visit(&op))
      return false;
    if (op.getNumRegions() == 0 || run.isReplaced(&op))
      continue;
    for (Region &region : op.getRegions())
      if (!visit(region))
        return false;
  }
  return true;
}

bool PlainConversion::visit(Operation *op) {
  PlainName name = names.get(op);
  if (name.stays)
    return true;
  switch (legalize(op, /*depth=*/0)) {
  case Outcome::Legal:
    return true;
  case Outcome::Unmatched:
    return mayStay(op, name);
  case Outcome::Unknown:
    return false;
  }
  llvm_unreachable("these are all");
}

bool PlainConversion::isLegal(Operation *op, const PlainName &name) const {
  return name.legality == PlainName::Legal ||
         (name.legality == PlainName::Dynamic && conversion.target.isLegal(op));
}

/// Whether an operation that is not legal may stay.
bool PlainConversion::mayStay(Operation *op, const PlainName &name) const {
  return conversion.mode == PdllConversionPartial &&
         (name.legality == PlainName::Unknown ||
          !conversion.target.isIllegal(op));
}

Outcome PlainConversion::legalize(Operation *op, unsigned depth) {
  if (run.isReplaced(op))
    return Outcome::Legal;
  PlainName name = names.get(op);
  if (isLegal(op, name))
    return Outcome::Legal;
  if (depth > maxPlainDepth)
    return Outcome::Unknown;
  if (name.mayFold)
    if (std::optional<Outcome> folded = fold(op, depth))
      return *folded;
  if (!name.hasPatterns)
    return Outcome::Unmatched;
  return name.isPlain ? rewrite(op, depth) : Outcome::Unknown;
}

/// Returns nothing if `op` does not fold.
std::optional<Outcome> PlainConversion::fold(Operation *op, unsigned depth) {
  SavedOperation saved(op);
  SmallVector<Value, 2> values;
  size_t numCreated = run.getCreated().size();
  rewriter.setInsertionPoint(op);
  run.beginVisit(op);
  if (failed(rewriter.tryFold(op, values)))
    return std::nullopt;
  if (values.empty()) {
    run.addFolded(std::move(saved));
    return legalize(op, depth + 1);
  }
  run.replace(op, values);
  return legalizeCreated(numCreated, depth);
}

Outcome PlainConversion::rewrite(Operation *op, unsigned depth) {
  size_t numCreated = run.getCreated().size();
  run.beginVisit(op);
  if (succeeded(matcher.matchAndRewrite(op, rewriter)))
    return legalizeCreated(numCreated, depth);
  return run.hasFailed() ? Outcome::Unknown : Outcome::Unmatched;
}

/// Legalizes what was created from that index on.
Outcome PlainConversion::legalizeCreated(size_t first, unsigned depth) {
  if (run.hasFailed())
    return Outcome::Unknown;
  for (size_t index = first, end = run.getCreated().size(); index < end;
       ++index)
    if (legalize(run.getCreated()[index], depth + 1) != Outcome::Legal)
      return Outcome::Unknown;
  return Outcome::Legal;
}

/// Whether such a conversion can do anything at all.
static bool mayBePlain(const PdllPatternSet &set,
                       const PdllConversion &conversion) {
  // As many patterns as have ranks of their own in MLIR's driver.
  constexpr size_t maxPatterns = 65534;
  OperationName ofTypes(PDLL_CONVERT_TYPE, set.context);
  return conversion.mode != PdllConversionAnalysis &&
         !conversion.convertsSignatures && conversion.types.empty() &&
         !set.engine->hasRoot(ofTypes) && !set.engine->matchesAnyName() &&
         set.infos.size() <= maxPatterns && !set.context->hasActionHandler();
}

std::optional<LogicalResult>
pdll::convertPlainly(const PdllPatternSet &set, Operation *root,
                     const PdllDriverOptions &options, PatternTotals &totals,
                     RunRecord *record) {
  // A trace tells what MLIR's driver does, step by step.
  if ((record && record->isTraced()) || !mayBePlain(set, *options.conversion))
    return std::nullopt;
  if (!record)
    return PlainConversion(set, root, options, nullptr).convert(totals);
  RunRecord counts(root, set, TraceLevel::None);
  std::optional<LogicalResult> result =
      PlainConversion(set, root, options, &counts).convert(totals);
  if (result)
    record->add(counts);
  return result;
}
