//! What headers have in common, whatever runs their patterns.

use super::{
    check,
    cpp_names::Names,
    function::Function,
    module::{Key, called_in, joined_in, patterns, place_of, symbol},
    support::{Part, Support},
    writer::{Own, Writer},
};
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    base::source::SourceMap,
    front::contract::CONVERT_TO,
    front::hir::{Native, NativeBody},
};
use melior::ir::{Module, OperationRef};

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
            called.contains(&key(native))
                || native.is_constraint && joined.contains(native.name.as_str())
        })
        .collect();
    let errors = natives.iter().filter_map(|native| check(native));
    let errors: Vec<_> = errors.chain(conversions_of_types(module)).collect();
    if !errors.is_empty() {
        diagnostics.extend(errors);
        return None;
    }
    Some(natives)
}

pub(super) fn key(native: &Native) -> Key {
    (native.is_constraint, native.name.to_string())
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

/// A header that is being written.
pub(super) struct Header<'a> {
    sources: &'a SourceMap,
    pub(super) place: Place<'a>,
    pub(super) names: Names,
    pub(super) support: Support,
}

impl<'a> Header<'a> {
    pub(super) fn new(sources: &'a SourceMap, place: Place<'a>) -> Self {
        Header {
            sources,
            place,
            names: Names::new(),
            support: Support::default(),
        }
    }

    /// Begins the header: its first lines, the support, and the C++ functions of native
    /// functions. The support must be complete.
    pub(super) fn begin(&self, functions: &[(&Native, String)]) -> Writer {
        let mut out = Writer::new(Own::File {
            name: self.place.file.to_owned(),
            first_line: self.place.first_line,
        });
        out.code(&format!(
            "// Patterns of {}, compiled by pdll. Do not edit.\n\n",
            self.place.origin.replace('\n', " ")
        ));
        for (native, name) in functions {
            self.cpp_function(native, name).includes(&mut out);
        }
        // Code may have included headers.
        out.own(0);
        out.code(&self.support.text());
        for (native, name) in functions {
            self.cpp_function(native, name).define(&mut out);
            out.code("\n");
        }
        out
    }

    fn cpp_function<'b>(&'b self, native: &'b Native, name: &'b str) -> Function<'b> {
        Function {
            native,
            number: 0,
            name,
            file: self.sources.file(native.code_span().file).name(),
            support: "pdll_support",
            sources: self.sources,
        }
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

    /// Names the C++ function of each native function, and requires what they need.
    pub(super) fn functions<'n>(&mut self, natives: &[&'n Native]) -> Vec<(&'n Native, String)> {
        let named = natives.iter().map(|native| {
            self.support.require(Part::TypeNames);
            match &native.body {
                NativeBody::Code { results, .. }
                    if !results.is_empty() && !native.is_constraint =>
                {
                    self.support.require(Part::Returned);
                }
                NativeBody::Predicate {
                    by_name: Some(_), ..
                } => self.support.require(Part::Named),
                _ => {}
            }
            let name = self.names.take(&format!("{}PDLFn", native.name));
            (*native, name)
        });
        named.collect()
    }
}

/// Without this, compilers warn of the long literals in the header.
pub(super) const OPEN: &str = "#pragma GCC diagnostic push\n\
    #pragma GCC diagnostic ignored \"-Woverlength-strings\"\n\
    namespace {\n\n";
pub(super) const CLOSE: &str = "} // end namespace\n\
    #pragma GCC diagnostic pop\n\n";

/// A function template that adds patterns to a set by the statements `add`.
pub(super) fn populate(name: &str, comment: &str, add: &str) -> String {
    format!(
        "{comment}template <typename... ConfigsT>\n\
         [[maybe_unused]] static void\n\
         {name}([[maybe_unused]] ::mlir::RewritePatternSet &patterns,\n                              \
         [[maybe_unused]] ConfigsT &&...configs) {{\n{add}}}\n"
    )
}
