// What is known of a pattern beside what it does.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "patterns/PatternInfo.h"
#include "contract/Names.h"
#include "patterns/PatternParts.h"

#include "llvm/Support/Path.h"

using namespace mlir;
using namespace pdll;

std::string PatternInfo::getPlace() const {
  return file.empty() ? std::string() : file + ":" + std::to_string(line);
}

std::string PatternInfo::describe() const {
  if (!hasSymbol)
    return file.empty() ? "a pattern without a name"
                        : "the pattern at " + getPlace();
  std::string text = "pattern `" + name + "`";
  return file.empty() ? text : text + " (" + getPlace() + ")";
}

/// Whether a created operation takes something of the match that is written as
/// an attribute; regions are.
static bool takesMatchedRegion(pdl::OperationOp op) {
  return countGivenRegions(op) != 0 &&
         llvm::any_of(op.getAttributeValues(), [&](Value value) {
           return value.getParentBlock() != op->getBlock();
         });
}

PatternInfo pdll::getPatternInfo(pdl::PatternOp pattern) {
  PatternInfo info;
  if (auto loc = pattern.getLoc()->findInstanceOf<FileLineColLoc>()) {
    info.file = loc.getFilename().str();
    info.line = loc.getLine();
    info.column = loc.getColumn();
  }
  std::optional<StringRef> symbol = pattern.getSymName();
  info.hasSymbol = symbol.has_value();
  info.name = symbol ? symbol->str() : info.getPlace();
  // Patterns are selected by their labels before they are checked.
  if (auto labels = pattern->getAttrOfType<ArrayAttr>(PDLL_ATTR_LABELS))
    for (Attribute label : labels)
      if (auto text = dyn_cast<StringAttr>(label))
        info.labels.push_back(text.str());
  if (!info.file.empty())
    info.labels.push_back(llvm::sys::path::stem(info.file).str());
  info.benefit = pattern.getBenefit();
  info.hasBoundedRecursion = pattern->hasAttr(PDLL_ATTR_BOUNDED_RECURSION);
  pdl::RewriteOp rewrite = pattern.getRewriter();
  Region &body = rewrite.getBodyRegion();
  info.mayMoveOperations =
      rewrite.getName() ||
      !llvm::all_of(body.getOps<pdl::ApplyNativeRewriteOp>(), buildsRegion) ||
      llvm::any_of(body.getOps<pdl::OperationOp>(), takesMatchedRegion);
  return info;
}
