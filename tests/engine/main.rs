//! What patterns do to programs, in comparison with MLIR's drivers and with a reference.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

mod apply;
mod conversion;
mod drr;
#[path = "../effort/mod.rs"]
mod effort;
mod greedy;
mod meanings;
#[path = "../precompiled/mod.rs"]
mod precompiled;
mod random;
#[path = "../support/mod.rs"]
mod support;
mod upstream_regions;
mod upstream_rules;
mod verified;
