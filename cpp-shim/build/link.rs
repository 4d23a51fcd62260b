//! Tells Cargo how to link MLIR.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::{Result, llvm::Llvm};
use std::{fs, os::unix::fs::symlink, path::Path};

/// Links the shim, MLIR and TableGen, and lets programs find the libraries.
pub(crate) fn link(llvm: &Llvm, output_dir: &Path) -> Result<()> {
    write_c_api_script(llvm, output_dir)?;
    link_tablegen(llvm, output_dir)?;
    write_core_script(llvm, output_dir)?;
    println!("cargo:rustc-link-search=native={}", output_dir.display());
    println!(
        "cargo:rustc-link-search=native={}",
        llvm.library_dir.display()
    );
    // The shim comes before MLIR on the command line, and needs it.
    println!("cargo:rustc-link-lib=dylib=MLIR");
    println!("cargo:rustc-link-lib=dylib=LLVM");
    // Programs that are linked to it ask for it by its name, and not by the path
    // at which the linker found it.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libpdll.so");
    offer_libraries(llvm, output_dir)?;
    // A run calls few of MLIR's functions, and to look all of them up takes a third of
    // the time in which the plugin is loaded.
    println!("cargo:rustc-link-arg=-Wl,-z,lazy");
    // Binaries, tests and the plugin find the libraries they were linked to.
    println!(
        "cargo:rustc-link-arg=-Wl,-rpath,{}",
        llvm.library_dir.display()
    );
    Ok(())
}

/// Helps the programs of crates that depend on us to find the shared libraries.
/// We cannot set a run path for them. But Cargo runs programs with a search path of
/// all folders in its target folder that build scripts name, so that links to
/// the libraries serve `cargo run` and `cargo test`. For other ways to run
/// them, build scripts get the folder as `DEP_PDLL_LIBDIR`.
fn offer_libraries(llvm: &Llvm, output_dir: &Path) -> Result<()> {
    println!("cargo:LIBDIR={}", llvm.library_dir.display());
    // For `src/static`, which compiles C++ and links MLIR's archives.
    println!("cargo:INCLUDEDIR={}", llvm.include_dir.display());
    println!("cargo:ASSERTIONS={}", llvm.has_assertions);
    for name in ["MLIR", "LLVM"] {
        let library = llvm.library_dir.join(format!("lib{name}.so"));
        let library = library.canonicalize().map_err(|error| {
            llvm.missing(&format!("cannot use `{}`: {error}", library.display()))
        })?;
        for version in shared_names(llvm, name)? {
            let link = output_dir.join(version);
            if fs::read_link(&link).ok().as_deref() != Some(&library) {
                let _ = fs::remove_file(&link);
                symlink(&library, &link)?;
            }
        }
    }
    Ok(())
}

/// The names of a shared library that have a version. One of them is in the
/// programs that are linked to it.
fn shared_names(llvm: &Llvm, name: &str) -> Result<Vec<String>> {
    let start = format!("lib{name}.so.{}", llvm.major);
    let mut names = Vec::new();
    for entry in fs::read_dir(&llvm.library_dir)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.starts_with(&start) {
            names.push(name);
        }
    }
    Ok(names)
}

/// mlir-sys asks for `-lMLIR-C`, a library that Debian does not ship. This
/// linker script stands for it: the thin C API is linked statically, and MLIR
/// below it dynamically, so that only one MLIR lives in the process.
fn write_c_api_script(llvm: &Llvm, output_dir: &Path) -> Result<()> {
    let mut archives = Vec::new();
    for entry in fs::read_dir(&llvm.library_dir)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("libMLIRCAPI") && name.ends_with(".a") {
            archives.push(quoted(&path));
        }
    }
    if archives.is_empty() {
        let place = llvm.library_dir.display();
        return Err(llvm.missing(&format!("there is no libMLIRCAPI*.a in `{place}`")));
    }
    archives.sort();
    let script = format!("GROUP ( {} )\n", archives.join(" "));
    write_script(&output_dir.join("libMLIR-C.so"), &script)
}

/// TableGen is in no shared library. What it needs of LLVM it shares with MLIR.
fn link_tablegen(llvm: &Llvm, output_dir: &Path) -> Result<()> {
    let [of_mlir, of_llvm] =
        ["MLIRTableGen", "LLVMTableGen"].map(|name| llvm.library_dir.join(format!("lib{name}.a")));
    for archive in [&of_mlir, &of_llvm] {
        if !archive.exists() {
            return Err(llvm.missing(&format!("there is no `{}`", archive.display())));
        }
    }
    let own = output_dir.join(format!("lib{TABLEGEN}.a"));
    without_error_handling(&of_llvm, &own)?;
    // They stay out of our library, so that each program takes what it uses.
    println!("cargo:rustc-link-lib=static:-bundle=MLIRTableGen");
    println!("cargo:rustc-link-lib=static:-bundle={TABLEGEN}");
    Ok(())
}

/// Our copy of LLVM's TableGen.
const TABLEGEN: &str = "pdll-tablegen";

