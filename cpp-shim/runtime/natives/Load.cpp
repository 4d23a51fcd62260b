// Loads shared libraries of native functions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "natives/Load.h"
#include "natives/Foreign.h"
#include "natives/LoadWatch.h"
#include "support/ForeignMlir.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include <dlfcn.h>

using namespace mlir;
using namespace pdll;

using GetLibrary = const PdllNativeLibrary *();

/// Opens a library. It is never closed, because patterns may outlive the table
/// of native functions.
static llvm::Expected<void *> openLibrary(StringRef path) {
  // `dlopen` would search the system's folders for a name without a slash.
  SmallString<128> absolute(path);
  if (std::error_code error = llvm::sys::fs::make_absolute(absolute))
    return llvm::createStringError(error,
                                   "cannot determine the current folder");
  // Missing symbols must be reported now rather than in the middle of a
  // rewrite, and libraries must not call each other's functions by accident.
  if (void *library = dlopen(absolute.c_str(), RTLD_NOW | RTLD_LOCAL))
    return library;
  const char *reason = dlerror();
  std::string message = reason ? reason : "unknown error";
  bool needsMlir = StringRef(message).contains("undefined symbol") ||
                   StringRef(message).contains("libMLIR");
  if (needsMlir && isMlirHidden())
    message += "; libraries cannot call the MLIR that is inside this program: "
               "use pdll where MLIR is installed";
  return llvm::createStringError(message);
}

/// Asks a library what it was built for, and how it registers its functions.
static llvm::Expected<const PdllNativeLibrary *> describe(void *library) {
  void *get = dlsym(library, "pdllGetNativeLibrary");
  if (!get)
    return llvm::createStringError(
        "it has no function `pdllGetNativeLibrary`; see pdll/Native.h");
  return reinterpret_cast<GetLibrary *>(get)();
}

/// Fails if a library has brought another LLVM with it.
static llvm::Error checkLlvm() {
  if (std::optional<std::string> foreign = findForeignMlir())
    return llvm::createStringError("it was built for another LLVM: " +
                                   *foreign);
  return llvm::Error::success();
}

/// Loads a library and adds its functions.
static llvm::Error load(Natives &natives, StringRef path, StringRef origin) {
  llvm::Expected<void *> opened = openLibrary(path);
  if (!opened)
    return opened.takeError();
  if (llvm::Error error = checkLlvm())
    return error;
  auto library = describe(*opened);
  if (!library)
    return library.takeError();
  return addNativeLibrary(natives, *library, origin);
}

llvm::Error pdll::loadNativeLibrary(Natives &natives, StringRef path,
                                    StringRef origin) {
  llvm::Error error = llvm::Error::success();
  watchLoading(origin, [&] {
    error = joinErrors(std::move(error), load(natives, path, origin));
  });
  if (!error)
    return llvm::Error::success();
  return llvm::createStringError("cannot use the native functions of " +
                                 origin + ": " +
                                 llvm::toString(std::move(error)));
}
