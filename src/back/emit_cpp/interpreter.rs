//! Headers whose patterns MLIR's interpreter of `pdl` runs, in the shape of those of
//! `mlir-pdll -x=cpp`: a struct for each pattern, with its bytecode and the native
//! functions that are written in C++. The program registers the others.
//!
//! | module | subject |
//! |---|---|
//! | `faults` | what the interpreter gets wrong |
//! | `structs` | the structs |

mod faults;
mod structs;

pub(crate) use faults::{Fault, faults, open_types};

use super::{
    header::{CLOSE, Header, OPEN, Place, called_natives, key, populate},
    module::{Key, called_in, patterns, place_of},
    support::Part,
};
use crate::{
    base::diagnostic::Diagnostics, base::source::SourceMap, front::hir::Native, mlir::ffi,
};
use melior::{
    Context,
    ir::{BlockLike, Location, Module, OperationRef},
};
use std::{collections::BTreeMap, iter::zip};
use structs::{Entry, Struct};

/// Writes the header of the patterns in `module`, which were compiled together with
/// `natives`. Without a header, there are errors in `diagnostics`.
pub fn interpreter_header(
    context: &Context,
    module: &mut Module<'_>,
    natives: &[Native],
    sources: &SourceMap,
    place: Place<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    let mut natives = called_natives(module, natives, diagnostics)?;
    // The interpreter has no `or` that could call the others.
    let called = called_in(module.as_operation());
    natives.retain(|native| called.contains(&key(native)));
    let mut header = Header::new(sources, place);
    header.support.require(Part::Modules);
    let patterns = patterns(module);
    let structs = header.struct_names(&patterns);
    let functions = header.functions(&natives);
    if !functions.is_empty() {
        header.support.require(Part::Erased);
    }
    let writer = Structs {
        context,
        origin: place.origin,
        functions: functions
            .iter()
            .map(|(native, name)| (key(native), name.as_str()))
            .collect(),
    };
    let mut text: String = zip(&patterns, &structs)
        .map(|(pattern, name)| writer.one(*pattern, name))
        .collect();
    let all = match &structs[..] {
        [] => None,
        [one] => Some(one.clone()),
        _ => {
            let name = header.names.take("GeneratedPDLLPatterns");
            text += &writer.all(module, &name);
            Some(name)
        }
    };

    let mut out = header.begin(&functions);
    out.code(OPEN);
    out.code(&text);
    out.code(CLOSE);
    let mut add = header.support.check_names().to_owned();
    if let Some(name) = all {
        add += &format!("  patterns.add<{name}>(patterns.getContext(), configs...);\n");
    }
    out.code(&populate("populateGeneratedPDLLPatterns", "", &add));
    Some(out.finish().0)
}

/// Writes structs.
struct Structs<'a, 'c> {
    context: &'c Context,
    origin: &'a str,
    /// The C++ function of each native function that the pattern file defines.
    functions: BTreeMap<Key, &'a str>,
}

impl Structs<'_, '_> {
    /// The struct of all patterns.
    fn all(&self, module: &Module<'_>, name: &str) -> String {
        Struct {
            name,
            comment: "All patterns, read at once.",
            bytecode: &ffi::bytecode::write(module.as_operation()),
            natives: &self.entries(module.as_operation()),
            file: self.origin,
        }
        .text()
    }

    fn one(&self, pattern: OperationRef<'_, '_>, name: &str) -> String {
        let alone = Module::new(Location::unknown(self.context));
        alone.body().append_operation((*pattern).clone());
        let place = place_of(pattern).unwrap_or_else(|| self.origin.to_owned());
        Struct {
            name,
            comment: &format!("The pattern at {}.", place.replace('\n', " ")),
            bytecode: &ffi::bytecode::write(alone.as_operation()),
            natives: &self.entries(alone.as_operation()),
            file: self.origin,
        }
        .text()
    }

    /// The native functions with C++ code that are called inside of an operation.
    fn entries(&self, operation: OperationRef<'_, '_>) -> Vec<Entry> {
        let entry = |key: Key| {
            let function = format!("pdll_support::erase({})", self.functions.get(&key)?);
            let (is_constraint, name) = key;
            Some(Entry {
                is_constraint,
                name,
                function,
            })
        };
        called_in(operation).into_iter().filter_map(entry).collect()
    }
}
