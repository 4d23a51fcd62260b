// From pattern files to a frozen pattern set.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PatternSet.h"
#include "PatternCheck.h"
#include "Strings.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace pdll;

static SmallVector<PdllString>
toPdllStrings(llvm::ArrayRef<std::string> strings) {
  return llvm::map_to_vector(
      strings, [](const std::string &string) { return toPdllString(string); });
}

std::shared_ptr<const FrozenRewritePatternSet>
pdll::compilePatternSet(MLIRContext *context, llvm::ArrayRef<std::string> files,
                        llvm::ArrayRef<std::string> includeDirs,
                        bool useOdsCache) {
  SmallVector<PdllString> cFiles = toPdllStrings(files);
  SmallVector<PdllString> cIncludeDirs = toPdllStrings(includeDirs);
  OwningOpRef<ModuleOp> module = unwrap(pdllCompilePatterns(
      wrap(context), cFiles.data(), cFiles.size(), cIncludeDirs.data(),
      cIncludeDirs.size(), useOdsCache));
  if (!module)
    return nullptr;
  PDLPatternModule patterns(std::move(module));
  if (failed(checkPatterns(patterns)))
    return nullptr;
  return std::make_shared<const FrozenRewritePatternSet>(
      RewritePatternSet(std::move(patterns)));
}