/// Copies LLVM's TableGen without the functions that print errors and end the
/// process. `tablegen/Errors.cpp` stands in for them.
fn without_error_handling(archive: &Path, copy: &Path) -> Result<()> {
    fs::copy(archive, copy)?;
    let mut archiver = cc::Build::new().get_archiver();
    let status = archiver.arg("d").arg(copy).arg("Error.cpp.o").status()?;
    if !status.success() {
        return Err(format!("{archiver:?} failed: {status}").into());
    }
    Ok(())
}

/// The archives that compiling and checking patterns needs: reading `.td` files, IR, its
/// text and bytecode, the dialect `pdl`, what pdll's library calls, and the dialects in
/// `src/mlir/ffi/contained_dialects.rs` with what these use. If one is forgotten, the
/// program loads all of MLIR, which `tests/compiler/small_program.rs` notices.
const CORE: [&str; 82] = [
    "MLIRTableGen",
    "MLIRCAPIIR",
    "MLIRCAPIPDL",
    "MLIRPDLDialect",
    "MLIRParser",
    "MLIRAsmParser",
    "MLIRBytecodeReader",
    "MLIRBytecodeWriter",
    "MLIRBytecodeOpInterface",
    "MLIRInferTypeOpInterface",
    "MLIRSideEffectInterfaces",
    "MLIRAnalysis",
    "MLIRFunctionInterfaces",
    "MLIRCallInterfaces",
    "MLIRControlFlowInterfaces",
    "MLIRDialectUtils",
    "MLIRValueBoundsOpInterface",
    "MLIRDestinationStyleOpInterface",
    "MLIRViewLikeInterface",
    "MLIRLoopLikeInterface",
    "MLIRPresburger",
    "MLIRIR",
    "MLIRSupport",
    "MLIRDebug",
    "LLVMSupport",
    "LLVMDemangle",
    "LLVMTargetParser",
    "LLVMBinaryFormat",
    "LLVMCore",
    "LLVMRemarks",
    "LLVMBitstreamReader",
    "MLIRCAPIAffine",
    "MLIRCAPIArith",
    "MLIRCAPIComplex",
    "MLIRCAPIControlFlow",
    "MLIRCAPIFunc",
    "MLIRCAPIIndex",
    "MLIRCAPILinalg",
    "MLIRCAPIMath",
    "MLIRCAPIMemRef",
    "MLIRCAPISCF",
    "MLIRCAPITensor",
    "MLIRCAPIUB",
    "MLIRCAPIVector",
    "MLIRAffineDialect",
    "MLIRArithDialect",
    "MLIRArithUtils",
    "MLIRBufferizationDialect",
    "MLIRCastInterfaces",
    "MLIRComplexDialect",
    "MLIRControlFlowDialect",
    "MLIRDataLayoutInterfaces",
    "MLIRDialect",
    "MLIRFuncDialect",
    "MLIRIndexDialect",
    "MLIRIndexingMapOpInterface",
    "MLIRInferIntRangeCommon",
    "MLIRInferIntRangeInterface",
    "MLIRInferStridedMetadataInterface",
    "MLIRLinalgDialect",
    "MLIRMaskableOpInterface",
    "MLIRMaskingOpInterface",
    "MLIRMathDialect",
    "MLIRMemOpInterfaces",
    "MLIRMemRefDialect",
    "MLIRMemorySlotInterfaces",
    "MLIRPDLInterpDialect",
    "MLIRPDLToPDLInterp",
    "MLIRParallelCombiningOpInterface",
    "MLIRPass",
    "MLIRRewrite",
    "MLIRRewritePDL",
    "MLIRRuntimeVerifiableOpInterface",
    "MLIRSCFDialect",
    "MLIRShapedOpInterfaces",
    "MLIRSparseTensorDialect",
    "MLIRSubsetOpInterface",
    "MLIRTensorDialect",
    "MLIRTransformUtils",
    "MLIRUBDialect",
    "MLIRVectorDialect",
    "MLIRVectorInterfaces",
];

/// `pdll-opt` names the library `pdll-mlir-core`, before MLIR itself, and gets
/// what it uses from static archives: loading the shared libraries would take
/// several times as long as its work. Without static archives of
/// MLIR, the name stands for the shared library, which is only slower.
fn write_core_script(llvm: &Llvm, output_dir: &Path) -> Result<()> {
    let archives = CORE.map(|name| llvm.library_dir.join(format!("lib{name}.a")));
    let script = if archives.iter().all(|archive| archive.exists()) {
        let own = output_dir.join(format!("lib{TABLEGEN}.a"));
        let names = archives.iter().chain([&own]);
        let names: Vec<_> = names.map(|name| quoted(name)).collect();
        format!("GROUP ( {} )\n", names.join(" "))
    } else {
        "INPUT ( -lMLIR )\n".to_owned()
    };
    // A third of the file would be the names of MLIR's functions.
    println!("cargo:rustc-link-arg-bin=pdll-opt=-Wl,--strip-all");
    write_script(&output_dir.join("libpdll-mlir-core.so"), &script)
}

/// A file in a linker script. Its folder may have blanks in its name.
fn quoted(path: &Path) -> String {
    format!("\"{}\"", path.display())
}

/// Writes a linker script. An unchanged one keeps its time, and so causes no
/// new link.
fn write_script(path: &Path, script: &str) -> Result<()> {
    if fs::read_to_string(path).ok().as_deref() != Some(script) {
        fs::write(path, script)?;
    }
    Ok(())
}
