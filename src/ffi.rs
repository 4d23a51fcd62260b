//! The unsafe half of the boundary to MLIR: safe functions over the shim and
//! over the calls of the C API that melior does not wrap.
//!
//! With [`crate::plugin`], the other half, this is the only code that may be
//! unsafe. Strings cross as pointer and length. Raw handles become melior's
//! types here and nowhere else.

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

pub(crate) mod c_api;
pub(crate) mod capture;
pub mod native;
pub(crate) mod option_table;
pub(crate) mod pass;
pub(crate) mod pattern_set;
pub(crate) mod predicates;

use crate::{diagnostic::Severity, host::OperationKnowledge, plugin};
use melior::{
    Context, StringRef,
    dialect::{DialectHandle, DialectRegistry},
    ir::{
        Module, Operation, OperationRef, Type,
        operation::{OperationLike, OperationRefMut, WalkOrder, WalkResult},
    },
};
use mlir_sys::{
    MlirStringRef, mlirOperationGetContext, mlirOperationRemoveFromParent,
    mlirOperationSetAttributeByName, mlirOperationWriteBytecode, mlirPDLAttributeTypeGet,
    mlirPDLOperationTypeGet, mlirPDLRangeTypeGet, mlirPDLTypeTypeGet, mlirPDLValueTypeGet,
    mlirStringAttrGet,
};
use shim::{
    PdllMessage, PdllOdsOutcome, PdllOdsStatus, PdllOperationKind, PdllSeverity, PdllString,
};
use std::{
    ffi::{CString, c_char, c_void},
    ptr, slice,
    time::Duration,
};

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

/// The types of the `pdl` dialect, which is loaded.
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

/// What a context knows of an operation. With `load`, its dialect is loaded if
/// it is registered.
pub(crate) fn describe_operation(context: &Context, name: &str, load: bool) -> OperationKnowledge {
    // SAFETY: the context is alive, and the string is borrowed for the call.
    let kind = unsafe { shim::pdllDescribeOperation(context.to_raw(), string(name), load) };
    match kind {
        PdllOperationKind::PdllOperationUnknown => OperationKnowledge::Unknown,
        PdllOperationKind::PdllOperationInfersResults => OperationKnowledge::InfersResults,
        PdllOperationKind::PdllOperationMayHaveNoResults => OperationKnowledge::MayHaveNoResults,
        PdllOperationKind::PdllOperationNeedsResultTypes => OperationKnowledge::NeedsResultTypes,
    }
}

/// How to print an operation.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PrintOptions {
    pub(crate) locations: bool,
    pub(crate) generic: bool,
}

/// Prints an operation that is known to be valid, to the end of `out`.
pub(crate) fn print(operation: OperationRef<'_, '_>, options: PrintOptions, out: &mut String) {
    unsafe extern "C" fn receive(printed: PdllString, data: *mut c_void) {
        // SAFETY: the data is `out`, which nobody else borrows; the text is
        // valid for the call.
        unsafe {
            let printed = String::from_utf8_lossy(bytes(printed));
            (*data.cast::<String>()).push_str(&printed);
        }
    }
    let data = (&raw mut *out).cast();
    let PrintOptions { locations, generic } = options;
    // SAFETY: all is borrowed for the call.
    unsafe {
        shim::pdllPrint(operation.to_raw(), locations, generic, Some(receive), data);
    }
}

/// An operation that is known to be valid, as bytecode.
pub(crate) fn bytecode(operation: OperationRef<'_, '_>) -> Vec<u8> {
    unsafe extern "C" fn receive(written: MlirStringRef, data: *mut c_void) {
        // SAFETY: the data is `bytes`, which nobody else borrows; what is
        // written is valid for the call.
        unsafe {
            let written = slice::from_raw_parts(written.data.cast(), written.length);
            (*data.cast::<Vec<u8>>()).extend_from_slice(written);
        }
    }
    let mut bytes = Vec::<u8>::new();
    // SAFETY: all is borrowed for the call.
    unsafe {
        mlirOperationWriteBytecode(operation.to_raw(), Some(receive), (&raw mut bytes).cast());
    }
    bytes
}

