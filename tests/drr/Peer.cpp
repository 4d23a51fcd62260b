// Applies the patterns that mlir-tblgen makes of rewrite rules, and registers
// the dialect of the rules.
//
// The test writes `Rules.inc`: it includes the patterns of each file, in a
// namespace with the name of the file, and defines `RULE_FILES`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Dialect.h"

#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

//===- The dialect --------------------------------------------------------===//

#include "Dialect.cpp.inc"

#include "Enums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Attrs.cpp.inc"

#define GET_OP_CLASSES
#include "Ops.cpp.inc"

void drr::DrrDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Attrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "Ops.cpp.inc"
      >();
}

LogicalResult
drr::WidthOp::inferReturnTypes(MLIRContext *context, std::optional<Location>,
                               ValueRange operands, DictionaryAttr attributes,
                               OpaqueProperties properties, RegionRange regions,
                               SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  types.push_back(IntegerType::get(context, adaptor.getWidth()));
  return success();
}

OpFoldResult drr::ConstantOp::fold(FoldAdaptor) { return getValue(); }

//===- The rules ----------------------------------------------------------===//

#include "Rules.inc"

using Populate = void (*)(RewritePatternSet &);

/// Returns the function that adds the patterns of a rule file, or null.
static Populate populateWith(StringRef file) {
  return llvm::StringSwitch<Populate>(file)
#define RULE_FILE(NAME) .Case(#NAME, NAME::populateWithGenerated)
      RULE_FILES
#undef RULE_FILE
          .Default(nullptr);
}

//===- The passes ---------------------------------------------------------===//

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
  GreedyRewriteConfig config;
  config.setUseTopDownTraversal().setMaxNumRewrites(maxNumRewrites);
  (void)applyPatternsGreedily(getOperation(), patterns, config);
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "drr-peer", "1", [] {
            PassRegistration<ApplyGenerated>();
            PassRegistration<SortFusedLocations>();
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "drr", "1", [](DialectRegistry *registry) {
            registry->insert<drr::DrrDialect>();
          }};
}
