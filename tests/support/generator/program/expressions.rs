//! Expressions.

use super::{
    super::{ATTRIBUTE_NAMES, ATTRIBUTES, TYPES},
    Section, Writer,
    kinds::{Group, Kind, Ty},
};

impl Writer<'_> {
    /// What can be named, variables and their members: text, type, and whether
    /// it is bound.
    fn known(&self) -> impl Iterator<Item = (String, Ty, bool)> {
        self.scope.iter().flat_map(|variable| {
            let members = variable.ty.members().into_iter();
            members
                .map(|(member, ty)| (format!("{}{member}", variable.name), ty, variable.is_bound))
        })
    }

    /// Something of exactly that type that can be named.
    pub(super) fn named(&mut self, ty: &Ty, must_be_bound: bool) -> Option<String> {
        let fits: Vec<_> = self
            .known()
            .filter(|(_, other, is_bound)| other == ty && (*is_bound || !must_be_bound))
            .map(|(text, ..)| text)
            .collect();
        self.random.pick_any(&fits).cloned()
    }

    /// An operation that can be named, of a kind that `accepts` holds for.
    pub(super) fn named_op(
        &mut self,
        must_be_bound: bool,
        accepts: impl Fn(Option<&Kind>) -> bool,
    ) -> Option<String> {
        let fits: Vec<_> = self
            .known()
            .filter(|(_, ty, is_bound)| {
                matches!(ty, Ty::Op(kind) if accepts(*kind)) && (*is_bound || !must_be_bound)
            })
            .map(|(text, ..)| text)
            .collect();
        self.random.pick_any(&fits).cloned()
    }

    /// An expression of exactly that type.
    pub(super) fn expr(&mut self, ty: &Ty, depth: usize) -> Option<String> {
        if depth == 0 || self.random.chance(60) {
            let text = self.named(ty, false);
            if text.is_some() {
                return text;
            }
        }
        if depth > 0 && self.random.chance(50) {
            let text = self.call_for(ty, depth - 1);
            if text.is_some() {
                return text;
            }
        }
        if depth > 0 && self.random.chance(10) {
            let text = self.inline_expr(ty, depth - 1);
            if text.is_some() {
                return text;
            }
        }
        let text = self.built(ty, depth);
        text.or_else(|| self.named(ty, false))
    }

    /// An expression that is not a name or call.
    fn built(&mut self, ty: &Ty, depth: usize) -> Option<String> {
        let is_rewrite = self.section == Section::Rewrite;
        match ty {
            Ty::Type => {
                let text = *self.random.pick(TYPES);
                Some(self.literal("type", text))
            }
            Ty::Attr if is_rewrite || self.has_literals => {
                let (text, _) = *self.random.pick(ATTRIBUTES);
                Some(self.literal("attr", text))
            }
            Ty::Value if is_rewrite => {
                let kind = self.pick_kind(Kind::is_value);
                Some(format!("{}.0", self.created(kind, depth, true)))
            }
            Ty::Op(Some(kind)) if is_rewrite => Some(self.created(kind, depth, true)),
            Ty::Tuple(elements) => {
                let texts = elements.iter().map(|(label, ty)| {
                    let text = self.expr(ty, depth.saturating_sub(1))?;
                    Some(match label {
                        Some(label) => format!("{label} = {text}"),
                        None => text,
                    })
                });
                let texts: Option<Vec<_>> = texts.collect();
                Some(format!("({})", texts?.join(", ")))
            }
            _ => None,
        }
    }

    /// An expression that converts to that type.
    pub(super) fn argument(&mut self, ty: &Ty, depth: usize) -> Option<String> {
        let is_rewrite = self.section == Section::Rewrite;
        let other = match (ty, self.random.below(4)) {
            (Ty::Op(None), 0..=2) => self.named_op(false, |_| true),
            (Ty::Value, 0) => self.named_op(false, |kind| kind.is_some_and(Kind::is_value)),
            (Ty::Values, 0) if is_rewrite => self.expr(&Ty::Value, depth),
            (Ty::Values, 1) => self.named_op(false, |kind| {
                kind.is_some_and(|kind| !kind.results.is_empty())
            }),
            (Ty::Values, 2..) if is_rewrite => self.tuple(&Ty::Value, &Ty::Values, depth),
            (Ty::Types, 0..=2) if is_rewrite => self.tuple(&Ty::Type, &Ty::Types, depth),
            _ => None,
        };
        if other.is_some() {
            return other;
        }
        let exact = self.expr(ty, depth);
        exact.or_else(|| match ty {
            Ty::Op(None) => self.named_op(false, |_| true),
            Ty::Values if is_rewrite => self.tuple(&Ty::Value, &Ty::Values, depth),
            Ty::Types if is_rewrite => self.tuple(&Ty::Type, &Ty::Types, depth),
            _ => None,
        })
    }

    /// A tuple of single things and ranges, which converts to a range.
    fn tuple(&mut self, one: &Ty, range: &Ty, depth: usize) -> Option<String> {
        let texts: Vec<_> = (0..self.random.below(4))
            .filter_map(|_| {
                let range = match self.random.chance(30) {
                    true => self.named(range, false),
                    false => None,
                };
                range.or_else(|| self.expr(one, depth.saturating_sub(1)))
            })
            .collect();
        Some(format!("({})", texts.join(", ")))
    }

    pub(super) fn pick_kind(&mut self, accepts: impl Fn(&Kind) -> bool) -> &'static Kind {
        let kinds = self.kinds.iter().copied();
        let fits: Vec<&'static Kind> = kinds.filter(|kind| accepts(kind)).collect();
        self.random.pick::<&'static Kind>(&fits)
    }

    /// An operation to create.
    pub(super) fn created(&mut self, kind: &Kind, depth: usize, with_types: bool) -> String {
        let operands: Vec<_> = match kind.operands {
            Some(groups) => groups
                .iter()
                .map(|group| self.created_group(group, &Ty::Value, &Ty::Values, depth))
                .collect(),
            None => (0..self.random.below(4))
                .filter_map(|_| {
                    let ty = if self.random.chance(70) {
                        Ty::Value
                    } else {
                        Ty::Values
                    };
                    match self.random.chance(30) {
                        true => self.argument(&ty, depth.saturating_sub(1)),
                        false => self.named(&ty, false),
                    }
                })
                .collect(),
        };
        let mut text = format!("op<{}>", kind.name);
        if !operands.is_empty() || self.random.chance(20) {
            text += &format!("({})", operands.join(", "));
        }
        text += &self.attributes(depth);
        let is_elided = kind.results.is_empty() || kind.infers || !with_types;
        if is_elided && self.random.chance(70) {
            return text;
        }
        let types: Vec<_> = kind
            .results
            .iter()
            .map(|group| self.created_group(group, &Ty::Type, &Ty::Types, depth))
            .collect();
        format!("{text} -> ({})", types.join(", "))
    }

    /// What a group of a created operation gets.
    fn created_group(&mut self, group: &Group, one: &Ty, range: &Ty, depth: usize) -> String {
        let ty = if group.is_range { range } else { one };
        let text = match depth {
            0 => self.named(ty, false),
            _ => self.argument(ty, depth - 1),
        };
        text.unwrap_or_else(|| match (group.is_range, one) {
            (true, _) => "()".to_owned(),
            (false, Ty::Type) => "type<\"i32\">".to_owned(),
            (false, _) => "op<u.one> -> (type<\"i32\">).0".to_owned(),
        })
    }

    /// Some attributes, in braces.
    pub(super) fn attributes(&mut self, depth: usize) -> String {
        let mut texts = Vec::new();
        for name in ATTRIBUTE_NAMES {
            if !self.random.chance(8) {
                continue;
            }
            let name = match name.contains(['.', ' ']) {
                true => format!("\"{name}\""),
                false => (*name).to_owned(),
            };
            let had_literals = std::mem::replace(&mut self.has_literals, true);
            let value = self.expr(&Ty::Attr, depth.saturating_sub(1));
            self.has_literals = had_literals;
            texts.push(match value {
                Some(value) if self.random.chance(80) => format!("{name} = {value}"),
                _ => name,
            });
        }
        match texts.is_empty() {
            true => String::new(),
            false => format!(" {{ {} }}", texts.join(", ")),
        }
    }

    /// MLIR text as a string or a block of the language.
    pub(super) fn literal(&mut self, keyword: &str, text: &str) -> String {
        let is_block_safe = !text.contains('\\') && !text.contains("}]");
        if is_block_safe && self.random.chance(20) {
            return format!("{keyword}<[{{{text}}}]>");
        }
        let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
        format!("{keyword}<\"{escaped}\">")
    }
}
