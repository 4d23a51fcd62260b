//! The generated header.

use super::{
    check,
    cpp_names::Names,
    function::Function,
    interpreter_calls,
    module::{Key, called_in, joined_in, patterns, place_of, symbol, without_number},
    patterns::{Entry, Struct},
    support::Support,
    writer::{Own, Writer},
};
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    base::source::SourceMap,
    front::contract::{ANY_OF, CONVERT_TO, LIBRARY_PREFIX},
    front::hir::{Native, NativeBody},
    mlir::ffi,
};
use melior::{
    Context,
    ir::{BlockLike, Location, Module, OperationRef},
};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The place of a header.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// The name of the file that contains the header.
    pub file: &'a str,
    /// The first line of the header in that file.
    pub first_line: u32,
    /// The pattern file.
    pub origin: &'a str,
}

/// Writes the header of the patterns in `module`, which were compiled together
/// with `natives`. Changes the module. Without a header, the errors of native
/// functions are in `diagnostics`, and those of patterns have gone to the
/// context.
pub fn header(
    context: &Context,
    module: &mut Module<'_>,
    natives: &[Native],
    sources: &SourceMap,
    place: Place<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    let natives = called_natives(module, natives, diagnostics)?;
    if !ffi::aot::lower(module, &names(&natives)) {
        return None;
    }
    let mut header = Header::new(context, sources, place);
    header.support.require_modules();
    Some(header.write(module, &natives))
}

/// The native functions that patterns call, or errors about them.
pub(super) fn called_natives<'n>(
    module: &Module<'_>,
    natives: &'n [Native],
    diagnostics: &mut Diagnostics,
) -> Option<Vec<&'n Native>> {
    let called = called_in(module.as_operation());
    let joined = joined_in(module.as_operation());
    let natives: Vec<_> = natives
        .iter()
        .filter(|native| {
            called.contains(&(native.is_constraint, native.name.to_string()))
                || native.is_constraint && joined.contains(native.name.as_str())
        })
        .collect();
    let constraints = natives.iter().filter(|native| native.is_constraint);
    let constraints: HashSet<_> = constraints.map(|native| native.name.as_str()).collect();
    let is_known =
        |name: &&String| name.starts_with(LIBRARY_PREFIX) || constraints.contains(name.as_str());
    let unknown = joined.iter().find(|name| !is_known(name)).map(|name| {
        Diagnostic::error_without_place(format!(
            "a branch of `or` calls `{name}`, which the program registers"
        ))
        .help(format!(
            "give `{name}` a body: C++ code joins only functions that it has"
        ))
    });
    let errors = natives.iter().filter_map(|native| check(native));
    let errors = errors.chain(unknown);
    let errors: Vec<_> = errors.chain(conversions_of_types(module)).collect();
    if !errors.is_empty() {
        diagnostics.extend(errors);
        return None;
    }
    Some(natives)
}

/// Errors about patterns that say what types become, since only pdll asks them.
fn conversions_of_types(module: &Module<'_>) -> impl Iterator<Item = Diagnostic> {
    let key = (false, CONVERT_TO.to_owned());
    let converting = patterns(module)
        .into_iter()
        .filter(move |pattern| called_in(*pattern).contains(&key));
    converting.map(|pattern| {
        let name = symbol(pattern).map_or_else(String::new, |name| format!(" `{name}`"));
        let place = place_of(pattern).map_or_else(String::new, |place| format!(" ({place})"));
        Diagnostic::error_without_place(format!(
            "the pattern{name}{place} says what a type becomes, and a C++ header has no \
             conversion that asks it"
        ))
        .help(
            "call `TypeConverter::addConversion` in your program, or compile a plugin by \
             `-x plugin`",
        )
    })
}

pub(super) fn names<'n>(natives: &[&'n Native]) -> Vec<&'n str> {
    natives.iter().map(|native| native.name.as_str()).collect()
}

