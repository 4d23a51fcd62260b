// Detection of a second MLIR or LLVM in the process.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/ForeignMlir.h"

#include "mlir/Pass/PassRegistry.h"
#include "llvm-c/Core.h"
#include "llvm/Support/Path.h"

#include <dlfcn.h>
#include <link.h>
#include <vector>

// A program that contains LLVM may lack this function.
extern "C" void LLVMGetVersion(unsigned *, unsigned *, unsigned *)
    __attribute__((weak));

using namespace pdll;

static bool isMlirOrLlvm(llvm::StringRef path) {
  llvm::StringRef name = llvm::sys::path::filename(path);
  return name.starts_with("libMLIR.so") || name.starts_with("libLLVM.so") ||
         (name.starts_with("libLLVM-") && name.contains(".so"));
}

static int collectLibrary(dl_phdr_info *info, size_t, void *libraries) {
  if (info->dlpi_name && isMlirOrLlvm(info->dlpi_name))
    static_cast<std::vector<std::string> *>(libraries)->push_back(
        info->dlpi_name);
  return 0;
}

bool pdll::isMlirHidden() {
  Dl_info info;
  auto *function = reinterpret_cast<const void *>(&mlir::registerPass);
  return dladdr(function, &info) && !info.dli_sname;
}

/// The path of the library that holds `address`; empty if that is null.
static std::string getLibraryOf(const void *address) {
  Dl_info info;
  if (dladdr(address, &info) && info.dli_fname)
    return info.dli_fname;
  return "";
}

/// What messages call the copy in `library`. A program that contains LLVM may
/// lack the function by which pdll looks for it.
static std::string describeOwn(llvm::StringRef library) {
  if (library.empty())
    return "the copy that is linked into this program";
  return ("`" + library + "`").str();
}

std::optional<std::string> pdll::findForeignMlir() {
  std::vector<std::string> libraries;
  dl_iterate_phdr(collectLibrary, &libraries);

  // The libraries that the linker chose for functions that the shim calls.
  std::string ownMlir =
      getLibraryOf(reinterpret_cast<const void *>(&mlir::registerPass));
  std::string ownLlvm =
      getLibraryOf(reinterpret_cast<const void *>(&LLVMGetVersion));
  for (const std::string &library : libraries) {
    if (library == ownMlir || library == ownLlvm)
      continue;
    bool isMlir = llvm::sys::path::filename(library).starts_with("libMLIR");
    return "`" + library + "` is loaded beside " +
           describeOwn(isMlir ? ownMlir : ownLlvm) +
           ", which pdll uses; one process can hold only one of them";
  }
  return std::nullopt;
}