/// Checks patterns that are applied without pdll, and lowers what MLIR's run
/// time gets wrong. `defined` are the native functions that come with them.
/// Errors go to the diagnostic engine.
pub(crate) fn lower_ahead_of_time(module: &Module<'_>, defined: &[&str]) -> bool {
    let defined: Vec<_> = defined.iter().map(|name| string(name)).collect();
    // SAFETY: all is borrowed for the call.
    unsafe { shim::pdllLowerAheadOfTime(module.to_raw(), defined.as_ptr(), defined.len()) }
}

/// Parses MLIR text or bytecode; `name` is the file in its locations. Errors
/// go to the diagnostic engine.
pub(crate) fn parse_module<'c>(
    context: &'c Context,
    bytes: &[u8],
    name: &str,
) -> Option<Module<'c>> {
    let text = PdllString {
        data: bytes.as_ptr().cast(),
        length: bytes.len(),
    };
    // SAFETY: the strings are borrowed for the call; a module that is not null
    // is owned by us, and lives no longer than its context.
    unsafe { Module::from_option_raw(shim::pdllParseModule(context.to_raw(), text, string(name))) }
}

/// Sets an attribute of an operation to a string. In a walk, melior has no
/// context that lives long enough for that.
pub(crate) fn set_string(operation: &mut OperationRefMut<'_, '_>, name: &str, value: &str) {
    let [name, value] = [name, value].map(StringRef::new);
    // SAFETY: the operation is borrowed as ours alone, and the strings are for
    // the call.
    unsafe {
        let context = mlirOperationGetContext(operation.to_raw());
        let value = mlirStringAttrGet(context, value.to_raw());
        mlirOperationSetAttributeByName(operation.to_raw(), name.to_raw(), value);
    }
}

/// Takes the outermost operations of that name out of a module.
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
        // it left its block nobody else owns or borrows it.
        unsafe {
            mlirOperationRemoveFromParent(raw);
            Operation::from_raw(raw)
        }
    };
    found.into_iter().map(detach).collect()
}

/// A message for MLIR's diagnostic engine.
pub(crate) struct Message {
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) text: String,
}

impl Message {
    /// A message about nothing in a file.
    pub(crate) fn without_place(text: String) -> Self {
        Message {
            file: String::new(),
            line: 0,
            column: 0,
            text,
        }
    }

    fn raw(&self) -> PdllMessage {
        PdllMessage {
            file: string(&self.file),
            line: self.line,
            column: self.column,
            message: string(&self.text),
        }
    }
}

/// Hands a diagnostic to the engine of a context.
pub(crate) fn emit(context: &Context, severity: Severity, message: &Message, notes: &[Message]) {
    let severity = match severity {
        Severity::Error => PdllSeverity::PdllSeverityError,
        Severity::Warning => PdllSeverity::PdllSeverityWarning,
        Severity::Remark => PdllSeverity::PdllSeverityRemark,
    };
    let notes: Vec<_> = notes.iter().map(Message::raw).collect();
    // SAFETY: all strings are borrowed for the call.
    unsafe {
        shim::pdllEmitDiagnostic(
            context.to_raw(),
            severity,
            message.raw(),
            notes.as_ptr(),
            notes.len(),
        );
    }
}

/// Registers the pass.
pub(crate) fn register_apply_pass() {
    // SAFETY: the callback keeps what `shim.h` asks of it.
    unsafe { shim::pdllRegisterApplyPass(Some(plugin::compile_patterns)) };
}