/// A header that is being written.
pub(super) struct Header<'a, 'c> {
    context: &'c Context,
    sources: &'a SourceMap,
    pub(super) place: Place<'a>,
    pub(super) names: Names,
    pub(super) support: Support,
    /// The C++ function of each native function that the pattern file defines.
    functions: BTreeMap<Key, String>,
}

impl<'a, 'c> Header<'a, 'c> {
    pub(super) fn new(context: &'c Context, sources: &'a SourceMap, place: Place<'a>) -> Self {
        Header {
            context,
            sources,
            place,
            names: Names::new(),
            support: Support::default(),
            functions: BTreeMap::new(),
        }
    }

    fn write(mut self, module: &Module<'_>, natives: &[&Native]) -> String {
        let patterns = patterns(module);
        let structs = self.struct_names(&patterns);
        let functions: Vec<_> = natives.iter().map(|native| self.function(native)).collect();
        let all = self.all_patterns(module, &patterns, &structs);
        let each: String = std::iter::zip(&patterns, &structs)
            .map(|(pattern, name)| self.pattern(*pattern, name))
            .collect();

        let mut out = self.begin();
        for (native, names) in std::iter::zip(natives, &functions) {
            self.cpp_function(native, &names.function)
                .includes(&mut out);
        }
        // Code may have included headers.
        out.own(0);
        out.code(&self.support.text(""));
        for (native, names) in std::iter::zip(natives, &functions) {
            self.cpp_function(native, &names.function).define(&mut out);
            out.code("\n");
            out.code(&interpreter_calls::call(
                native,
                &names.function,
                &names.call,
            ));
        }
        out.code(OPEN);
        out.code(&each);
        if let Some((_, text)) = &all {
            out.code(text);
        }
        out.code(CLOSE);
        let all = match (&all, &structs[..]) {
            (Some((name, _)), _) => Some(name),
            (None, one) => one.first(),
        };
        out.code(&populate(all, &self.support));
        out.finish().0
    }

    /// The beginning of the header.
    pub(super) fn begin(&self) -> Writer {
        let mut out = Writer::new(Own::File {
            name: self.place.file.to_owned(),
            first_line: self.place.first_line,
        });
        out.code(&format!(
            "// Patterns of {}, compiled by pdll. Do not edit.\n\n",
            self.place.origin.replace('\n', " ")
        ));
        out
    }

    /// Names the structs. Programs that use single patterns know these names.
    pub(super) fn struct_names(&mut self, patterns: &[OperationRef<'_, '_>]) -> Vec<String> {
        let own: Vec<_> = patterns.iter().map(|pattern| symbol(*pattern)).collect();
        let own: Vec<_> = own
            .into_iter()
            .map(|name| name.map(|name| self.names.take(&name)))
            .collect();
        let mut number = 0..;
        own.into_iter()
            .map(|name| {
                name.unwrap_or_else(|| {
                    let free = number.by_ref().map(|n| format!("GeneratedPDLLPattern{n}"));
                    self.names.take_first(free)
                })
            })
            .collect()
    }

    /// Names the C++ functions of a native function.
    pub(super) fn function(&mut self, native: &Native) -> FunctionNames {
        let stem = native.name.as_str();
        let function = self.names.take(&format!("{stem}PDLFn"));
        let call = self.names.take(&format!("{stem}PDLCall"));
        let key = (native.is_constraint, native.name.to_string());
        self.functions.insert(key, call.clone());
        self.support.require_names();
        match &native.body {
            NativeBody::Code { results, .. } if !results.is_empty() && !native.is_constraint => {
                self.support.require_returned();
            }
            NativeBody::Predicate {
                by_name: Some(_), ..
            } => self.support.require_named(),
            _ => {}
        }
        FunctionNames { function, call }
    }

