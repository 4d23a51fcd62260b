//! Headers of MLIR that are precompiled for tests that compile C++.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// The options that a compilation must have in common with the precompiled
/// header. With others, the compiler reads MLIR's headers again, and says so.
pub(crate) const OPTIONS: [&str; 4] = ["-std=c++17", "-fPIC", "-fno-rtti", "-Winvalid-pch"];

/// The header to name with `-include`, precompiled for the system's C++ compiler.
pub(crate) fn header() -> PathBuf {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/precompiled/precompile.py");
    let output = Command::new("python3")
        .env_remove("CXX")
        .arg(script)
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("precompiled"))
        .arg(env!("PDLL_LLVM_PREFIX"))
        .output()
        .expect("python3 is installed, because lit needs it");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    PathBuf::from(String::from_utf8_lossy(&output.stdout).trim_end())
}
