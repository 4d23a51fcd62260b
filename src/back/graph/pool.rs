//! Names and constants, each stored once and known by a number. What works on
//! patterns compares the numbers, and needs no MLIR.

use crate::mlir::ffi::program::{Constant, ConstantKind};
use melior::ir::{Attribute, AttributeLike, attribute::StringAttribute};
use rustc_hash::FxHashMap;

/// The name of an operation, an attribute or a native function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NameId(pub(crate) u32);

/// An attribute, or a type or several as the attribute that stands for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ConstantId(pub(crate) u32);

#[derive(Default)]
pub(crate) struct Pool<'c> {
    names: Vec<String>,
    name_ids: FxHashMap<String, NameId>,
    /// The same by the addresses of attributes.
    attribute_ids: FxHashMap<usize, NameId>,
    constants: Vec<Constant<'c>>,
    constant_ids: FxHashMap<(usize, ConstantKind), ConstantId>,
}

impl<'c> Pool<'c> {
    pub(crate) fn name(&mut self, text: &str) -> NameId {
        if let Some(id) = self.name_ids.get(text) {
            return *id;
        }
        let id = NameId(number(self.names.len()));
        self.names.push(text.to_owned());
        self.name_ids.insert(text.to_owned(), id);
        id
    }

    /// The name that a string attribute is.
    pub(crate) fn name_of(&mut self, attribute: Attribute<'c>) -> NameId {
        let address = attribute.to_raw().ptr.addr();
        if let Some(id) = self.attribute_ids.get(&address) {
            return *id;
        }
        let text = StringAttribute::try_from(attribute).expect("the verifier has seen the name");
        let id = self.name(text.value());
        self.attribute_ids.insert(address, id);
        id
    }

    pub(crate) fn constant(&mut self, attribute: Attribute<'c>, kind: ConstantKind) -> ConstantId {
        let key = (attribute.to_raw().ptr.addr(), kind);
        *self.constant_ids.entry(key).or_insert_with(|| {
            self.constants.push(Constant { attribute, kind });
            ConstantId(number(self.constants.len() - 1))
        })
    }

    pub(crate) fn text(&self, id: NameId) -> &str {
        &self.names[id.0 as usize]
    }

    pub(crate) fn constants(&self) -> &[Constant<'c>] {
        &self.constants
    }

    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }
}

fn number(index: usize) -> u32 {
    u32::try_from(index).expect("there are fewer than 2^32 of them in memory")
}
