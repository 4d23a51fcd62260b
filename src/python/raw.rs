//! All unsafe code of the module: calls of MLIR's C API that melior does not wrap, and
//! handles that live only while something else does.

#![allow(unsafe_code, reason = "this file is where it stands")]

use melior::{Context, dialect::DialectRegistry, ir};
use mlir_sys::{MlirAttribute, MlirContext, MlirOperation, MlirStringRef, MlirType, MlirValue};
use pdll::native::{Any, Call};
use std::{
    ffi::c_void,
    slice,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// A context with all dialects.
pub(crate) fn new_context() -> Context {
    let registry = DialectRegistry::new();
    melior::utility::register_all_dialects(&registry);
    Context::new_with_registry(&registry, true)
}

/// The context of the program that a pattern rewrites.
pub(crate) fn context_of(call: &Call<'_>) -> MlirContext {
    // SAFETY: the reference does not leave this function.
    unsafe { call.context().to_ref().to_raw() }
}

/// Something that is used by one thread after another.
///
/// Melior's context and what refers to it are for one thread. MLIR's are for several, and
/// a lock makes sure that only one thread at a time uses what is in here.
pub(crate) struct OneAfterAnother<T>(pub(crate) T);

// SAFETY: see above; MLIR's contexts have no data that belongs to a thread.
unsafe impl<T> Send for OneAfterAnother<T> {}

/// Something that refers to a context, together with the context, which is dropped last.
pub(crate) struct WithContext<T> {
    value: T,
    context: Box<Context>,
}

impl<T> WithContext<T> {
    /// Makes something of a new context. `make` keeps no other reference to it.
    pub(crate) fn new<E>(make: impl FnOnce(&'static Context) -> Result<T, E>) -> Result<Self, E> {
        let context = Box::new(new_context());
        // SAFETY: the context stays in its box, and lives longer than the value, which
        // nobody can take out.
        let value = make(unsafe { &*std::ptr::from_ref(&*context) })?;
        Ok(WithContext { value, context })
    }

    pub(crate) fn get(&self) -> (&T, &Context) {
        (&self.value, &self.context)
    }
}

/// Whether a call of a native function still lasts.
#[derive(Clone)]
pub(crate) struct Lifetime(Arc<AtomicBool>);

impl Lifetime {
    pub(crate) fn start() -> Self {
        Lifetime(Arc::new(AtomicBool::new(true)))
    }

    pub(crate) fn end(&self) {
        self.0.store(false, Ordering::Release);
    }

    pub(crate) fn lasts(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

/// A handle of MLIR that is valid during a call.
#[derive(Clone)]
pub(crate) struct During<T> {
    handle: T,
    pub(crate) call: Lifetime,
}

// SAFETY: a handle is a pointer, and is only followed while the call lasts. Then the
// thread that rewrites waits for Python, and Python's lock keeps others from running.
unsafe impl<T> Send for During<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for During<T> {}

impl<T: Copy> During<T> {
    pub(crate) fn new(handle: T, call: &Lifetime) -> Self {
        During {
            handle,
            call: call.clone(),
        }
    }

    /// The handle, unless the call is over.
    pub(crate) fn get(&self) -> Option<T> {
        self.call.lasts().then_some(self.handle)
    }
}

/// What `value` of an attribute is in Python.
pub(crate) enum Content {
    Bool(bool),
    Signed(i64),
    Unsigned(u64),
    Float(f64),
    Text(String),
    Type(MlirType),
    List(Vec<MlirAttribute>),
    /// An integer with more bits than we can read.
    TooWide(u32),
    /// Something that Python has no object for.
    Other,
}

/// What an attribute says.
pub(crate) fn content(attribute: MlirAttribute) -> Content {
    // SAFETY: the attribute is valid, and each function is for its kind.
    unsafe {
        if mlir_sys::mlirAttributeIsAInteger(attribute) {
            return integer(attribute);
        }
        if mlir_sys::mlirAttributeIsAFloat(attribute) {
            return Content::Float(mlir_sys::mlirFloatAttrGetValueDouble(attribute));
        }
        if mlir_sys::mlirAttributeIsAString(attribute) {
            return Content::Text(text(mlir_sys::mlirStringAttrGetValue(attribute)));
        }
        if mlir_sys::mlirAttributeIsAFlatSymbolRef(attribute) {
            return Content::Text(text(mlir_sys::mlirFlatSymbolRefAttrGetValue(attribute)));
        }
        if mlir_sys::mlirAttributeIsAType(attribute) {
            return Content::Type(mlir_sys::mlirTypeAttrGetValue(attribute));
        }
        if mlir_sys::mlirAttributeIsAArray(attribute) {
            let count = mlir_sys::mlirArrayAttrGetNumElements(attribute);
            let element = |index| mlir_sys::mlirArrayAttrGetElement(attribute, index);
            return Content::List((0..count).map(element).collect());
        }
    }
    Content::Other
}

/// # Safety
///
/// The attribute is an integer.
unsafe fn integer(attribute: MlirAttribute) -> Content {
    // SAFETY: the caller's promise; the type of an integer is an integer or `index`.
    unsafe {
        let r#type = mlir_sys::mlirAttributeGetType(attribute);
        let width = match mlir_sys::mlirTypeIsAInteger(r#type) {
            true => mlir_sys::mlirIntegerTypeGetWidth(r#type),
            false => 64,
        };
        if width > 64 {
            return Content::TooWide(width);
        }
        if mlir_sys::mlirTypeIsAInteger(r#type) && mlir_sys::mlirIntegerTypeIsUnsigned(r#type) {
            return Content::Unsigned(mlir_sys::mlirIntegerAttrGetValueUInt(attribute));
        }
        if mlir_sys::mlirTypeIsAInteger(r#type) && mlir_sys::mlirIntegerTypeIsSigned(r#type) {
            return Content::Signed(mlir_sys::mlirIntegerAttrGetValueSInt(attribute));
        }
        match (mlir_sys::mlirIntegerAttrGetValueInt(attribute), width) {
            (value, 1) => Content::Bool(value != 0),
            (value, _) => Content::Signed(value),
        }
    }
}

/// The values that an integer of a type may have, if the type is one that we can write.
pub(crate) fn integer_range(r#type: MlirType) -> Option<(i128, i128)> {
    // SAFETY: the type is valid, and each function is for its kind.
    unsafe {
        if mlir_sys::mlirTypeIsAIndex(r#type) {
            return Some((i64::MIN.into(), i64::MAX.into()));
        }
        if !mlir_sys::mlirTypeIsAInteger(r#type) {
            return None;
        }
        let width = mlir_sys::mlirIntegerTypeGetWidth(r#type);
        if !(1..=64).contains(&width) {
            return None;
        }
        let least = match mlir_sys::mlirIntegerTypeIsUnsigned(r#type) {
            true => 0,
            false => -(1_i128 << (width - 1)),
        };
        // An integer without a sign may be meant either way.
        let most = match mlir_sys::mlirIntegerTypeIsSigned(r#type) {
            true => (1_i128 << (width - 1)) - 1,
            false => (1_i128 << width) - 1,
        };
        Some((least, most))
    }
}

/// An integer of a type that has that value.
pub(crate) fn make_integer(r#type: MlirType, value: i64) -> MlirAttribute {
    // SAFETY: the caller has asked whether the type has integers.
    unsafe { mlir_sys::mlirIntegerAttrGet(r#type, value) }
}

/// A float of a type, if that is a type of floats.
pub(crate) fn make_float(r#type: MlirType, value: f64) -> Option<MlirAttribute> {
    // SAFETY: the type is valid.
    unsafe {
        mlir_sys::mlirTypeIsAFloat(r#type).then(|| {
            mlir_sys::mlirFloatAttrDoubleGet(mlir_sys::mlirTypeGetContext(r#type), r#type, value)
        })
    }
}

/// The type of an attribute, if it has one.
pub(crate) fn type_of(attribute: MlirAttribute) -> Option<MlirType> {
    // SAFETY: the attribute is valid.
    let r#type = unsafe { mlir_sys::mlirAttributeGetType(attribute) };
    (!r#type.ptr.is_null()).then_some(r#type)
}

pub(crate) fn parse_attribute(context: MlirContext, source: &str) -> Option<MlirAttribute> {
    // MLIR reports what is wrong with an empty text at a place before it.
    if source.is_empty() {
        return None;
    }
    // SAFETY: the context is alive, and the text is borrowed for the call.
    let parsed = unsafe { mlir_sys::mlirAttributeParseGet(context, string(source)) };
    (!parsed.ptr.is_null()).then_some(parsed)
}

pub(crate) fn parse_type(context: MlirContext, source: &str) -> Option<MlirType> {
    // As above.
    if source.is_empty() {
        return None;
    }
    // SAFETY: the context is alive, and the text is borrowed for the call.
    let parsed = unsafe { mlir_sys::mlirTypeParseGet(context, string(source)) };
    (!parsed.ptr.is_null()).then_some(parsed)
}

fn string(text: &str) -> MlirStringRef {
    MlirStringRef {
        data: text.as_ptr().cast(),
        length: text.len(),
    }
}

/// The name of an operation.
pub(crate) fn name(operation: MlirOperation) -> String {
    // SAFETY: the operation is valid; its name lives as long as the context.
    unsafe {
        let name = mlir_sys::mlirOperationGetName(operation);
        text(mlir_sys::mlirIdentifierStr(name))
    }
}

pub(crate) fn operands(operation: MlirOperation) -> Vec<MlirValue> {
    // SAFETY: the operation is valid, and has that many operands.
    unsafe {
        (0..mlir_sys::mlirOperationGetNumOperands(operation))
            .map(|index| mlir_sys::mlirOperationGetOperand(operation, index))
            .collect()
    }
}

pub(crate) fn results(operation: MlirOperation) -> Vec<MlirValue> {
    // SAFETY: the operation is valid, and has that many results.
    unsafe {
        (0..mlir_sys::mlirOperationGetNumResults(operation))
            .map(|index| mlir_sys::mlirOperationGetResult(operation, index))
            .collect()
    }
}

/// The attributes of an operation with their names.
pub(crate) fn attributes(operation: MlirOperation) -> Vec<(String, MlirAttribute)> {
    // SAFETY: the operation is valid, and has that many attributes.
    unsafe {
        (0..mlir_sys::mlirOperationGetNumAttributes(operation))
            .map(|index| {
                let named = mlir_sys::mlirOperationGetAttribute(operation, index);
                (
                    text(mlir_sys::mlirIdentifierStr(named.name)),
                    named.attribute,
                )
            })
            .collect()
    }
}

/// The type of a value.
pub(crate) fn value_type(value: MlirValue) -> MlirType {
    // SAFETY: the value is valid.
    unsafe { mlir_sys::mlirValueGetType(value) }
}

/// The operation that defines a value; none for an argument of a block.
pub(crate) fn owner(value: MlirValue) -> Option<MlirOperation> {
    // SAFETY: the value is valid.
    unsafe { mlir_sys::mlirValueIsAOpResult(value).then(|| mlir_sys::mlirOpResultGetOwner(value)) }
}

/// The operations that use a value, once for each use.
pub(crate) fn users(value: MlirValue) -> Vec<MlirOperation> {
    let mut users = Vec::new();
    // SAFETY: the value is valid, and nothing changes meanwhile.
    unsafe {
        let mut next = mlir_sys::mlirValueGetFirstUse(value);
        while !mlir_sys::mlirOpOperandIsNull(next) {
            users.push(mlir_sys::mlirOpOperandGetOwner(next));
            next = mlir_sys::mlirOpOperandGetNextUse(next);
        }
    }
    users
}

macro_rules! in_call {
    ($($name:ident $handle:ident $entity:ident $any:ident, $names:ident $range:ident;)*) => {
        $(
            /// Something that a Python function returns to a call.
            pub(crate) fn $name<'a>(_: &Call<'a>, raw: $handle) -> Any<'a> {
                // SAFETY: a view that is valid is of a call that lasts, and what the
                // program had then is there until the pattern goes on.
                Any::$any(unsafe { ir::$entity::from_raw(raw) })
            }
            /// Several such things.
            pub(crate) fn $names<'a>(_: &Call<'a>, raw: &[$handle]) -> Any<'a> {
                // SAFETY: as above.
                Any::$range(raw.iter().map(|raw| unsafe { ir::$entity::from_raw(*raw) }).collect())
            }
        )*
    };
}

in_call! {
    type_in MlirType Type Type, types_in TypeRange;
    value_in MlirValue Value Value, values_in ValueRange;
}

/// An attribute that a Python function returns to a call.
pub(crate) fn attribute_in<'a>(_: &Call<'a>, raw: MlirAttribute) -> Any<'a> {
    // SAFETY: as above.
    Any::Attr(unsafe { ir::Attribute::from_raw(raw) })
}

/// An operation that a Python function returns to a call.
pub(crate) fn operation_in<'a>(_: &Call<'a>, raw: MlirOperation) -> Any<'a> {
    // SAFETY: as above.
    Any::Op(unsafe { ir::OperationRef::from_raw(raw) })
}

/// Printed with one of MLIR's functions.
fn print<T>(
    one: T,
    function: unsafe extern "C" fn(
        T,
        Option<unsafe extern "C" fn(MlirStringRef, *mut c_void)>,
        *mut c_void,
    ),
) -> String {
    unsafe extern "C" fn receive(part: MlirStringRef, data: *mut c_void) {
        // SAFETY: the data is `bytes`, which nothing else borrows; the part is valid for
        // the call.
        unsafe {
            let part = slice::from_raw_parts(part.data.cast(), part.length);
            (*data.cast::<Vec<u8>>()).extend_from_slice(part);
        }
    }
    let mut bytes = Vec::<u8>::new();
    // SAFETY: what is printed is valid.
    unsafe { function(one, Some(receive), (&raw mut bytes).cast()) };
    String::from_utf8_lossy(&bytes).into_owned()
}

pub(crate) fn print_attribute(attribute: MlirAttribute) -> String {
    print(attribute, mlir_sys::mlirAttributePrint)
}

pub(crate) fn print_type(r#type: MlirType) -> String {
    print(r#type, mlir_sys::mlirTypePrint)
}

pub(crate) fn print_operation(operation: MlirOperation) -> String {
    print(operation, mlir_sys::mlirOperationPrint)
}

pub(crate) fn print_value(value: MlirValue) -> String {
    print(value, mlir_sys::mlirValuePrint)
}

/// # Safety
///
/// The text is valid.
unsafe fn text(raw: MlirStringRef) -> String {
    if raw.length == 0 {
        return String::new();
    }
    // SAFETY: the caller's promise.
    let bytes = unsafe { slice::from_raw_parts(raw.data.cast(), raw.length) };
    String::from_utf8_lossy(bytes).into_owned()
}
