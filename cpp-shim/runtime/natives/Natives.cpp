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

/// Finds a function in a table, or in its libraries.
static const Native *find(const llvm::StringMap<Native> &functions,
                          GetLibraries *getLibraries, PdllNativeKind kind,
                          StringRef name) {
  auto found = functions.find(name);
  if (found != functions.end())
    return &found->second;
  if (!getLibraries)
    return nullptr;
  for (const Natives *library : getLibraries(name))
    if (const Native *native = library->lookup(kind, name))
      return native;
  return nullptr;
}

llvm::Error Natives::add(PdllNativeKind kind, StringRef name, Native native) {
  if (native.signature)
    native.function =
        acceptSingles(*native.signature, std::move(native.function));
  // No two of pdll's own functions have the same name.
  GetLibraries *others = native.origin.empty() ? nullptr : getLibraries;
  const Native *known = find(*functions[kind], others, kind, name);
  if (!known) {
    functions[kind]->try_emplace(name, std::move(native));
    return llvm::Error::success();
  }
  StringRef previous = known->origin;
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

const Native *Natives::lookup(PdllNativeKind kind, StringRef name) const {
  return find(*functions[kind], getLibraries, kind, name);
}

void Natives::visit(
    PdllNativeKind kind,
    function_ref<void(StringRef, const Native &)> visitor) const {
  for (const auto &entry : *functions[kind])
    visitor(entry.getKey(), entry.second);
  if (getLibraries)
    for (const Natives *library : getLibraries(std::nullopt))
      library->visit(kind, visitor);
}

FindConstraint Natives::getConstraintFinder() const {
  return [&constraints = *functions[PdllNativeConstraint],
          getLibraries = getLibraries](StringRef name) {
    return find(constraints, getLibraries, PdllNativeConstraint, name);
  };
}
