//! The boundary to MLIR: safe functions over the shim, and over the calls of
//! MLIR's C API that melior does not wrap.
//!
//! This module stands below all that it serves: it knows plain data, and
//! nothing of pattern files. The other half of the boundary, what C and C++
//! call, is [`exports`](crate::library::exports). Strings cross as pointer and length.
//! Raw handles become melior's types here and nowhere else.
//!
//! | module | subject |
//! |---|---|
//! | `strings` | strings, and reasons of failures, over the boundary |
//! | `guard` | no panic crosses into C++ |
//! | `ir`, `print`, `bytecode`, `aot` | modules and operations |
//! | `known_operations` | what dialects know about their operations |
//! | `contained_dialects`, `stand_ins` | dialects in a program with the core of MLIR, and what stands for the others |
//! | `entity` | what patterns speak of |
//! | `text_places` | where the parts of a program stand in its text |
//! | `diagnostics`, `capture`, `verifier` | MLIR's diagnostic engine |
//! | `ods` | TableGen |
//! | `plugins`, `opt_main` | the process that we are in |
//! | `condition` | conditions that the shim checks |
//! | `body` | bodies of native functions that the shim evaluates |
//! | `native` | native functions in Rust and C |
//! | `checked_module` | the proof that patterns have passed the checks |
//! | `pattern_set` | patterns, ready to be applied |
//! | `option_table` | the options of passes, as data |
//! | `pass`, `registration` | the pass `apply-pdll` |

#![expect(unsafe_code, reason = "this is the boundary")]

#[allow(
    missing_docs,
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    unreachable_pub,
    unsafe_op_in_unsafe_fn,
    dead_code,
    clippy::all,
    clippy::pedantic,
    clippy::restriction,
    reason = "generated from contract/shim.h"
)]
pub(crate) mod shim {
    include!(concat!(env!("OUT_DIR"), "/shim.rs"));
}

pub(crate) mod aot;
pub(crate) mod body;
pub(crate) mod bytecode;
pub(crate) mod capture;
pub(crate) mod checked_module;
pub(crate) mod condition;
pub(crate) mod contained_dialects;
pub(crate) mod diagnostics;
pub(crate) mod entity;
pub(crate) mod guard;
pub(crate) mod ir;
pub(crate) mod known_operations;
pub(crate) mod native;
pub(crate) mod ods;
pub(crate) mod opt_main;
pub(crate) mod option_table;
pub(crate) mod pass;
pub(crate) mod pattern_set;
pub(crate) mod plugins;
pub(crate) mod print;
pub(crate) mod process;
pub(crate) mod program;
pub(crate) mod registration;
pub(crate) mod stand_ins;
mod strings;
pub(crate) mod text_places;
pub(crate) mod verifier;
