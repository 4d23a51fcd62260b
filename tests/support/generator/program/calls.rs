//! Calls of functions, and functions that are declared where they are called.

use super::{Function, Section, Variable, Writer, kinds::Ty};

impl Writer<'_> {
    /// The functions that can be called here.
    pub(super) fn callable(&self, accepts: impl Fn(&Function) -> bool) -> Vec<Function> {
        let here = self.functions.iter();
        here.filter(|function| function.section == self.section && accepts(function))
            .cloned()
            .collect()
    }

    /// A call of which the result, or a member of it, is of that type.
    pub(super) fn call_for(&mut self, ty: &Ty, depth: usize) -> Option<String> {
        // The oracle wants every operation of a match to be used.
        let is_match = self.section == Section::Match;
        let functions = self.callable(|function| !(is_match && function.makes));
        let mut fits = Vec::new();
        for function in functions {
            let Some(result) = &function.result else {
                continue;
            };
            let members = result.members().into_iter();
            let members = members.filter(|(_, other)| other == ty);
            fits.extend(members.map(|(member, _)| (function.clone(), member)));
        }
        let (function, member) = self.random.pick_any(&fits)?.clone();
        Some(format!("{}{member}", self.call(&function, depth)?))
    }

    /// A call.
    pub(super) fn call(&mut self, function: &Function, depth: usize) -> Option<String> {
        let arguments = self.arguments(function, depth)?;
        Some(format!("{}({arguments})", function.name))
    }

    fn arguments(&mut self, function: &Function, depth: usize) -> Option<String> {
        let had_literals = std::mem::replace(&mut self.has_literals, function.is_native);
        // What a body connects its operations with.
        let must_be_bound = function.makes && function.section == Section::Match;
        let arguments: Option<Vec<_>> = function
            .params
            .iter()
            .map(|ty| match must_be_bound {
                true => self.named(ty, true),
                false => self.argument(ty, depth),
            })
            .collect();
        self.has_literals = had_literals;
        Some(arguments?.join(", "))
    }

    /// A function that is declared where it is called, with a name or without
    /// one. It sees the variables around it.
    pub(super) fn inline_call(&mut self, depth: usize) -> Option<String> {
        let has_name = self.random.chance(50);
        let params = self.params(1);
        let is_native = has_name && self.random.chance(40);
        let function = Function {
            name: self.name("Inline"),
            section: self.section,
            is_native,
            params: params.iter().map(|(_, ty)| ty.clone()).collect(),
            result: None,
            makes: false,
            is_local: true,
        };
        let arguments = self.arguments(&function, depth)?;
        let name = match has_name {
            true => format!(" {}", function.name),
            false => String::new(),
        };
        let text = self.inline_text(&name, &params, is_native);
        if has_name {
            self.functions.push(function);
        }
        Some(format!("{text}({arguments})"))
    }

    /// A function that is declared where it is called, and gives an expression
    /// of that type.
    pub(super) fn inline_expr(&mut self, ty: &Ty, depth: usize) -> Option<String> {
        let constraint = ty.constraint()?;
        let name = match self.random.chance(50) {
            true => format!(" {}", self.name("Inline")),
            false => String::new(),
        };
        let params = self.params(2);
        let list = param_list(&params);
        let types = params.iter().map(|(_, ty)| self.argument(ty, depth));
        let arguments: Option<Vec<_>> = types.collect();
        let arguments = arguments?.join(", ");
        let (_, text) = self.block(|writer| {
            writer.scope_params(&params);
            writer.expr(ty, depth)
        });
        let text = text?;
        let body = match self.random.chance(50) {
            true => format!("-> {constraint} {{ return {text}; }}"),
            false => format!("{{ return {text}; }}"),
        };
        Some(format!(
            "{}{name}({list}) {body}({arguments})",
            self.keyword()
        ))
    }

    /// A constraint that is declared in the list of a variable of that type.
    pub(super) fn inline_constraint(&mut self, ty: &Ty) -> String {
        let params = [(self.name("p"), ty.clone())];
        let (name, is_native) = match self.random.below(3) {
            0 => (String::new(), false),
            1 => (format!(" {}", self.name("Inline")), false),
            _ => (format!(" {}", self.name("Inline")), true),
        };
        if !is_native && self.random.chance(30) {
            let (_, call) = self.block(|writer| {
                writer.scope_params(&params);
                writer.plain_call()
            });
            if let Some(call) = call {
                return format!("Constraint{name}({}) => {call}", param_list(&params));
            }
        }
        self.inline_text(&name, &params, is_native)
    }

    fn inline_text(&mut self, name: &str, params: &[(String, Ty)], is_native: bool) -> String {
        let keyword = self.keyword();
        let list = param_list(params);
        if is_native {
            return format!("{keyword}{name}({list}) [{{ use({list:?}); }}];");
        }
        let (stmts, ()) = self.block(|writer| {
            writer.scope_params(params);
            for _ in 0..1 + writer.random.below(2) {
                writer.small_stmt();
            }
        });
        format!("{keyword}{name}({list}) {{ {} }}", stmts.join(" "))
    }

    pub(super) fn keyword(&self) -> &'static str {
        match self.section {
            Section::Match => "Constraint",
            Section::Rewrite => "Rewrite",
        }
    }

    pub(super) fn scope_params(&mut self, params: &[(String, Ty)]) {
        let variables = params.iter().map(|(name, ty)| Variable {
            name: name.clone(),
            ty: ty.clone(),
            is_bound: true,
            is_returnable: true,
        });
        self.scope.extend(variables);
    }

    /// A statement that defines nothing and makes no operation to match.
    fn small_stmt(&mut self) {
        let functions = self.callable(|function| !function.makes);
        let function = self.random.pick(&functions).clone();
        if let Some(call) = self.call(&function, 1) {
            self.stmt(&call);
        }
    }

    /// A call that makes no operation to match and has no result.
    fn plain_call(&mut self) -> Option<String> {
        let functions = self.callable(|function| !function.makes && function.result.is_none());
        let function = self.random.pick(&functions).clone();
        self.call(&function, 1)
    }
}

fn param_list(params: &[(String, Ty)]) -> String {
    let texts = params.iter().map(|(name, ty)| {
        let constraint = ty.constraint().unwrap_or_default();
        format!("{name}: {constraint}")
    });
    texts.collect::<Vec<_>>().join(", ")
}
