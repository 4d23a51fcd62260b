// GPU targets that cannot generate code.
//
// MLIR's own contain the code generators of LLVM. Programs name targets all the same, and
// MLIR ends a process that asks for an interface which is only promised. So each target
// has one here.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mlir/Dialect/GPU/IR/CompilationInterfaces.h"
#include "mlir/Dialect/LLVMIR/LLVMAttrs.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Dialect.h"
#include "mlir/Target/LLVM/NVVM/Target.h"
#include "mlir/Target/LLVM/ROCDL/Target.h"
#include "mlir/Target/LLVM/XeVM/Target.h"

// The headers of the dialects also declare their operations, and take six times as long
// to compile.
#include "mlir/Dialect/LLVMIR/NVVMOpsDialect.h.inc"
#include "mlir/Dialect/LLVMIR/NVVMOpsEnums.h.inc"
#include "mlir/Dialect/LLVMIR/ROCDLOpsDialect.h.inc"
#include "mlir/Dialect/LLVMIR/XeVMOpsDialect.h.inc"
#include "mlir/Dialect/LLVMIR/XeVMOpsEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "mlir/Dialect/LLVMIR/NVVMOpsAttributes.h.inc"
#define GET_ATTRDEF_CLASSES
#include "mlir/Dialect/LLVMIR/ROCDLOpsAttributes.h.inc"
#define GET_ATTRDEF_CLASSES
#include "mlir/Dialect/LLVMIR/XeVMOpsAttributes.h.inc"

using namespace mlir;

namespace {

template <typename Target>
struct WithoutCode final
    : gpu::TargetAttrInterface::FallbackModel<WithoutCode<Target>> {
  std::optional<SmallVector<char, 0>>
  serializeToObject(Attribute target, Operation *module,
                    const gpu::TargetOptions &) const {
    module->emitError("this program cannot generate code for the GPU target ")
        << target;
    return std::nullopt;
  }

  Attribute createObject(Attribute, Operation *, const SmallVector<char, 0> &,
                         const gpu::TargetOptions &) const {
    return {};
  }
};

} // namespace

template <typename Dialect, typename Target>
static void attach(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, Dialect *) {
    Target::template attachInterface<WithoutCode<Target>>(*context);
  });
}

void NVVM::registerNVVMTargetInterfaceExternalModels(
    DialectRegistry &registry) {
  attach<NVVM::NVVMDialect, NVVM::NVVMTargetAttr>(registry);
}

void ROCDL::registerROCDLTargetInterfaceExternalModels(
    DialectRegistry &registry) {
  attach<ROCDL::ROCDLDialect, ROCDL::ROCDLTargetAttr>(registry);
}

void xevm::registerXeVMTargetInterfaceExternalModels(
    DialectRegistry &registry) {
  attach<xevm::XeVMDialect, xevm::XeVMTargetAttr>(registry);
}
