//! Match sections.

use super::{ATTRIBUTES, Known, Lists, Writer, example::Value};

/// The operation to rewrite.
pub(super) struct Root {
    /// Its index in the example.
    pub(super) index: usize,
    /// An expression for it; a variable, or the whole operation.
    pub(super) text: String,
    /// The operations that the rewrite section has to mention, for want of
    /// another use.
    pub(super) unused: Vec<usize>,
}

/// What is written for some operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Item {
    /// The operand at that position.
    Single(usize),
    /// Operands of which nothing is said: so many, from that position on.
    Range(usize, usize),
    /// All results of an operation.
    Results(usize, usize),
}

/// The operand list of an operation; none when it is not written.
type Plan = Option<Vec<Item>>;

impl Writer<'_> {
    pub(super) fn match_section(&mut self) -> Root {
        let plans = self.plans();
        let count = plans.len();
        let index = match self.random.chance(70) {
            true => count - 1,
            false => self.random.below(count),
        };
        let uses: Vec<usize> = (0..count).map(|of| self.uses(&plans, of)).collect();
        let nested: Vec<bool> = (0..count)
            .map(|of| of != index && uses[of] == 1 && self.random.chance(50))
            .collect();
        let mut text = None;
        for of in (0..count).filter(|of| !nested[*of]) {
            if of == index && of == count - 1 && self.random.chance(30) {
                text = Some(self.operation(&plans, of, &nested));
            } else {
                self.operation_stmt(&plans, of, &nested);
            }
        }
        let unused = (0..count).filter(|of| *of != index && uses[*of] == 0);
        let unused = unused.collect();
        let text = text
            .or_else(|| self.operations[index].clone())
            .expect("an operation that is not nested has a variable");
        Root {
            index,
            text,
            unused,
        }
    }

    /// Decides which operands are written, and how.
    fn plans(&mut self) -> Vec<Plan> {
        let example = self.example;
        let links: Vec<_> = example
            .operations
            .iter()
            .filter_map(|operation| Some(operation.operands[operation.link?]))
            .filter(|value| matches!(value, Value::External(_)))
            .collect();
        example
            .operations
            .iter()
            .map(|operation| {
                let mut explicit: Vec<bool> = (0..operation.operands.len())
                    .map(|position| {
                        operation.link == Some(position)
                            || links.contains(&operation.operands[position])
                            || self.random.chance(70)
                    })
                    .collect();
                if self.lists == Lists::Clear {
                    hide_one_run(&operation.operands, &links, &mut explicit);
                }
                self.plan(&operation.operands, &explicit)
            })
            .collect()
    }

    fn plan(&mut self, operands: &[Value], explicit: &[bool]) -> Plan {
        if !explicit.contains(&true) && self.random.chance(60) {
            return None;
        }
        let mut items = Vec::new();
        let mut at = 0;
        while at < operands.len() {
            let rest = &operands[at..];
            let hidden = explicit[at..].iter().take_while(|flag| !**flag).count();
            if hidden > 0 {
                items.push(Item::Range(at, hidden));
                at += hidden;
            } else if let Some((of, count)) = self.all_results(rest)
                && (count == rest.len() && !has_range(&items) || self.lists == Lists::Any)
            {
                items.push(Item::Results(of, count));
                at += count;
            } else {
                items.push(Item::Single(at));
                at += 1;
            }
        }
        if self.random.chance(5) && (self.lists == Lists::Any || !has_range(&items)) {
            items.push(Item::Range(at, 0));
        }
        Some(items)
    }

    /// The operation whose results the values start with.
    fn all_results(&mut self, values: &[Value]) -> Option<(usize, usize)> {
        let Value::Result(of, 0) = *values.first()? else {
            return None;
        };
        let count = self.example.operations[of].results.len();
        let results = (0..count).map(|index| Value::Result(of, index));
        let all = values.len() >= count && results.eq(values[..count].iter().copied());
        (all && self.random.chance(50)).then_some((of, count))
    }

    /// How often an operation is mentioned by others.
    fn uses(&self, plans: &[Plan], of: usize) -> usize {
        let mut uses = 0;
        for (operation, plan) in self.example.operations.iter().zip(plans) {
            for item in plan.iter().flatten() {
                uses += usize::from(match *item {
                    Item::Results(other, _) => other == of,
                    Item::Single(at) => {
                        matches!(operation.operands[at], Value::Result(other, _) if other == of)
                    }
                    Item::Range(..) => false,
                });
            }
        }
        uses
    }

    /// A statement that defines a variable for an operation, and perhaps some
    /// for its results.
    fn operation_stmt(&mut self, plans: &[Plan], of: usize, nested: &[bool]) {
        self.value_variables(plans, of);
        let operation = &self.example.operations[of];
        if plans[of].is_none() && self.random.chance(15) {
            let name = self.name("o");
            self.stmt(&format!("let {name}: Op<{}>", operation.name));
            self.operations[of] = Some(name);
        } else {
            let text = self.operation(plans, of, nested);
            let name = self.name("o");
            let constraints = match self.random.below(8) {
                0 => ": Op".to_owned(),
                1 => format!(": Op<{}>", operation.name),
                2 => format!(": [Op, Op<{}>]", operation.name),
                _ => String::new(),
            };
            self.stmt(&format!("let {name}{constraints} = {text}"));
            self.operations[of] = Some(name);
        }
        let places = plans[of].iter().flatten().map_while(|item| match item {
            Item::Single(at) => Some(*at),
            _ => None,
        });
        let places: Vec<_> = places.collect();
        self.user_stmt(of, &places);
        self.result_variables(of);
    }

    /// Perhaps defines some of the operands beforehand.
    fn value_variables(&mut self, plans: &[Plan], of: usize) {
        for item in plans[of].iter().flatten() {
            let Item::Single(at) = *item else { continue };
            let value = self.example.operations[of].operands[at];
            let is_new = matches!(value, Value::External(_))
                && self.values.iter().all(|known| known.what != value);
            if is_new && self.random.chance(20) {
                let constraint = self.value_constraint(value);
                let text = self.name("v");
                self.stmt(&format!("let {text}: {constraint}"));
                self.values.push(Known { text, what: value });
            }
        }
    }

    fn result_variables(&mut self, of: usize) {
        let count = self.example.operations[of].results.len();
        let Some(operation) = self.operations[of].clone() else {
            return;
        };
        if count > 0 && self.random.chance(20) {
            let index = self.random.below(count);
            let text = self.name("r");
            let init = match index == 0 && self.random.chance(40) {
                true => format!("{text}: Value = {operation}"),
                false => format!("{text} = {operation}.{index}"),
            };
            self.stmt(&format!("let {init}"));
            let what = Value::Result(of, index);
            self.values.push(Known { text, what });
        }
        if self.random.chance(15) {
            let text = self.name("rs");
            self.stmt(&format!("let {text}: ValueRange = {operation}"));
            let what = (0..count).map(|index| Value::Result(of, index));
            let what = what.collect();
            self.result_ranges.push(Known { text, what });
        }
    }

    /// The expression that matches an operation.
    fn operation(&mut self, plans: &[Plan], of: usize, nested: &[bool]) -> String {
        let operation = &self.example.operations[of];
        let mut text = format!("op<{}>", operation.name);
        if let Some(items) = &plans[of] {
            let operands: Vec<_> = items
                .iter()
                .map(|item| self.operand(plans, of, *item, nested))
                .collect();
            text += &format!("({})", operands.join(", "));
        }
        let mut attributes = Vec::new();
        for (name, value) in &operation.attributes {
            if self.random.chance(75) {
                let name = self.attribute_name(name);
                attributes.push(self.attribute(&name, *value));
            }
        }
        if !attributes.is_empty() {
            text += &format!(" {{ {} }}", attributes.join(", "));
        }
        if self.random.chance(60) {
            text += &format!(" -> ({})", self.result_types(of));
        }
        text
    }

    fn operand(&mut self, plans: &[Plan], of: usize, item: Item, nested: &[bool]) -> String {
        let operands = &self.example.operations[of].operands;
        match item {
            Item::Single(at) => match operands[at] {
                Value::Result(of, index) if nested[of] => {
                    format!("{}.{index}", self.operation(plans, of, nested))
                }
                value => self.value(plans, value),
            },
            Item::Results(of, _) if nested[of] => self.operation(plans, of, nested),
            Item::Results(of, count) => {
                let all: Vec<_> = (0..count).map(|index| Value::Result(of, index)).collect();
                let variables = self.result_ranges.iter().filter(|known| known.what == all);
                let mut texts: Vec<_> = variables.map(|known| known.text.clone()).collect();
                texts.extend(self.operations[of].clone());
                self.random.pick(&texts).clone()
            }
            Item::Range(at, count) => {
                let range = &operands[at..at + count];
                let ty = match self.random.below(4) {
                    0 => "<_: TypeRange>".to_owned(),
                    1 => {
                        let text = self.name("ts");
                        let ty = format!("<{text}: TypeRange>");
                        let what = range.iter().map(|value| self.example.ty(*value));
                        let what = what.collect();
                        self.owners.push((text.clone(), of));
                        self.type_ranges.push(Known { text, what });
                        ty
                    }
                    _ => String::new(),
                };
                if self.random.chance(50) {
                    return format!("_: ValueRange{ty}");
                }
                let name = self.name("xs");
                self.owners.push((name.clone(), of));
                self.ranges.push(Known {
                    text: name.clone(),
                    what: range.to_vec(),
                });
                format!("{name}: ValueRange{ty}")
            }
        }
    }

    /// A single value that is not a result of a nested operation.
    fn value(&mut self, plans: &[Plan], value: Value) -> String {
        let known = self.values.iter().filter(|known| known.what == value);
        let mut texts: Vec<_> = known.map(|known| known.text.clone()).collect();
        if let Value::Result(of, index) = value
            && let Some(name) = self.operations[of].clone()
            && self.random.chance(15)
        {
            return self.result_call(of, &name, index);
        }
        if let Value::Result(of, index) = value {
            texts.extend(
                self.operations[of]
                    .iter()
                    .map(|name| format!("{name}.{index}")),
            );
        }
        if let Some(text) = self.random.pick_any(&texts) {
            return text.clone();
        }
        let constraint = self.value_constraint(value);
        let explicit_uses = self
            .example
            .operations
            .iter()
            .zip(plans)
            .flat_map(|(operation, plan)| {
                let items = plan.iter().flatten();
                items.map(move |item| matches!(*item, Item::Single(at) if operation.operands[at] == value))
            })
            .filter(|is_use| *is_use)
            .count();
        if explicit_uses == 1 && self.random.chance(40) {
            return format!("_: {constraint}");
        }
        let name = self.name("x");
        self.values.push(Known {
            text: name.clone(),
            what: value,
        });
        format!("{name}: {constraint}")
    }

    fn value_constraint(&mut self, value: Value) -> String {
        let ty = self.example.ty(value);
        match self.random.below(5) {
            0 => format!("Value<{}>", self.ty(ty)),
            1 => format!("[Value<{}>]", self.ty(ty)),
            2 => "[Value, Value]".to_owned(),
            _ => "Value".to_owned(),
        }
    }

    /// An expression that matches a type.
    fn ty(&mut self, ty: &'static str) -> String {
        let known = self.types.iter().filter(|known| known.what == ty);
        let known: Vec<_> = known.map(|known| known.text.clone()).collect();
        if !known.is_empty() && self.random.chance(50) {
            return self.random.pick(&known).clone();
        }
        match self.random.below(3) {
            0 => self.literal("type", ty),
            1 => "_: Type".to_owned(),
            _ => {
                let text = self.name("t");
                self.types.push(Known {
                    text: text.clone(),
                    what: ty,
                });
                format!("{text}: Type")
            }
        }
    }

    fn result_types(&mut self, of: usize) -> String {
        let results = &self.example.operations[of].results;
        let mut types = Vec::new();
        let mut has_range = false;
        let mut at = 0;
        while at < results.len() {
            if self.random.chance(80) || (self.lists == Lists::Clear && has_range) {
                types.push(self.ty(results[at]));
                at += 1;
                continue;
            }
            let count = 1 + self.random.below(results.len() - at);
            let what = &results[at..at + count];
            types.push(self.type_range(of, what));
            has_range = true;
            at += count;
        }
        if results.is_empty() && self.random.chance(10) {
            types.push(self.type_range(of, &[]));
        }
        types.join(", ")
    }

    fn type_range(&mut self, of: usize, types: &[&'static str]) -> String {
        if self.random.chance(50) {
            return "_: TypeRange".to_owned();
        }
        let text = self.name("ts");
        self.owners.push((text.clone(), of));
        self.type_ranges.push(Known {
            text: text.clone(),
            what: types.to_vec(),
        });
        format!("{text}: TypeRange")
    }

    /// An attribute of that name and value.
    fn attribute(&mut self, name: &str, value: usize) -> String {
        let (text, ty) = ATTRIBUTES[value];
        if text == "unit" && self.random.chance(70) {
            return name.to_owned();
        }
        let known = self.attributes.iter().filter(|known| known.what == value);
        let known: Vec<_> = known.map(|known| known.text.clone()).collect();
        if let Some(known) = self.random.pick_any(&known) {
            return format!("{name} = {known}");
        }
        if self.random.chance(40) {
            return format!("{name} = {}", self.literal("attr", text));
        }
        let constraint = match ty {
            // The types of the table are those of the language's values, too.
            Some(ty) if self.random.chance(50) => {
                let known = self.types.len();
                let text = self.ty(ty);
                let new = self.types[known..].iter().map(|known| known.text.clone());
                self.attribute_types.extend(new);
                format!("Attr<{text}>")
            }
            _ => "Attr".to_owned(),
        };
        if self.random.chance(40) {
            return format!("{name} = _: {constraint}");
        }
        let variable = self.name("c");
        self.attributes.push(Known {
            text: variable.clone(),
            what: value,
        });
        format!("{name} = {variable}: {constraint}")
    }
}

fn has_range(items: &[Item]) -> bool {
    let is_range = |item: &Item| !matches!(item, Item::Single(_));
    items.iter().any(is_range)
}

/// Leaves at most one run of operands to a range. What connects operations is
/// written in front of it, where its place is known.
fn hide_one_run(operands: &[Value], links: &[Value], explicit: &mut [bool]) {
    let connects =
        |at: usize| matches!(operands[at], Value::Result(..)) || links.contains(&operands[at]);
    let last = (0..operands.len())
        .rev()
        .find(|at| explicit[*at] && connects(*at));
    let rest = last.map_or(0, |last| last + 1);
    explicit[..rest].fill(true);
    let hidden = |at: &usize| !explicit[*at];
    let (first, last) = (
        (rest..operands.len()).find(hidden),
        (rest..operands.len()).rfind(hidden),
    );
    if let (Some(first), Some(last)) = (first, last) {
        explicit[first..last].fill(false);
    }
}
