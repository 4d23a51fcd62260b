// The native functions that every set of patterns can call.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "factory/DefaultNatives.h"
#include "conversion/ConversionNatives.h"
#include "natives/Builtin.h"
#include "std/AnyOf.h"
#include "std/Library.h"

using namespace pdll;

/// A table with the functions that are the same for all sets.
static const Natives *makeShared() {
  auto *natives = new Natives();
  addBuiltinNatives(*natives);
  addSame(*natives);
  addConversionNatives(*natives);
  return natives;
}

/// The standard library is not made for names of the other table.
static llvm::SmallVector<const Natives *, 3>
findLibraries(std::optional<llvm::StringRef> name) {
  static const Natives *shared = makeShared();
  if (name && (shared->lookup(PdllNativeConstraint, *name) ||
               shared->lookup(PdllNativeRewrite, *name)))
    return {shared};
  llvm::SmallVector<const Natives *, 3> libraries = getStandardLibrary(name);
  if (!name)
    libraries.push_back(shared);
  return libraries;
}

PdllNatives::PdllNatives() : Natives(findLibraries) { addAnyOf(*this); }
