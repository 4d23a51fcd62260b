//! The names of MLIR's dialects and their operations, for a program that has only the
//! core of MLIR.
//!
//! `UPDATE_EXPECT=1 cargo test --release --test repository listed` writes the list of
//! the MLIR that pdll is built for.

use super::ffi::{
    ir::load_dialect,
    known_operations::{available_dialects, operations_of_dialect},
};
use melior::Context;
use rustc_hash::FxHashSet;
use std::sync::LazyLock;

/// The list, one name a line: dialects, and their operations in full. There is none for an
/// LLVM whose dialects nobody has listed.
pub const LIST: Option<&str> = match env!("PDLL_LLVM_MAJOR").as_bytes() {
    b"22" => Some(include_str!("listed/llvm_22.txt")),
    _ => None,
};

/// What the list has to be: the names that a context with all dialects knows.
pub fn make_list(context: &Context) -> String {
    let mut list = String::new();
    let dialects = available_dialects(context);
    // Some add operations to others.
    for dialect in &dialects {
        load_dialect(context, dialect);
    }
    for dialect in dialects {
        list += &format!("{dialect}\n");
        for operation in operations_of_dialect(context, &dialect) {
            list += &format!("{dialect}.{operation}\n");
        }
    }
    list
}

/// Whether a dialect of the list has that operation, which is named in full.
pub(crate) fn has_operation(name: &str) -> bool {
    static NAMES: LazyLock<FxHashSet<&str>> =
        LazyLock::new(|| LIST.into_iter().flat_map(str::lines).collect());
    NAMES.contains(name)
}

/// The names of the list.
pub(crate) struct Listed {
    dialects: Vec<&'static str>,
}

impl Listed {
    /// The names, if there is a list.
    pub(crate) fn find() -> Option<Self> {
        LIST.map(|list| Listed {
            dialects: list.lines().filter(|name| !name.contains('.')).collect(),
        })
    }

    /// The dialects, sorted.
    pub(crate) fn dialects(&self) -> &[&'static str] {
        &self.dialects
    }

    /// Whether a dialect has that operation, which is named in full.
    pub(crate) fn has_operation(&self, name: &str) -> bool {
        has_operation(name)
    }
}
