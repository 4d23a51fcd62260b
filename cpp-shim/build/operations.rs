//! Headers of MLIR without the classes of operations.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::{Result, llvm::Llvm};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Headers below `mlir/Dialect` that define the operations of a dialect. The header of a
/// dialect includes them beside those of its types and attributes, which the generated
/// tables name. To compile the operations would take longer than all the rest of the tables.
/// Headers whose operations some other header uses are not in this list.
const OPERATIONS: [&str; 19] = [
    "AMDGPU/IR/AMDGPU.h.inc",
    "AMX/AMX.h.inc",
    "ArmSME/IR/ArmSMEIntrinsicOps.h.inc",
    "ArmSME/IR/ArmSMEOps.h.inc",
    "Async/IR/AsyncOps.h.inc",
    "EmitC/IR/EmitC.h.inc",
    "GPU/IR/GPUOps.h.inc",
    "IRDL/IR/IRDLOps.h.inc",
    "LLVMIR/LLVMIntrinsicOps.h.inc",
    "LLVMIR/NVVMOps.h.inc",
    "LLVMIR/ROCDLOps.h.inc",
    "LLVMIR/XeVMOps.h.inc",
    "MPI/IR/MPIOps.h.inc",
    "NVGPU/IR/NVGPUOps.h.inc",
    "OpenACC/OpenACCOps.h.inc",
    "Tosa/IR/TosaOps.h.inc",
    "WasmSSA/IR/WasmSSAOps.h.inc",
    "X86Vector/X86Vector.h.inc",
    "XeGPU/IR/XeGPU.h.inc",
];

/// Writes headers that hide these: they only declare the names of the operations. Returns
/// the folder in which compilers must look for headers before that of MLIR.
pub(crate) fn hide_operations(llvm: &Llvm, output_dir: &Path) -> Result<PathBuf> {
    let folder = output_dir.join("without-operations");
    for name in OPERATIONS {
        let name = Path::new("mlir/Dialect").join(name);
        if !Path::new(&llvm.include_dir).join(&name).exists() {
            continue;
        }
        let text = format!(
            "#undef GET_OP_CLASSES\n#include_next \"{}\"\n",
            name.display()
        );
        let path = folder.join(name);
        if fs::read_to_string(&path).ok().as_deref() != Some(&text) {
            fs::create_dir_all(path.parent().unwrap_or(&folder))?;
            fs::write(&path, text)?;
        }
    }
    Ok(folder)
}
