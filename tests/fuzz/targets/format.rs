//! Any text, formatted.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| pdll_fuzz::reformat(text));
