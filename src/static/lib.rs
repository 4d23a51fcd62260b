//! Links MLIR into a program or a module, with all dialects and few passes, so that it runs
//! where no MLIR is installed.
//!
//! A crate that says `use pdll_static as _;` gets this. Its build script must also hand the
//! linker [`LINK_ARGUMENTS`](https://doc.rust-lang.org/cargo/reference/build-scripts.html),
//! which Cargo tells it as `DEP_PDLL_STATIC_LINK_ARGUMENTS`, because Cargo passes such
//! arguments to no other package:
//!
//! ```ignore
//! for argument in std::env::var("DEP_PDLL_STATIC_LINK_ARGUMENTS")?.split(' ') {
//!     println!("cargo:rustc-link-arg={argument}");
//! }
//! ```
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
