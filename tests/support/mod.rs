//! What the tests of whole programs share.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#![allow(dead_code, unused_imports, reason = "each test uses a part of it")]

pub(crate) mod compare;
pub(crate) mod corpus;
pub(crate) mod differences;
pub(crate) mod forms;
pub(crate) mod generator;
pub(crate) mod mutate;
pub(crate) mod oracle;
pub(crate) mod ours;
pub(crate) mod pdl;
pub(crate) mod process;
pub(crate) mod workers;

pub(crate) use pdll::internals::testing::random::{self, say};
