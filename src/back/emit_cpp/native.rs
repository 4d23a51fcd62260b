//! Headers whose patterns are C++ code, and need no pdl when the program runs.
//!
//! Native functions that the pattern file only declares are those that the program has
//! registered in the set when it adds the patterns.
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

mod building;
mod creation;
mod dispatch;
mod dispatcher;
mod members;
mod native_calls;
mod pattern;
mod rewrite;
mod routine;
mod scope;
mod source;
mod tests_of_structure;

use super::{
    header::{CLOSE, Header, OPEN, Place, called_natives, key, populate},
    module::{Key, patterns},
    support::Part,
};
use crate::{
    back::check,
    back::graph::Checked,
    back::matcher::analysis::analyze,
    base::diagnostic::Diagnostics,
    base::source::SourceMap,
    front::hir::{Native, NativeBody},
};
use melior::{Context, ir::Module};
use native_calls::Defined;
use std::{collections::BTreeMap, fmt::Write};

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
    let mut header = Header::new(sources, place);
    let structs = header.struct_names(&patterns(module));
    let functions = header.functions(&natives);
    let graph = check::for_elsewhere(context, module)?;
    let code = write_patterns(&mut header, &graph, structs, &defined(&functions));

    let mut out = header.begin(&functions);
    out.code(OPEN);
    out.code(&code.structs);
    out.code(CLOSE);
    for function in &POPULATE {
        let mut add = header.support.check_names().to_owned();
        add += &code.add(function.which);
        out.code(&populate(function.name, function.comment, &add));
    }
    Some(out.finish().0)
}

/// The C++ functions of the native functions that the pattern file defines.
fn defined(functions: &[(&Native, String)]) -> BTreeMap<Key, Defined> {
    let all = functions.iter().map(|(native, name)| {
        let has_results = match &native.body {
            NativeBody::Code { results, .. } => !results.is_empty(),
            NativeBody::Predicate { .. } => false,
        };
        let defined = Defined {
            function: name.clone(),
            has_results,
        };
        (key(native), defined)
    });
    all.collect()
}

/// A struct of a header.
struct Struct {
    name: String,
    /// Whether it looks for functions that the program registers.
    wants_functions: bool,
}

/// The C++ of patterns.
struct Code {
    /// The text of all structs.
    structs: String,
    /// Those that populate adds, one for each pattern.
    all: Vec<Struct>,
    /// Dispatchers in the place of patterns with the same root, and the other patterns.
    grouped: Vec<Struct>,
}

fn write_patterns(
    header: &mut Header<'_>,
    graph: &Checked<'_, '_>,
    names: Vec<String>,
    defined: &BTreeMap<Key, Defined>,
) -> Code {
    let mut analysis = analyze(graph);
    let slots = pattern::slots(&mut analysis);
    let groups = dispatcher::groups(&mut analysis);
    let mut ranks = vec![0; names.len()];
    for (rank, index) in analysis.ranked.iter().enumerate() {
        ranks[*index] = rank;
    }
    if !names.is_empty() {
        header.support.require(Part::Patterns);
        header.support.require(Part::Matching);
    }
    let origin = header.place.origin;
    let mut structs = String::new();
    let mut all = Vec::new();
    for (index, name) in names.into_iter().enumerate() {
        let (text, support) = pattern::write(
            &analysis,
            &slots,
            index,
            ranks[index],
            &name,
            origin,
            defined,
        );
        structs += &text;
        header.support.require_all(&support);
        all.push(Struct {
            name,
            wants_functions: support.has(Part::Registered),
        });
    }
    let mut grouped = Vec::new();
    for group in &groups {
        if let [one] = group.patterns[..] {
            grouped.push(Struct {
                name: all[one].name.clone(),
                ..all[one]
            });
            continue;
        }
        let name = header.names.take(&group.wanted_name(&analysis));
        let (text, support) = dispatcher::write(&analysis, group, &name, &all);
        structs += &text;
        header.support.require_all(&support);
        let mut patterns = group.patterns.iter();
        grouped.push(Struct {
            wants_functions: patterns.any(|index| all[*index].wants_functions),
            name,
        });
    }
    Code {
        structs,
        all,
        grouped,
    }
}

/// A function that adds patterns.
struct Populate {
    name: &'static str,
    comment: &'static str,
    which: fn(&Code) -> &[Struct],
}

const POPULATE: [Populate; 2] = [
    Populate {
        name: "populateGeneratedPDLLPatterns",
        comment: "/// Adds a pattern for each of the file.\n",
        which: |code| &code.all,
    },
    Populate {
        name: "populateGeneratedPDLLDispatchers",
        comment: "/// The same for the greedy and the walk driver: patterns with the same root \
                  and\n/// benefit become one, which finds them faster. Conversions and filters \
                  need\n/// one pattern for each.\n",
        which: |code| &code.grouped,
    },
];

impl Code {
    /// The statements that add structs.
    fn add(&self, which: fn(&Code) -> &[Struct]) -> String {
        let structs = which(self);
        let mut add = String::new();
        if !structs.is_empty() {
            add += "  ::mlir::MLIRContext *context = patterns.getContext();\n  \
                    pdll_support::Configuration configuration =\n      \
                    pdll_support::configure(configs...);\n";
        }
        for one in structs {
            let functions = match one.wants_functions {
                true => "patterns.getPDLPatterns(), ",
                false => "",
            };
            let _ = writeln!(
                add,
                "  patterns.add(::std::unique_ptr<::mlir::RewritePattern>(\n      \
                 new {}(context, {functions}configuration)));",
                one.name
            );
        }
        add
    }
}

#[cfg(test)]
mod tests;
