//! The definitions of operations and constraints in `.td` files, and rewrite rules.
//!
//! They are plain tables, as the definitions state them. Only the shim meets
//! TableGen itself, in a process of its own; nothing here refers to its
//! records.
//!
//! | module | subject |
//! |---|---|
//! | `scan`, `chain` | which files belong to an include |
//! | `read` | one run of TableGen, and its errors |
//! | `wire` | its results as they come, and as they are kept |
//! | `flat` | predicates as lists |
//! | `cache` | results of earlier runs |
//! | `memory` | results of this process |
//! | `outcomes` | several runs, and results that are known |
//! | `import` | all includes of a program |
//! | `rules`, `rule_file` | rewrite rules, and a file of them |
//! | `rules_tree`, `rules_json` | rules as text and JSON |
//! | `by_name` | definitions that are found by their names |
//! | `types` | types of dialects, and predicates over types |
//! | `known` | the classes of types and attributes that pdll knows, for each LLVM |
//! | `named` | what only its name tells, in the C++ of conditions |
//! | `form` | how types and attributes are written |
//! | `description` | documentation |
//! | `print` | the tables as text |

mod by_name;
mod cache;
mod chain;
mod code_classes;
mod description;
pub mod flat;
mod form;
mod import;
mod known;
mod memory;
mod named;
mod outcomes;
mod print;
mod read;
mod rule_file;
pub mod rules;
mod rules_json;
mod rules_tree;
mod scan;
pub mod tablegen;
mod types;
pub mod wire;

use by_name::ByName;
pub use cache::Cache;
pub(crate) use chain::{Chain, Library, SearchPath, not_found};
pub use code_classes::{
    AttributeMember, CodeClasses, EnumClass, OperationClass, ValueGroups, getter,
};
pub use description::Description;
pub use form::form;
pub(crate) use import::{Include, import};
pub use memory::Memory;
pub use named::{IS_NAMED, is_named_code};
pub(crate) use outcomes::Input;
pub use rule_file::{RuleFile, read_rules};
pub use rules_json::rules_json;
pub use rules_tree::rules_tree;
pub use scan::{include_names, includes_only};
pub use tablegen::TableGen;
pub use types::{
    EnumCase, NamedTerm, PredicateArgument, PredicateCode, PredicateMeaning, RuleArgument,
    RuleArgumentKind, Term, TypeDef, TypeParameter, TypePredicate, TypeRuleRecord,
};

use crate::{
    base::source::Span,
    cpp::placeholders::substituted,
    host::{Host, OperationKnowledge},
};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

/// How `.td` files are read.
#[derive(Debug, Clone)]
pub struct Settings {
    /// What reads them.
    pub tablegen: &'static dyn TableGen,
    /// Where the results of earlier runs are kept. `None` keeps nothing.
    pub cache: Option<Cache>,
    /// Where the results of this process are kept, also those that have errors.
    pub memory: Option<Memory>,
    /// Which files are read.
    pub reads: Reads,
    /// How long TableGen may take for one include.
    pub timeout: Duration,
    /// Whether rules that have errors are left out, with a warning.
    pub skip_unsupported: bool,
}

/// Which `.td` files are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reads {
    /// All.
    All,
    /// Those whose results are known. The others define nothing, and
    /// [`Ods::unread`] names them.
    Known,
}

impl Settings {
    /// Reads all files with `tablegen`, and keeps nothing.
    pub fn new(tablegen: &'static dyn TableGen) -> Self {
        Settings {
            tablegen,
            cache: None,
            memory: None,
            reads: Reads::All,
            timeout: Duration::from_secs(60),
            skip_unsupported: false,
        }
    }
}

/// The definitions of all `.td` files that a program includes. If two
/// definitions have the same name, the first one counts.
#[derive(Debug, Clone, Default)]
pub struct Ods {
    operations: ByName<Operation>,
    constraints: ByName<Constraint>,
    dialects: BTreeSet<SmolStr>,
    type_defs: BTreeMap<SmolStr, TypeDef>,
    attr_defs: BTreeMap<SmolStr, TypeDef>,
    type_predicates: Vec<TypePredicate>,
    type_rules: Vec<TypeRuleRecord>,
    unread: Vec<String>,
}

/// The classes that C++ code in the class `inside` may mean by `class`, from the inside out,
/// without `::` in front.
pub fn qualified_names(class: &str, inside: &str) -> impl Iterator<Item = String> {
    let inside = inside.trim_start_matches("::");
    let namespaces = std::iter::successors(Some(inside), |inner| Some(inner.rsplit_once("::")?.0));
    let nested = namespaces.skip(1);
    let nested = nested.map(move |namespace| format!("{namespace}::{class}"));
    nested.chain([class.trim_start_matches("::").to_owned()])
}