/// Runs MLIR's mlir-opt driver, with our pass, on these arguments, the first of
/// which is the name of the program. Returns its exit code.
pub fn opt_main(arguments: &[String]) -> i32 {
    register_apply_pass();
    let arguments: Vec<_> = arguments
        .iter()
        // No argument of a process holds a NUL.
        .map(|argument| CString::new(argument.as_str()).unwrap_or_default())
        .collect();
    let mut pointers: Vec<*mut c_char> = arguments
        .iter()
        .map(|argument| argument.as_ptr().cast_mut())
        .collect();
    let count = pointers.len() as i32;
    pointers.push(ptr::null_mut());
    // SAFETY: the array is what `main` would get; LLVM's command line parser
    // does not write to it.
    unsafe { shim::pdllOptMain(count, pointers.as_mut_ptr()) }
}

/// Registers the dialects of a plugin.
///
/// # Errors
///
/// The reason why it cannot be loaded.
pub(crate) fn load_dialect_plugin(path: &str, registry: &DialectRegistry) -> Result<(), String> {
    reported(|report, data| {
        // SAFETY: the registry is alive, the rest borrowed for the call.
        unsafe { shim::pdllLoadDialectPlugin(string(path), registry.to_raw(), report, data) }
    })
}

/// Registers the passes of a plugin.
///
/// # Errors
///
/// The reason why it cannot be loaded.
pub(crate) fn load_pass_plugin(path: &str) -> Result<(), String> {
    // SAFETY: all is borrowed for the call.
    reported(|report, data| unsafe { shim::pdllLoadPassPlugin(string(path), report, data) })
}

/// The other MLIR or LLVM in this process, in words, if there is one.
pub(crate) fn foreign_mlir() -> Option<String> {
    // The shim returns whether there is one; `reported` wants success.
    reported(|report, data| {
        // SAFETY: all is borrowed for the call.
        unsafe { !shim::pdllFindForeignMlir(report, data) }
    })
    .err()
}

/// `.td` files to read.
pub(crate) struct OdsRequest<'a> {
    /// Paths and texts. The first file includes the others.
    pub(crate) files: Vec<(String, &'a str)>,
    /// What files call each other in includes, and the index of the file.
    pub(crate) names: &'a [(String, usize)],
    /// How long it may take.
    pub(crate) timeout: Duration,
}

/// What became of reading them.
#[derive(Debug)]
pub(crate) struct OdsRun<'a> {
    /// The reply, as `wire` describes it.
    pub(crate) reply: &'a [u8],
    /// What was printed.
    pub(crate) output: &'a [u8],
    /// Why there is no reply.
    pub(crate) failure: Option<OdsFailure>,
}

/// Why a process gave no reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OdsFailure {
    /// It ended with this code.
    Exited(i32),
    /// It was ended by this signal.
    Killed(i32),
    /// It took too long.
    TimedOut,
    /// It could not be started, for this `errno`.
    NotStarted(i32),
}

