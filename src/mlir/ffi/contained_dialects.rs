//! The dialects in a program that has only the core of MLIR: those of most patterns.

use melior::{
    Context,
    dialect::{DialectHandle, DialectRegistry},
};
use mlir_sys::{
    MlirDialectHandle, mlirGetDialectHandle__affine__, mlirGetDialectHandle__arith__,
    mlirGetDialectHandle__cf__, mlirGetDialectHandle__complex__, mlirGetDialectHandle__func__,
    mlirGetDialectHandle__index__, mlirGetDialectHandle__linalg__, mlirGetDialectHandle__math__,
    mlirGetDialectHandle__memref__, mlirGetDialectHandle__scf__, mlirGetDialectHandle__tensor__,
    mlirGetDialectHandle__ub__, mlirGetDialectHandle__vector__,
};

/// One of these dialects.
pub(crate) struct ContainedDialect {
    pub(crate) name: &'static str,
    /// The folder of its definitions, in that of all dialects.
    pub(crate) folder: &'static str,
    handle: unsafe extern "C" fn() -> MlirDialectHandle,
}

/// All of them, beside the builtin dialect and `pdl`. `CORE` in `cpp-shim/build/link.rs`
/// has their archives, and `tests/compiler/small_program.rs` asks for each operation.
pub(crate) const CONTAINED: [ContainedDialect; 13] = [
    contained("affine", "Affine", mlirGetDialectHandle__affine__),
    contained("arith", "Arith", mlirGetDialectHandle__arith__),
    contained("cf", "ControlFlow", mlirGetDialectHandle__cf__),
    contained("complex", "Complex", mlirGetDialectHandle__complex__),
    contained("func", "Func", mlirGetDialectHandle__func__),
    contained("index", "Index", mlirGetDialectHandle__index__),
    contained("linalg", "Linalg", mlirGetDialectHandle__linalg__),
    contained("math", "Math", mlirGetDialectHandle__math__),
    contained("memref", "MemRef", mlirGetDialectHandle__memref__),
    contained("scf", "SCF", mlirGetDialectHandle__scf__),
    contained("tensor", "Tensor", mlirGetDialectHandle__tensor__),
    contained("ub", "UB", mlirGetDialectHandle__ub__),
    contained("vector", "Vector", mlirGetDialectHandle__vector__),
];

const fn contained(
    name: &'static str,
    folder: &'static str,
    handle: unsafe extern "C" fn() -> MlirDialectHandle,
) -> ContainedDialect {
    ContainedDialect {
        name,
        folder,
        handle,
    }
}

/// Registers the dialects, so that the context can load them.
pub(crate) fn register_contained(context: &Context) {
    let registry = DialectRegistry::new();
    for dialect in CONTAINED {
        // SAFETY: it returns a table of functions that lives as long as the process.
        let handle = unsafe { DialectHandle::from_raw((dialect.handle)()) };
        handle.insert_dialect(&registry);
    }
    context.append_dialect_registry(&registry);
}
