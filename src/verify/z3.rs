//! z3, as a library that is loaded when it is needed.
//!
//! Debian's LLVM brings it, and so does PyPI's package `z3-solver`. Only five functions of
//! its C interface are used: it gets the text that every other solver gets, too.

#![allow(unsafe_code, reason = "z3 is a library in C")]

use crate::{
    smt::Dialect,
    solver::{Failure, Solver},
};
use libloading::Library;
use std::{
    ffi::{CStr, CString, OsStr, c_char, c_void},
    sync::Arc,
};

/// Names under which the dynamic linker may find z3, the best one first.
const NAMES: [&str; 3] = ["libz3.so.4", "libz3.so", "libz3.dylib"];

/// The library. Its code stays where it is for the rest of the process.
#[derive(Clone)]
pub struct Z3 {
    functions: Arc<Functions>,
}

struct Functions {
    make_config: unsafe extern "C" fn() -> *mut c_void,
    delete_config: unsafe extern "C" fn(*mut c_void),
    make_context: unsafe extern "C" fn(*mut c_void) -> *mut c_void,
    delete_context: unsafe extern "C" fn(*mut c_void),
    set_error_handler: unsafe extern "C" fn(*mut c_void, Option<ErrorHandler>),
    evaluate: unsafe extern "C" fn(*mut c_void, *const c_char) -> *const c_char,
    version: unsafe extern "C" fn() -> *const c_char,
    /// Keeps the functions where they are.
    _library: Library,
}

type ErrorHandler = unsafe extern "C" fn(*mut c_void, i32);

impl Z3 {
    /// Loads the library that the dynamic linker finds, or else the one at a path. LLVM may
    /// have loaded the first one already, and a process must not have two.
    ///
    /// # Errors
    ///
    /// Fails if there is none, or if it is something else.
    pub fn load(path: Option<&OsStr>) -> Result<Self, Failure> {
        let mut reason = None;
        let names = NAMES.iter().map(OsStr::new);
        for name in names.chain(path) {
            // SAFETY: z3 does nothing when it is loaded but to initialize itself.
            match unsafe { Library::new(name) } {
                Ok(library) => return Z3::of(library),
                Err(error) if Some(name) == path => reason = Some(error),
                Err(error) => reason = reason.or(Some(error)),
            }
        }
        let reason = reason.map_or(String::new(), |reason| format!(": {reason}"));
        Err(Failure(format!("z3 cannot be loaded{reason}")))
    }

    fn of(library: Library) -> Result<Self, Failure> {
        // SAFETY: the types are those of `z3_api.h`, which are the same since version 4.8.
        let functions = unsafe {
            Functions {
                make_config: function(&library, c"Z3_mk_config")?,
                delete_config: function(&library, c"Z3_del_config")?,
                make_context: function(&library, c"Z3_mk_context")?,
                delete_context: function(&library, c"Z3_del_context")?,
                set_error_handler: function(&library, c"Z3_set_error_handler")?,
                evaluate: function(&library, c"Z3_eval_smtlib2_string")?,
                version: function(&library, c"Z3_get_full_version")?,
                _library: library,
            }
        };
        Ok(Z3 {
            functions: Arc::new(functions),
        })
    }

    /// The version, as z3 writes it.
    #[must_use]
    pub fn version(&self) -> String {
        // SAFETY: the function returns a text that lives as long as the library.
        let version = unsafe { CStr::from_ptr((self.functions.version)()) };
        version.to_string_lossy().into_owned()
    }

    /// A solver of its own for a thread.
    #[must_use]
    pub fn solver(&self) -> Box<dyn Solver> {
        Box::new(Contexts {
            functions: self.functions.clone(),
        })
    }
}

/// # Safety
///
/// `T` must be the type of the function.
unsafe fn function<T: Copy>(library: &Library, name: &CStr) -> Result<T, Failure> {
    // SAFETY: the caller knows the type.
    match unsafe { library.get::<T>(name.to_bytes_with_nul()) } {
        Ok(symbol) => Ok(*symbol),
        Err(error) => Err(Failure(format!("the library is not z3: {error}"))),
    }
}

/// Each question gets a context of its own. What one has learnt would change the values
/// that it finds for the next, and which question comes next depends on other threads.
struct Contexts {
    functions: Arc<Functions>,
}

struct Context<'f> {
    functions: &'f Functions,
    raw: *mut c_void,
}

impl<'f> Context<'f> {
    fn new(functions: &'f Functions) -> Self {
        // SAFETY: the configuration is deleted once, after its only use. Without the
        // handler, z3 would end the process when something is wrong.
        let raw = unsafe {
            let config = (functions.make_config)();
            let raw = (functions.make_context)(config);
            (functions.delete_config)(config);
            (functions.set_error_handler)(raw, Some(ignore));
            raw
        };
        Context { functions, raw }
    }
}

impl Drop for Context<'_> {
    fn drop(&mut self) {
        // SAFETY: nothing uses the context any more.
        unsafe { (self.functions.delete_context)(self.raw) };
    }
}

impl Solver for Contexts {
    fn dialect(&self) -> Dialect {
        Dialect::Z3
    }

    fn run(&mut self, commands: &str) -> Result<String, Failure> {
        let context = Context::new(&self.functions);
        let commands = CString::new(commands).expect("commands have no byte that is 0");
        // SAFETY: the context is used by this thread alone. The text that is returned
        // lives until the next call, and is copied before. The context is new.
        unsafe {
            let printed = (self.functions.evaluate)(context.raw, commands.as_ptr());
            match printed.is_null() {
                true => Err(Failure("z3 prints nothing".to_owned())),
                false => Ok(CStr::from_ptr(printed).to_string_lossy().into_owned()),
            }
        }
    }
}

/// Errors are part of what z3 prints.
unsafe extern "C" fn ignore(_: *mut c_void, _: i32) {}
