//! Constraints and rewrites that a pattern calls in place of what is in their
//! bodies.

use super::{Lists, Writer};

impl Writer<'_> {
    /// A name that no other pattern has either.
    fn global_name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}_{}", self.number, self.names)
    }

    /// A result of an operation that has a variable, from a constraint.
    pub(super) fn result_call(&mut self, of: usize, variable: &str, index: usize) -> String {
        let name = self.global_name("Result");
        let param = match self.random.chance(50) {
            true => "o: Op".to_owned(),
            false => format!("o: Op<{}>", self.example.operations[of].name),
        };
        let (rest, member) = *self.random.pick(&[
            (" -> Value => o.#;", ""),
            (" => o.#;", ""),
            (" { let r = o.#; return r; }", ""),
            (" -> (Op, one: Value) { return (o, o.#); }", ".one"),
            (" => (all = o, o.#);", ".1"),
        ]);
        let rest = rest.replace('#', &index.to_string());
        self.declarations
            .push(format!("Constraint {name}({param}){rest}\n"));
        format!("{name}({variable}){member}")
    }

    /// Now and then requires once more, in the body of a constraint, that
    /// one of its values is an operand of an operation like this one. `places`
    /// are the operands whose places are known.
    pub(super) fn user_stmt(&mut self, of: usize, places: &[usize]) {
        if self.lists == Lists::Any || !self.random.chance(15) {
            return;
        }
        let operation = &self.example.operations[of];
        let known = places.iter().find_map(|at| {
            let value = operation.operands[*at];
            let known = self.values.iter().find(|known| known.what == value)?;
            Some((*at, known.text.clone()))
        });
        let Some((at, value)) = known else { return };
        let operands = (0..operation.operands.len()).map(|other| match other == at {
            true => "v",
            false => "_: Value",
        });
        let operands = operands.collect::<Vec<_>>().join(", ");
        let kind = &operation.name;
        let name = self.global_name("IsUsed");
        let body = match self.random.chance(50) {
            true => format!("{{ let user = op<{kind}>({operands}); }}"),
            false => format!("=> op<{kind}>({operands});"),
        };
        self.declarations
            .push(format!("Constraint {name}(v: Value) {body}\n"));
        self.stmt(&format!("{name}({value})"));
    }

    /// A call of a rewrite that creates the operation of that name, with those
    /// operands, of which some are ranges, and what follows them.
    pub(super) fn creation_call(
        &mut self,
        operation: &str,
        operands: &[(String, bool)],
        rest: &str,
    ) -> String {
        let name = self.global_name("Create");
        let params = operands.iter().enumerate().map(|(index, (_, is_range))| {
            let constraint = if *is_range { "ValueRange" } else { "Value" };
            format!("p{index}: {constraint}")
        });
        let params = params.collect::<Vec<_>>().join(", ");
        let names = (0..operands.len()).map(|index| format!("p{index}"));
        let names = names.collect::<Vec<_>>().join(", ");
        let arguments = operands.iter().map(|(text, _)| text.as_str());
        let arguments = arguments.collect::<Vec<_>>().join(", ");
        let created = format!("op<{operation}>({names}){rest}");
        if self.mentions_variable(rest) {
            return format!("Rewrite {name}({params}) {{ return {created}; }}({arguments})");
        }
        let body = match self.random.below(3) {
            0 => format!("-> Op => {created};"),
            1 => format!("{{ let made = {created}; return made; }}"),
            _ => format!("-> Op<{operation}> {{ return {created}; }}"),
        };
        self.declarations
            .push(format!("Rewrite {name}({params}) {body}\n"));
        format!("{name}({arguments})")
    }

    /// Whether an attribute or type variable is in the text.
    fn mentions_variable(&self, text: &str) -> bool {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let types = self.types.iter().map(|known| &known.text);
        let ranges = self.type_ranges.iter().map(|known| &known.text);
        let attributes = self.attributes.iter().map(|known| &known.text);
        let mut names = types.chain(ranges).chain(attributes);
        names.any(|name| text.split(|c| !is_word(c)).any(|word| word == name))
    }
}
