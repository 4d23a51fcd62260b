// Collects TableGen's diagnostics.
//
// TableGen prints its errors, and ends the process after some of them. Before
// it does, it deletes the files that the host has marked for deletion on a
// crash. None of this may happen, so these functions replace those of
// TableGen's library, from which the build removes them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tablegen/Errors.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"

#include <unistd.h>

using namespace llvm;
using namespace pdll;

static std::vector<OdsMessage> *collected;
static function_ref<void()> giveUp;
static SMLoc operationDefinition;

void pdll::collectOdsMessages(std::vector<OdsMessage> &messages,
                              function_ref<void()> giveUp) {
  collected = &messages;
  ::giveUp = giveUp;
  operationDefinition = SMLoc();
}

void pdll::setOperationOfOdsErrors(SMLoc definition) {
  operationDefinition = definition;
}

static void add(SourceMgr::DiagKind kind, ArrayRef<SMLoc> places,
                const Twine &text) {
  if (kind == SourceMgr::DK_Error)
    ++ErrorsPrinted;
  if (!collected)
    return;
  collected->push_back(
      {kind, places.empty() ? SMLoc() : places.front(), text.str()});
  for (SMLoc outer : places.drop_front(places.empty() ? 0 : 1))
    collected->push_back(
        {SourceMgr::DK_Note, outer, "instantiated from this multiclass"});
  // The place of an error of MLIR is a constraint, which many operations use,
  // or there is no place.
  if (kind == SourceMgr::DK_Error && operationDefinition.isValid() &&
      collected->back().place != operationDefinition)
    collected->push_back({SourceMgr::DK_Note, operationDefinition,
                          "in the definition of this operation"});
}

static void add(SourceMgr::DiagKind kind,
                function_ref<void(raw_ostream &)> print) {
  std::string text;
  raw_string_ostream stream(text);
  print(stream);
  add(kind, {}, text);
}

[[noreturn]] static void end() {
  if (giveUp)
    giveUp();
  _exit(EXIT_FAILURE);
}

SourceMgr llvm::SrcMgr;
unsigned llvm::ErrorsPrinted = 0;

void llvm::PrintNote(const Twine &text) { add(SourceMgr::DK_Note, {}, text); }
void llvm::PrintNote(function_ref<void(raw_ostream &)> print) {
  add(SourceMgr::DK_Note, print);
}
void llvm::PrintNote(ArrayRef<SMLoc> places, const Twine &text) {
  add(SourceMgr::DK_Note, places, text);
}

void llvm::PrintFatalNote(const Twine &text) {
  PrintNote(text);
  end();
}
void llvm::PrintFatalNote(ArrayRef<SMLoc> places, const Twine &text) {
  PrintNote(places, text);
  end();
}
void llvm::PrintFatalNote(const Record *record, const Twine &text) {
  PrintFatalNote(record->getLoc(), text);
}
void llvm::PrintFatalNote(const RecordVal *value, const Twine &text) {
  PrintFatalNote(value->getLoc(), text);
}

void llvm::PrintWarning(const Twine &text) {
  add(SourceMgr::DK_Warning, {}, text);
}
void llvm::PrintWarning(ArrayRef<SMLoc> places, const Twine &text) {
  add(SourceMgr::DK_Warning, places, text);
}
void llvm::PrintWarning(const char *place, const Twine &text) {
  PrintWarning(SMLoc::getFromPointer(place), text);
}

void llvm::PrintError(const Twine &text) { add(SourceMgr::DK_Error, {}, text); }
void llvm::PrintError(function_ref<void(raw_ostream &)> print) {
  add(SourceMgr::DK_Error, print);
}
void llvm::PrintError(ArrayRef<SMLoc> places, const Twine &text) {
  add(SourceMgr::DK_Error, places, text);
}
void llvm::PrintError(const char *place, const Twine &text) {
  PrintError(SMLoc::getFromPointer(place), text);
}
void llvm::PrintError(const Record *record, const Twine &text) {
  PrintError(record->getLoc(), text);
}
void llvm::PrintError(const RecordVal *value, const Twine &text) {
  PrintError(value->getLoc(), text);
}

void llvm::PrintFatalError(const Twine &text) {
  PrintError(text);
  end();
}
void llvm::PrintFatalError(function_ref<void(raw_ostream &)> print) {
  PrintError(print);
  end();
}
void llvm::PrintFatalError(ArrayRef<SMLoc> places, const Twine &text) {
  PrintError(places, text);
  end();
}
void llvm::PrintFatalError(const Record *record, const Twine &text) {
  PrintFatalError(record->getLoc(), text);
}
void llvm::PrintFatalError(const RecordVal *value, const Twine &text) {
  PrintFatalError(value->getLoc(), text);
}

/// Executes TableGen's statement `assert`. Returns whether the assertion fails.
bool llvm::CheckAssert(SMLoc place, const Init *condition,
                       const Init *message) {
  const Init *number = condition->convertInitializerTo(
      IntRecTy::get(condition->getRecordKeeper()));
  auto *value = dyn_cast_or_null<IntInit>(number);
  if (!value) {
    PrintError(place, "expected a condition of type bit, bits or int");
    return true;
  }
  if (value->getValue())
    return false;
  auto *text = dyn_cast<StringInit>(message);
  PrintError(place, text ? "assertion failed: " + text->getValue()
                         : Twine("assertion failed"));
  return true;
}

/// Executes TableGen's statement `dump`.
void llvm::dumpMessage(SMLoc place, const Init *message) {
  if (auto *text = dyn_cast<StringInit>(message))
    add(SourceMgr::DK_Remark, place, text->getValue());
  else
    PrintError(place, "expected a string to dump");
}
