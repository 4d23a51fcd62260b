//! Rewrite sections, and statements of them.

use super::{
    Section, Writer,
    kinds::{Kind, Ty},
};

impl Writer<'_> {
    /// The last statement of a pattern.
    pub(super) fn rewrite_section(&mut self) {
        let operations: Vec<_> = self
            .scope
            .iter()
            .filter_map(|variable| match variable.ty {
                Ty::Op(Some(kind)) if variable.is_bound => Some((variable.name.clone(), kind)),
                _ => None,
            })
            .collect();
        let (root, kind) = self.random.pick(&operations).clone();
        self.section = Section::Rewrite;
        let mut others = operations
            .iter()
            .filter(|(name, _)| *name != root)
            .peekable();
        if others.peek().is_none() && self.random.chance(30) {
            let action = self.action(&root, kind);
            self.stmt(&action);
            return;
        }
        let others: Vec<_> = others.map(|(name, _)| name.clone()).collect();
        let (stmts, ()) = self.block(|writer| {
            for other in others {
                writer.stmt(&format!("Use({other})"));
            }
            for _ in 0..writer.random.below(4) {
                writer.rewrite_stmt();
            }
            let action = writer.action(&root, kind);
            writer.stmt(&action);
        });
        self.stmt(&format!(
            "rewrite {root} with {{\n    {}\n  }}",
            stmts.join("\n    ")
        ));
    }

    /// What becomes of the root.
    pub(super) fn action(&mut self, root: &str, kind: &'static Kind) -> String {
        let of_kind = Ty::Op(Some(kind));
        let with = match self.random.below(4) {
            0 => self.values_for(kind),
            1 => self.call_for(&of_kind, 2),
            // How many there are is known of a range that a body makes.
            2 if kind.results.iter().any(|group| group.is_range) => self.call_for(&Ty::Values, 2),
            _ => Some(self.created(kind, 2, false)),
        };
        match with {
            Some(with) if !kind.results.is_empty() => format!("replace {root} with {with}"),
            _ => format!("erase {root}"),
        }
    }

    /// A list with a value or range for every group of results.
    fn values_for(&mut self, kind: &Kind) -> Option<String> {
        let texts = kind.results.iter().map(|group| match group.is_range {
            true => self.named(&Ty::Values, false),
            false => self.expr(&Ty::Value, 2),
        });
        let texts: Option<Vec<_>> = texts.collect();
        Some(format!("({})", texts?.join(", ")))
    }

    /// A statement of a rewrite section, or of the body of a rewrite.
    pub(super) fn rewrite_stmt(&mut self) {
        match self.random.below(6) {
            0 | 1 => {
                if let Some(text) = self.effect(2) {
                    self.stmt(&text);
                }
            }
            2 => {
                let call = self.inline_call(1);
                call.iter().for_each(|call| self.stmt(call));
            }
            3 => {
                let count = 1 + self.random.below(3);
                let elements = (0..count).map(|_| {
                    let ty = self.random.pick(&[Ty::Value, Ty::Type, Ty::Attr]).clone();
                    (self.label(), ty)
                });
                let ty = Ty::Tuple(elements.collect());
                self.let_stmt(&ty);
            }
            4 => {
                let types = [Ty::Value, Ty::Type, Ty::Attr, Ty::Values];
                let ty = self.random.pick(&types).clone();
                self.let_stmt(&ty);
            }
            _ => {
                let ty = Ty::Op(Some(self.pick_kind(|_| true)));
                self.let_stmt(&ty);
            }
        }
    }

    fn let_stmt(&mut self, ty: &Ty) {
        let Some(init) = self.expr(ty, 2) else { return };
        let name = self.name("v");
        let constraint = match ty.constraint() {
            Some(constraint) if self.random.chance(30) => format!(": {constraint}"),
            _ => String::new(),
        };
        self.stmt(&format!("let {name}{constraint} = {init}"));
        self.define(&name, ty.clone(), true, &init);
    }

    /// A statement or expression that does something.
    pub(super) fn effect(&mut self, depth: usize) -> Option<String> {
        match self.random.below(5) {
            0 => {
                let root = self.named_op(false, |_| true)?;
                let (stmts, ()) = self.block(|writer| {
                    writer.stmt(&format!("Use({root})"));
                    writer.rewrite_stmt();
                });
                Some(format!("rewrite {root} with {{ {} }}", stmts.join(" ")))
            }
            1 => {
                let kind = self.pick_kind(|_| true);
                Some(self.created(kind, depth, true))
            }
            _ => {
                let functions = self.callable(|_| true);
                let function = self.random.pick(&functions).clone();
                self.call(&function, depth)
            }
        }
    }
}
