//! Calls of the library that copy attributes.

use crate::{
    back::{
        graph::pattern::{Call, NodeId, Statement},
        verify::subject::Subject,
    },
    front::contract::LIBRARY_PREFIX,
};
use melior::ir::attribute::StringAttribute;

/// A call of the library that copies an attribute of a matched operation to a created one.
pub(in crate::back::verify) struct Copy {
    pub(in crate::back::verify) from: NodeId,
    pub(in crate::back::verify) name: String,
    pub(in crate::back::verify) to: NodeId,
    pub(in crate::back::verify) new_name: String,
}

/// All of them.
pub(in crate::back::verify) fn copies(subject: &Subject<'_, '_>) -> Vec<Copy> {
    let calls = subject
        .pattern
        .rewrite
        .iter()
        .filter_map(|statement| match statement {
            Statement::Call(call) => Some(call),
            _ => None,
        });
    let text = |node: NodeId| {
        let constant = subject.pattern.nodes[node].constant()?;
        let text = StringAttribute::try_from(subject.attribute_constant(constant)).ok()?;
        Some(text.value().to_owned())
    };
    let copy = |call: &Call| {
        let name = subject.pool.text(call.name).strip_prefix(LIBRARY_PREFIX)?;
        match (name, &call.arguments[..]) {
            ("CopyOptionalAttr", [from, name, to, new_name]) => Some(Copy {
                from: *from,
                name: text(*name)?,
                to: *to,
                new_name: text(*new_name)?,
            }),
            ("CopyAttr", [from, to, name]) => Some(Copy {
                from: *from,
                name: text(*name)?,
                to: *to,
                new_name: text(*name)?,
            }),
            _ => None,
        }
    };
    calls.filter_map(copy).collect()
}
