//! What follows a dot.

use super::{Completion, CompletionKind, Cursor, Insert, Items};
use crate::{
    editor::ide::{
        declaration::{callable, signature},
        hover::group_type,
        scope::visible,
    },
    front::ods::Group,
    front::sema::{StaticType, Ty},
    front::syntax::token::TokenKind as K,
};

impl Items<'_> {
    pub(super) fn members(&self) -> Vec<Completion> {
        let Some(ty) = self.base_type(self.cursor.end().saturating_sub(1)) else {
            return Vec::new();
        };
        match ty {
            StaticType::Tuple(elements) => {
                let elements = elements.iter().enumerate();
                let items = elements.flat_map(|(index, (name, ty))| {
                    self.field(index, name.as_deref().unwrap_or_default(), &ty.to_string())
                });
                items.collect()
            }
            StaticType::Single(Ty::Operation(name)) => {
                let known = name.and_then(|name| self.analysis.ods().operation(&name));
                let Some(known) = known else {
                    return Vec::new();
                };
                let results = known.results.iter().enumerate();
                let mut items: Vec<_> = results
                    .flat_map(|(index, group)| self.group(index, group))
                    .collect();
                let operands = known.operands.iter().filter(|one| !one.name.is_empty());
                items.extend(operands.map(|group| self.operand(group)));
                items
            }
            StaticType::Single(_) => Vec::new(),
        }
    }

    /// A part by its index and, if it has one, by its name.
    fn field(&self, index: usize, name: &str, ty: &str) -> Vec<Completion> {
        let number = index.to_string();
        let by_index = Completion {
            detail: format!("{index}: {ty}"),
            insert: Insert::Plain(number.clone()),
            filter_text: Some(number.clone()),
            sort_text: Some(number),
            ..self.item(format!("{index} (field #{index})"), CompletionKind::Field)
        };
        let label = format!("{name} (field #{index})");
        let by_name = (!name.is_empty()).then(|| Completion {
            insert: Insert::Plain(name.to_owned()),
            filter_text: Some(label.clone()),
            label,
            ..by_index.clone()
        });
        [by_index].into_iter().chain(by_name).collect()
    }

    fn group(&self, index: usize, group: &Group) -> Vec<Completion> {
        let documentation = self.documentation_of(&group.constraint);
        let mut items = self.field(index, &group.name, &group_type(group, "Value"));
        for item in &mut items {
            item.documentation.clone_from(&documentation);
        }
        items
    }

    fn operand(&self, group: &Group) -> Completion {
        Completion {
            detail: format!("operand: {}", group_type(group, "Value")),
            documentation: self.documentation_of(&group.constraint),
            sort_text: Some(format!("9_{}", group.name)),
            ..self.item(group.name.as_str(), CompletionKind::Field)
        }
    }

    /// What a definition demands of a part of an operation.
    pub(super) fn documentation_of(&self, constraint: &str) -> String {
        let Some(known) = self.analysis.ods().constraint(constraint) else {
            return constraint.to_owned();
        };
        let (summary, class) = (&known.summary, &known.class);
        format!("{summary}\n\n```c++\n{class}\n```\n")
    }

    /// The type of the expression that ends before the token `dot`.
    fn base_type(&self, dot: usize) -> Option<StaticType> {
        let cursor = self.cursor;
        let last = dot.checked_sub(1)?;
        let end = cursor.span(last)?.end;
        let types = self.analysis.index.types.iter();
        let whole = types
            .filter(|(span, _)| span.file == self.analysis.file && span.end == end)
            .min_by_key(|(span, _)| span.start);
        if let Some((_, ty)) = whole {
            return Some(ty.clone());
        }
        // The statement is damaged, and has no meaning yet.
        match cursor.kind(last)? {
            K::RightParen => {
                let open = cursor.opener(last)?;
                if let Some((operation, _)) = cursor.operation_of(open) {
                    return Some(operation_type(cursor, operation));
                }
                let callee = callable(self.analysis, cursor.text(open.checked_sub(1)?))?;
                signature(self.analysis, callee).result
            }
            K::Greater | K::RightBrace => {
                let open = cursor.opener(last)?;
                let operation = match cursor.operation_of(open) {
                    Some((operation, _)) => operation,
                    None => open.checked_sub(1)?,
                };
                (cursor.kind(operation) == Some(K::LowerOp))
                    .then(|| operation_type(cursor, operation))
            }
            _ if last > 0 && cursor.before(last, 1) == Some(K::Dot) => {
                self.member_type(self.base_type(last - 1)?, cursor.text(last))
            }
            _ => {
                let name = cursor.text(last);
                let variables = visible(self.analysis, self.offset);
                let found = variables.into_iter().find(|one| one.name == name)?;
                found.ty.clone()
            }
        }
    }

    fn member_type(&self, base: StaticType, member: &str) -> Option<StaticType> {
        match base {
            StaticType::Tuple(elements) => {
                let index = member.parse().ok().or_else(|| {
                    let mut names = elements.iter().map(|(name, _)| name.as_deref());
                    names.position(|name| name == Some(member))
                })?;
                let (_, ty) = elements.get::<usize>(index)?;
                Some(StaticType::Single(ty.clone()))
            }
            StaticType::Single(Ty::Operation(_)) => Some(StaticType::Single(Ty::Value)),
            StaticType::Single(_) => None,
        }
    }
}

fn operation_type(cursor: &Cursor<'_>, operation: usize) -> StaticType {
    let name = cursor.operation_name(operation);
    let name = (!name.is_empty()).then(|| name.into());
    StaticType::Single(Ty::Operation(name))
}