/// Has TableGen read files, each request in a process of its own, of which at
/// most `max_processes` run at once. `receive` gets the index of each request
/// and what became of it, in any order.
pub(crate) fn read_ods<R: FnMut(usize, OdsRun<'_>)>(
    requests: &[OdsRequest<'_>],
    max_processes: usize,
    mut receive: R,
) {
    unsafe extern "C" fn receive_raw<R: FnMut(usize, OdsRun<'_>)>(
        request: usize,
        outcome: PdllOdsOutcome,
        reply: PdllString,
        output: PdllString,
        data: *mut c_void,
    ) {
        // SAFETY: the strings live as long as this call.
        let (reply, output) = unsafe { (bytes(reply), bytes(output)) };
        let failure = failure_of(outcome);
        let run = OdsRun {
            reply,
            output,
            failure,
        };
        // SAFETY: the data is the function below, which nobody else borrows.
        unsafe { (*data.cast::<R>())(request, run) };
    }
    let files: Vec<Vec<_>> = requests.iter().map(raw_files).collect();
    let names: Vec<Vec<_>> = requests.iter().map(raw_names).collect();
    let raw_requests: Vec<_> = requests
        .iter()
        .zip(files.iter().zip(&names))
        .map(|(request, (files, names))| shim::PdllOdsRequest {
            files: files.as_ptr(),
            numFiles: files.len(),
            includes: names.as_ptr(),
            numIncludes: names.len(),
            timeoutSeconds: u32::try_from(request.timeout.as_secs()).unwrap_or(u32::MAX),
        })
        .collect();
    // SAFETY: all is borrowed for the call.
    unsafe {
        shim::pdllReadOds(
            raw_requests.as_ptr(),
            raw_requests.len(),
            max_processes,
            Some(receive_raw::<R>),
            (&raw mut receive).cast(),
        );
    }
}

fn raw_files(request: &OdsRequest<'_>) -> Vec<shim::PdllOdsFile> {
    let raw = |(path, text): &(String, &str)| shim::PdllOdsFile {
        path: string(path),
        text: string(text),
    };
    request.files.iter().map(raw).collect()
}

fn raw_names(request: &OdsRequest<'_>) -> Vec<shim::PdllOdsInclude> {
    let raw = |(name, file): &(String, usize)| shim::PdllOdsInclude {
        name: string(name),
        file: *file,
    };
    request.names.iter().map(raw).collect()
}

fn failure_of(outcome: PdllOdsOutcome) -> Option<OdsFailure> {
    match outcome.status {
        PdllOdsStatus::PdllOdsRead => None,
        PdllOdsStatus::PdllOdsExited => Some(OdsFailure::Exited(outcome.code)),
        PdllOdsStatus::PdllOdsKilled => Some(OdsFailure::Killed(outcome.code)),
        PdllOdsStatus::PdllOdsTimedOut => Some(OdsFailure::TimedOut),
        PdllOdsStatus::PdllOdsNotStarted => Some(OdsFailure::NotStarted(outcome.code)),
    }
}

/// Runs a function of the shim that reports failures through a callback.
fn reported(run: impl FnOnce(shim::PdllErrorCallback, *mut c_void) -> bool) -> Result<(), String> {
    unsafe extern "C" fn report(message: PdllString, data: *mut c_void) {
        // SAFETY: the data is the string below, which nobody else borrows.
        unsafe { (*data.cast::<String>()).push_str(&text(message)) };
    }
    let mut message = String::new();
    if run(Some(report), (&raw mut message).cast()) {
        Ok(())
    } else {
        Err(message)
    }
}

/// Checks the `expected-error` comments of a buffer against the diagnostics of
/// a context.
pub(crate) struct DiagnosticVerifier {
    raw: *mut shim::PdllDiagnosticVerifier,
}

impl DiagnosticVerifier {
    /// Takes over the diagnostics of `context`, until [`Self::finish`].
    pub(crate) fn new(context: &Context, name: &str, buffer: &str) -> Self {
        // SAFETY: the strings are borrowed for the call and copied there.
        let raw = unsafe {
            shim::pdllDiagnosticVerifierCreate(context.to_raw(), string(name), string(buffer))
        };
        DiagnosticVerifier { raw }
    }

    /// Whether exactly the expected diagnostics were seen. The context is
    /// still alive. Differences have been printed.
    pub(crate) fn finish(self) -> bool {
        // SAFETY: the verifier is consumed, as `self` is.
        unsafe { shim::pdllDiagnosticVerifierFinish(self.raw) }
    }
}

/// Borrows a string for a call.
pub(crate) fn string(text: &str) -> PdllString {
    PdllString {
        data: text.as_ptr().cast(),
        length: text.len(),
    }
}

/// Copies a string that a caller passed.
///
/// # Safety
///
/// The string is valid for reads; its data may be null if it is empty.
pub(crate) unsafe fn text(string: PdllString) -> String {
    // SAFETY: the caller's promise.
    let bytes = unsafe { bytes(string) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// Borrows the bytes of a string that a caller passed.
///
/// # Safety
///
/// As for [`text`]; the bytes are borrowed for as long as the string is valid.
unsafe fn bytes<'a>(string: PdllString) -> &'a [u8] {
    if string.length == 0 {
        return &[];
    }
    // SAFETY: the caller's promise.
    unsafe { slice::from_raw_parts(string.data.cast(), string.length) }
}
