//! Headers whose patterns are C++ code, and need no pdl when the program runs.
//!
//! The structs and the function that adds them have the names of those in the form
//! of pdl. Patterns that call functions which the program registers stay in that
//! form, because only it knows them.
//!
//! | module | subject |
//! |---|---|
//! | `pattern` | the struct of one pattern |
//! | `members` | what a struct looks up once |
//! | `scope`, `source` | variables, and the text of functions |
//! | `tests_of_structure` | tests as conditions |
//! | `routine`, `native_calls` | the functions of a pattern |
//! | `rewrite`, `creation` | the statements of a rewrite |
//! | `dispatcher`, `dispatch` | patterns that are tried at once |
//! | `parts` | the support that the code needs |

mod creation;
mod dispatch;
mod dispatcher;
mod members;
mod native_calls;
mod parts;
mod pattern;
mod rewrite;
mod routine;
mod scope;
mod source;
mod tests_of_structure;

use super::{
    header::{CLOSE, FunctionNames, Header, OPEN, Place, called_natives, names},
    interpreter_calls,
    module::{Key, called_in, joined_in, patterns},
};
use crate::{
    back::graph::Checked,
    back::matcher::analysis::analyze,
    base::diagnostic::{Diagnostic, Diagnostics, Severity},
    base::source::SourceMap,
    front::hir::{Native, NativeBody},
    mlir::ffi::aot,
};
use melior::{
    Context,
    ir::{BlockLike, Location, Module},
};
use native_calls::{Defined, Natives};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    iter::zip,
};

/// Writes the header of the patterns in `module`, which were compiled together with
/// `natives`. Changes the module. Without a header, the errors of native functions
/// are in `diagnostics`, and those of patterns have gone to the context.
pub fn native_header(
    context: &Context,
    module: &mut Module<'_>,
    natives: &[Native],
    sources: &SourceMap,
    place: Place<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<String> {
    let natives = called_natives(module, natives, diagnostics)?;
    let mut header = Header::new(context, sources, place);
    let structs = header.struct_names(&patterns(module));
    let functions: Vec<_> = natives.iter().map(|one| header.function(one)).collect();
    let defined = defined(&natives, &functions);
    let joined = joined_in(module.as_operation());
    let mut split = Split::new(context, module, structs, &defined);
    let checked = aot::check(&split.native);
    let is_rest_sound =
        split.rest_names.is_empty() || aot::lower(&mut split.rest, &names(&natives));
    let graph = match checked {
        Some(checked) if is_rest_sound => Checked::read(context, checked),
        _ => return None,
    };
    diagnostics.extend(split.remarks);
    let rest = Rest::write(&mut header, &split.rest, &split.rest_names);
    let code = write_patterns(&mut header, &graph, &split.native_names, &defined);

    let mut out = header.begin();
    for (native, names) in zip(&natives, &functions) {
        header
            .cpp_function(native, &names.function)
            .includes(&mut out);
    }
    // Code may have included headers.
    out.own(0);
    let all = format!("{}{}", code.structs, code.dispatchers);
    out.code(&parts::outside(&all));
    out.code(&header.support.text(&parts::inside(&all)));
    for (native, names) in zip(&natives, &functions) {
        header
            .cpp_function(native, &names.function)
            .define(&mut out);
        out.code("\n");
        let key = (native.is_constraint, native.name.to_string());
        if rest.called.contains(&key) || native.is_constraint && joined.contains(&key.1) {
            out.code(&interpreter_calls::call(
                native,
                &names.function,
                &names.call,
            ));
        }
    }
    out.code(OPEN);
    out.code(&all);
    out.code(&rest.structs);
    out.code(CLOSE);
    let check = header.support.check_names();
    out.code(&populate(&POPULATE_ALL, &code.all, &rest, check));
    out.code(&populate(
        &POPULATE_DISPATCHERS,
        &code.grouped,
        &rest,
        check,
    ));
    Some(out.finish().0)
}

/// The C++ functions of the native functions that the pattern file defines.
fn defined(natives: &[&Native], functions: &[FunctionNames]) -> BTreeMap<Key, Defined> {
    let all = zip(natives, functions).map(|(native, names)| {
        let has_results = match &native.body {
            NativeBody::Code { results, .. } => !results.is_empty(),
            NativeBody::Predicate { .. } => false,
        };
        let key = (native.is_constraint, native.name.to_string());
        let defined = Defined {
            function: names.function.clone(),
            call: names.call.clone(),
            has_results,
        };
        (key, defined)
    });
    all.collect()
}

/// The patterns of a module that become C++, and those that stay in the form of pdl.
struct Split<'c> {
    native: Module<'c>,
    native_names: Vec<String>,
    rest: Module<'c>,
    rest_names: Vec<String>,
    /// Why these do.
    remarks: Vec<Diagnostic>,
}

