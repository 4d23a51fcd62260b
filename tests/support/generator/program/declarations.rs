//! Declarations of constraints and rewrites.

use super::{Function, Section, Writer, kinds::Ty};

/// How a function is defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Body {
    External,
    Native,
    Lambda,
    Block,
}

impl Writer<'_> {
    /// Native functions that every program has, for what nothing else uses.
    pub(super) fn natives(&mut self) -> Vec<String> {
        let sections = [(Section::Match, "IsFine"), (Section::Rewrite, "Use")];
        sections
            .map(|(section, name)| {
                self.section = section;
                let keyword = self.keyword();
                self.functions.push(Function {
                    name: name.to_owned(),
                    section,
                    is_native: true,
                    params: vec![Ty::Op(None)],
                    result: None,
                    makes: false,
                    is_local: false,
                });
                format!("{keyword} {name}(o: Op);\n")
            })
            .into()
    }

    /// A declaration of the main level.
    pub(super) fn declaration(&mut self) -> String {
        self.section = *self.random.pick(&[Section::Match, Section::Rewrite]);
        self.is_pattern = false;
        self.scope.clear();
        self.makes = false;
        let name = self.name(self.keyword());
        let body = *self.random.pick(&[
            Body::External,
            Body::Native,
            Body::Lambda,
            Body::Block,
            Body::Block,
        ]);
        let params = match (body, self.section) {
            (Body::Lambda | Body::Block, Section::Rewrite) if self.random.chance(15) => Vec::new(),
            _ => self.params(3),
        };
        let constraints: Vec<_> = params
            .iter()
            .map(|(name, ty)| format!("{name}: {}", self.param_constraint(ty)))
            .collect();
        let start = format!("{} {name}({})", self.keyword(), constraints.join(", "));
        let (text, result) = match body {
            Body::External => {
                let (text, result) = self.native_results();
                (format!("{start}{text};\n"), result)
            }
            Body::Native => {
                let (text, result) = self.native_results();
                (
                    format!("{start}{text} [{{\n  return f({name:?}, 1 < 2);\n}}];\n"),
                    result,
                )
            }
            Body::Lambda => self.lambda(&start, &params),
            Body::Block => self.block_body(&start, &params),
        };
        self.functions.push(Function {
            name,
            section: self.section,
            is_native: matches!(body, Body::External | Body::Native),
            params: params.into_iter().map(|(_, ty)| ty).collect(),
            result,
            makes: self.makes,
            is_local: false,
        });
        text
    }

    /// Names and types of parameters.
    pub(super) fn params(&mut self, most: usize) -> Vec<(String, Ty)> {
        (0..1 + self.random.below(most))
            .map(|_| {
                let ty = self.any_type(true);
                (self.name("p"), ty)
            })
            .collect()
    }

    /// A type that is no tuple.
    fn any_type(&mut self, may_be_op: bool) -> Ty {
        match self.random.below(if may_be_op { 10 } else { 6 }) {
            0 | 1 => Ty::Value,
            2 => Ty::Values,
            3 => Ty::Type,
            4 => Ty::Types,
            5 => Ty::Attr,
            6 | 7 => Ty::Op(None),
            _ => Ty::Op(Some(self.pick_kind(|_| true))),
        }
    }

    /// The type of a parameter, or a constraint of it.
    fn param_constraint(&mut self, ty: &Ty) -> String {
        let is_of = |function: &Function| {
            function.section == Section::Match
                && function.result.is_none()
                && !(function.makes || function.is_local)
                && function.params == std::slice::from_ref(ty)
        };
        let fits: Vec<_> = self
            .functions
            .iter()
            .filter(|one| is_of(one))
            .cloned()
            .collect();
        match self.random.pick_any(&fits) {
            Some(function) if self.random.chance(30) => function.name.clone(),
            _ => ty.constraint().unwrap_or_default(),
        }
    }

    /// The results of a native function, which is no constraint if one of them
    /// is an operation.
    fn native_results(&mut self) -> (String, Option<Ty>) {
        let may_be_op = self.section == Section::Rewrite;
        let types: Vec<_> = (0..[0, 0, 1, 1, 2, 3][self.random.below(6)])
            .map(|_| self.any_type(may_be_op))
            .collect();
        self.results(&types)
    }

    /// ` -> …` for those types, and what a call gives.
    fn results(&mut self, types: &[Ty]) -> (String, Option<Ty>) {
        match types {
            [] => (String::new(), None),
            [ty] => {
                let text = format!(" -> {}", self.param_constraint(ty));
                (text, Some(ty.clone()))
            }
            types => {
                let mut texts = Vec::new();
                let mut elements = Vec::new();
                for ty in types {
                    let constraint = self.param_constraint(ty);
                    let label = self.label();
                    texts.push(match &label {
                        Some(label) => format!("{label}: {constraint}"),
                        None => constraint,
                    });
                    elements.push((label, ty.clone()));
                }
                (
                    format!(" -> ({})", texts.join(", ")),
                    Some(Ty::Tuple(elements)),
                )
            }
        }
    }

    pub(super) fn label(&mut self) -> Option<String> {
        self.random.chance(60).then(|| self.name("e"))
    }

    /// A body of one expression or statement.
    fn lambda(&mut self, start: &str, params: &[(String, Ty)]) -> (String, Option<Ty>) {
        let (_, (results, body, result)) = self.block(|writer| {
            writer.scope_params(params);
            if writer.random.chance(60)
                && let Some((results, text, result)) = writer.returned()
            {
                return (results, text, Some(result));
            }
            let text = match writer.section {
                Section::Rewrite => writer.effect(2),
                Section::Match => None,
            };
            let text = text.or_else(|| writer.last_call());
            (String::new(), text.unwrap_or_default(), None)
        });
        match body.is_empty() {
            true => (format!("{start} {{ }}\n"), None),
            false => (format!("{start}{results} => {body};\n"), result),
        }
    }

    /// A call of a function without results.
    fn last_call(&mut self) -> Option<String> {
        let functions = self.callable(|function| function.result.is_none());
        let function = self.random.pick_any(&functions)?.clone();
        self.makes |= function.makes;
        self.call(&function, 1)
    }

    fn block_body(&mut self, start: &str, params: &[(String, Ty)]) -> (String, Option<Ty>) {
        let (stmts, (results, result)) = self.block(|writer| {
            writer.scope_params(params);
            for _ in 0..writer.random.below(4) {
                match writer.section {
                    Section::Match => writer.match_stmt(),
                    Section::Rewrite => writer.rewrite_stmt(),
                }
            }
            if writer.random.chance(70)
                && let Some((results, text, result)) = writer.returned()
            {
                writer.stmt(&format!("return {text}"));
                return (results, Some(result));
            }
            (String::new(), None)
        });
        (
            format!("{start}{results} {{\n  {}\n}}\n", stmts.join("\n  ")),
            result,
        )
    }

    /// Something to return: how the results are declared, if they are, the
    /// expression, and its type.
    fn returned(&mut self) -> Option<(String, String, Ty)> {
        let count = [1, 1, 2, 3][self.random.below(4)];
        let is_match = self.section == Section::Match;
        if is_match {
            self.scope.retain(|variable| variable.is_returnable);
        }
        let types: Option<Vec<_>> = (0..count)
            .map(|_| match is_match {
                true => self.type_in_scope(),
                false => Some(self.any_type(true)),
            })
            .collect();
        let types = types?;
        if self.random.chance(50) {
            // The results follow from the expression.
            let ty = match &types[..] {
                [ty] => ty.clone(),
                types => {
                    let elements = types.iter().map(|ty| (self.label(), ty.clone()));
                    Ty::Tuple(elements.collect())
                }
            };
            let text = self.expr(&ty, 2)?;
            return Some((String::new(), text, ty));
        }
        let (results, result) = self.results(&types);
        let text = match (&types[..], self.random.chance(30)) {
            ([ty], _) => self.argument(ty, 2)?,
            // By position, whatever the labels.
            (types, true) => {
                let elements = types.iter().map(|ty| (None, ty.clone()));
                self.expr(&Ty::Tuple(elements.collect()), 2)?
            }
            _ => self.expr(result.as_ref()?, 2)?,
        };
        Some((results, text, result?))
    }

    /// The type of something that can be named, which is no tuple.
    fn type_in_scope(&mut self) -> Option<Ty> {
        let types: Vec<_> = self
            .scope
            .iter()
            .flat_map(|variable| variable.ty.members())
            .map(|(_, ty)| ty)
            .filter(|ty| !matches!(ty, Ty::Tuple(_)))
            .collect();
        self.random.pick_any(&types).cloned()
    }
}
