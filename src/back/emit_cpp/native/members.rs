//! What a struct of a header looks up once, when it is constructed.

use crate::{
    back::emit_cpp::support::{Part, Support},
    back::graph::{
        Checked,
        pool::{ConstantId, NameId, Pool},
    },
    back::matcher::layout::{LayoutId, Layouts},
    code::text::cpp_names::Names,
    code::text::literal::string,
    mlir::ffi::known_operations::{ImpliedRegions, implied_regions},
    mlir::ffi::program::{ConstantKind, Division, Layout, List},
};
use melior::Context;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// The members of one struct. Each is declared when something first asks for it.
pub(super) struct Members<'a, 'c> {
    context: &'c Context,
    pool: &'a Pool<'c>,
    layouts: &'a Layouts<'c>,
    all: Vec<Member>,
    known: FxHashMap<Key, usize>,
    /// The support that the struct needs.
    pub(super) support: Support,
}

/// A member: its class, its name, and what it is constructed from.
struct Member {
    class: &'static str,
    name: String,
    value: String,
}

#[derive(Debug, PartialEq, Eq, Hash)]
enum Key {
    OperationName(NameId),
    AttributeName(NameId),
    Constant(ConstantId),
    Place(ConstantId),
    Layout(LayoutId),
    /// Anything else, by what it is constructed from.
    Other(&'static str, String),
}

impl<'a, 'c> Members<'a, 'c> {
    pub(super) fn new(graph: &'a Checked<'_, 'c>, layouts: &'a Layouts<'c>) -> Self {
        Members {
            context: graph.context(),
            pool: graph.pool(),
            layouts,
            all: Vec::new(),
            known: FxHashMap::default(),
            support: Support::default(),
        }
    }

    /// The name of operations.
    pub(super) fn operation_name(&mut self, names: &mut Names, id: NameId) -> String {
        let text = self.pool.text(id);
        self.get(names, Key::OperationName(id), || {
            let value = format!("pdll_support::getName(context, {})", literal(text));
            ("::mlir::OperationName", format!("{text}_name"), value)
        })
    }

    pub(super) fn attribute_name(&mut self, names: &mut Names, id: NameId) -> String {
        let text = self.pool.text(id);
        self.get(names, Key::AttributeName(id), || {
            let value = format!("::mlir::StringAttr::get(context, {})", literal(text));
            ("::mlir::StringAttr", format!("{text}_name"), value)
        })
    }

    /// An attribute, a type, or a `SmallVector` of types.
    pub(super) fn constant(&mut self, names: &mut Names, id: ConstantId) -> String {
        let constant = &self.pool.constants()[id.0 as usize];
        self.get(names, Key::Constant(id), || {
            let text = constant.attribute.to_string();
            let (class, function) = match constant.kind {
                ConstantKind::PdllConstantIsAttribute => ("::mlir::Attribute", "parse"),
                ConstantKind::PdllConstantIsType => ("::mlir::Type", "parseType"),
                ConstantKind::PdllConstantIsTypes => {
                    ("::llvm::SmallVector<::mlir::Type>", "parseTypes")
                }
            };
            let value = format!("pdll_support::{function}(context, {})", literal(&text));
            (class, constant_name(constant.kind, &text), value)
        })
    }

    /// The place of a constant that is a location.
    pub(super) fn place(&mut self, names: &mut Names, id: ConstantId) -> String {
        let constant = &self.pool.constants()[id.0 as usize];
        self.get(names, Key::Place(id), || {
            let text = constant.attribute.to_string();
            let value = format!("pdll_support::parseLocation(context, {})", literal(&text));
            ("::mlir::Location", "place".to_owned(), value)
        })
    }

    pub(super) fn layout(&mut self, names: &mut Names, id: LayoutId) -> String {
        self.support.require(Part::Groups);
        let (pool, layout) = (self.pool, self.layouts.get(id));
        self.get(names, Key::Layout(id), || {
            (
                "pdll_support::Layout",
                "groups".to_owned(),
                layout_value(layout, pool),
            )
        })
    }

