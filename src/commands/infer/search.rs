//! The most general pattern that is still right: one part after the other is made more
//! general, and stays so if the verifier proves it.

use super::{
    example::Example,
    guess::{Created, Expression, Guess, Matched, expressions},
    print::print,
    program::Constant,
};
use crate::commands::verify::{Judge, Judged};

/// How many ways to compute constants are tried together.
const MAX_TRIES: usize = 48;

pub(super) struct Search<'s, 'o> {
    example: &'s Example,
    judge: &'s mut Judge<'o>,
    name: &'s str,
    /// What stays as it is in the example, and why.
    notes: Vec<String>,
}

/// What is found.
pub(super) struct Found {
    pub(super) text: String,
    pub(super) verdict: String,
    pub(super) notes: Vec<String>,
}

impl<'s, 'o> Search<'s, 'o> {
    pub(super) fn new(example: &'s Example, judge: &'s mut Judge<'o>, name: &'s str) -> Self {
        Search {
            example,
            judge,
            name,
            notes: Vec::new(),
        }
    }

    /// # Errors
    ///
    /// Why even the pattern for the example alone is not proven.
    pub(super) fn run(mut self) -> Result<Found, String> {
        let mut guess = Guess::exact(self.example);
        let judged = self.judged(&guess)?;
        if !judged.is_proven {
            return Err(judged.text);
        }
        for index in 0..guess.any_types.len() {
            let mut general = guess.clone();
            general.any_types[index] = true;
            let what = format!("The type `{}`", self.example.types()[index]);
            self.accept(&mut guess, general, &what);
        }
        self.generalize_attributes(&mut guess);
        self.generalize_constants(&mut guess);
        self.leave_types_out(&mut guess);
        let verdict = self.judged(&guess)?.sentence;
        let text = print(self.example, &guess, self.name);
        Ok(Found {
            text: text.ok_or("a type has no place where it is bound")?,
            verdict,
            notes: self.notes,
        })
    }

    fn judged(&mut self, guess: &Guess) -> Result<Judged, String> {
        let unbound = "a type of it is not known before";
        let text = print(self.example, guess, self.name).ok_or(unbound)?;
        self.judge.judge(&format!("{PRELUDE}{text}"))
    }

    /// Whether a guess is right.
    fn is_proven(&mut self, guess: &Guess) -> bool {
        self.judged(guess).is_ok_and(|judged| judged.is_proven)
    }

    /// Takes a more general guess if it is right. Otherwise notes why that part stays.
    fn accept(&mut self, guess: &mut Guess, general: Guess, what: &str) -> bool {
        let reason = match self.judged(&general) {
            Ok(judged) if judged.is_proven => {
                *guess = general;
                return true;
            }
            Ok(judged) => judged.sentence,
            Err(reason) => reason,
        };
        self.notes
            .push(format!("{what} stays: with any, the pattern is {reason}"));
        false
    }

    fn generalize_attributes(&mut self, guess: &mut Guess) {
        let matched = self.example.matched.clone();
        for node in matched {
            for index in 0..self.example.before.nodes[node].attributes.len() {
                let at = (node, index);
                let mut general = guess.clone();
                general.any_attributes.push(at);
                let mut copied = general.clone();
                copied.copied_attributes.extend(self.copies(at));
                let has_copies = copied.copied_attributes.len() > guess.copied_attributes.len();
                // Without a copy, the attribute says nothing about what is created.
                if self.is_proven(&general) {
                    *guess = general;
                    continue;
                }
                let (key, value) = &self.example.before.nodes[node].attributes[index];
                let what = format!("The attribute `{key} = {value}`");
                let wanted = if has_copies { copied } else { general };
                self.accept(guess, wanted, &what);
            }
        }
    }

    /// The attributes of created operations that are the same as a matched one.
    fn copies(&self, (node, index): (usize, usize)) -> Vec<((usize, usize), (usize, usize))> {
        let wanted = &self.example.before.nodes[node].attributes[index];
        let created = self.example.created.iter();
        let all = created.flat_map(|created| {
            let attributes = self.example.after.nodes[*created].attributes.iter();
            attributes
                .enumerate()
                .filter(|(_, own)| *own == wanted)
                .map(|(at, _)| ((*created, at), (node, index)))
        });
        all.collect()
    }

