// Which of MLIR's patterns is which.
//
// MLIR's interpreter forgets everything about a `pdl.pattern` but its root, its
// benefit, and what it generates. Each pattern becomes a
// `pdl_interp.record_match` with the location of the pattern, and these become
// patterns in the order in which the generator of the bytecode visits them. So
// we put a number into the location, and read it from what MLIR leaves of the
// module.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bytecode/IdentifyPatterns.h"

#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "mlir/Rewrite/PatternApplicator.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/PostOrderIterator.h"

using namespace mlir;
using namespace pdll;

void pdll::numberPatterns(ModuleOp module) {
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

/// Whether `pattern` may come from `match`.
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

/// Gives access to what only patterns themselves may set.
struct Access : Pattern {
  static void setBoundedRecursion(Pattern &pattern) {
    (pattern.*&Access::setHasBoundedRewriteRecursion)(true);
  }
};

/// Gives a pattern its name, labels and bounded recursion.
static void label(const Pattern &constPattern, const PatternInfo &info) {
  // The pattern is ours, and nothing else refers to it yet.
  auto &pattern = const_cast<Pattern &>(constPattern);
  pattern.setDebugName(info.name);
  for (const std::string &text : info.labels)
    pattern.addDebugLabels(StringRef(text));
  if (info.hasBoundedRecursion)
    Access::setBoundedRecursion(pattern);
}

/// The patterns of a set that were compiled from pdl, in the order of MLIR.
static SmallVector<const Pattern *>
getCompiled(const FrozenRewritePatternSet &patterns) {
  DenseSet<const Pattern *> others;
  for (const auto &ofName : patterns.getOpSpecificNativePatterns())
    others.insert(ofName.second.begin(), ofName.second.end());
  for (const RewritePattern &other : patterns.getMatchAnyOpNativePatterns())
    others.insert(&other);
  SmallVector<const Pattern *> compiled;
  PatternApplicator(patterns).walkAllPatterns([&](const Pattern &pattern) {
    if (!others.contains(&pattern))
      compiled.push_back(&pattern);
  });
  return compiled;
}

static SmallVector<pdl_interp::RecordMatchOp> getMatches(ModuleOp module) {
  auto matcher = module.lookupSymbol<pdl_interp::FuncOp>(
      pdl_interp::PDLInterpDialect::getMatcherFunctionName());
  SmallVector<pdl_interp::RecordMatchOp> matches;
  if (matcher)
    collectMatches(matcher.getBody(), matches);
  return matches;
}

static void addRoot(const Pattern &pattern, Roots &roots) {
  if (std::optional<OperationName> root = pattern.getRootKind())
    roots.names.insert(*root);
  else
    roots.includeAll = true;
}

LogicalResult pdll::identifyPatterns(ModuleOp module,
                                     ArrayRef<PatternInfo> infos,
                                     FrozenPatterns &frozen) {
  SmallVector<const Pattern *> patterns = getCompiled(frozen.patterns);
  SmallVector<pdl_interp::RecordMatchOp> matches = getMatches(module);
  bool isSound =
      patterns.size() == infos.size() && matches.size() == infos.size();
  llvm::BitVector isFound(infos.size());
  for (size_t place = 0; isSound && place < patterns.size(); ++place) {
    const Pattern &pattern = *patterns[place];
    std::optional<size_t> index = getNumber(matches[place]);
    isSound = index && *index < infos.size() && !isFound.test(*index) &&
              agree(pattern, matches[place]);
    if (!isSound)
      break;
    isFound.set(*index);
    frozen.indices[&pattern] = *index;
    label(pattern, infos[*index]);
    addRoot(pattern, frozen.roots);
  }
  if (isSound)
    return success();
  return emitError(module.getLoc(),
                   "internal error of pdll, please report it: the compiled "
                   "patterns cannot be told apart");
}
