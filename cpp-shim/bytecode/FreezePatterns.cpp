// From checked pdl to patterns that can be told apart.
//
// MLIR's run time forgets all of a `pdl.pattern` but its root, its benefit, and
// what it generates. Each becomes a `pdl_interp.record_match` with the location
// of the pattern, and these become patterns in the order in which the generator
// of the bytecode visits them. So a number goes into the location, and what is
// left of the module, which stays with us, says which pattern is which.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bytecode/FreezePatterns.h"
#include "bytecode/InterpLowering.h"
#include "conversion/ConversionMonitor.h"
#include "conversion/SignatureConversion.h"

#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "mlir/Rewrite/PatternApplicator.h"
#include "llvm/ADT/PostOrderIterator.h"

using namespace mlir;
using namespace pdll;

/// Gives all patterns different benefits, so that of two with equal ones the
/// first in the pattern files is tried first. Otherwise that would depend on
/// how MLIR arranges what they match.
static void orderPatterns(ModuleOp module) {
  auto patterns = llvm::to_vector(module.getOps<pdl::PatternOp>());
  size_t benefit = patterns.size();
  // There are no more benefits than these.
  if (benefit > std::numeric_limits<uint16_t>::max() - 1)
    return;
  llvm::stable_sort(patterns, [](pdl::PatternOp a, pdl::PatternOp b) {
    return a.getBenefit() > b.getBenefit();
  });
  for (pdl::PatternOp pattern : patterns)
    pattern.setBenefit(benefit--);
}

/// Puts the index of each pattern into its location.
static void numberPatterns(ModuleOp module) {
  MLIRContext *context = module.getContext();
  Builder builder(context);
  for (auto [index, pattern] :
       llvm::enumerate(module.getOps<pdl::PatternOp>())) {
    Attribute number = builder.getI64IntegerAttr(index);
    pattern->setLoc(FusedLoc::get(context, {pattern.getLoc()}, number));
  }
}

static std::optional<size_t> getNumber(pdl_interp::RecordMatchOp match) {
  auto loc = dyn_cast<FusedLocWith<IntegerAttr>>(match.getLoc());
  if (!loc)
    return std::nullopt;
  return loc.getMetadata().getInt();
}

/// Collects the matches in the order in which they become patterns.
static void collectMatches(Region &region,
                           SmallVectorImpl<pdl_interp::RecordMatchOp> &found) {
  llvm::ReversePostOrderTraversal<Region *> blocks(&region);
  for (Block *block : blocks) {
    for (Operation &op : *block) {
      if (auto match = dyn_cast<pdl_interp::RecordMatchOp>(op))
        found.push_back(match);
      else if (auto loop = dyn_cast<pdl_interp::ForEachOp>(op))
        collectMatches(loop.getRegion(), found);
    }
  }
}

/// Whether `pattern` can have come from `match`.
static bool agree(const Pattern &pattern, pdl_interp::RecordMatchOp match) {
  std::optional<StringRef> root;
  if (std::optional<OperationName> kind = pattern.getRootKind())
    root = kind->getStringRef();
  SmallVector<StringRef> generated;
  if (ArrayAttr names = match.getGeneratedOpsAttr())
    llvm::append_range(generated, names.getAsValueRange<StringAttr>());
  return root == match.getRootKind() &&
         pattern.getBenefit() == PatternBenefit(match.getBenefit()) &&
         llvm::equal(generated, llvm::map_range(pattern.getGeneratedOps(),
                                                [](OperationName name) {
                                                  return name.getStringRef();
                                                }));
}

/// Gives access to what patterns may set for themselves only.
struct Access : Pattern {
  static void setBoundedRecursion(Pattern &pattern) {
    (pattern.*&Access::setHasBoundedRewriteRecursion)(true);
  }
};

/// Tells a pattern what it is.
static void label(const Pattern &constPattern, const PatternInfo &info) {
  // They are ours, and nobody has seen them yet.
  auto &pattern = const_cast<Pattern &>(constPattern);
  pattern.setDebugName(info.name);
  for (const std::string &text : info.labels)
    pattern.addDebugLabels(StringRef(text));
  if (info.hasBoundedRecursion)
    Access::setBoundedRecursion(pattern);
}

/// Finds out which of the patterns is which. `module` is what they were
/// compiled from.
static LogicalResult identify(PdllPatternSet &set, ModuleOp module) {
  auto matcher = module.lookupSymbol<pdl_interp::FuncOp>(
      pdl_interp::PDLInterpDialect::getMatcherFunctionName());
  SmallVector<pdl_interp::RecordMatchOp> matches;
  if (matcher)
    collectMatches(matcher.getBody(), matches);
  auto *next = matches.begin();
  bool isSound = true;
  PatternApplicator(set.patterns).walkAllPatterns([&](const Pattern &pattern) {
    if (!isSound || next == matches.end() || isSignaturePattern(pattern))
      return;
    std::optional<size_t> number = getNumber(*next);
    isSound = number && *number < set.infos.size() && agree(pattern, *next);
    if (isSound && set.indices.try_emplace(&pattern, *number).second)
      label(pattern, set.infos[*number]);
    if (std::optional<OperationName> root = pattern.getRootKind())
      set.roots.insert(*root);
    else
      set.hasAnyRoot = true;
    ++next;
  });
  if (isSound && set.indices.size() == set.infos.size() &&
      matches.size() == set.infos.size())
    return success();
  return emitError(module.getLoc(),
                   "internal error of pdll, please report it: the compiled "
                   "patterns cannot be told apart");
}

/// Gives each pattern the configuration that tells when it rewrites. A module
/// of patterns takes configurations only when it is made.
static PDLPatternModule configure(PDLPatternModule patterns) {
  ModuleOp module = patterns.getModule();
  OwningOpRef<ModuleOp> moved = ModuleOp::create(module.getLoc());
  moved->getBody()->getOperations().splice(moved->getBody()->end(),
                                           module.getBody()->getOperations());
  PDLPatternModule configured(std::move(moved), WatchedPatternConfig());
  configured.mergeIn(std::move(patterns));
  return configured;
}

std::unique_ptr<PdllPatternSet> pdll::freezePatterns(PDLPatternModule patterns,
                                                     PdllPatternUse use) {
  ModuleOp module = patterns.getModule();
  auto set = std::make_unique<PdllPatternSet>(module.getContext());
  set->canConvert = use == PdllUseAny;
  for (auto pattern : module.getOps<pdl::PatternOp>())
    set->infos.push_back(getPatternInfo(pattern));
  // The run time does not take a set of no patterns.
  if (set->infos.empty())
    return set;
  orderPatterns(module);
  numberPatterns(module);
  if (set->canConvert) {
    watchConversions(patterns);
    patterns = configure(std::move(patterns));
  } else if (failed(lowerPatterns(patterns, use))) {
    return nullptr;
  }
  RewritePatternSet compiled(std::move(patterns));
  if (set->canConvert)
    addSignaturePatterns(compiled);
  // This compiles what the module holds in its place.
  set->patterns = FrozenRewritePatternSet(std::move(compiled));
  if (failed(identify(*set, compiled.getPDLPatterns().getModule())))
    return nullptr;
  return set;
}
