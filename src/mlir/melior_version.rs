//! Checks that melior is for the LLVM that the shim is compiled for.
//!
//! Cargo cannot have two versions of mlir-sys in one lock file, because both link MLIR, so
//! that no feature of ours can choose one. `Cargo.toml` accepts both, the lock file or the
//! user's own melior decides, and build scripts cannot see which one it is.

/// Stands for the function of this name, which mlir-sys has since LLVM 23.
#[expect(non_upper_case_globals, reason = "it has the name of the function")]
#[allow(dead_code, reason = "it is only used if there is no such function")]
const mlirDistinctAttrCreate: u8 = 0;

const IS_FOR_23: bool = {
    #[allow(unused_imports, reason = "older versions have nothing to import")]
    use mlir_sys::*;
    // Functions have no size.
    size_of_val(&mlirDistinctAttrCreate) == 0
};

const _: () = assert!(
    IS_FOR_23 == matches!(env!("PDLL_LLVM_MAJOR").as_bytes(), b"23"),
    "melior is for another LLVM than pdll: melior 0.27 needs PDLL_LLVM=22, and melior 0.28 \
     needs PDLL_LLVM=23"
);
