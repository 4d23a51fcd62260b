//! The tables as text, for people.

use super::{
    Arity, Attribute, Constraint, Group, Lengths, Ods, Operation, Property, Region, Subject,
};
use std::fmt::{self, Display, Formatter};

/// All operations, then all constraints, by name.
impl Display for Ods {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for operation in self.operations() {
            print_operation(operation, f)?;
        }
        for constraint in self.constraints() {
            print_constraint(constraint, f)?;
        }
        Ok(())
    }
}

fn print_operation(operation: &Operation, f: &mut Formatter<'_>) -> fmt::Result {
    writeln!(f, "operation {} {{", operation.name)?;
    writeln!(f, "  class {}", operation.class)?;
    print_summary(&operation.summary, f)?;
    let lengths = operation.operand_lengths;
    print_groups("operands", &operation.operands, lengths, f)?;
    let lengths = operation.result_lengths;
    print_groups("results", &operation.results, lengths, f)?;
    list("attributes", &operation.attributes, print_attribute, f)?;
    list("properties", &operation.properties, print_property, f)?;
    if operation.infers_result_types {
        writeln!(f, "  infers result types")?;
    }
    list("regions", &operation.regions, print_region, f)?;
    if operation.successors > 0 {
        writeln!(f, "  successors {}", operation.successors)?;
    }
    for name in &operation.traits {
        writeln!(f, "  trait {name}")?;
    }
    writeln!(f, "}}")
}

fn print_summary(summary: &str, f: &mut Formatter<'_>) -> fmt::Result {
    match summary {
        "" => Ok(()),
        _ => writeln!(f, "  summary {summary:?}"),
    }
}

fn print_groups(
    what: &str,
    groups: &[Group],
    lengths: Lengths,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let what = match lengths {
        Lengths::Counted => what.to_owned(),
        Lengths::Segments => format!("{what} by segments"),
        Lengths::Equal => format!("{what} of equal lengths"),
    };
    list(&what, groups, print_group, f)
}

fn list<T>(
    what: &str,
    entries: &[T],
    print: impl Fn(&T, &mut Formatter<'_>) -> fmt::Result,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    if entries.is_empty() {
        return Ok(());
    }
    writeln!(f, "  {what}")?;
    for entry in entries {
        write!(f, "    ")?;
        print(entry, f)?;
        writeln!(f)?;
    }
    Ok(())
}

fn print_group(group: &Group, f: &mut Formatter<'_>) -> fmt::Result {
    let arity = match group.arity {
        Arity::Single => "",
        Arity::Optional => "optional ",
        Arity::Variadic => "variadic ",
    };
    print_named(&group.name, f)?;
    write!(f, ": {arity}{}", group.constraint)
}

fn print_attribute(attribute: &Attribute, f: &mut Formatter<'_>) -> fmt::Result {
    let presence = match (attribute.has_default, attribute.is_optional) {
        (true, _) => "default ",
        (false, true) => "optional ",
        (false, false) => "",
    };
    print_named(&attribute.name, f)?;
    write!(f, ": {presence}{} ", attribute.constraint)?;
    write!(f, "({})", attribute.storage)
}

fn print_region(region: &Region, f: &mut Formatter<'_>) -> fmt::Result {
    print_named(&region.name, f)?;
    let arity = if region.is_variadic() {
        ": variadic"
    } else {
        ""
    };
    write!(f, "{arity}")
}

fn print_property(property: &Property, f: &mut Formatter<'_>) -> fmt::Result {
    let presence = if property.has_default { "default " } else { "" };
    print_named(&property.name, f)?;
    write!(f, ": {presence}{}", property.storage)
}

fn print_named(name: &str, f: &mut Formatter<'_>) -> fmt::Result {
    write!(f, "{}", if name.is_empty() { "_" } else { name })
}

fn print_constraint(constraint: &Constraint, f: &mut Formatter<'_>) -> fmt::Result {
    let subject = match constraint.subject {
        Subject::Attribute => "attribute",
        Subject::Type => "type",
        Subject::Operation => "operation",
    };
    writeln!(f, "constraint {} on {subject} {{", constraint.name)?;
    writeln!(f, "  class {}", constraint.class)?;
    print_summary(&constraint.summary, f)?;
    writeln!(f, "  condition {}", constraint.condition)?;
    writeln!(f, "}}")
}
