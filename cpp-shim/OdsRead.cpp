// Reads TableGen definitions of operations in a process of its own.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OdsErrors.h"
#include "OdsFiles.h"
#include "OdsProcess.h"
#include "OdsTables.h"
#include "Strings.h"

#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Parser.h"

#include <limits>
#include <malloc.h>
#include <sys/mman.h>

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

/// Hands over what there is. Runs in the child.
[[noreturn]] static void finish(ArrayRef<OdsMessage> messages,
                                const OdsWire *tables, const OdsFiles &files) {
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
  finishChild(wire.getBytes());
}

/// Gives a process that reads and ends all the memory that it needs at once,
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

/// Runs in the child.
[[noreturn]] static void read(const PdllOdsRequest &request) {
  prepareMemory();
  auto files = makeIntrusiveRefCnt<OdsFiles>(request);
  std::vector<OdsMessage> messages;
  // It is called later, and must live as long as this function.
  auto giveUp = [&] { finish(messages, nullptr, *files); };
  collectOdsMessages(messages, giveUp);

  SourceMgr sources;
  sources.setVirtualFileSystem(files);
  sources.AddNewSourceBuffer(files->open(0), SMLoc());
  RecordKeeper records;
  if (TableGenParseFile(sources, records) || ErrorsPrinted != 0)
    finish(messages, nullptr, *files);
  OdsWire tables;
  writeOdsTables(tables, records, *files);
  finish(messages, ErrorsPrinted == 0 ? &tables : nullptr, *files);
}

void pdllReadOds(const PdllOdsRequest *requests, size_t numRequests,
                 size_t maxProcesses, PdllOdsCallback receive, void *userData) {
  runInChildren(
      numRequests, maxProcesses,
      [&](size_t index) { return requests[index].timeoutSeconds; },
      [&](size_t index) { read(requests[index]); },
      [&](size_t index, const ChildResult &child) {
        receive(index, child.outcome, toPdllString(child.result),
                toPdllString(child.output), userData);
      });
}
