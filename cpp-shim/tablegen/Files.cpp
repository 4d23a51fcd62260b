// The files that TableGen reads from memory, and places in them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tablegen/Files.h"

#include "contract/Strings.h"
#include "tablegen/IncludeGuard.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;
using namespace pdll;

/// How often a file without an include guard may be included, and how many
/// bytes all inclusions together may have. Both bound files that include
/// themselves.
static constexpr unsigned maxCopies = 1 << 10;
static constexpr size_t maxCopiedBytes = 1 << 28;

static std::error_code noSuchFile() {
  return std::make_error_code(std::errc::no_such_file_or_directory);
}

static std::error_code notSupported() {
  return std::make_error_code(std::errc::not_supported);
}

namespace {

/// A file that TableGen has opened.
class OpenFile final : public vfs::File {
public:
  explicit OpenFile(std::unique_ptr<MemoryBuffer> buffer)
      : buffer(std::move(buffer)) {}

  ErrorOr<vfs::Status> status() override { return notSupported(); }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &, int64_t, bool,
                                                   bool) override {
    return std::move(buffer);
  }
  std::error_code close() override { return {}; }

private:
  std::unique_ptr<MemoryBuffer> buffer;
};

} // namespace

OdsFiles::OdsFiles(const PdllOdsRequest &request)
    : request(request), numCopies(request.numFiles),
      states(request.numFiles, State::Closed) {
  for (const PdllOdsInclude &include :
       ArrayRef(request.includes, request.numIncludes))
    fileByName.try_emplace(toStringRef(include.name), include.file);
}

/// Whether the file has an include guard. The answer is kept, because other
/// requests have the same files.
static bool isKnownGuarded(StringRef text) {
  static DenseMap<const char *, bool> known;
  auto [it, isNew] = known.try_emplace(text.data());
  if (isNew)
    it->second = isGuarded(text);
  return it->second;
}

std::unique_ptr<MemoryBuffer> OdsFiles::open(size_t file) {
  const PdllOdsFile &source = request.files[file];
  StringRef text = toStringRef(source.text);
  State &state = states[file];
  if (state == State::Closed) {
    state = State::Opened;
    opened.push_back(file);
  } else if (state == State::Opened) {
    state = isKnownGuarded(text) ? State::Guarded : State::Unguarded;
  }
  if (state == State::Guarded)
    text = "";

  std::unique_ptr<MemoryBuffer> buffer =
      MemoryBuffer::getMemBufferCopy(text, toStringRef(source.path));
  copies[buffer->getBufferStart()] = {buffer->getBufferEnd(), file};
  copiedBytes += text.size() + 1;
  if (!text.empty() &&
      (++numCopies[file] > maxCopies || copiedBytes > maxCopiedBytes))
    PrintFatalError(
        SMLoc::getFromPointer(buffer->getBufferStart()),
        "this file is included without end; protect it with `#ifndef`");
  return buffer;
}

void OdsFiles::writePlace(OdsWire &wire, SMLoc place) const {
  const char *pointer = place.getPointer();
  auto next = copies.upper_bound(pointer);
  if (!pointer || next == copies.begin())
    return wire.none();
  const auto &[start, copy] = *std::prev(next);
  if (pointer > copy.end)
    return wire.none();
  wire.some(copy.file);
  wire.number(pointer - start);
}

ErrorOr<vfs::Status> OdsFiles::status(const Twine &) { return notSupported(); }

ErrorOr<std::unique_ptr<vfs::File>>
OdsFiles::openFileForRead(const Twine &path) {
  auto it = fileByName.find(path.str());
  if (it == fileByName.end())
    return noSuchFile();
  return std::make_unique<OpenFile>(open(it->second));
}

vfs::directory_iterator OdsFiles::dir_begin(const Twine &,
                                            std::error_code &error) {
  error = notSupported();
  return {};
}

std::error_code OdsFiles::setCurrentWorkingDirectory(const Twine &) {
  return notSupported();
}

ErrorOr<std::string> OdsFiles::getCurrentWorkingDirectory() const {
  return notSupported();
}
