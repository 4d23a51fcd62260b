//! Any bytes as a pattern file.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#![no_main]

use libfuzzer_sys::fuzz_target;
use pdll_front::base::source::FileText;

fuzz_target!(|bytes: &[u8]| pdll_fuzz::compile(FileText::decode(bytes.to_vec())));