    pub(super) fn cpp_function<'b>(&'b self, native: &'b Native, name: &'b str) -> Function<'b> {
        Function {
            native,
            number: 0,
            name,
            file: self.sources.file(native.code_span().file).name(),
            support: "pdll_support",
            sources: self.sources,
        }
    }

    /// The struct of all patterns and its name, unless there is at most one
    /// pattern.
    pub(super) fn all_patterns(
        &mut self,
        module: &Module<'_>,
        patterns: &[OperationRef<'_, '_>],
        structs: &[String],
    ) -> Option<(String, String)> {
        if structs.len() == 1 || patterns.is_empty() {
            return None;
        }
        let name = self.names.take("GeneratedPDLLPatterns");
        let natives = self.entries(module.as_operation());
        let text = Struct {
            name: &name,
            comment: "All patterns, read at once.",
            bytecode: &ffi::bytecode::write(module.as_operation()),
            natives: &natives,
            file: self.place.origin,
        }
        .text();
        Some((name, text))
    }

    pub(super) fn pattern(&mut self, pattern: OperationRef<'_, '_>, name: &str) -> String {
        let alone = Module::new(Location::unknown(self.context));
        alone.body().append_operation((*pattern).clone());
        let natives = self.entries(alone.as_operation());
        let place = place_of(pattern).unwrap_or_else(|| self.place.origin.to_owned());
        Struct {
            name,
            comment: &format!("The pattern at {}.", place.replace('\n', " ")),
            bytecode: &ffi::bytecode::write(alone.as_operation()),
            natives: &natives,
            file: self.place.origin,
        }
        .text()
    }

    /// The known native functions that are called inside of an operation. The
    /// program registers the others.
    fn entries(&mut self, operation: OperationRef<'_, '_>) -> Vec<Entry> {
        let called = called_in(operation);
        let joined = joined_in(operation);
        let entry = |(is_constraint, name): Key| {
            if name == ANY_OF
                && let Some(function) = self.join(&joined)
            {
                return Some(Entry {
                    is_constraint,
                    name,
                    function,
                });
            }
            let function = self.functions.get(&(is_constraint, name.clone()));
            let function = match function {
                Some(function) => Some(function.clone()),
                None => {
                    let plain = without_number(&name);
                    let known = self.functions.get(&(is_constraint, plain.to_owned()));
                    known
                        .cloned()
                        .or_else(|| self.support.function(is_constraint, plain))
                }
            };
            Some(Entry {
                is_constraint,
                name,
                function: function?,
            })
        };
        called.into_iter().filter_map(entry).collect()
    }

    /// The expression for `contract::ANY_OF`, if it calls constraints of the file.
    fn join(&mut self, joined: &BTreeSet<String>) -> Option<String> {
        let functions = &self.functions;
        let own = joined.iter().filter_map(|name| {
            let function = functions.get(&(true, name.clone()))?;
            Some((name.as_str(), function.as_str()))
        });
        let own: Vec<_> = own.collect();
        (!own.is_empty()).then(|| self.support.join("getContext()", own.into_iter()))
    }
}

pub(super) struct FunctionNames {
    /// The function with the code.
    pub(super) function: String,
    /// The function that the run time calls.
    pub(super) call: String,
}

/// Without this, compilers warn of the long literals in the header.
pub(super) const OPEN: &str = "#pragma GCC diagnostic push\n\
    #pragma GCC diagnostic ignored \"-Woverlength-strings\"\n\
    namespace {\n\n";
pub(super) const CLOSE: &str = "} // end namespace\n\
    #pragma GCC diagnostic pop\n\n";

/// The function that adds the patterns of the struct `all`, if there is one.
fn populate(all: Option<&String>, support: &Support) -> String {
    let check = support.check_names();
    let add = all.map_or_else(String::new, |name| {
        format!("  patterns.add<{name}>(patterns.getContext(), configs...);\n")
    });
    format!(
        "template <typename... ConfigsT>\n\
         [[maybe_unused]] static void\n\
         populateGeneratedPDLLPatterns([[maybe_unused]] ::mlir::RewritePatternSet &patterns,\n                              \
         [[maybe_unused]] ConfigsT &&...configs) {{\n{check}{add}}}\n"
    )
}
