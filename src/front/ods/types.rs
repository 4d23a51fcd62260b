//! Types that `.td` files define, and predicates over types.

use super::known;
use crate::base::source::Span;
use serde::Deserialize;
use smol_str::SmolStr;

/// A type or an attribute of a dialect: a record of the class `TypeDef` or `AttrDef`.
#[derive(Debug, Clone, Deserialize)]
pub struct TypeDef {
    /// The name of its def, such as `LLVMArrayType`.
    pub name: SmolStr,
    /// The qualified C++ class, such as `::mlir::LLVM::LLVMArrayType`.
    pub class: String,
    /// The name in IR without `!` or `#`, such as `llvm.array`.
    pub type_name: String,
    /// In order.
    pub parameters: Vec<TypeParameter>,
    /// Whether its class has a builder that takes the context and all parameters.
    pub has_default_builder: bool,
    /// Whether it checks its parameters.
    pub verifies: bool,
    /// The name in IR without the dialect, such as `array`; may be empty.
    pub mnemonic: SmolStr,
    /// Whether C++ code of the dialect reads and writes its text.
    pub has_custom_format: bool,
    /// The `assemblyFormat`, or empty.
    pub format: String,
    /// Whether it is an attribute.
    #[serde(skip)]
    pub is_attribute: bool,
    /// The major version of the LLVM that has read its definition.
    #[serde(skip)]
    pub llvm: u32,
    /// Where it is defined.
    #[serde(skip)]
    pub span: Span,
}

/// A parameter of a type.
#[derive(Debug, Clone, Deserialize)]
pub struct TypeParameter {
    /// The name; may be empty.
    pub name: SmolStr,
    /// The C++ class that its getter returns.
    pub class: String,
    /// The name of the getter.
    pub getter: String,
    /// Whether it may be missing.
    pub is_optional: bool,
    /// The C++ expression that it is then, or empty.
    pub default: String,
    /// Whether C++ code of the definition reads and writes its text.
    pub has_code: bool,
    /// Whether it is written as a string in quotes.
    pub is_quoted: bool,
    /// The cases if it is an enum.
    pub cases: Vec<EnumCase>,
    /// Whether it is an enum whose values can have several of its cases.
    pub has_bits: bool,
}

impl TypeParameter {
    /// The values, if it is an enum and each of its values is one case.
    pub(super) fn values(&self) -> &[EnumCase] {
        if self.has_bits { &[] } else { &self.cases }
    }
}

/// A case of an enum.
#[derive(Debug, Clone, Deserialize)]
pub struct EnumCase {
    /// What is written.
    pub text: String,
    /// Its name in C++.
    pub symbol: String,
}

impl TypeDef {
    /// Whether a type can be made of its parameters; none if pdll does not know its
    /// class.
    pub fn builds_known_type(&self) -> Option<bool> {
        let class = self.qualified_class();
        let types = known::types(self.llvm);
        let found = types.binary_search_by_key(&class, |(class, _)| *class);
        found.ok().map(|index| types[index].1)
    }

    /// Whether pdll knows its class. If not, it is known by its name.
    pub fn has_known_class(&self) -> bool {
        match self.is_attribute {
            true => known::attributes(self.llvm)
                .binary_search(&self.qualified_class())
                .is_ok(),
            false => self.builds_known_type().is_some(),
        }
    }

    /// The C++ class without `::` before it, such as `mlir::LLVM::LLVMArrayType`.
    pub fn qualified_class(&self) -> &str {
        self.class.trim_start_matches("::")
    }
}

impl TypeParameter {
    /// Whether it is a type. If not, an attribute stands for it.
    pub fn is_type(&self) -> bool {
        let name = self.class.trim().rsplit("::").next().unwrap_or_default();
        name.ends_with("Type") || name.ends_with("TypeInterface")
    }
}

/// A predicate: a record of the class `Predicate` of `pdll/PdlTypes.td`.
#[derive(Debug, Clone, Deserialize)]
pub struct TypePredicate {
    /// The name of its def. TableGen makes one up for a record without a def.
    pub name: SmolStr,
    /// Whether the name is made up.
    pub is_anonymous: bool,
    /// Its arguments; the first one is its `self`.
    pub arguments: Vec<PredicateArgument>,
    /// What it means.
    pub meaning: PredicateMeaning,
    /// Where it is defined.
    #[serde(skip)]
    pub span: Span,
    /// The number of its include, which tells predicates without a name apart.
    #[serde(skip)]
    pub include: usize,
}

/// An argument of a predicate.
#[derive(Debug, Clone, Deserialize)]
pub struct PredicateArgument {
    /// The name without its `$`; may be empty.
    pub name: SmolStr,
    /// Whether it is a type. If not, it is an attribute.
    pub is_type: bool,
    /// The C++ class that stands for it in code. Empty for any attribute.
    pub class: String,
}

/// What a predicate means.
#[derive(Debug, Clone, Deserialize)]
pub enum PredicateMeaning {
    /// The same as other predicates.
    Condition(Term),
    /// C++.
    Code(PredicateCode),
    /// The predicate of that name in `pdll/predicates.pdll`.
    Library,
}

/// C++ expressions, in which `$_self` and `$NAME` are arguments.
#[derive(Debug, Clone, Deserialize)]
pub struct PredicateCode {
    /// Whether the predicate holds; may be empty.
    pub check: String,
    /// Its `self`, or empty.
    pub evaluate: String,
    /// Its other arguments, or nothing.
    pub capture: Vec<String>,
}

/// A part of a condition.
#[derive(Debug, Clone, Deserialize)]
pub enum Term {
    /// Only the name after it.
    Variable,
    /// A predicate and its arguments.
    Application(SmolStr, Vec<NamedTerm>),
    /// A predicate without arguments.
    Predicate(SmolStr),
    /// An integer.
    Number(i64),
}

/// An argument of an application.
#[derive(Debug, Clone, Deserialize)]
pub struct NamedTerm {
    /// What it is.
    pub term: Term,
    /// The name after it, without its `$`; may be empty.
    pub name: SmolStr,
}

/// A rule for the types in an operation: a record of the class `TypeRule` of
/// `pdll/PdlTypes.td`.
#[derive(Debug, Clone, Deserialize)]
pub struct TypeRuleRecord {
    /// The name of its def.
    pub name: SmolStr,
    /// The name of the operation.
    pub operation: SmolStr,
    /// The types of the results; a variable stands for any.
    pub results: Vec<NamedTerm>,
    /// The operands and attributes.
    pub arguments: Vec<RuleArgument>,
    /// Further conditions.
    pub conditions: Vec<Term>,
    /// Where it is defined.
    #[serde(skip)]
    pub span: Span,
    /// The number of its include, which tells predicates without a name apart.
    #[serde(skip)]
    pub include: usize,
}

/// An argument of an operation in a rule.
#[derive(Debug, Clone, Deserialize)]
pub struct RuleArgument {
    /// What it is.
    pub kind: RuleArgumentKind,
    /// The type of an operand; a variable stands for any.
    pub term: Term,
    /// The name after it, without its `$`; may be empty.
    pub name: SmolStr,
}

/// What an argument of an operation is in a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum RuleArgumentKind {
    /// An operand.
    Operand,
    /// Any number of operands.
    Range,
    /// An attribute.
    Attribute,
}
