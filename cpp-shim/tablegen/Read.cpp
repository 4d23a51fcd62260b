// Reads TableGen definitions of operations in a process of its own.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tablegen/Read.h"
#include "tablegen/Errors.h"
#include "tablegen/Files.h"
#include "tablegen/Tables.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Parser.h"

#include <algorithm>
#include <limits>
#include <malloc.h>
#include <sys/mman.h>
#include <utility>

using namespace llvm;
using namespace pdll;

/// The number of a kind of message in src/ods/wire.rs.
static unsigned numberOf(SourceMgr::DiagKind kind) {
  switch (kind) {
  case SourceMgr::DK_Error:
    return 0;
  case SourceMgr::DK_Warning:
    return 1;
  case SourceMgr::DK_Remark:
    return 2;
  case SourceMgr::DK_Note:
    return 3;
  }
  llvm_unreachable("all kinds are covered");
}

/// A `Reply` of src/ods/wire.rs.
static OdsWire makeReply(ArrayRef<OdsMessage> messages, const OdsWire *tables,
                         const OdsFiles &files) {
  OdsWire wire;
  wire.number(messages.size());
  for (const OdsMessage &message : messages) {
    wire.variant(numberOf(message.kind));
    files.writePlace(wire, message.place);
    wire.text(message.text);
  }
  wire.flag(tables);
  if (tables)
    wire.append(*tables);
  return wire;
}

/// Gives a process all the memory that it needs at once,
/// in large pages where the system has them. Getting it page by page takes a
/// good part of the whole time. This may fail, and nothing comes of that.
static void prepareMemory() {
#ifdef __GLIBC__
  constexpr size_t size = 64 << 20;
  constexpr size_t alignment = 2 << 20;
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  void *memory = malloc(size);
  if (!memory)
    return;
  auto start = alignTo(reinterpret_cast<uintptr_t>(memory), alignment);
  madvise(reinterpret_cast<void *>(start), size - alignment, MADV_HUGEPAGE);
  free(memory);
#endif
}

/// Runs in a child. Errors end it: TableGen need not be in order after one.
static void read(const PdllOdsRequest &request, bool isLast) {
  auto files = makeIntrusiveRefCnt<OdsFiles>(request);
  std::vector<OdsMessage> messages;
  // It is called later, and must live as long as this function.
  auto giveUp = [&] {
    finishProcess(makeReply(messages, nullptr, *files).getBytes());
  };
  collectOdsMessages(messages, giveUp);

  SourceMgr sources;
  sources.setVirtualFileSystem(files);
  sources.AddNewSourceBuffer(files->open(0), SMLoc());
  RecordKeeper records;
  if (TableGenParseFile(sources, records) || ErrorsPrinted != 0)
    giveUp();
  OdsWire tables;
  writeOdsTables(tables, records, *files);
  if (ErrorsPrinted != 0)
    giveUp();
  OdsWire reply = makeReply(messages, &tables, *files);
  // Taking all the records apart takes time.
  if (isLast)
    finishProcess(reply.getBytes());
  sendResult(reply.getBytes());
}

/// Shares requests out evenly. The larger of them come first.
static SmallVector<SmallVector<size_t>>
shareOut(ArrayRef<PdllOdsRequest> requests, size_t numShares) {
  auto size = [&](size_t number) {
    const PdllOdsRequest &request = requests[number];
    size_t size = 0;
    for (const PdllOdsFile &file : ArrayRef(request.files, request.numFiles))
      size += file.text.length;
    return size;
  };
  auto numbers = to_vector(seq<size_t>(requests.size()));
  stable_sort(numbers, [&](size_t a, size_t b) { return size(a) > size(b); });
  SmallVector<SmallVector<size_t>> shares(std::max<size_t>(numShares, 1));
  SmallVector<size_t> sizes(shares.size());
  for (size_t number : numbers) {
    size_t share = std::min_element(sizes.begin(), sizes.end()) - sizes.begin();
    shares[share].push_back(number);
    sizes[share] += size(number);
  }
  return shares;
}

void pdll::readOds(ArrayRef<PdllOdsRequest> requests, size_t maxProcesses,
                   function_ref<void(size_t, TaskResult)> receive) {
  bool isPrepared = false;
  runInChildren(
      shareOut(requests, maxProcesses),
      [&](size_t number) { return requests[number].timeoutSeconds; },
      [&](size_t number, bool isLast) {
        if (!std::exchange(isPrepared, true))
          prepareMemory();
        read(requests[number], isLast);
      },
      receive);
}
