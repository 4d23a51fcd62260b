//! Links MLIR into a program or a module, with all dialects and few passes, so that it runs
//! where no MLIR is installed.
//!
//! A crate of this workspace, a program or a `cdylib`, needs two things. It says
//! `use pdll_static as _;`, and its build script hands the linker the arguments that Cargo
//! passes to no other package:
//!
//! ```ignore
//! for argument in std::env::var("DEP_PDLL_STATIC_LINK_ARGUMENTS")?.split(';') {
//!     println!("cargo:rustc-link-arg={argument}");
//! }
//! ```
//!
//! The result needs the C library and `libgcc_s`. A `cdylib` exports the functions with
//! `no_mangle` in its own sources, and nothing of MLIR, LLVM or `pdll`.
//!
//! | file | stands in for |
//! |---|---|
//! | `Registrations.cpp` | MLIR's functions that register all dialects, passes and translations |
//! | `GpuTargets.cpp` | the GPU targets of MLIR, which contain code generators |
//! | `OptMain.cpp` | the file of this name in `cpp-shim` |
//! | `Plugins.cpp` | the file of this name in `cpp-shim` |
//! | `Random.cpp` | a function of new C libraries |
//!
//! They come before MLIR and `pdll` in the link, so that the linker takes nothing from the
//! archives that they stand in for.

// A crate comes before those that it uses.
use pdll as _;