impl Ods {
    /// Adds the path of a file that is not read.
    pub fn add_unread(&mut self, path: &str) {
        self.unread.push(path.to_owned());
    }

    /// The paths of the files that are not read, as the includes have them.
    pub fn unread(&self) -> &[String] {
        &self.unread
    }

    /// Adds an operation, unless one of that name is known.
    pub fn add_operation(&mut self, operation: Operation) {
        if let Some((dialect, _)) = operation.name.split_once('.') {
            self.dialects.insert(dialect.into());
        }
        self.operations.add(operation.name.clone(), operation);
    }

    /// Adds a constraint, unless one of that name is known.
    pub fn add_constraint(&mut self, constraint: Constraint) {
        self.constraints.add(constraint.name.clone(), constraint);
    }

    /// Adds a type, unless one of that name is known.
    pub fn add_type_def(&mut self, def: TypeDef) {
        self.type_defs.entry(def.name.clone()).or_insert(def);
    }

    /// Adds an attribute, unless one of that name is known.
    pub fn add_attr_def(&mut self, mut def: TypeDef) {
        def.is_attribute = true;
        self.attr_defs.entry(def.name.clone()).or_insert(def);
    }

    /// Adds a predicate, unless one of that name is known.
    pub fn add_type_predicate(&mut self, predicate: TypePredicate) {
        let is_same = |known: &TypePredicate| {
            let is_of_include = !predicate.is_anonymous || known.include == predicate.include;
            known.name == predicate.name && is_of_include
        };
        if !self.type_predicates.iter().any(is_same) {
            self.type_predicates.push(predicate);
        }
    }

    /// Adds a rule for types, unless it is known from another include.
    pub fn add_type_rule(&mut self, rule: TypeRuleRecord) {
        if !self.type_rules.iter().any(|known| known.span == rule.span) {
            self.type_rules.push(rule);
        }
    }

    /// The rules for types, in order.
    pub fn type_rules(&self) -> &[TypeRuleRecord] {
        &self.type_rules
    }

    /// The types that are defined, by name.
    pub fn type_defs(&self) -> impl Iterator<Item = &TypeDef> {
        self.type_defs.values()
    }

    /// The type of that def.
    pub fn type_def(&self, name: &str) -> Option<&TypeDef> {
        self.type_defs.get(name)
    }

    /// The attributes that are defined, by name.
    pub fn attr_defs(&self) -> impl Iterator<Item = &TypeDef> {
        self.attr_defs.values()
    }

    /// The type or attribute of that def, if it is a predicate: an attribute is one if
    /// pdll does not know its class.
    pub fn predicate_def(&self, name: &str) -> Option<&TypeDef> {
        let attribute = || self.attr_defs.get(name);
        let attribute = || attribute().filter(|def| !def.has_known_class());
        self.type_def(name).or_else(attribute)
    }

    /// The predicates, in order.
    pub fn type_predicates(&self) -> &[TypePredicate] {
        &self.type_predicates
    }

    /// The operation of that full name, such as `arith.addi`.
    pub fn operation(&self, name: &str) -> Option<&Operation> {
        self.operations.get(name)
    }

    /// The name of the operation that C++ code in the class `inside` calls `class`.
    pub fn operation_of_class(&self, class: &str, inside: &str) -> Option<&str> {
        qualified_names(class, inside).find_map(|name| {
            let is_called =
                |operation: &&Operation| operation.class.trim_start_matches("::") == name;
            Some(self.operations().find(is_called)?.name.as_str())
        })
    }

    /// The constraint of that name, such as `I32Attr`.
    pub fn constraint(&self, name: &str) -> Option<&Constraint> {
        self.constraints.get(name)
    }

    /// All operations, by name.
    pub fn operations(&self) -> impl Iterator<Item = &Operation> {
        self.operations.values()
    }

    /// All constraints, by name.
    pub fn constraints(&self) -> impl Iterator<Item = &Constraint> {
        self.constraints.values()
    }

    /// The dialects of the operations, by name.
    pub fn dialects(&self) -> impl Iterator<Item = &SmolStr> {
        self.dialects.iter()
    }

    /// Whether there is an operation of that dialect.
    pub fn has_dialect(&self, name: &str) -> bool {
        self.dialects.contains(name)
    }
}

