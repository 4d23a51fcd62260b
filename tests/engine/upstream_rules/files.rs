//! The rule files.

/// A file of rules. Paths are in LLVM's folder `mlir`.
pub(crate) struct RuleFile {
    /// The C++ namespace of its patterns.
    pub(crate) name: &'static str,
    pub(crate) rules: &'static str,
    /// The C++ file that includes the generated patterns. What it says before is what
    /// the C++ of the rules sees.
    pub(crate) code: Option<&'static str>,
    /// The headers that they see if there is no such file.
    pub(crate) headers: &'static [&'static str],
    /// Folders with files that the rules include.
    pub(crate) include_dirs: &'static [&'static str],
    /// The tests of the rules.
    pub(crate) programs: &'static [&'static str],
    pub(crate) host: Host,
}

/// Where the dialect of the rules is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Host {
    /// In MLIR's libraries.
    Installed,
    /// MLIR's dialect for tests, which only mlir-opt contains. The C++ classes of its
    /// operations are generated; those of mlir-opt are the same.
    Test,
    /// The tutorial's dialect, in this file.
    Source(&'static str),
    /// Nowhere: the file is a test of mlir-tblgen.
    Nowhere,
}

pub(crate) const FILES: [RuleFile; 10] = [
    RuleFile {
        name: "arith",
        rules: "lib/Dialect/Arith/IR/ArithCanonicalization.td",
        code: Some("lib/Dialect/Arith/IR/ArithOps.cpp"),
        headers: &[],
        include_dirs: &[],
        programs: &["test/Dialect/Arith/canonicalize.mlir"],
        host: Host::Installed,
    },
    RuleFile {
        name: "spirv",
        rules: "lib/Dialect/SPIRV/IR/SPIRVCanonicalization.td",
        code: Some("lib/Dialect/SPIRV/IR/SPIRVCanonicalization.cpp"),
        headers: &[],
        include_dirs: &[],
        programs: &["test/Dialect/SPIRV/Transforms/canonicalize.mlir"],
        host: Host::Installed,
    },
    RuleFile {
        name: "shape",
        rules: "lib/Dialect/Shape/IR/ShapeCanonicalization.td",
        code: None,
        headers: &[
            "mlir/Dialect/Shape/IR/Shape.h",
            "mlir/Dialect/Tensor/IR/Tensor.h",
        ],
        include_dirs: &[],
        programs: &["test/Dialect/Shape/canonicalize.mlir"],
        host: Host::Installed,
    },
    RuleFile {
        name: "shape_to_standard",
        rules: "lib/Conversion/ShapeToStandard/ShapeToStandard.td",
        code: None,
        headers: &["mlir/Dialect/Shape/IR/Shape.h"],
        include_dirs: &[],
        programs: &["test/Conversion/ShapeToStandard/convert-shape-constraints.mlir"],
        host: Host::Installed,
    },
    RuleFile {
        name: "gpu_to_nvvm",
        rules: "lib/Conversion/GPUToNVVM/GPUToNVVM.td",
        code: None,
        headers: &[
            "mlir/Dialect/GPU/IR/GPUDialect.h",
            "mlir/Dialect/LLVMIR/NVVMDialect.h",
        ],
        include_dirs: &[],
        programs: &["test/Conversion/GPUToNVVM/gpu-to-nvvm.mlir"],
        host: Host::Installed,
    },
    RuleFile {
        name: "gpu_to_rocdl",
        rules: "lib/Conversion/GPUToROCDL/GPUToROCDL.td",
        code: None,
        headers: &[
            "mlir/Dialect/GPU/IR/GPUDialect.h",
            "mlir/Dialect/LLVMIR/ROCDLDialect.h",
        ],
        include_dirs: &[],
        programs: &["test/Conversion/GPUToROCDL/gpu-to-rocdl.mlir"],
        host: Host::Installed,
    },
    // The rules of the later chapters are the same.
    RuleFile {
        name: "toy",
        rules: "examples/toy/Ch3/mlir/ToyCombine.td",
        code: None,
        headers: &[],
        include_dirs: &["examples/toy/Ch3/include"],
        programs: &[],
        host: Host::Source("examples/toy/Ch3/mlir/Dialect.cpp"),
    },
    RuleFile {
        name: "test_ops",
        rules: "test/lib/Dialect/Test/TestOps.td",
        code: Some("test/lib/Dialect/Test/TestPatterns.cpp"),
        headers: &[],
        include_dirs: &[],
        programs: &["test/mlir-tblgen/pattern.mlir"],
        host: Host::Test,
    },
    RuleFile {
        name: "static_matcher",
        rules: "test/mlir-tblgen/rewriter-static-matcher.td",
        code: None,
        headers: &[],
        include_dirs: &[],
        programs: &[],
        host: Host::Nowhere,
    },
    RuleFile {
        name: "indexing",
        rules: "test/mlir-tblgen/rewriter-indexing.td",
        code: None,
        headers: &[],
        include_dirs: &[],
        programs: &[],
        host: Host::Nowhere,
    },
];
