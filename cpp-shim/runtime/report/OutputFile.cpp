// Files and streams that are written whole or not at all.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/OutputFile.h"

#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <fcntl.h>
#include <limits>
#include <optional>
#include <unistd.h>

using namespace mlir;
using namespace pdll;

LogicalResult pdll::checkWritable(MLIRContext *context, StringRef option,
                                  StringRef path) {
  if (path.empty() || path == "-")
    return success();
  std::error_code error;
  if (llvm::sys::fs::is_directory(path)) {
    error = std::make_error_code(std::errc::is_a_directory);
  } else if (!llvm::sys::fs::exists(path) ||
             llvm::sys::fs::is_regular_file(path)) {
    StringRef folder = llvm::sys::path::parent_path(path);
    error = llvm::sys::fs::access(folder.empty() ? "." : folder,
                                  llvm::sys::fs::AccessMode::Write);
  }
  if (!error)
    return success();
  return emitError(UnknownLoc::get(context))
         << option << ": cannot write `" << path << "`: " << error.message();
}

/// Flushes a file, and returns why that failed. LLVM ends the process if a file
/// is closed after an error, such as a full disk, that was not cleared.
static llvm::Error finish(llvm::raw_fd_ostream &file) {
  file.flush();
  std::error_code error = file.error();
  file.clear_error();
  return llvm::errorCodeToError(error);
}

/// Writes to a device or pipe, which cannot be replaced by a file.
static llvm::Error writeInto(StringRef path,
                             llvm::function_ref<void(raw_ostream &)> text) {
  std::error_code error;
  llvm::raw_fd_ostream file(path, error, llvm::sys::fs::CD_OpenExisting);
  if (error)
    return llvm::errorCodeToError(error);
  text(file);
  return finish(file);
}

static bool isDevice(StringRef path) {
  llvm::sys::fs::file_status status;
  return path != "-" && !llvm::sys::fs::status(path, status) &&
         llvm::sys::fs::exists(status) &&
         !llvm::sys::fs::is_regular_file(status);
}

/// Standard output or error, if `path` leads to the same file. That must not be
/// replaced while others write to it.
static std::optional<int> getOpenStream(StringRef path) {
  llvm::sys::fs::file_status named, open;
  if (path != "-" && !llvm::sys::fs::status(path, named))
    for (int stream : {STDOUT_FILENO, STDERR_FILENO})
      if (!llvm::sys::fs::status(stream, open) &&
          named.getUniqueID() == open.getUniqueID())
        return stream;
  return std::nullopt;
}

/// Where a path leads. The target of a link is replaced, so that the link stays
/// a link.
static std::string followLinks(StringRef path) {
  SmallString<128> target;
  if (path == "-" || llvm::sys::fs::real_path(path, target))
    return path.str();
  return target.str().str();
}

bool pdll::isStream(StringRef path) {
  return path == "-" || isDevice(path) || getOpenStream(path);
}

llvm::Error pdll::writeWhole(StringRef path,
                             llvm::function_ref<void(raw_ostream &)> text) {
  if (std::optional<int> stream = getOpenStream(path)) {
    llvm::raw_fd_ostream file(*stream, /*shouldClose=*/false);
    text(file);
    return finish(file);
  }
  if (isDevice(path))
    return writeInto(path, text);
  return llvm::writeToOutput(followLinks(path), [&](raw_ostream &stream) {
    text(stream);
    // The streams of this function are files, also for standard output.
    return finish(static_cast<llvm::raw_fd_ostream &>(stream));
  });
}

llvm::Error pdll::append(StringRef path,
                         llvm::function_ref<void(raw_ostream &)> text) {
  using namespace llvm::sys::fs;
  int descriptor;
  if (std::error_code error =
          openFileForWrite(path, descriptor, CD_OpenAlways, OF_Append))
    return llvm::errorCodeToError(error);
  llvm::raw_fd_ostream file(descriptor, /*shouldClose=*/true);
  file_status before;
  if (std::error_code error = status(descriptor, before))
    return llvm::errorCodeToError(error);
  text(file);
  llvm::Error error = finish(file);
  if (error)
    return llvm::joinErrors(
        std::move(error),
        llvm::errorCodeToError(resize_file(descriptor, before.getSize())));
  return error;
}

llvm::Error DiskRoom::grow(StringRef path, uint64_t bytes) {
  using namespace llvm::sys::fs;
  if (path.empty() || isStream(path))
    return llvm::Error::success();
  if (!file) {
    llvm::Expected<TempFile> made =
        TempFile::create(followLinks(path) + ".room-%%%%%%%%");
    if (!made)
      return made.takeError();
    file.emplace(std::move(*made));
  }
  constexpr uint64_t max = std::numeric_limits<off_t>::max();
  size = std::min(llvm::SaturatingAdd(size, bytes), max);
  if (int error = size ? posix_fallocate(file->FD, 0, size) : 0)
    return llvm::errorCodeToError(
        std::error_code(error, std::generic_category()));
  return llvm::Error::success();
}

void DiskRoom::release() {
  // Without the temporary file, there is nothing to lose.
  if (file)
    llvm::consumeError(file->discard());
  file.reset();
  size = 0;
}
