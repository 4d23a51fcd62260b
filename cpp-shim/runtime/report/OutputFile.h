// Files and streams that are written whole or not at all.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_REPORT_OUTPUTFILE_H
#define PDLL_REPORT_OUTPUTFILE_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"

#include <optional>

namespace pdll {

/// Checks that the file of an option can be put at `path`, which may be empty or
/// `-`. Reports why not.
mlir::LogicalResult checkWritable(mlir::MLIRContext *context,
                                  llvm::StringRef option, llvm::StringRef path);

/// Whether `path` leads to a stream, pipe or device, which cannot be replaced.
bool isStream(llvm::StringRef path);

/// Writes to a stream, or writes a file whole or not at all.
llvm::Error
writeWhole(llvm::StringRef path,
           llvm::function_ref<void(llvm::raw_ostream &)> text);

/// Appends to a file. On failure, the file stays as it was.
llvm::Error append(llvm::StringRef path,
                   llvm::function_ref<void(llvm::raw_ostream &)> text);

/// Keeps room on a disk for a file that is written later, so that a full disk is
/// noticed while the run can still fail. A temporary file beside the other one
/// takes the room until it is released.
class DiskRoom {
public:
  DiskRoom() = default;
  ~DiskRoom() { release(); }
  DiskRoom(const DiskRoom &) = delete;
  DiskRoom &operator=(const DiskRoom &) = delete;

  /// Keeps room for that many bytes more. Nothing is kept for a stream.
  llvm::Error grow(llvm::StringRef path, uint64_t bytes);
  void release();

private:
  std::optional<llvm::sys::fs::TempFile> file;
  uint64_t size = 0;
};

} // namespace pdll

#endif // PDLL_REPORT_OUTPUTFILE_H
