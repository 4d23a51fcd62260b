//! The classes of included definitions that C++ code of native functions names.

use super::{Arity, Attribute, Group, Lengths, Ods, Operation, Region, RegionContents, TypeDef};
use crate::host::Host;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::collections::{BTreeMap, btree_map::Entry};

/// The classes that code may name, without `::mlir::` in front.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeClasses {
    /// Operations, such as `arith::AddIOp`.
    pub operations: BTreeMap<SmolStr, OperationClass>,
    /// Attributes that hold a case of an enum, such as `arith::FastMathFlagsAttr`.
    pub enums: BTreeMap<SmolStr, EnumClass>,
}

/// What code can ask of operations of a class, and how it creates them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperationClass {
    /// The name of the operation, such as `arith.addi`.
    pub name: SmolStr,
    pub operands: ValueGroups,
    pub results: ValueGroups,
    pub attributes: Vec<AttributeMember>,
    /// An `o` for a group of operands, an `a` for an attribute and a `p` for another
    /// property, in the order of the definition.
    pub arguments: SmolStr,
    /// Whether it has the builders that MLIR makes for each operation, and these take
    /// types, operands and attributes only.
    pub has_default_builders: bool,
    /// Whether one of them infers the types of the results.
    pub infers_types: bool,
}

/// Groups of operands or results.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueGroups {
    /// Empty for those without a name.
    pub names: Vec<SmolStr>,
    /// For each group a `1`, or a `?` for an optional and a `*` for a variadic one.
    pub groups: String,
    /// What tells the lengths of the groups: `counted`, `segments` or `equal`.
    pub lengths: SmolStr,
}

/// An attribute of an operation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttributeMember {
    pub name: SmolStr,
    /// The class that stores it.
    pub storage: SmolStr,
    /// The C++ type that its getter returns.
    pub returns: SmolStr,
    /// Whether it may be missing.
    pub is_optional: bool,
}

/// An enum whose values are attributes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnumClass {
    /// The enum, such as `arith::FastMathFlags`.
    pub name: SmolStr,
    /// The method that returns the case of an attribute.
    pub getter: SmolStr,
    /// The attributes that hold a case, in MLIR's syntax, by the name of the case.
    pub cases: BTreeMap<SmolStr, String>,
}

impl CodeClasses {
    /// Adds the classes of another file, which may name other cases of the same enums.
    pub fn append(&mut self, other: CodeClasses) {
        self.operations.extend(other.operations);
        for (class, mut known) in other.enums {
            match self.enums.entry(class) {
                Entry::Occupied(mut entry) => entry.get_mut().cases.append(&mut known.cases),
                Entry::Vacant(entry) => {
                    entry.insert(known);
                }
            }
        }
    }

    /// Removes the cases of enums whose attributes do not satisfy a predicate.
    pub fn retain_cases(&mut self, mut is_attribute: impl FnMut(&str) -> bool) {
        for known in self.enums.values_mut() {
            known.cases.retain(|_, text| is_attribute(text));
        }
    }

    /// Those that a predicate chooses by their classes.
    #[must_use]
    pub fn filtered(&self, is_used: impl Fn(&str) -> bool) -> CodeClasses {
        let operations = self.operations.iter().filter(|(class, _)| is_used(class));
        let enums = self
            .enums
            .iter()
            .filter(|(class, known)| is_used(class) || is_used(&known.name));
        CodeClasses {
            operations: owned(operations),
            enums: owned(enums),
        }
    }

    /// The attribute for a qualified case of an enum, such as `arith::FastMathFlags::fast`,
    /// and the name of the enum.
    pub fn case(&self, path: &str) -> Option<(&SmolStr, &str)> {
        let (name, case) = path.rsplit_once("::")?;
        let mut holders = self.enums.values().filter(|known| known.name == name);
        match (holders.next(), holders.next()) {
            (Some(known), None) => Some((&known.name, known.cases.get(case)?)),
            _ => None,
        }
    }
}

