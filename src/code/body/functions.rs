//! The functions that bodies can call.

use super::types::Ty;
use crate::mlir::ffi::body::{self, Signature};
use std::{collections::BTreeMap, sync::LazyLock};

/// A function of the shim.
pub(super) struct Function {
    pub(super) index: usize,
    pub(super) parameters: Vec<Ty>,
    pub(super) result: Ty,
}

/// The functions of that name.
pub(super) fn find(name: &str) -> &'static [Function] {
    FUNCTIONS.get(name).map_or(&[], Vec::as_slice)
}

/// In an ordered map: leak checkers lose what a hash map owns, which points into the
/// middle of its memory.
static FUNCTIONS: LazyLock<BTreeMap<String, Vec<Function>>> = LazyLock::new(|| {
    let mut functions: BTreeMap<String, Vec<Function>> = BTreeMap::new();
    for (index, (name, parameters, result)) in body::functions().into_iter().enumerate() {
        let function = function(index, &(name.clone(), parameters, result));
        functions.entry(name).or_default().push(function);
    }
    functions
});

fn function(index: usize, (name, parameters, result): &Signature) -> Function {
    let ty = |text: &str| {
        Ty::named(text).unwrap_or_else(|| panic!("`{name}` has the unknown type `{text}`"))
    };
    let parameters = parameters.split(", ").filter(|text| !text.is_empty());
    Function {
        index,
        parameters: parameters.map(ty).collect(),
        result: ty(result),
    }
}