/// An operation's definition.
#[derive(Debug, Clone, Deserialize)]
pub struct Operation {
    /// The full name, such as `arith.addi`.
    pub name: SmolStr,
    /// The qualified C++ class, such as `::mlir::arith::AddIOp`.
    pub class: String,
    /// A line of documentation; may be empty.
    pub summary: String,
    /// The rest of the documentation; may be empty.
    pub description: Description,
    /// Where it is defined.
    #[serde(skip)]
    pub span: Span,
    /// The operand groups, in order.
    pub operands: Vec<Group>,
    /// The result groups, in order.
    pub results: Vec<Group>,
    /// The attributes, in order, without derived ones.
    pub attributes: Vec<Attribute>,
    /// The properties other than attributes, in order.
    pub properties: Vec<Property>,
    /// What determines the lengths of the operand groups.
    pub operand_lengths: Lengths,
    /// What determines the lengths of the result groups.
    pub result_lengths: Lengths,
    /// Whether the operation infers its result types.
    pub infers_result_types: bool,
    /// Where the type of each result group comes from, if that is known of all.
    pub type_sources: Vec<TypeSource>,
    /// The regions, in order, variadic ones counted once.
    pub regions: Vec<Region>,
    /// The number of successors, variadic ones counted once.
    pub successors: u32,
    /// The C++ names of its traits, and of the traits of its interfaces.
    pub traits: Vec<SmolStr>,
    /// Whether it says that the operation reads and writes nothing.
    pub has_no_effects: bool,
    /// Whether the operation has a verifier in C++ beside its constraints and traits, or
    /// traits that are conditions in C++ other than on types.
    pub has_verifier: bool,
    /// An `o` for a group of operands, an `a` for an attribute and a `p` for another
    /// property, in their order.
    pub argument_order: SmolStr,
    /// Whether its class has the builders that MLIR makes for each operation.
    pub has_default_builders: bool,
}

impl Operation {
    /// How its results are divided.
    pub fn result_layout(&self) -> Layout {
        let groups = self.results.iter().map(|group| match group.arity {
            Arity::Single => '1',
            Arity::Optional | Arity::Variadic => '*',
        });
        Layout {
            groups: groups.collect(),
            lengths: self.result_lengths,
        }
    }

    /// Where the types of its results come from, if each is a single one and has a
    /// source.
    pub fn sources_of_types(&self) -> Option<&[TypeSource]> {
        let is_single = |group: &Group| group.arity == Arity::Single;
        let is_complete = !self.results.is_empty()
            && self.results.iter().all(is_single)
            && self.type_sources.len() == self.results.len();
        is_complete.then_some(&self.type_sources)
    }

    /// Whether only this definition describes it, so that it has no code.
    pub fn has_no_class(&self, host: &mut dyn Host) -> bool {
        host.allows_unregistered() && host.operation(&self.name) == OperationKnowledge::Unknown
    }
}

/// Where the type of a result comes from.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct TypeSource {
    /// What it depends on.
    pub kind: TypeSourceKind,
    /// The index of the operand group, attribute or result.
    pub index: u32,
    /// The type as a C++ expression: of the other type `$_self`, or of `$_builder`.
    pub code: String,
}

impl TypeSource {
    /// Whether the type is the one that it depends on.
    pub fn is_same(&self) -> bool {
        self.code.trim() == "$_self"
    }

    /// The body of a function that returns the type. Its parameter `other`, if there is
    /// one, is what the type depends on.
    pub fn body(&self, other: &str) -> String {
        let names = [("_self", other), ("_builder", "rewriter")];
        format!("return {};", substituted(&self.code, &names))
    }
}

/// The body of a function that returns the type that the attribute `attribute` holds, or
/// its own.
pub fn body_of_attribute_type(attribute: &str) -> String {
    format!(
        "return ::llvm::isa<::mlir::TypeAttr>({attribute}) ? \
         ::llvm::cast<::mlir::TypeAttr>({attribute}).getValue() : \
         ::llvm::cast<::mlir::TypedAttr>({attribute}).getType();"
    )
}

/// What the type of a result depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum TypeSourceKind {
    /// Nothing: it is built.
    Built,
    /// The type of an operand.
    Operand,
    /// The type of an attribute.
    Attribute,
    /// The type of another result.
    Result,
}

/// A group of operands or results.
#[derive(Debug, Clone, Deserialize)]
pub struct Group {
    /// The name; may be empty.
    pub name: SmolStr,
    /// How many values it holds.
    pub arity: Arity,
    /// The name of the def that constrains the type of each value, or its
    /// summary if it has no name.
    pub constraint: SmolStr,
}