    /// The context of the patterns.
    pub(super) fn context(&self) -> &'c Context {
        self.context
    }

    /// The regions of an operation of that name that is created, as C++, unless it has
    /// none.
    pub(super) fn regions(&mut self, name: NameId) -> Option<String> {
        let (part, value) = match implied_regions(self.context, self.pool.text(name)) {
            ImpliedRegions::None => return None,
            ImpliedRegions::Structured { operands } => (
                Part::StructuredBody,
                format!("pdll_support::structuredBody({operands})"),
            ),
            ImpliedRegions::Blocks(ends) => {
                let ends = ends.iter().map(|end| match end {
                    Some(name) => literal(name),
                    None => "nullptr".to_owned(),
                });
                let ends = ends.collect::<Vec<_>>().join(", ");
                let value = format!("pdll_support::impliedBlocks(context, {{{ends}}})");
                (Part::ImpliedBlocks, value)
            }
        };
        self.support.require(part);
        Some(value)
    }

    /// A member of that class and constructed from `value`, whose name resembles
    /// `wanted`.
    pub(super) fn other(
        &mut self,
        names: &mut Names,
        class: &'static str,
        wanted: &str,
        value: String,
    ) -> String {
        let key = Key::Other(class, value.clone());
        self.get(names, key, || (class, wanted.to_owned(), value))
    }

    /// The member for `key`, which `describe` describes by its class, its wanted
    /// name, and its value.
    fn get(
        &mut self,
        names: &mut Names,
        key: Key,
        describe: impl FnOnce() -> (&'static str, String, String),
    ) -> String {
        if let Some(index) = self.known.get(&key) {
            return self.all[*index].name.clone();
        }
        let (class, wanted, value) = describe();
        let name = names.take(&wanted);
        self.known.insert(key, self.all.len());
        self.all.push(Member {
            class,
            name: name.clone(),
            value,
        });
        name
    }

    /// The initializers of the members, each after a comma.
    pub(super) fn initializers(&self) -> String {
        self.all.iter().fold(String::new(), |mut text, member| {
            let _ = write!(text, ",\n        {}({})", member.name, member.value);
            text
        })
    }

    /// The declarations of the members, if there are some.
    pub(super) fn declarations(&self) -> String {
        if self.all.is_empty() {
            return String::new();
        }
        let start = "\nprivate:\n".to_owned();
        self.all.iter().fold(start, |mut text, member| {
            let _ = writeln!(text, "  {} {};", member.class, member.name);
            text
        })
    }
}

/// A string literal.
pub(super) fn literal(text: &str) -> String {
    let mut literal = String::new();
    string(&mut literal, text.as_bytes());
    literal
}

/// A name for a constant, which says what it is if that is short.
fn constant_name(kind: ConstantKind, text: &str) -> String {
    let kind = match kind {
        ConstantKind::PdllConstantIsAttribute => "attr",
        ConstantKind::PdllConstantIsType => "type",
        ConstantKind::PdllConstantIsTypes => "types",
    };
    const LONGEST: usize = 16;
    let is_short = text.len() <= LONGEST && text.is_ascii();
    match is_short {
        true => format!("{kind}_{}", text.trim_matches('"')),
        false => kind.to_owned(),
    }
}

fn layout_value(layout: &Layout, pool: &Pool<'_>) -> String {
    let list = match layout.list {
        List::PdllOperands => "pdll_support::Layout::List::Operands",
        List::PdllResults => "pdll_support::Layout::List::Results",
    };
    let division = match layout.division {
        Division::PdllEqualRanges => "pdll_support::Layout::Division::Equal".to_owned(),
        Division::PdllSingleRanges => "pdll_support::Layout::Division::Single".to_owned(),
        Division::PdllSegments => "pdll_support::Layout::Division::Segments".to_owned(),
        Division::PdllSegmentsIfRegistered => {
            let name = literal(pool.text(NameId(layout.operation)));
            format!("pdll_support::getDivision({list}, pdll_support::getName(context, {name}))")
        }
    };
    format!("{list}, {division}, {}", literal(&layout.groups))
}
