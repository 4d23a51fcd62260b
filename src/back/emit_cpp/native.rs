//! Headers whose patterns are C++ code, and need no pdl when the program runs.
//!
//! Native functions that the pattern file only declares are those that the program has
//! registered in the set when it adds the patterns.
//!
//! | module | subject |
//! |---|---|
//! | `pattern` | the row of one pattern, and its struct |
//! | `members` | what a pattern looks up once |
//! | `shared` | functions with the same text |
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
mod shared;
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
use dispatch::lines;
use melior::{Context, ir::Module};
use native_calls::Defined;
use shared::Shared;
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
    let code = write_patterns(&mut header, &graph, &structs, &defined(&functions));

    let mut out = header.begin(&functions);
    out.code(OPEN);
    let mut tables = String::new();
    let _ = write!(
        tables,
        "namespace pdll_support {{\n\n{}}} // namespace pdll_support\n\n",
        code.shared.text
    );
    out.code(&tables);
    out.code(&code.structs);
    out.code(CLOSE);
    for function in &POPULATE {
        let mut add = header.support.check_names().to_owned();
        add += &function.statements(&code);
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

/// The C++ of patterns.
struct Code {
    /// The functions and tables.
    shared: Shared,
    /// The text of all structs.
    structs: String,
    all: Table,
    /// Dispatchers in the place of patterns with the same root.
    groups: Table,
    /// The other patterns.
    others: Table,
}

/// A table of rows or groups, which has a name if there are some.
type Table = Option<&'static str>;

fn write_patterns(
    header: &mut Header<'_>,
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
    if !names.is_empty() {
        header.support.require(Part::Patterns);
        header.support.require(Part::Matching);
    }
    let mut shared = Shared::default();
    let mut structs = String::new();
    for (index, name) in names.iter().enumerate() {
        let of = pattern::Of {
            index,
            rank: ranks[index],
            slots: &slots,
            name,
            origin: header.place.origin,
        };
        let (text, support) = pattern::write(&analysis, &of, defined, &mut shared);
        structs += &text;
        header.support.require_all(&support);
    }
    let (mut others, mut dispatchers) = (Vec::new(), Vec::new());
    for group in &groups {
        if let [one] = group.patterns[..] {
            others.push(names[one].as_str());
            continue;
        }
        let name = header.names.take(&group.wanted_name(&analysis));
        let support = dispatcher::write(&analysis, group, &name, names, &mut shared);
        header.support.require_all(&support);
        dispatchers.push(name);
    }
    let all: Vec<_> = names.iter().map(String::as_str).collect();
    let dispatchers: Vec<_> = dispatchers.iter().map(String::as_str).collect();
    Code {
        structs,
        all: table(&mut shared, "Row", "all", &all),
        groups: table(&mut shared, "Group", "groups", &dispatchers),
        others: table(&mut shared, "Row", "others", &others),
        shared,
    }
}

/// Writes a table with the rows or groups of structs.
fn table(shared: &mut Shared, class: &str, name: &'static str, structs: &[&str]) -> Table {
    if structs.is_empty() {
        return None;
    }
    let entry = class.to_ascii_lowercase();
    let entries = structs.iter().map(|name| format!("&{name}_{entry}"));
    let _ = write!(
        shared.text,
        "[[maybe_unused]] static const {class} *const {name}[] = {{\n    {}}};\n\n",
        lines(entries, ", ")
    );
    Some(name)
}

/// A function that adds patterns.
struct Populate {
    name: &'static str,
    comment: &'static str,
    /// The functions of the support that add a table, and the tables.
    tables: fn(&Code) -> [(&'static str, Table); 2],
}

const POPULATE: [Populate; 2] = [
    Populate {
        name: "populateGeneratedPDLLPatterns",
        comment: "/// Adds a pattern for each of the file.\n",
        tables: |code| [("addPatterns", code.all), ("addDispatchers", None)],
    },
    Populate {
        name: "populateGeneratedPDLLDispatchers",
        comment: "/// The same for the greedy and the walk driver: patterns with the same root and\n\
                  /// benefit become one, which finds them faster. Conversions and filters need\n\
                  /// one pattern for each.\n",
        tables: |code| {
            [
                ("addPatterns", code.others),
                ("addDispatchers", code.groups),
            ]
        },
    },
];

impl Populate {
    /// The statements of the function.
    fn statements(&self, code: &Code) -> String {
        if code.all.is_none() {
            return String::new();
        }
        let mut add = "  pdll_support::Configuration configuration =\n      \
             pdll_support::configure(configs...);\n"
            .to_owned();
        for (function, table) in (self.tables)(code) {
            if let Some(table) = table {
                let _ = writeln!(
                    add,
                    "  pdll_support::{function}(patterns, pdll_support::{table}, configuration);"
                );
            }
        }
        add
    }
}

#[cfg(test)]
mod tests;
