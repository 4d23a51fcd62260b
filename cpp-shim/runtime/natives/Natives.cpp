// The table of native functions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "natives/Natives.h"
#include "natives/SinglesAsRanges.h"

using namespace mlir;
using namespace pdll;

std::optional<size_t> Native::findMissing(ArrayRef<PDLValue> arguments) const {
  if (!signature)
    return std::nullopt;
  for (auto [index, argument] : llvm::enumerate(arguments))
    if (!argument && !signature->getParameter(index).isOptional)
      return index;
  return std::nullopt;
}

llvm::Error Natives::add(PdllNativeKind kind, StringRef name, Native native) {
  if (native.signature)
    native.function =
        acceptSingles(*native.signature, std::move(native.function));
  auto [entry, isNew] = functions[kind]->try_emplace(name, std::move(native));
  if (isNew)
    return llvm::Error::success();
  StringRef previous = entry->second.origin;
  return llvm::createStringError(
      Twine("the native ") +
      (kind == PdllNativeConstraint ? "constraint" : "rewrite") + " `" + name +
      "` is already defined by " + (previous.empty() ? "pdll" : previous));
}

void Natives::addOwn(PdllNativeKind kind, StringRef name, StringRef signature,
                     PDLConstraintFunction function, DirectConstraint direct) {
  llvm::cantFail(add(kind, name,
                     {llvm::cantFail(NativeSignature::parse(signature)),
                      std::move(function), "", std::move(direct)}));
}

static const Native *find(const llvm::StringMap<Native> &functions,
                          StringRef name) {
  auto found = functions.find(name);
  return found == functions.end() ? nullptr : &found->second;
}

const Native *Natives::lookup(PdllNativeKind kind, StringRef name) const {
  return find(get(kind), name);
}

FindConstraint Natives::getConstraintFinder() const {
  return [&constraints = get(PdllNativeConstraint)](StringRef name) {
    return find(constraints, name);
  };
}
