//! The files that define the operations of MLIR's dialects.

/// The dialects, by name, each with the file to include.
pub(super) const DIALECTS: &[(&str, &str)] = &[
    ("acc", "mlir/Dialect/OpenACC/OpenACCOps.td"),
    ("affine", "mlir/Dialect/Affine/IR/AffineOps.td"),
    ("amdgpu", "mlir/Dialect/AMDGPU/IR/AMDGPU.td"),
    ("amx", "mlir/Dialect/AMX/AMX.td"),
    ("arith", "mlir/Dialect/Arith/IR/ArithOps.td"),
    ("arm_neon", "mlir/Dialect/ArmNeon/ArmNeon.td"),
    ("arm_sme", "mlir/Dialect/ArmSME/IR/ArmSMEOps.td"),
    ("arm_sve", "mlir/Dialect/ArmSVE/IR/ArmSVE.td"),
    ("async", "mlir/Dialect/Async/IR/AsyncOps.td"),
    (
        "bufferization",
        "mlir/Dialect/Bufferization/IR/BufferizationOps.td",
    ),
    ("builtin", "mlir/IR/BuiltinOps.td"),
    ("cf", "mlir/Dialect/ControlFlow/IR/ControlFlowOps.td"),
    ("complex", "mlir/Dialect/Complex/IR/ComplexOps.td"),
    ("emitc", "mlir/Dialect/EmitC/IR/EmitC.td"),
    ("func", "mlir/Dialect/Func/IR/FuncOps.td"),
    ("gpu", "mlir/Dialect/GPU/IR/GPUOps.td"),
    ("index", "mlir/Dialect/Index/IR/IndexOps.td"),
    ("irdl", "mlir/Dialect/IRDL/IR/IRDLOps.td"),
    ("linalg", "mlir/Dialect/Linalg/IR/LinalgStructuredOps.td"),
    ("llvm", "mlir/Dialect/LLVMIR/LLVMOps.td"),
    ("math", "mlir/Dialect/Math/IR/MathOps.td"),
    ("memref", "mlir/Dialect/MemRef/IR/MemRefOps.td"),
    ("ml_program", "mlir/Dialect/MLProgram/IR/MLProgramOps.td"),
    ("mpi", "mlir/Dialect/MPI/IR/MPIOps.td"),
    ("nvgpu", "mlir/Dialect/NVGPU/IR/NVGPUOps.td"),
    ("nvvm", "mlir/Dialect/LLVMIR/NVVMOps.td"),
    ("omp", "mlir/Dialect/OpenMP/OpenMPOps.td"),
    ("pdl", "mlir/Dialect/PDL/IR/PDLOps.td"),
    ("pdl_interp", "mlir/Dialect/PDLInterp/IR/PDLInterpOps.td"),
    ("ptr", "mlir/Dialect/Ptr/IR/PtrOps.td"),
    ("quant", "mlir/Dialect/Quant/IR/QuantOps.td"),
    ("rocdl", "mlir/Dialect/LLVMIR/ROCDLOps.td"),
    ("scf", "mlir/Dialect/SCF/IR/SCFOps.td"),
    ("shape", "mlir/Dialect/Shape/IR/ShapeOps.td"),
    ("shard", "mlir/Dialect/Shard/IR/ShardOps.td"),
    ("smt", "mlir/Dialect/SMT/IR/SMTOps.td"),
    (
        "sparse_tensor",
        "mlir/Dialect/SparseTensor/IR/SparseTensorOps.td",
    ),
    ("spirv", "mlir/Dialect/SPIRV/IR/SPIRVOps.td"),
    ("tensor", "mlir/Dialect/Tensor/IR/TensorOps.td"),
    ("tosa", "mlir/Dialect/Tosa/IR/TosaOps.td"),
    ("transform", "mlir/Dialect/Transform/IR/TransformOps.td"),
    ("ub", "mlir/Dialect/UB/IR/UBOps.td"),
    ("vector", "mlir/Dialect/Vector/IR/VectorOps.td"),
    ("wasmssa", "mlir/Dialect/WasmSSA/IR/WasmSSAOps.td"),
    ("x86vector", "mlir/Dialect/X86Vector/X86Vector.td"),
    ("xegpu", "mlir/Dialect/XeGPU/IR/XeGPUOps.td"),
];

#[cfg(test)]
mod tests {
    use super::DIALECTS;
    use crate::mlir::ffi::ods::installed_include_dir;

    #[test]
    fn the_files_are_installed() {
        for (name, path) in DIALECTS {
            assert!(
                installed_include_dir().join(path).is_file(),
                "{name}: {path}"
            );
        }
        assert!(DIALECTS.is_sorted());
    }
}