fn owned<'a, T: Clone + 'a>(
    some: impl Iterator<Item = (&'a SmolStr, &'a T)>,
) -> BTreeMap<SmolStr, T> {
    some.map(|(class, one)| (class.clone(), one.clone()))
        .collect()
}

impl Ods {
    /// The classes that code with these words names. Cases of enums are there if `host`
    /// has an attribute for them.
    pub fn code_classes(&self, words: &FxHashSet<&str>, host: &mut dyn Host) -> CodeClasses {
        let mut classes = CodeClasses::default();
        if words.is_empty() {
            return classes;
        }
        let is_used = |class: &str| words.contains(class.rsplit("::").next().unwrap_or(class));
        for operation in self.operations().filter(|one| is_used(&one.class)) {
            let class = OperationClass::of(operation);
            classes.operations.insert(plain(&operation.class), class);
        }
        // If several classes of attributes hold an enum, its case is no certain attribute.
        let mut holders: BTreeMap<SmolStr, usize> = BTreeMap::new();
        for name in self.attr_defs().filter_map(enum_of) {
            *holders.entry(name).or_default() += 1;
        }
        for def in self.attr_defs() {
            let Some(name) = enum_of(def).filter(|name| holders[name] == 1) else {
                continue;
            };
            if !is_used(&def.class) && !is_used(&name) {
                continue;
            }
            let cases = def.parameters[0].cases.iter();
            let cases = cases.filter(|case| words.contains(case.symbol.as_str()));
            let cases = cases.filter_map(|case| {
                let text = enum_literal(def, &case.text)?;
                host.parse_attribute(&text).ok()?;
                Some((case.symbol.as_str().into(), text))
            });
            let known = EnumClass {
                name,
                getter: def.parameters[0].getter.as_str().into(),
                cases: cases.collect(),
            };
            classes.enums.insert(plain(&def.class), known);
        }
        classes
    }

    /// The attribute in MLIR's syntax that a class of attributes makes of a case of an
    /// enum in C++.
    pub fn enum_attribute(&self, class: &str, case: &str) -> Option<String> {
        let class = class.trim_start_matches("::");
        let is_of = |def: &&TypeDef| def.class.trim_start_matches("::") == class;
        let def = self.attr_defs().find(is_of)?;
        let symbol = case.rsplit("::").next()?.trim();
        enum_of(def)?;
        let mut cases = def.parameters[0].cases.iter();
        enum_literal(def, &cases.find(|case| case.symbol == symbol)?.text)
    }

    /// The attributes of MLIR's syntax with the cases of an enum, if that is all that a class
    /// of attributes holds.
    pub fn enum_attributes(&self, class: &str) -> Vec<String> {
        let is_of = |def: &&TypeDef| plain(&def.class) == plain(class) && enum_of(def).is_some();
        let Some(def) = self.attr_defs().find(is_of) else {
            return Vec::new();
        };
        let cases = def.parameters[0].cases.iter();
        cases
            .filter_map(|case| enum_literal(def, &case.text))
            .collect()
    }
}

/// The enum whose case an attribute holds, if it is all that it holds.
fn enum_of(def: &TypeDef) -> Option<SmolStr> {
    match &def.parameters[..] {
        [one] if !one.cases.is_empty() => Some(plain(&one.class)),
        _ => None,
    }
}

/// The attribute with a case, if its format has nothing but signs around it.
fn enum_literal(def: &TypeDef, case: &str) -> Option<String> {
    let (dialect, mnemonic) = def.type_name.split_once('.')?;
    if def.has_custom_format || def.mnemonic.is_empty() {
        return None;
    }
    let mut text = String::new();
    for part in def.format.split_whitespace() {
        if let Some(sign) = part
            .strip_prefix('`')
            .and_then(|rest| rest.strip_suffix('`'))
        {
            text += sign;
        } else if part.strip_prefix('$') == Some(&def.parameters[0].name) {
            text += case;
        } else {
            return None;
        }
    }
    // As MLIR prints it.
    Some(match text.starts_with('<') {
        true => format!("#{dialect}.{mnemonic}{text}"),
        false => format!("#{dialect}<{mnemonic} {text}>"),
    })
}

