//! Rewrite sections.

use super::{ATTRIBUTE_NAMES, ATTRIBUTES, Known, TYPES, Writer, example::Value, matcher::Root};

/// Expressions for values, and the number of values they stand for.
type Values = Vec<Known<usize>>;

/// What operations to create may use.
struct Available {
    /// Each stands for one value.
    values: Values,
    /// Each stands for any number of values.
    ranges: Values,
}

impl Writer<'_> {
    pub(super) fn rewrite_section(&mut self, root: &Root) {
        let mut available = self.available(root);
        if root.unused.is_empty() && self.random.chance(40) {
            let action = self.action(root, &available);
            self.stmt(&action);
            return;
        }
        let text = root.text.clone();
        self.open(&format!("rewrite {text} with {{"));
        // From here on, the root has a name or cannot be mentioned again.
        let is_named = self.operations[root.index].is_some();
        for of in root.unused.clone() {
            self.mention(of, &mut available);
        }
        for _ in 0..self.random.below(4) {
            self.statement(&mut available);
        }
        if !is_named {
            self.close();
            return;
        }
        if self.random.chance(15) {
            self.open(&format!("rewrite {text} with {{"));
            self.statement(&mut available);
            let action = self.action(root, &available);
            self.stmt(&action);
            self.close();
        } else {
            let action = self.action(root, &available);
            self.stmt(&action);
        }
        self.close();
    }

    fn open(&mut self, line: &str) {
        let indent = "  ".repeat(self.depth);
        self.stmts.push(format!("{indent}{line}"));
        self.depth += 1;
    }

    /// Ends a block. One that does nothing has no textual form in `pdl`.
    fn close(&mut self) {
        let mut lines = self.stmts.iter().rev();
        let indent = "  ".repeat(self.depth - 1);
        let is_open = |line: &str| line.ends_with('{') && !line.starts_with(&format!("{indent} "));
        let is_empty = lines
            .by_ref()
            .take_while(|line| !is_open(line))
            .all(|line| {
                !["op<", "erase", "replace"]
                    .iter()
                    .any(|text| line.contains(text))
            });
        if is_empty {
            self.stmt("op<t.new_0_0>");
        }
        self.depth -= 1;
        self.stmt("}");
    }

    /// Everything that the match section has named but the results of the root,
    /// which are about to vanish.
    fn available(&self, root: &Root) -> Available {
        let is_of_root = |value: &Value| matches!(value, Value::Result(of, _) if *of == root.index);
        let mut available = Available {
            values: Vec::new(),
            ranges: Vec::new(),
        };
        for known in self.values.iter().filter(|known| !is_of_root(&known.what)) {
            available.value(&known.text);
        }
        for known in self.ranges.iter().chain(&self.result_ranges) {
            if !known.what.is_empty() && !known.what.iter().any(is_of_root) {
                available.range(&known.text, known.what.len());
            }
        }
        for (index, name) in self.operations.iter().enumerate() {
            if let Some(name) = name.as_ref().filter(|_| index != root.index) {
                available.operation(name, self.example.operations[index].results.len());
            }
        }
        available
    }

    /// What becomes of the root.
    fn action(&mut self, root: &Root, available: &Available) -> String {
        let results = &self.example.operations[root.index].results;
        let text = &root.text;
        if results.is_empty() && self.random.chance(60) {
            return format!("erase {text}");
        }
        if !results.is_empty()
            && self.random.chance(50)
            && let Some(values) = self.some_values(available, results.len())
        {
            // In parentheses, or a single one without; the oracle takes the
            // name `op` for the start of an operation there.
            let needs_parentheses = values.contains(", ") || values.starts_with("op");
            return match needs_parentheses || self.random.chance(50) {
                true => format!("replace {text} with ({values})"),
                false => format!("replace {text} with {values}"),
            };
        }
        let results = results.clone();
        let types = match self.random.chance(50) {
            true => None,
            false => Some(self.created_types(&results)),
        };
        let with = self.created(available, results.len(), types, 0);
        match self.random.chance(30) {
            true => format!("replace {text} with ({with})"),
            false => format!("replace {text} with {with}"),
        }
    }

    /// Expressions that stand for so many values together.
    fn some_values(&mut self, available: &Available, count: usize) -> Option<String> {
        let mut texts = Vec::new();
        let mut missing = count;
        while missing > 0 {
            let fits = available
                .ranges
                .iter()
                .filter(|known| (1..=missing).contains(&known.what));
            let fits: Vec<_> = fits.chain(&available.values).collect();
            let known = self.random.pick_any(&fits)?;
            missing -= known.what;
            texts.push(known.text.clone());
        }
        Some(texts.join(", "))
    }

    /// Mentions an operation of the match section.
    fn mention(&mut self, of: usize, available: &mut Available) {
        let operation = &self.example.operations[of];
        let count = operation.results.len();
        let Some(name) = self.operations[of].clone() else {
            return;
        };
        let ending = match count {
            0 => format!("erase {name}"),
            _ => format!("op<t.use_{count}_0>({name})"),
        };
        match self.random.below(3) {
            0 => {
                self.open(&format!("rewrite {name} with {{"));
                self.stmt(&ending);
                self.close();
            }
            1 if count > 0 => {
                let with = self.created(&Available::nothing(), count, None, 0);
                self.stmt(&format!("replace {name} with {with}"));
            }
            _ => {
                self.stmt(&ending);
                if count > 0 {
                    return;
                }
            }
        }
        // What is gone cannot be used. To the run time, that includes the
        // ranges of its operands and types.
        let owners = &self.owners;
        let is_owned = |text: &String| {
            owners
                .iter()
                .any(|(name, owner)| name == text && *owner == of)
        };
        self.type_ranges.retain(|known| !is_owned(&known.text));
        available.ranges.retain(|known| !is_owned(&known.text));
        let is_gone = |text: &str| text == name || text.starts_with(&format!("{name}."));
        let aliases: Vec<_> = self
            .values
            .iter()
            .filter(|known| matches!(known.what, Value::Result(other, _) if other == of))
            .map(|known| known.text.clone())
            .collect();
        let is_gone = |known: &Known<usize>| is_gone(&known.text) || aliases.contains(&known.text);
        available.values.retain(|known| !is_gone(known));
        let all_ranges = self.ranges.iter().chain(&self.result_ranges);
        let ranges = all_ranges.filter(|known| {
            let mut values = known.what.iter();
            values.any(|value| matches!(value, Value::Result(other, _) if *other == of))
        });
        let ranges: Vec<_> = ranges.map(|known| known.text.clone()).collect();
        available
            .ranges
            .retain(|known| !is_gone(known) && !ranges.contains(&known.text));
    }

    /// A statement that creates something, or names it.
    fn statement(&mut self, available: &mut Available) {
        match self.random.below(6) {
            0 => {
                let Some(known) = self.random.pick_any(&available.values).cloned() else {
                    return;
                };
                let name = self.name("v");
                match self.random.below(3) {
                    0 => {
                        self.stmt(&format!("let {name}: ValueRange = {}", known.text));
                        available.range(&name, 1);
                    }
                    1 => {
                        self.stmt(&format!("let {name}: Value = {}", known.text));
                        available.value(&name);
                    }
                    _ => {
                        self.stmt(&format!("let {name} = {}", known.text));
                        available.value(&name);
                    }
                }
            }
            1 => {
                let created = self.created(available, 0, Some(String::new()), 0);
                self.stmt(&created);
            }
            2 => {
                let value = self.random.below(ATTRIBUTES.len());
                let literal = self.literal("attr", ATTRIBUTES[value].0);
                let text = self.name("c");
                let constraint = self.random.pick(&["", ": Attr"]);
                self.stmt(&format!("let {text}{constraint} = {literal}"));
                self.attributes.push(Known { text, what: value });
            }
            _ => {
                let results: Vec<_> = (0..self.random.below(4))
                    .map(|_| *self.random.pick(TYPES))
                    .collect();
                let types = self.created_types(&results);
                let created = self.created(available, results.len(), Some(types), 0);
                let name = self.name("n");
                let constraint = self.random.pick(&["", "", ": Op"]);
                self.stmt(&format!("let {name}{constraint} = {created}"));
                available.operation(&name, results.len());
            }
        }
    }

    /// An operation to create, with that many results, whose types may be left
    /// to inference.
    fn created(
        &mut self,
        available: &Available,
        results: usize,
        types: Option<String>,
        depth: usize,
    ) -> String {
        let mut operands = Vec::new();
        let mut count = 0;
        for _ in 0..self.random.below(4) {
            if depth < 2 && self.random.chance(10) {
                let inner = 1 + self.random.below(2);
                let inner_types: Vec<_> = (0..inner).map(|_| *self.random.pick(TYPES)).collect();
                let inner_types = self.created_types(&inner_types);
                let text = self.created(available, inner, Some(inner_types), depth + 1);
                let all = self.random.chance(50);
                operands.push(match all {
                    true => (text, true),
                    false => (format!("{text}.0"), false),
                });
                count += if all { inner } else { 1 };
                continue;
            }
            let is_range = self.random.chance(40);
            let from = match is_range {
                true => &available.ranges,
                false => &available.values,
            };
            if let Some(known) = self.random.pick_any(from) {
                operands.push((known.text.clone(), is_range));
                count += known.what;
            }
        }
        let letter = match self.random.chance(15) {
            true => "a",
            false => "new",
        };
        let name = format!("t.{letter}_{count}_{results}");
        let mut rest = self.created_attributes();
        let has_types = results == 0 || types.is_some();
        if let Some(types) = types.filter(|types| !types.is_empty() || results == 0)
            && (results > 0 || self.random.chance(30))
        {
            rest += &format!(" -> ({types})");
        }
        // What takes the types of the operation it replaces stands with that.
        if has_types && depth == 0 && self.random.chance(20) {
            return self.creation_call(&name, &operands, &rest);
        }
        let has_list = !operands.is_empty() || self.random.chance(30);
        let operands: Vec<_> = operands.into_iter().map(|(text, _)| text).collect();
        match has_list {
            true => format!("op<{name}>({}){rest}", operands.join(", ")),
            false => format!("op<{name}>{rest}"),
        }
    }

    fn created_attributes(&mut self) -> String {
        let mut names: Vec<&str> = Vec::new();
        let mut attributes = Vec::new();
        for _ in 0..[0, 0, 1, 2][self.random.below(4)] {
            let name = *self.random.pick(ATTRIBUTE_NAMES);
            if names.contains(&name) {
                continue;
            }
            names.push(name);
            let name = self.attribute_name(name);
            attributes.push(match self.random.below(3) {
                0 => name,
                1 => {
                    let (value, _) = *self.random.pick(ATTRIBUTES);
                    format!("{name} = {}", self.literal("attr", value))
                }
                _ => match self.random.pick_any(&self.attributes) {
                    Some(known) => format!("{name} = {}", known.text),
                    None => name,
                },
            });
        }
        match attributes.is_empty() {
            true => String::new(),
            false => format!(" {{ {} }}", attributes.join(", ")),
        }
    }

    /// Result types: as many as given, and those, unless variables stand for
    /// others.
    fn created_types(&mut self, types: &[&'static str]) -> String {
        let fits = self
            .type_ranges
            .iter()
            .filter(|known| known.what.len() == types.len());
        let fits: Vec<_> = fits.map(|known| known.text.clone()).collect();
        if !fits.is_empty() && self.random.chance(40) {
            return self.random.pick(&fits).clone();
        }
        let known: Vec<_> = self
            .types
            .iter()
            .map(|known| known.text.clone())
            .filter(|text| !self.attribute_types.contains(text))
            .collect();
        let texts: Vec<_> = types
            .iter()
            .map(|ty| match self.random.pick_any(&known) {
                Some(text) if self.random.chance(50) => text.clone(),
                _ => self.literal("type", ty),
            })
            .collect();
        texts.join(", ")
    }
}

impl Available {
    fn nothing() -> Self {
        Available {
            values: Vec::new(),
            ranges: Vec::new(),
        }
    }

    fn value(&mut self, text: &str) {
        self.values.push(Known {
            text: text.to_owned(),
            what: 1,
        });
    }

    fn range(&mut self, text: &str, count: usize) {
        self.ranges.push(Known {
            text: text.to_owned(),
            what: count,
        });
    }

    /// An operation for which nothing says that it has no results is refused
    /// when the pattern is applied, so it does not count.
    fn operation(&mut self, name: &str, results: usize) {
        if results > 0 {
            self.range(name, results);
        }
        for index in 0..results {
            self.value(&format!("{name}.{index}"));
        }
    }
}
