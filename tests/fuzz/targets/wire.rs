//! Any bytes as what TableGen replies.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#![no_main]

use libfuzzer_sys::fuzz_target;
use pdll_front::{
    base::{
        diagnostic::Diagnostics,
        source::{Memory, SourceMap},
    },
    contract::ODS_WIRE_VERSION,
    drr,
    ods::{Settings, read_rules, rules_tree},
    testing::FakeHost,
};
use pdll_fuzz::Replies;
use std::path::Path;

fuzz_target!(|bytes: &[u8]| {
    // A version below 128 is one byte.
    let version = u8::try_from(ODS_WIRE_VERSION).expect("the version is small");
    Replies::tell(&[&[version], bytes].concat());
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let file = sources.add("rules.td", "def A : Pat<(B $x), (C $x)>;\n", None);
    let rules = read_rules(
        file,
        Path::new("rules.td"),
        &[],
        &Memory::default(),
        &Settings::new(&Replies),
        &mut sources,
        &mut diagnostics,
    );
    rules_tree(&rules, &sources);
    let module = drr::analyze(&rules, &mut FakeHost::default(), &mut diagnostics);
    if !diagnostics.has_errors() {
        for pattern in &module.patterns {
            assert_eq!(pattern.verify(), Ok(()));
        }
    }
});
