// Reads TableGen definitions of operations in child processes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tablegen/Read.h"
#include "contract/Names.h"
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

static PdllOdsMessageKind getKind(SourceMgr::DiagKind kind) {
  switch (kind) {
  case SourceMgr::DK_Error:
    return PdllOdsError;
  case SourceMgr::DK_Warning:
    return PdllOdsWarning;
  case SourceMgr::DK_Remark:
    return PdllOdsRemark;
  case SourceMgr::DK_Note:
    return PdllOdsNote;
  }
  llvm_unreachable("all kinds are covered");
}

/// A `Reply` of src/front/ods/wire.rs.
static OdsWire makeReply(ArrayRef<OdsMessage> messages, const OdsWire *tables,
                         const OdsFiles &files) {
  OdsWire wire;
  wire.number(PDLL_ODS_WIRE_VERSION);
  wire.number(messages.size());
  for (const OdsMessage &message : messages) {
    wire.variant(getKind(message.kind));
    files.writePlace(wire, message.place);
    wire.text(message.text);
  }
  wire.flag(tables);
  if (tables)
    wire.append(*tables);
  return wire;
}

/// Reserves the memory that a child needs at once, in large pages if the system
/// has them. Page faults would otherwise take a good part of the whole time. A
/// failure has no consequences.
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

/// Reads one request. Runs in a child, which an error ends, because TableGen's
/// state may be broken after an error.
static void read(const PdllOdsRequest &request, bool isLast) {
  auto files = makeIntrusiveRefCnt<OdsFiles>(request);
  std::vector<OdsMessage> messages;
  // TableGen keeps a reference to it.
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
  writeOdsTables(tables, records, *files, request.contents);
  if (ErrorsPrinted != 0)
    giveUp();
  OdsWire reply = makeReply(messages, &tables, *files);
  // Leaving the process saves the time to destroy all records.
  if (isLast)
    finishProcess(reply.getBytes());
  sendResult(reply.getBytes());
}

/// Distributes requests evenly by their size, larger ones first.
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
  sort(numbers, [&](size_t a, size_t b) {
    return std::pair(size(b), a) < std::pair(size(a), b);
  });
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
