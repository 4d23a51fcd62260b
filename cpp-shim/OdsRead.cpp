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

using namespace llvm;
using namespace pdll;

static StringRef nameOf(SourceMgr::DiagKind kind) {
  switch (kind) {
  case SourceMgr::DK_Error:
    return "error";
  case SourceMgr::DK_Warning:
    return "warning";
  case SourceMgr::DK_Remark:
    return "remark";
  case SourceMgr::DK_Note:
    return "note";
  }
  llvm_unreachable("all kinds are covered");
}

static void writeMessages(json::OStream &json, ArrayRef<OdsMessage> messages,
                          const OdsFiles &files) {
  json.attributeArray("messages", [&] {
    for (const OdsMessage &message : messages)
      json.object([&] {
        json.attribute("kind", nameOf(message.kind));
        json.attributeBegin("place");
        files.writePlace(json, message.place);
        json.attributeEnd();
        json.attribute("text", message.text);
      });
  });
}

/// Runs in the child.
[[noreturn]] static void read(const PdllOdsRequest &request) {
  auto files = makeIntrusiveRefCnt<OdsFiles>(request);
  std::vector<OdsMessage> messages;
  std::string text;
  raw_string_ostream stream(text);
  json::OStream json(stream);
  // It is called later, and must live as long as this function.
  auto giveUp = [&] {
    // What is written so far is cut off in its middle.
    text.clear();
    json::OStream fresh(stream);
    fresh.object([&] { writeMessages(fresh, messages, *files); });
    finishChild(text);
  };
  collectOdsMessages(messages, giveUp);

  SourceMgr sources;
  sources.setVirtualFileSystem(files);
  sources.AddNewSourceBuffer(files->open(0), SMLoc());
  RecordKeeper records;
  bool failed = TableGenParseFile(sources, records);
  json.object([&] {
    if (!failed && ErrorsPrinted == 0)
      json.attributeObject("tables", [&] {
        writeOdsTables(json, records, *files);
        files->writeOpened(json);
      });
    writeMessages(json, messages, *files);
  });
  finishChild(text);
}

PdllOdsOutcome pdllReadOds(const PdllOdsRequest *request,
                           PdllTextCallback receive,
                           PdllTextCallback receiveOutput, void *userData) {
  ChildResult child =
      runInChild([&] { read(*request); }, request->timeoutSeconds);
  if (child.outcome.status == PdllOdsRead)
    receive(toPdllString(child.result), userData);
  if (!child.output.empty())
    receiveOutput(toPdllString(child.output), userData);
  return child.outcome;
}
