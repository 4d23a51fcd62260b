// Prints a large module on several threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/PrintParts.h"
#include "support/Traits.h"

#include "mlir/IR/Threading.h"

using namespace mlir;
using namespace pdll;

bool pdll::hasOnlyParts(ModuleOp module) {
  return llvm::all_of(*module.getBody(), [](Operation &op) {
    return isIsolatedFromAbove(op.getName());
  });
}

/// Appends the lines of `text`, each two columns further to the right. Only the
/// ends of lines are line ends: in strings, MLIR escapes them.
static void indent(StringRef text, std::string &out) {
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    out += "  ";
    out += text.take_front(end);
    out += '\n';
    text = text.drop_front(std::min(end + 1, text.size()));
  }
}

static std::string print(ArrayRef<Operation *> operations,
                         const OpPrintingFlags &flags) {
  std::string result;
  std::string text;
  llvm::raw_string_ostream stream(text);
  // MLIR writes a few bytes at a time.
  stream.SetBufferSize(1 << 12);
  for (Operation *op : operations) {
    text.clear();
    op->print(stream, flags);
    stream.flush();
    indent(text, result);
  }
  return result;
}

/// Prints `module` as if there were nothing in it.
static std::string printEmpty(ModuleOp module, const OpPrintingFlags &flags) {
  OwningOpRef<ModuleOp> empty = ModuleOp::create(module.getLoc());
  (*empty)->setAttrs(module->getAttrDictionary());
  std::string text;
  llvm::raw_string_ostream stream(text);
  empty->print(stream, flags);
  return text;
}

void pdll::printParts(ModuleOp module, const OpPrintingFlags &flags,
                      llvm::raw_ostream &stream) {
  // How many operations a thread takes at a time. Printing that many takes much
  // longer than taking them.
  constexpr size_t partSize = 64;
  SmallVector<Operation *> operations;
  for (Operation &op : *module.getBody())
    operations.push_back(&op);
  SmallVector<std::string> texts(llvm::divideCeil(operations.size(), partSize));
  parallelFor(module.getContext(), 0, texts.size(), [&](size_t index) {
    auto rest = ArrayRef(operations).drop_front(index * partSize);
    size_t size = std::min(partSize, rest.size());
    texts[index] = print(rest.take_front(size), flags);
  });

  std::string frame = printEmpty(module, flags);
  auto [first, last] = StringRef(frame).rtrim('\n').split('\n');
  stream << first << '\n';
  for (const std::string &text : texts)
    stream << text;
  stream << last << '\n';
}
