// Applies the patterns that mlir-tblgen makes of rewrite rules.
//
// What includes this file has included the patterns of each file before, in a
// namespace with the name of the file, and defines `RULE_FILES`: a `RULE_FILE(NAME)`
// for each of them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef DRR_PASSES_H
#define DRR_PASSES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

using Populate = void (*)(RewritePatternSet &);

/// Returns the function that adds the patterns of a rule file, or null.
static Populate populateWith(StringRef file) {
  return llvm::StringSwitch<Populate>(file)
#define RULE_FILE(NAME) .Case(#NAME, NAME::populateWithGenerated)
      RULE_FILES
#undef RULE_FILE
          .Default(nullptr);
}

namespace {

/// Sorts fused locations: pdll and mlir-tblgen fuse the locations of matched
/// operations in different orders.
class SortFusedLocations
    : public PassWrapper<SortFusedLocations, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SortFusedLocations)

  StringRef getArgument() const override { return "sort-fused-locations"; }
  void runOnOperation() override {
    getOperation()->walk(
        [](Operation *op) { op->setLoc(sorted(op->getLoc())); });
  }

private:
  static Location sorted(Location location);
};

/// The options are those of `apply-pdll`.
class ApplyGenerated : public PassWrapper<ApplyGenerated, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ApplyGenerated)

  ApplyGenerated() = default;
  ApplyGenerated(const ApplyGenerated &other)
      : PassWrapper(other), patterns(other.patterns) {}

  StringRef getArgument() const override { return "apply-generated"; }
  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;

private:
  Option<std::string> file{*this, "rules"};
  Option<std::string> driver{*this, "driver", llvm::cl::init("greedy")};
  ListOption<std::string> enabled{*this, "enable-patterns"};
  Option<int64_t> maxNumRewrites{*this, "max-num-rewrites", llvm::cl::init(-1)};

  FrozenRewritePatternSet patterns;
};

} // namespace

static std::string text(Location location) {
  std::string text;
  llvm::raw_string_ostream(text) << location;
  return text;
}

Location SortFusedLocations::sorted(Location location) {
  auto fused = dyn_cast<FusedLoc>(location);
  if (!fused)
    return location;
  SmallVector<Location> parts;
  for (Location part : fused.getLocations())
    parts.push_back(sorted(part));
  llvm::sort(parts, [](Location a, Location b) { return text(a) < text(b); });
  return FusedLoc::get(parts, fused.getMetadata(), location.getContext());
}

LogicalResult ApplyGenerated::initialize(MLIRContext *context) {
  Populate populate = populateWith(file);
  if (!populate)
    return emitError(UnknownLoc::get(context)) << "no rules of " << file;
  RewritePatternSet set(context);
  populate(set);
  SmallVector<std::string> names;
  for (StringRef name : enabled)
    names.push_back((file + "::" + name).str());
  patterns = FrozenRewritePatternSet(std::move(set), {}, names);
  return success();
}

void ApplyGenerated::runOnOperation() {
  if (driver == "walk")
    return walkAndApplyPatterns(getOperation(), patterns);
  // The defaults of `apply-pdll`.
  GreedyRewriteConfig config;
  config.setUseTopDownTraversal()
      .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal)
      .setMaxNumRewrites(maxNumRewrites);
  (void)applyPatternsGreedily(getOperation(), patterns, config);
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "drr-peer", "1", [] {
            PassRegistration<ApplyGenerated>();
            PassRegistration<SortFusedLocations>();
          }};
}

#endif // DRR_PASSES_H