/// A region, or any number of them.
#[derive(Debug, Clone, Deserialize)]
pub struct Region {
    /// The name; may be empty.
    pub name: SmolStr,
    /// What is in it.
    pub contents: RegionContents,
}

impl Region {
    /// Whether it stands for any number of regions.
    pub fn is_variadic(&self) -> bool {
        self.contents == RegionContents::Variadic
    }
}

/// How many values a group holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Arity {
    /// One.
    Single,
    /// Zero or one.
    Optional,
    /// Any number, also a group of ranges.
    Variadic,
}

/// What a definition says about a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum RegionContents {
    /// Nothing.
    Any,
    /// It has a block.
    Required,
    /// It has at most some number of blocks.
    Optional,
    /// There may be any number of such regions.
    Variadic,
}

/// What determines the lengths of an operation's groups.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub enum Lengths {
    /// At most one group is not single. It has the values that the others
    /// leave.
    #[default]
    Counted,
    /// The attribute `operandSegmentSizes` or `resultSegmentSizes` holds them.
    Segments,
    /// All groups that are not single have the same length.
    Equal,
}

/// How the results of an operation are divided into groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// A `1` for a single result and a `*` for a range, in order.
    pub groups: SmolStr,
    /// What determines the lengths of the ranges.
    pub lengths: Lengths,
}

/// An attribute of an operation.
#[derive(Debug, Clone, Deserialize)]
pub struct Attribute {
    /// The name.
    pub name: SmolStr,
    /// Whether it may be left out: it is optional or has a default value.
    pub is_optional: bool,
    /// Whether it has a default value.
    pub has_default: bool,
    /// The name of the def that constrains it, or its summary if it has no
    /// name.
    pub constraint: SmolStr,
    /// The C++ class that stores it.
    pub storage: SmolStr,
    /// The C++ type that its getter returns.
    pub returns: SmolStr,
}

/// A property of an operation other than an attribute.
#[derive(Debug, Clone, Deserialize)]
pub struct Property {
    /// The name.
    pub name: SmolStr,
    /// Whether it has a default value.
    pub has_default: bool,
    /// The C++ class that stores it.
    pub storage: SmolStr,
}

/// A constraint of one entity.
#[derive(Debug, Clone, Deserialize)]
pub struct Constraint {
    /// The name of its def, such as `I32Attr`.
    pub name: SmolStr,
    /// What it constrains.
    pub subject: Subject,
    /// A line of documentation; may be empty.
    pub summary: String,
    /// The rest of the documentation; may be empty.
    pub description: Description,
    /// The C++ expression that must be true for `$_self`.
    pub condition: String,
    /// The same with names in place of C++ classes that pdll does not know, if the
    /// condition only asks for these.
    #[serde(skip)]
    pub by_name: Option<String>,
    /// The same condition, as the definition composes it.
    #[serde(skip)]
    pub predicate: Arc<Predicate>,
    /// The C++ class of an entity that satisfies it.
    pub class: String,
    /// Whether pattern files know it everywhere: other compilers leave out constraints of
    /// attributes that no operation can have as an attribute.
    pub is_common: bool,
    /// Where it is defined.
    #[serde(skip)]
    pub span: Span,
    /// The `#include` that brought it in: an index of `Program::order`.
    #[serde(skip)]
    pub item: usize,
}

/// The condition of a constraint. Constraints share parts of conditions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Predicate {
    /// A C++ expression, in which `$_self` is the constrained entity.
    Leaf(String),
    /// All of them hold.
    And(Vec<Arc<Predicate>>),
    /// One of them holds.
    Or(Vec<Arc<Predicate>>),
    /// It does not hold.
    Not(Arc<Predicate>),
    /// The child holds after `pattern` is replaced in the text of all its
    /// leaves.
    Substitute {
        /// The text to replace.
        pattern: String,
        /// The text to put in its place.
        replacement: String,
        /// The predicate whose leaves change.
        child: Arc<Predicate>,
    },
    /// The C++ expression of `child` between two pieces of text.
    Concat {
        /// The text before the expression.
        prefix: String,
        /// The text after the expression.
        suffix: String,
        /// The predicate whose expression stands between.
        child: Arc<Predicate>,
    },
}

/// The predicate that is always true.
impl Default for Predicate {
    fn default() -> Self {
        Predicate::And(Vec::new())
    }
}

/// What a constraint is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    /// An attribute.
    Attribute,
    /// A type.
    Type,
    /// An operation. The constraint is an interface of operations.
    Operation,
}
