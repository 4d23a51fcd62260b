//! Contexts, modules and operations, where melior has no function for them.

use super::{shim, strings::string};
use melior::{
    Context, StringRef,
    dialect::DialectHandle,
    ir::{
        Attribute, AttributeLike, BlockLike, Location, Module, Operation, OperationRef, Type,
        attribute::StringAttribute,
        operation::{OperationLike, OperationRefMut, WalkOrder, WalkResult},
    },
};
use mlir_sys::{
    mlirContextGetOrLoadDialect, mlirLocationGetAttribute, mlirOperationDestroy,
    mlirOperationRemoveFromParent, mlirOperationSetAttributeByName, mlirPDLAttributeTypeGet,
    mlirPDLOperationTypeGet, mlirPDLRangeTypeGet, mlirPDLTypeTypeGet, mlirPDLValueTypeGet,
};
use shim::PdllString;

/// The types of the `pdl` dialect.
pub(crate) struct PdlTypes<'c> {
    pub(crate) attribute: Type<'c>,
    pub(crate) operation: Type<'c>,
    pub(crate) ty: Type<'c>,
    pub(crate) type_range: Type<'c>,
    pub(crate) value: Type<'c>,
    pub(crate) value_range: Type<'c>,
}

/// Loads the `pdl` dialect, which everything about [`PdlTypes`] needs.
pub(crate) fn load_pdl(context: &Context) {
    DialectHandle::pdl().load_dialect(context);
}

/// Loads a dialect, if the context knows one of that name. Returns whether it does.
pub(crate) fn load_dialect(context: &Context, name: &str) -> bool {
    // SAFETY: the context and the name live during the call.
    let dialect =
        unsafe { mlirContextGetOrLoadDialect(context.to_raw(), StringRef::new(name).to_raw()) };
    !dialect.ptr.is_null()
}

/// The types of the `pdl` dialect, which must be loaded.
pub(crate) fn pdl_types(context: &Context) -> PdlTypes<'_> {
    let raw = context.to_raw();
    // SAFETY: the context is alive and has the dialect; the types live as long
    // as it does, which is what their lifetime says.
    unsafe {
        let ty = mlirPDLTypeTypeGet(raw);
        let value = mlirPDLValueTypeGet(raw);
        PdlTypes {
            attribute: Type::from_raw(mlirPDLAttributeTypeGet(raw)),
            operation: Type::from_raw(mlirPDLOperationTypeGet(raw)),
            ty: Type::from_raw(ty),
            type_range: Type::from_raw(mlirPDLRangeTypeGet(ty)),
            value: Type::from_raw(value),
            value_range: Type::from_raw(mlirPDLRangeTypeGet(value)),
        }
    }
}

/// Calls `run` with the context of an operation.
pub(crate) fn with_context<T>(
    operation: OperationRef<'_, '_>,
    run: impl FnOnce(&Context) -> T,
) -> T {
    let context = operation.context();
    // SAFETY: the reference, which points at the local variable, stays in the call.
    run(unsafe { context.to_ref() })
}

/// A location as an attribute, which lives as long.
pub(crate) fn location_attribute<'c>(location: Location<'c>) -> Attribute<'c> {
    // SAFETY: the attribute belongs to the context of the location.
    unsafe { Attribute::from_raw(mlirLocationGetAttribute(location.to_raw())) }
}

/// Parses MLIR text or bytecode; `name` is the file in its locations. Errors go
/// to the diagnostic engine.
pub fn parse_module<'c>(context: &'c Context, bytes: &[u8], name: &str) -> Option<Module<'c>> {
    let text = PdllString {
        data: bytes.as_ptr().cast(),
        length: bytes.len(),
    };
    // SAFETY: the strings are borrowed for the call; a module that is not null
    // is owned by us, and lives no longer than its context.
    unsafe { Module::from_option_raw(shim::pdllParseModule(context.to_raw(), text, string(name))) }
}

/// The location of a position in a file with that name. Lines and columns count from 1.
pub(crate) fn location<'c>(file: StringAttribute<'c>, line: u32, column: u32) -> Location<'c> {
    // SAFETY: the attribute is a string, and the location belongs to its context.
    unsafe { Location::from_raw(shim::pdllLocationGet(file.to_raw(), line, column)) }
}

/// Sets an attribute of an operation to one of the same context. Inside of a walk,
/// melior has no context that lives long enough for that.
pub(crate) fn set_attribute(
    operation: &mut OperationRefMut<'_, '_>,
    name: &str,
    value: Attribute<'_>,
) {
    let name = StringRef::new(name);
    // SAFETY: the operation is borrowed as ours alone, and the string is for the call.
    unsafe {
        mlirOperationSetAttributeByName(operation.to_raw(), name.to_raw(), value.to_raw());
    }
}

/// Moves the outermost operations of that name out of a module.
pub(crate) fn take_operations<'c>(module: Module<'c>, name: &str) -> Vec<Operation<'c>> {
    let mut found = Vec::new();
    module
        .as_operation()
        .walk(WalkOrder::PreOrder, |operation| {
            if operation.name().as_string_ref().as_str() != Ok(name) {
                return WalkResult::Advance;
            }
            found.push(operation.to_raw());
            WalkResult::Skip
        });
    let detach = |raw| {
        // SAFETY: the walk is over and found each operation once, so that after
        // it left its block nothing else owns or borrows it.
        unsafe {
            mlirOperationRemoveFromParent(raw);
            Operation::from_raw(raw)
        }
    };
    found.into_iter().map(detach).collect()
}

/// Erases the operations at these indices of the body of a module.
pub(crate) fn erase_at(module: &Module<'_>, indices: &[usize]) {
    let all = std::iter::successors(
        module.body().first_operation(),
        OperationLike::next_in_block,
    );
    let all: Vec<_> = all.map(|operation| operation.to_raw()).collect();
    for index in indices {
        // SAFETY: the operation is in the module, and nothing else refers to it: the
        // caller owns the module, and its operations are independent of each other.
        unsafe { mlirOperationDestroy(all[*index]) };
    }
}

/// Erases an operation, whose results nothing uses. The caller has no other reference to
/// it or to what is in it.
pub(crate) fn erase(operation: OperationRef<'_, '_>) {
    // SAFETY: an operation in a block can be destroyed, and the caller's promise.
    unsafe { mlirOperationDestroy(operation.to_raw()) };
}

#[cfg(test)]
mod tests {
    use super::parse_module;
    use melior::Context;

    /// MLIR's lexer reads the byte after a text.
    #[test]
    fn what_follows_a_text_is_not_read() {
        let context = Context::new_with_threading(false);
        context.set_allow_unregistered_dialects(true);
        let text = br#""t.a"() : () -> i32768"#;
        for length in [19, 20, 21, 22] {
            let module = parse_module(&context, &text[..length], "a.mlir");
            let module = module.expect("the text is valid");
            let width = &text[17..length];
            let width = std::str::from_utf8(width).expect("digits are text");
            assert!(
                module
                    .as_operation()
                    .to_string()
                    .contains(&format!("i{width}\n"))
            );
        }
    }
}