    fn generalize_constants(&mut self, guess: &mut Guess) {
        let count = guess.matched.len();
        if count == 0 {
            return;
        }
        // All at once, with each way to compute what is created.
        for created in self.ways() {
            let mut general = guess.clone();
            general.matched = vec![Matched::Constant; count];
            general.created = created;
            if self.is_proven(&general) {
                *guess = general;
                break;
            }
        }
        for constant in 0..count {
            self.generalize_constant(guess, constant);
        }
    }

    fn generalize_constant(&mut self, guess: &mut Guess, constant: usize) {
        let is_used = guess.created.iter().any(|created| match created {
            Created::Computed(expression) => expression.uses(constant),
            Created::Exact => false,
        });
        let mut levels = Vec::new();
        if !is_used {
            levels.push(Matched::Value);
        }
        if guess.matched[constant] == Matched::Exact {
            levels.push(Matched::Constant);
            let equal = (0..constant).filter(|other| self.value(*other) == self.value(constant));
            levels.extend(equal.map(Matched::Equal));
        }
        let last = levels.len();
        for (index, level) in levels.into_iter().enumerate() {
            let mut general = guess.clone();
            general.matched[constant] = level;
            let is_last = index + 1 == last && guess.matched[constant] == Matched::Exact;
            if is_last {
                let what = match self.value(constant) {
                    Constant::Integer(number) => format!("The constant {number}"),
                    Constant::Other(text) => format!("The constant `{text}`"),
                };
                self.accept(guess, general, &what);
                return;
            }
            if self.is_proven(&general) {
                *guess = general;
                return;
            }
        }
    }

    fn value(&self, constant: usize) -> &Constant {
        let [matched, _] = self.example.constants();
        let node = &self.example.before.nodes[matched[constant]];
        node.constant.as_ref().expect("it is a constant")
    }

    /// The ways to compute all created constants; the shortest come first.
    fn ways(&self) -> Vec<Vec<Created>> {
        let [matched, created] = self.example.constants();
        let numbers: Vec<_> = matched
            .iter()
            .map(|node| self.example.before.nodes[*node].constant.as_ref())
            .collect();
        let mut ways = vec![Vec::new()];
        for node in created {
            let mut choices: Vec<_> = match self.example.after.nodes[node].constant {
                Some(Constant::Integer(number)) => expressions(&numbers, number),
                _ => Vec::new(),
            }
            .into_iter()
            .map(Created::Computed)
            .collect();
            choices.push(Created::Exact);
            ways = ways
                .iter()
                .flat_map(|way: &Vec<Created>| {
                    choices.iter().map(|choice| {
                        let mut longer = way.clone();
                        longer.push(choice.clone());
                        longer
                    })
                })
                .collect();
        }
        ways.sort_by_key(|way| way.iter().map(size).sum::<usize>());
        ways.truncate(MAX_TRIES);
        ways
    }

    /// Leaves out the types that follow from others.
    fn leave_types_out(&mut self, guess: &mut Guess) {
        for argument in 0..self.example.before.arguments.len() {
            let mut general = guess.clone();
            general.untyped_arguments.push(argument);
            if self.is_as_general(guess, &general) {
                *guess = general;
            }
        }
        let matched = self.example.matched.clone();
        for node in matched {
            let mut general = guess.clone();
            general.untyped_results.push(node);
            if self.is_as_general(guess, &general) {
                *guess = general;
            }
        }
    }

    /// Whether a guess that says less is proven for the same types.
    fn is_as_general(&mut self, guess: &Guess, general: &Guess) -> bool {
        let (Ok(old), Ok(new)) = (self.judged(guess), self.judged(general)) else {
            return false;
        };
        new.is_proven && new.sentence == old.sentence
    }
}

/// What each guess includes.
pub(super) const PRELUDE: &str = "#include \"pdll/std.pdll\"\n\n";

/// How much is computed; a constant of the example counts more than all calls.
fn size(created: &Created) -> usize {
    fn of(expression: &Expression) -> usize {
        match expression {
            Expression::Constant(_) => 1,
            Expression::Call(_, arguments) => 1 + arguments.iter().map(of).sum::<usize>(),
        }
    }
    match created {
        Created::Computed(expression) => of(expression),
        Created::Exact => 100,
    }
}