impl<'c> Split<'c> {
    fn new(
        context: &'c Context,
        module: &Module<'_>,
        names: Vec<String>,
        defined: &BTreeMap<Key, Defined>,
    ) -> Self {
        let location = Location::unknown(context);
        let mut split = Split {
            native: Module::new(location),
            native_names: Vec::new(),
            rest: Module::new(location),
            rest_names: Vec::new(),
            remarks: Vec::new(),
        };
        for (pattern, name) in zip(patterns(module), names) {
            let called = called_in(pattern);
            let unknown = called
                .iter()
                .find(|key| !native_calls::is_known(defined, key));
            let (module, names) = match unknown {
                None => (&split.native, &mut split.native_names),
                Some(_) => (&split.rest, &mut split.rest_names),
            };
            // The copy belongs to the same context.
            module.body().append_operation((*pattern).clone());
            if let Some((_, function)) = unknown {
                split.remarks.push(Diagnostic::new(
                    Severity::Remark,
                    None,
                    format!(
                        "MLIR's interpreter runs `{name}`, because it calls `{function}`, which \
                         the program registers; give `{function}` a body to turn the pattern into \
                         C++"
                    ),
                ));
            }
            names.push(name);
        }
        split
    }
}

/// The patterns that stay in the form of pdl.
#[derive(Default)]
struct Rest {
    structs: String,
    /// The struct with all of them.
    all: Option<String>,
    called: BTreeSet<Key>,
}

impl Rest {
    fn write(header: &mut Header<'_, '_>, module: &Module<'_>, names: &[String]) -> Self {
        if names.is_empty() {
            return Rest::default();
        }
        header.support.require_modules();
        let patterns = patterns(module);
        let all = header.all_patterns(module, &patterns, names);
        let each: String = zip(&patterns, names)
            .map(|(pattern, name)| header.pattern(*pattern, name))
            .collect();
        let (all, text) = all.unwrap_or_else(|| (names[0].clone(), String::new()));
        Rest {
            structs: each + &text,
            all: Some(all),
            called: called_in(module.as_operation()),
        }
    }
}

/// The C++ of patterns.
struct Code {
    structs: String,
    dispatchers: String,
    /// The structs that populate adds, one for each pattern.
    all: Vec<String>,
    /// The same with dispatchers in the place of patterns with the same root.
    grouped: Vec<String>,
}

fn write_patterns(
    header: &mut Header<'_, '_>,
    graph: &Checked<'_, '_>,
    names: &[String],
    defined: &BTreeMap<Key, Defined>,
) -> Code {
    let mut analysis = analyze(graph);
    let slots = pattern::slots(&mut analysis);
    let groups = dispatcher::groups(&mut analysis);
    let mut ranks = vec![0; names.len()];
    for (rank, index) in analysis.ranked.iter().enumerate() {
        ranks[*index] = rank;
    }
    let origin = header.place.origin;
    let mut structs = String::new();
    for (index, name) in names.iter().enumerate() {
        let mut natives = Natives {
            defined,
            support: &mut header.support,
        };
        structs += &pattern::write(
            &analysis,
            &slots,
            index,
            ranks[index],
            name,
            origin,
            &mut natives,
        );
    }
    if structs.contains("pdll_support::take") {
        header.support.require_presence();
    }
    let mut dispatchers = String::new();
    let mut grouped = Vec::new();
    for group in &groups {
        if let [one] = group.patterns[..] {
            grouped.push(names[one].clone());
            continue;
        }
        let name = header.names.take(&group.wanted_name(&analysis));
        dispatchers += &dispatcher::write(&analysis, group, &name, names);
        grouped.push(name);
    }
    Code {
        structs,
        dispatchers,
        all: names.to_vec(),
        grouped,
    }
}

/// A function that adds patterns.
struct Populate {
    name: &'static str,
    comment: &'static str,
}

const POPULATE_ALL: Populate = Populate {
    name: "populateGeneratedPDLLPatterns",
    comment: "/// Adds a pattern for each of the file.\n",
};

const POPULATE_DISPATCHERS: Populate = Populate {
    name: "populateGeneratedPDLLDispatchers",
    comment: "/// The same for the greedy and the walk driver: patterns with the same root and\n\
              /// benefit become one, which finds them faster. Conversions and filters need\n\
              /// one pattern for each.\n",
};

/// The function that adds some structs, and the patterns in the form of pdl.
fn populate(function: &Populate, structs: &[String], rest: &Rest, check: &str) -> String {
    let Populate { name, comment } = function;
    let mut add = check.to_owned();
    if !structs.is_empty() {
        add += "  ::mlir::MLIRContext *context = patterns.getContext();\n  \
                pdll_support::Configuration configuration =\n      \
                pdll_support::configure(configs...);\n";
    }
    for one in structs {
        let _ = writeln!(
            add,
            "  patterns.add(::std::unique_ptr<::mlir::RewritePattern>(\n      \
             new {one}(context, configuration)));"
        );
    }
    if let Some(all) = &rest.all {
        let _ = writeln!(
            add,
            "  patterns.add<{all}>(patterns.getContext(), configs...);"
        );
    }
    format!(
        "{comment}template <typename... ConfigsT>\n\
         [[maybe_unused]] static void\n\
         {name}([[maybe_unused]] ::mlir::RewritePatternSet &patterns,\n                              \
         [[maybe_unused]] ConfigsT &&...configs) {{\n{add}}}\n"
    )
}

#[cfg(test)]
mod tests;
