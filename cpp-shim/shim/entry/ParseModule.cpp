// Parses MLIR text or bytecode for Rust.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/Mlir.h"
#include "contract/Strings.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace pdll;

MlirModule pdllParseModule(MlirContext context, PdllString text,
                           PdllString name) {
  // MLIR's lexer reads the byte after the text, which must be zero.
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(
                                  toStringRef(text), toStringRef(name)),
                              llvm::SMLoc());
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(sources, ParserConfig(unwrap(context)));
  return wrap(module.release());
}
