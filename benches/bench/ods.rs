//! Compares reading `.td` files with mlir-pdll.

use crate::measure::{Tools, command, compare, line};
use std::{fmt::Write, path::Path};

/// The definitions of ten dialects, including SPIR-V, the largest one.
const TEN: [&str; 10] = [
    "Arith/IR/ArithOps",
    "Func/IR/FuncOps",
    "GPU/IR/GPUOps",
    "LLVMIR/LLVMOps",
    "Linalg/IR/LinalgStructuredOps",
    "MemRef/IR/MemRefOps",
    "SCF/IR/SCFOps",
    "SPIRV/IR/SPIRVOps",
    "Tensor/IR/TensorOps",
    "Vector/IR/VectorOps",
];

/// Prints lines for each set of includes, without a cache and with a full cache.
pub(crate) fn run(tools: &Tools) {
    println!("ods: pdll-opt compile | mlir-pdll -x mlir");
    for (name, dialects, runs) in [
        ("no include", &TEN[..0], 41),
        ("ArithOps.td", &TEN[..1], 41),
        ("ten dialects", &TEN[..], 15),
    ] {
        let path = tools.input(&format!("{name}.pdll"), &including(dialects));
        let text = path.to_string_lossy().into_owned();
        let includes = Path::new(env!("PDLL_LLVM_INCLUDE_DIR")).to_string_lossy();
        let mut theirs = command(&tools.mlir_pdll, ["-x", "mlir", "-I", &includes, &text]);
        let mut ours = command(&tools.pdll_opt, ["compile", "--no-ods-cache", &text]);
        let (cold, peer) = compare(runs, &mut ours, &mut theirs);
        line(name, cold, peer);
        if dialects.is_empty() {
            continue;
        }
        let mut ours = command(&tools.pdll_opt, ["compile", &text]);
        // The first run, which is not measured, fills the cache.
        ours.env("PDLL_CACHE_DIR", tools.input_folder().join("cache"));
        let (cached, peer) = compare(runs, &mut ours, &mut theirs);
        line(&format!("{name}, from the cache"), cached, peer);
    }
}

fn including(dialects: &[&str]) -> String {
    let mut text = String::new();
    for dialect in dialects {
        let _ = writeln!(text, "#include \"mlir/Dialect/{dialect}.td\"");
    }
    text + "Pattern => replace op<arith.addi>(x: Value, x) with op<arith.muli>(x, x);\n"
}