/// A class without the namespace that code need not write.
fn plain(class: &str) -> SmolStr {
    let class = class.trim_start_matches("::");
    class.strip_prefix("mlir::").unwrap_or(class).into()
}

impl OperationClass {
    fn of(operation: &Operation) -> Self {
        OperationClass {
            name: operation.name.clone(),
            operands: ValueGroups::of(&operation.operands, operation.operand_lengths),
            results: ValueGroups::of(&operation.results, operation.result_lengths),
            attributes: operation.attributes.iter().map(member).collect(),
            arguments: operation.argument_order.clone(),
            has_default_builders: operation.has_default_builders
                && operation.successors == 0
                && !operation.regions.iter().any(is_variadic),
            infers_types: operation.infers_result_types,
        }
    }
}

fn is_variadic(region: &Region) -> bool {
    region.contents == RegionContents::Variadic
}

fn member(attribute: &Attribute) -> AttributeMember {
    AttributeMember {
        name: attribute.name.clone(),
        storage: attribute.storage.clone(),
        returns: attribute.returns.clone(),
        is_optional: attribute.is_optional,
    }
}

impl ValueGroups {
    fn of(groups: &[Group], lengths: Lengths) -> Self {
        let sign = |group: &Group| match group.arity {
            Arity::Single => '1',
            Arity::Optional => '?',
            Arity::Variadic => '*',
        };
        let lengths = match lengths {
            Lengths::Counted => "counted",
            Lengths::Segments => "segments",
            Lengths::Equal => "equal",
        };
        ValueGroups {
            names: groups.iter().map(|group| group.name.clone()).collect(),
            groups: groups.iter().map(sign).collect(),
            lengths: lengths.into(),
        }
    }
}

/// The name of the method that returns a part of an operation, as MLIR's generator makes
/// it: `getIsBig` for `is_big` and for `isBig`.
pub fn getter(name: &str) -> String {
    let mut getter = "get".to_owned();
    let mut characters = name.chars().peekable();
    if let Some(first) = characters.next() {
        getter.push(first.to_ascii_uppercase());
    }
    while let Some(character) = characters.next() {
        match characters.peek() {
            Some(next) if character == '_' && next.is_ascii_lowercase() => {
                getter.push(next.to_ascii_uppercase());
                characters.next();
            }
            _ => getter.push(character),
        }
    }
    getter
}

#[cfg(test)]
mod tests {
    use super::{CodeClasses, EnumClass, getter};

    /// Classes with one enum, of which code names one case.
    fn naming(case: &str) -> CodeClasses {
        let known = EnumClass {
            name: "own::Direction".into(),
            getter: "getValue".into(),
            cases: [(case.into(), format!("#own<direction {case}>"))].into(),
        };
        CodeClasses {
            enums: [("own::DirectionAttr".into(), known)].into(),
            ..CodeClasses::default()
        }
    }

    #[test]
    fn files_name_different_cases() {
        let mut classes = naming("NE");
        classes.append(naming("EQ"));
        for case in ["NE", "EQ"] {
            let found = classes.case(&format!("own::Direction::{case}"));
            let text = format!("#own<direction {case}>");
            assert_eq!(found, Some((&"own::Direction".into(), &*text)));
        }
        assert_eq!(classes.case("own::Direction::LT"), None);
    }

    #[test]
    fn an_enum_in_two_attributes_has_no_certain_cases() {
        let mut classes = naming("NE");
        let other = naming("NE").enums.into_values().next();
        let other = other.expect("there is one");
        classes.enums.insert("own::OtherAttr".into(), other);
        assert_eq!(classes.case("own::Direction::NE"), None);
    }

    #[test]
    fn getters_are_named_as_in_mlir() {
        for (name, expected) in [
            ("lhs", "getLhs"),
            ("is_big", "getIsBig"),
            ("overflowFlags", "getOverflowFlags"),
            ("dim_1", "getDim_1"),
            ("", "get"),
        ] {
            assert_eq!(getter(name), expected);
        }
    }
}
