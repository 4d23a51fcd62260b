// Prints an operation for Rust.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "contract/Mlir.h"
#include "contract/Strings.h"

#include "mlir/CAPI/IR.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace pdll;

namespace {
/// A stream to a receiver. MLIR writes a few bytes at a time; they are
/// collected.
class TextStream : public llvm::raw_ostream {
public:
  TextStream(PdllTextCallback receive, void *userData)
      : receive(receive), userData(userData) {
    SetBufferSize(1 << 16);
  }
  ~TextStream() override { flush(); }

  char getLast() {
    flush();
    return last;
  }

private:
  void write_impl(const char *text, size_t size) override {
    receive(toPdllString({text, size}), userData);
    last = text[size - 1];
    position += size;
  }
  uint64_t current_pos() const override { return position; }

  PdllTextCallback receive;
  void *userData;
  uint64_t position = 0;
  char last = 0;
};
} // namespace

static OpPrintingFlags getFlags(bool locations, bool generic) {
  OpPrintingFlags flags;
  flags.assumeVerified();
  if (locations) {
    // Locations stand beside each operation. A table of aliases after the
    // module would take longer to make than the text.
    flags.enableDebugInfo();
    flags.useLocalScope();
  }
  if (generic)
    flags.printGenericOpForm();
  return flags;
}

void pdllPrint(MlirOperation operation, bool locations, bool generic,
               PdllTextCallback receive, void *userData) {
  TextStream stream(receive, userData);
  unwrap(operation)->print(stream, getFlags(locations, generic));
  // Only some of the flags make MLIR print a line end.
  if (stream.getLast() != '\n')
    stream << '\n';
}
