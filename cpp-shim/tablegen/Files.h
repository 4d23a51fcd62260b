// The files that TableGen reads, in memory, and places in them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PDLL_TABLEGEN_FILES_H
#define PDLL_TABLEGEN_FILES_H

#include "contract/Ods.h"
#include "tablegen/Wire.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/SMLoc.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <map>
#include <vector>

namespace pdll {

/// A file system of the files of a request, each under the names by which they
/// include one another.
class OdsFiles final : public llvm::vfs::FileSystem {
public:
  explicit OdsFiles(const PdllOdsRequest &request);

  /// A new copy of a file: TableGen tells inclusions of a file apart by their
  /// addresses. It is empty when the file was opened before and protects itself
  /// against that.
  std::unique_ptr<llvm::MemoryBuffer> open(size_t file);

  /// Writes a file and an offset, or nothing for a place that is in no file.
  void writePlace(OdsWire &wire, llvm::SMLoc place) const;

  /// The numbers of the files that were opened, in order.
  llvm::ArrayRef<size_t> getOpened() const { return opened; }

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &path) override;
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine &directory,
                                          std::error_code &error) override;
  std::error_code setCurrentWorkingDirectory(const llvm::Twine &path) override;
  llvm::ErrorOr<std::string> getCurrentWorkingDirectory() const override;

private:
  /// A copy of a file.
  struct Copy {
    const char *end;
    size_t file;
  };

  /// What is known of a file.
  enum class State { Closed, Opened, Guarded, Unguarded };

  const PdllOdsRequest &request;
  llvm::StringMap<size_t> fileByName;
  /// All copies, by their addresses. TableGen frees none.
  std::map<const char *, Copy> copies;
  llvm::SmallVector<size_t> opened;
  /// How often each file was copied.
  std::vector<unsigned> numCopies;
  std::vector<State> states;
  size_t copiedBytes = 0;
};

} // namespace pdll

#endif // PDLL_TABLEGEN_FILES_H
