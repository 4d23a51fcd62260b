//! Declares to Rust what is defined in headers.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::{Result, SHIM, llvm::Llvm, shim::shim_compiler};
use std::{fs, path::Path};

/// Declares the functions and types of the contract.
pub(crate) fn declare_shim(llvm: &Llvm, output_dir: &Path) -> Result<()> {
    // The lints need no other part of the shim.
    for folder in ["shim/contract", "include"] {
        println!("cargo:rerun-if-changed={SHIM}/{folder}");
    }
    bindgen::builder()
        .header(format!("{SHIM}/shim/contract/shim.h"))
        .clang_arg(format!("-I{}", llvm.include_dir.display()))
        .clang_arg(format!("-I{SHIM}/shim"))
        .clang_arg(format!("-I{SHIM}/include"))
        // Archives may stand for the sources, but nothing for the headers.
        .parse_callbacks(Box::new(bindgen::CargoCallbacks::new()))
        .allowlist_item("(pdll|Pdll).*|PDLL_NONE")
        // Both sides must mean the same types, so they come from mlir-sys.
        .blocklist_item("Mlir.*")
        .raw_line("use mlir_sys::*;")
        .default_enum_style(bindgen::EnumVariation::Rust {
            non_exhaustive: false,
        })
        // Rust defines it, so it must not be declared as foreign too.
        .blocklist_function("pdllGetNativeLibrary")
        .generate()?
        .write_to_file(output_dir.join("shim.rs"))?;
    Ok(())
}

/// Declares what `pdll/Pdll.h` promises. What Rust defines, in the module around,
/// does not compile if it has another type.
pub(crate) fn declare_public_header(llvm: &Llvm, output_dir: &Path) -> Result<()> {
    let mut declarations = bindgen::builder()
        .header(format!("{SHIM}/include/pdll/Pdll.h"))
        .clang_arg(format!("-I{}", llvm.include_dir.display()))
        .clang_arg(format!("-I{SHIM}/shim"))
        .clang_arg(format!("-I{SHIM}/include"))
        .allowlist_file(".*/pdll/Pdll\\.h")
        .allowlist_recursively(false)
        // These have their fields in Rust.
        .blocklist_type("Pdll(Compiler|Builder|Patterns|Options|Applier)")
        .generate()?
        .to_string();
    let names: Vec<_> = declarations
        .lines()
        .filter_map(|line| line.trim().strip_prefix("pub fn ")?.split('(').next())
        .map(|name| format!("const _: () = {{ let _ = [super::{name}, {name}]; }};\n"))
        .collect();
    if names.is_empty() {
        return Err("no function was found in `pdll/Pdll.h`".into());
    }
    declarations.extend(names);
    fs::write(output_dir.join("pdll_h.rs"), declarations)?;
    Ok(())
}

/// Writes the table of options as Rust, which the C preprocessor expands.
pub(crate) fn declare_options(llvm: &Llvm, output_dir: &Path) -> Result<()> {
    let template = format!("{SHIM}/shim/contract/Options.rs.in");
    let mut command = shim_compiler(llvm).try_get_compiler()?.to_command();
    command.args(["-E", "-P", "-x", "c++", &template]);
    let output = command.output()?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{command:?} failed: {message}").into());
    }
    fs::write(output_dir.join("options.rs"), output.stdout)?;
    Ok(())
}
