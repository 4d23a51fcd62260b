// The patterns that an operation of a transform script names.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_TRANSFORM_SCRIPTPATTERNS_H
#define PDLL_TRANSFORM_SCRIPTPATTERNS_H

#include "contract/Pass.h"
#include "engine/PatternSet.h"

#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/OpImplementation.h"

#include <mutex>

namespace pdll {

/// The operations whose patterns have been compiled before: MLIR verifies a script several
/// times, and warnings are shown once.
class ShownWarnings
    : public mlir::transform::TransformDialectData<ShownWarnings> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ShownWarnings)
  explicit ShownWarnings(mlir::MLIRContext *context)
      : TransformDialectData(context) {}

  /// Returns whether `op` is the first of its kind at its place.
  bool add(mlir::Operation *op) const {
    std::scoped_lock lock(mutex);
    return shown
        .insert({op->getLoc().getAsOpaquePointer(),
                 op->getAttrDictionary().getAsOpaquePointer()})
        .second;
  }

private:
  mutable std::mutex mutex;
  mutable llvm::DenseSet<std::pair<const void *, const void *>> shown;
};

/// The names of the attributes of operations that name patterns.
struct ScriptAttributes {
  /// An array of pattern files, and of symbols of the script: a `pdl.pattern`, or an
  /// operation with such operations in its regions.
  static constexpr llvm::StringLiteral patterns = "patterns";
  /// The options of `apply-pdll` of these names, as arrays of strings.
  static constexpr llvm::StringLiteral options[] = {
      "include_dirs", "natives", "enable_patterns", "disable_patterns"};
};

/// Sets who compiles patterns.
void setScriptCompiler(PdllCompileCallback compile);

/// Parses `[` files and symbols `]`.
mlir::ParseResult parsePatterns(mlir::OpAsmParser &parser,
                                mlir::OperationState &result);

/// What patterns that only find hand over.
struct FoundVariables {
  /// Without variables, it is the root.
  llvm::ArrayRef<std::string> names;
  /// Whether values of the dialect `pdl` of that type are right for the variable of that
  /// index. Reports why not; the place is that of the pattern.
  llvm::function_ref<mlir::LogicalResult(size_t index, mlir::Type type,
                                         mlir::Location place)>
      check;
};

/// Compiles the patterns of `op`, which rewrite, or only find. Null on failure, after
/// errors in the pattern files, and at `op`.
std::shared_ptr<const PdllPatternSet>
compileScriptPatterns(mlir::Operation *op,
                      const FoundVariables *found = nullptr);

/// The patterns of `op` that this run of a script has compiled before, or that `compile`
/// compiles now. Operations run once for each of their targets, and in loops.
std::shared_ptr<const PdllPatternSet>
compileOnce(mlir::Operation *op, mlir::transform::TransformState &state,
            llvm::function_ref<std::shared_ptr<const PdllPatternSet>()> compile);

/// Checks the attributes of `op`, which may have `others`, too.
mlir::LogicalResult
verifyScriptAttributes(mlir::Operation *op,
                       llvm::ArrayRef<llvm::StringRef> others);

} // namespace pdll

#endif // PDLL_TRANSFORM_SCRIPTPATTERNS_H
