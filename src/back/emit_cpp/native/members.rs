//! What a pattern or dispatcher looks up once, when it is constructed.

use super::shared::Shared;
use crate::{
    back::emit_cpp::support::{Part, Support},
    back::graph::{
        Checked,
        pool::{ConstantId, NameId, Pool},
    },
    back::matcher::layout::{LayoutId, Layouts},
    code::text::literal::string,
    mlir::ffi::known_operations::{ImpliedRegions, implied_regions},
    mlir::ffi::program::{ConstantKind, Division, Layout, List},
};
use melior::Context;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// The constants of one pattern or dispatcher. Each is an item of a table from when
/// something first asks for it, and code mentions it by its number. So code does not say
/// which names and attributes it is about, and patterns that differ in them share it.
pub(super) struct Members<'a, 'c> {
    context: &'c Context,
    pool: &'a Pool<'c>,
    layouts: &'a Layouts<'c>,
    items: Vec<Item>,
    known: FxHashMap<Vec<Item>, usize>,
    /// The support that the code needs.
    pub(super) support: Support,
}

/// An item: what it is looked up by, and how.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Item {
    load: Load,
    text: String,
    is_created: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Load {
    /// A function of the support.
    Support(&'static str),
    /// An expression for an object. `context` is the context in it, `loader` what looks up
    /// all items, and `text` the text of the item.
    Object(String),
}

impl<'a, 'c> Members<'a, 'c> {
    pub(super) fn new(graph: &'a Checked<'_, 'c>, layouts: &'a Layouts<'c>) -> Self {
        Members {
            context: graph.context(),
            pool: graph.pool(),
            layouts,
            items: Vec::new(),
            known: FxHashMap::default(),
            support: Support::default(),
        }
    }

    /// The name of operations.
    pub(super) fn operation_name(&mut self, id: NameId) -> String {
        let item = Item::of("loadName", self.pool.text(id));
        format!("self.name({})", self.number(vec![item]))
    }

    /// The name of operations that the rewrite creates.
    pub(super) fn created_name(&mut self, id: NameId) -> String {
        let mut item = Item::of("loadName", self.pool.text(id));
        item.is_created = true;
        format!("self.name({})", self.number(vec![item]))
    }

    pub(super) fn attribute_name(&mut self, id: NameId) -> String {
        let item = Item::of("loadAttributeName", self.pool.text(id));
        format!("self.attributeName({})", self.number(vec![item]))
    }

    /// An attribute, a type, or a `SmallVector` of types.
    pub(super) fn constant(&mut self, id: ConstantId) -> String {
        let constant = &self.pool.constants()[id.0 as usize];
        let (load, get) = match constant.kind {
            ConstantKind::PdllConstantIsAttribute => ("loadAttribute", "attribute"),
            ConstantKind::PdllConstantIsType => ("loadType", "type"),
            ConstantKind::PdllConstantIsTypes => {
                ("loadTypes", "get<::llvm::SmallVector<::mlir::Type>>")
            }
        };
        let item = Item::of(load, &constant.attribute.to_string());
        format!("self.{get}({})", self.number(vec![item]))
    }

    /// The place of a constant that is a location.
    pub(super) fn place(&mut self, id: ConstantId) -> String {
        let constant = &self.pool.constants()[id.0 as usize];
        let item = Item::of("loadAttribute", &constant.attribute.to_string());
        format!("self.place({})", self.number(vec![item]))
    }

    pub(super) fn layout(&mut self, id: LayoutId) -> String {
        self.support.require(Part::Groups);
        let value = layout_value(self.layouts.get(id), self.pool);
        self.object("pdll_support::Layout", &value)
    }

    /// What operations of that name have in common that the rewrite creates with these
    /// attributes.
    pub(super) fn template(
        &mut self,
        name: NameId,
        attributes: &[(NameId, ConstantId)],
        regions: Option<&str>,
    ) -> String {
        const CLASS: &str = "pdll_support::Template";
        let mut items = Vec::new();
        let mut load = Load::Support("loadTemplate");
        if !attributes.is_empty() {
            items.push(Item::of("loadAttribute", &self.dictionary(attributes)));
            load = Load::Support("loadTemplateWithAttributes");
        }
        if let Some(regions) = regions {
            let constants = if attributes.is_empty() {
                "{}"
            } else {
                "loader.last()"
            };
            load = Load::Object(format!(
                "{CLASS}(pdll_support::getName(context, text), {constants}, {regions})"
            ));
        }
        items.push(Item {
            load,
            text: self.pool.text(name).to_owned(),
            is_created: true,
        });
        format!("self.get<{CLASS}>({})", self.number(items))
    }

    fn dictionary(&self, attributes: &[(NameId, ConstantId)]) -> String {
        let entries = attributes.iter().map(|(name, value)| {
            let value = &self.pool.constants()[value.0 as usize].attribute;
            format!("{} = {value}", key(self.pool.text(*name)))
        });
        format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
    }

    /// A function that the program registers.
    pub(super) fn registered(&mut self, is_constraint: bool, name: &str) -> String {
        self.support.require(Part::Registered);
        let load = match is_constraint {
            true => "loadConstraint",
            false => "loadRewrite",
        };
        let number = self.number(vec![Item::of(load, name)]);
        format!("self.get<::mlir::PDLConstraintFunction>({number})")
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

    /// An object of that class, constructed from `value`.
    pub(super) fn object(&mut self, class: &str, value: &str) -> String {
        let item = Item {
            load: Load::Object(format!("{class}({value})")),
            text: String::new(),
            is_created: false,
        };
        format!("self.get<{class}>({})", self.number(vec![item]))
    }

    /// The number of the last of these items, which follow each other.
    fn number(&mut self, items: Vec<Item>) -> usize {
        if let Some(number) = self.known.get(&items) {
            return *number;
        }
        self.items.extend_from_slice(&items);
        let number = self.items.len() - 1;
        self.known.insert(items, number);
        number
    }

    /// Writes the table of the items. Returns what stands for it in a row.
    pub(super) fn write_table(&self, shared: &mut Shared, name: &str) -> String {
        if self.items.is_empty() {
            return "{}".to_owned();
        }
        let items = self.items.iter().map(|item| item.initializer(shared));
        let items = items.collect::<Vec<_>>().join(",\n    ");
        let _ = write!(
            shared.text,
            "static const Item {name}_items[] = {{\n    {items}}};\n"
        );
        format!("{name}_items")
    }
}

impl Item {
    fn of(load: &'static str, text: &str) -> Self {
        Item {
            load: Load::Support(load),
            text: text.to_owned(),
            is_created: false,
        }
    }

    fn initializer(&self, shared: &mut Shared) -> String {
        let load = match &self.load {
            Load::Support(name) => (*name).to_owned(),
            Load::Object(object) => shared.loader(object),
        };
        let created = if self.is_created { ", true" } else { "" };
        format!("{{{load}, {}{created}}}", literal(&self.text))
    }
}

/// The name of an attribute in a dictionary.
fn key(name: &str) -> String {
    let mut quoted = "\"".to_owned();
    for byte in name.bytes() {
        match byte {
            b' '..=b'~' if byte != b'"' && byte != b'\\' => quoted.push(byte as char),
            _ => {
                let _ = write!(quoted, "\\{byte:02X}");
            }
        }
    }
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let is_bare = name.starts_with(|first: char| first.is_ascii_alphabetic());
    match is_bare && name.chars().all(is_letter) {
        true => name.to_owned(),
        false => quoted + "\"",
    }
}

/// A string literal.
pub(super) fn literal(text: &str) -> String {
    let mut literal = String::new();
    string(&mut literal, text.as_bytes());
    literal
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
