//! Patterns, and statements of match sections.

use super::{
    super::{ATTRIBUTE_NAMES, ATTRIBUTES, TYPES},
    Function, Section, Writer,
    kinds::{Kind, Ty},
};

impl Writer<'_> {
    pub(super) fn pattern(&mut self) -> String {
        let name = self.name("Pattern");
        let benefit = self.random.below(9);
        let metadata = *self
            .random
            .pick(&["", "with benefit(", "with recursion, benefit("]);
        let metadata = match metadata {
            "" => String::new(),
            text => format!(" {text}{benefit})"),
        };
        self.section = Section::Match;
        self.is_pattern = true;
        self.scope.clear();
        if self.random.chance(10) {
            let kind = self.pick_kind(|_| true);
            let (stmts, text) = self.block(|writer| {
                let root = writer.matched(kind, false, 2).unwrap_or_default();
                writer.section = Section::Rewrite;
                writer.action(&root, kind)
            });
            if stmts.is_empty() {
                return format!("Pattern {name}{metadata} => {text};\n");
            }
        }
        let (stmts, ()) = self.block(|writer| {
            writer.section = Section::Match;
            writer.operation_stmt(false);
            for _ in 0..writer.random.below(5) {
                writer.match_stmt();
            }
            writer.rewrite_section();
        });
        format!(
            "Pattern {name}{metadata} {{\n  {}\n}}\n",
            stmts.join("\n  ")
        )
    }

    /// A statement of a match section, or of the body of a constraint.
    pub(super) fn match_stmt(&mut self) {
        match self.random.below(8) {
            0..=2 => {
                // What nobody uses in the body of a constraint, nobody can.
                if self.operation_stmt(true) && (!self.is_pattern || self.random.chance(50)) {
                    let last = self.scope.last().map(|last| last.name.clone());
                    self.stmt(&format!("IsFine({})", last.unwrap_or_default()));
                }
            }
            3 => self.negation(),
            4 => {
                let call = self.inline_call(1);
                call.iter().for_each(|call| self.stmt(call));
            }
            5 => self.result_stmt(),
            _ => {
                let functions = self.callable(|_| true);
                let function = self.random.pick(&functions).clone();
                if let Some(call) = self.call(&function, 2) {
                    self.makes |= function.makes;
                    self.stmt(&call);
                }
            }
        }
    }

    /// An operation with a name. Whether there is one.
    fn operation_stmt(&mut self, must_connect: bool) -> bool {
        let kind = self.pick_kind(|kind| {
            !must_connect || kind.operands.is_none_or(|operands| !operands.is_empty())
        });
        let of_kind = Ty::Op(Some(kind));
        // What the operation defines is not visible in the list.
        let constraints = match self.random.below(6) {
            0 => ": Op".to_owned(),
            1 => format!(": [Op, {}]", of_kind.constraint().unwrap_or_default()),
            2 => format!(": {}", self.constraints(&Ty::Op(None))),
            _ => String::new(),
        };
        let Some(text) = self.matched(kind, must_connect, 1) else {
            return false;
        };
        self.makes = true;
        let name = self.name("o");
        self.stmt(&format!("let {name}{constraints} = {text}"));
        self.define(&name, of_kind, true, &text);
        true
    }

    /// A constraint that must not hold.
    fn negation(&mut self) {
        let functions = self.callable(|function| function.is_native && function.result.is_none());
        let function = self.random.pick(&functions).clone();
        if let Some(call) = self.call(&function, 1) {
            self.stmt(&format!("not {call}"));
        }
    }

    /// A variable for the result of a call, or a tuple.
    fn result_stmt(&mut self) {
        let functions = self.callable(|function| function.result.is_some() && !function.makes);
        let Some(function) = self.random.pick_any(&functions).cloned() else {
            return;
        };
        let Some(call) = self.call(&function, 1) else {
            return;
        };
        let Some(ty) = function.result else { return };
        let (member, ty) = self.random.pick(&ty.members()).clone();
        let name = self.name("v");
        self.stmt(&format!("let {name} = {call}{member}"));
        self.define(&name, ty, false, &call);
    }

    /// A constraint list for a new variable of that type.
    pub(super) fn constraints(&mut self, ty: &Ty) -> String {
        let own = ty.constraint().unwrap_or_default();
        let is_of = |function: &Function| {
            function.result.is_none()
                && !function.makes
                && function.params == std::slice::from_ref(ty)
        };
        let fits = self.callable(is_of);
        let named = self.random.pick_any(&fits).map(|one| one.name.clone());
        match (self.random.below(8), named) {
            (0, Some(name)) => name,
            (1, Some(name)) => format!("[{own}, {name}]"),
            (2, Some(name)) => format!("[{name}, {own}]"),
            (3, _) => format!("[{own}, {}]", self.inline_constraint(ty)),
            (4, Some(name)) => format!("[{own}, {}, {name}]", self.inline_constraint(ty)),
            _ => own,
        }
    }

    /// A new variable, or one without a name.
    fn new_variable(&mut self, ty: &Ty) -> String {
        // What the operation defines is not visible before it.
        if self.random.chance(10)
            && let Some(constraint) = ty.constraint()
        {
            let name = self.name("x");
            self.stmt(&format!("let {name}: {constraint}"));
            self.define(&name, ty.clone(), true, "op<");
            return name;
        }
        let constraints = match (ty, self.random.below(5)) {
            (Ty::Value, 0) => format!("Value<{}>", self.matched_type()),
            (Ty::Values, 0) => "ValueRange<_: TypeRange>".to_owned(),
            (Ty::Attr, 0) => "Attr<_: Type>".to_owned(),
            (Ty::Attr, 1) => format!("Attr<{}>", self.literal("type", "i32")),
            _ => self.constraints(ty),
        };
        if self.random.chance(30) {
            return format!("_: {constraints}");
        }
        let name = self.name("x");
        // The oracle makes another one of what is returned.
        self.define(&name, ty.clone(), true, "op<");
        format!("{name}: {constraints}")
    }

    fn matched_type(&mut self) -> String {
        match self.random.below(3) {
            0 => {
                let text = *self.random.pick(TYPES);
                self.literal("type", text)
            }
            1 => match self.named(&Ty::Type, true) {
                Some(text) => text,
                None => "_: Type".to_owned(),
            },
            _ => self.new_variable(&Ty::Type),
        }
    }

    /// An operation to match. It can be connected with what is there already;
    /// none if there is nothing.
    fn matched(&mut self, kind: &Kind, must_connect: bool, depth: usize) -> Option<String> {
        let ranges: Vec<bool> = match kind.operands {
            Some(groups) => groups.iter().map(|group| group.is_range).collect(),
            None => (0..self.random.below(4).max(must_connect.into()))
                .map(|_| self.random.chance(20))
                .collect(),
        };
        let link = match must_connect {
            true => Some(self.random.below(ranges.len())),
            false => None,
        };
        let types = ranges.iter().map(|is_range| match is_range {
            true => Ty::Values,
            false => Ty::Value,
        });
        let types: Vec<_> = types.collect();
        let connection = match link {
            Some(link) => Some(self.connection(&types[link])?),
            None => None,
        };
        let operands: Vec<_> = types
            .iter()
            .enumerate()
            .map(|(index, ty)| match &connection {
                Some(connection) if link == Some(index) => connection.clone(),
                _ => self.matched_operand(ty, depth),
            })
            .collect();
        let mut text = format!("op<{}>", kind.name);
        if !operands.is_empty() || self.random.chance(50) {
            text += &format!("({})", operands.join(", "));
        }
        text += &self.matched_attributes();
        if self.random.chance(40) {
            let types: Vec<_> = kind
                .results
                .iter()
                .map(|group| match group.is_range {
                    true => self.new_variable(&Ty::Types),
                    false => self.matched_type(),
                })
                .collect();
            text += &format!(" -> ({})", types.join(", "));
        }
        Some(text)
    }

    /// Something that connects.
    fn connection(&mut self, ty: &Ty) -> Option<String> {
        let is_range = *ty == Ty::Values;
        let text = self.named(ty, true);
        text.or_else(|| {
            self.named_op(true, |kind| {
                kind.is_some_and(|kind| kind.is_value() || is_range && !kind.results.is_empty())
            })
        })
    }

    fn matched_operand(&mut self, ty: &Ty, depth: usize) -> String {
        if self.random.chance(30)
            && let Some(text) = self.connection(ty)
        {
            return text;
        }
        if depth > 0 && self.random.chance(25) {
            let kind = self.pick_kind(Kind::is_value);
            if let Some(text) = self.matched(kind, false, depth - 1) {
                return match *ty == Ty::Value && self.random.chance(50) {
                    true => format!("{text}.0"),
                    false => text,
                };
            }
        }
        self.new_variable(ty)
    }

    fn matched_attributes(&mut self) -> String {
        let mut texts = Vec::new();
        for name in &ATTRIBUTE_NAMES[..7] {
            if !self.random.chance(8) {
                continue;
            }
            texts.push(match self.random.below(4) {
                0 => (*name).to_owned(),
                1 => {
                    let (text, _) = *self.random.pick(ATTRIBUTES);
                    format!("{name} = {}", self.literal("attr", text))
                }
                2 => match self.named(&Ty::Attr, true) {
                    Some(text) => format!("{name} = {text}"),
                    None => (*name).to_owned(),
                },
                _ => format!("{name} = {}", self.new_variable(&Ty::Attr)),
            });
        }
        match texts.is_empty() {
            true => String::new(),
            false => format!(" {{ {} }}", texts.join(", ")),
        }
    }
}
