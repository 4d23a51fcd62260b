// Detection of a second MLIR or LLVM in the process.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/ForeignMlir.h"

#include "mlir/Pass/PassRegistry.h"
#include "llvm-c/Core.h"
#include "llvm/Support/Path.h"

#include <dlfcn.h>
#include <cstdint>
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

namespace {
/// The MLIRs and LLVMs in the process.
struct Libraries {
  /// Functions that the shim calls, from the libraries that the linker chose.
  const void *ownMlir, *ownLlvm;
  /// The paths of the libraries that hold neither.
  std::vector<std::string> foreign;
};
} // namespace

/// Whether `address` is in the memory of a library. `dladdr` also looks for the
/// name of a symbol there, which takes longer than to compile a pattern.
static bool holds(const dl_phdr_info &info, const void *address) {
  auto place = reinterpret_cast<uintptr_t>(address);
  return llvm::any_of(
      llvm::ArrayRef(info.dlpi_phdr, info.dlpi_phnum), [&](const auto &part) {
        return part.p_type == PT_LOAD &&
               place - (info.dlpi_addr + part.p_vaddr) < part.p_memsz;
      });
}

static int collectLibrary(dl_phdr_info *info, size_t, void *collected) {
  auto *libraries = static_cast<Libraries *>(collected);
  if (info->dlpi_name && isMlirOrLlvm(info->dlpi_name) &&
      !holds(*info, libraries->ownMlir) && !holds(*info, libraries->ownLlvm))
    libraries->foreign.push_back(info->dlpi_name);
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
  Libraries libraries = {
      reinterpret_cast<const void *>(&mlir::registerPass),
      reinterpret_cast<const void *>(&LLVMGetVersion), {}};
  dl_iterate_phdr(collectLibrary, &libraries);
  if (libraries.foreign.empty())
    return std::nullopt;
  const std::string &library = libraries.foreign.front();
  bool isMlir = llvm::sys::path::filename(library).starts_with("libMLIR");
  return "`" + library + "` is loaded beside " +
         describeOwn(getLibraryOf(isMlir ? libraries.ownMlir
                                         : libraries.ownLlvm)) +
         ", which pdll uses; one process can hold only one of them";
}
