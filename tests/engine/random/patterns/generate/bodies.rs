//! What patterns say about regions, and do with them.

use super::{
    super::{
        BlockMatch, Body, Inlining, NewBlock, NewRegion, OperandMatch, PlaceMatch, Statement,
        TypeMatch, Values, Var,
    },
    Generator, Part, TARGETS, is_single,
};

impl Generator<'_> {
    /// The body of a matched operation.
    pub(super) fn body(&mut self, operation: Var, depth: usize) -> Body {
        let region = (self.is_independent() || self.random.chance(60)).then(|| self.variable());
        if let Some(variable) = region {
            self.regions.push(Part {
                variable,
                operation,
            });
        }
        let has_block = !self.is_independent() && (region.is_none() || self.random.chance(60));
        Body {
            region,
            block: has_block.then(|| self.block(operation, depth)),
        }
    }

    fn is_independent(&self) -> bool {
        self.created_names == TARGETS
    }

    fn block(&mut self, operation: Var, depth: usize) -> BlockMatch {
        let label = self.variable();
        let arguments = self.block_arguments();
        for argument in arguments.iter().flatten() {
            if let OperandMatch::Value(variable, _) | OperandMatch::Range(variable) = argument {
                self.places.insert(*variable, operation);
            }
        }
        let first = self.matched.len();
        let outside = self.inside.replace(label);
        let has_last = self.random.chance(70);
        let last = has_last.then(|| self.matched(depth.min(1), |_| true));
        self.inside = outside;
        for inner in &self.matched[first..] {
            if inner.inside == Some(label) {
                self.places.insert(inner.operation, operation);
            }
        }
        self.blocks.push(Part {
            variable: label,
            operation,
        });
        BlockMatch {
            label,
            arguments,
            is_open: self.random.chance(50),
            last,
        }
    }

    fn block_arguments(&mut self) -> Option<Vec<OperandMatch>> {
        Some(match self.random.below(100) {
            0..25 => return None,
            25..45 => vec![],
            45..75 => vec![self.block_argument()],
            75..82 => vec![self.block_argument(), self.block_argument()],
            82..90 => vec![self.block_argument(), self.block_range()],
            _ => vec![self.block_range()],
        })
    }

    fn block_argument(&mut self) -> OperandMatch {
        let r#type = self.random.chance(40).then(|| self.matched_type());
        self.new_value(r#type)
    }

    fn block_range(&mut self) -> OperandMatch {
        let range = self.variable();
        self.ranges.push(range);
        OperandMatch::Range(range)
    }

    /// Whether the operation is erased or replaced that a variable stands for or is in.
    pub(super) fn is_gone(&self, variable: Var) -> bool {
        self.gone.iter().any(|gone| self.is_within(variable, *gone))
    }

    /// Whether a variable stands for an operation, or for what is in it.
    pub(super) fn is_within(&self, variable: Var, operation: Var) -> bool {
        let mut next = Some(variable);
        while let Some(variable) = next {
            if variable == operation {
                return true;
            }
            next = self.places.get(&variable).copied();
        }
        false
    }

    /// Regions for a new operation. What moves is taken last, so that nothing in front of it
    /// can take it.
    pub(super) fn new_regions(&mut self) -> Vec<NewRegion> {
        let mut regions = vec![];
        while !self.is_independent() && regions.len() < 2 && self.random.chance(12) {
            let blocks = if self.random.chance(92) { 1 } else { 2 };
            let blocks = (0..blocks).map(|_| self.new_block()).collect();
            regions.push(NewRegion::Written(blocks));
        }
        for index in (0..self.regions.len()).rev() {
            let Part {
                variable,
                operation,
            } = self.regions[index];
            if self.is_gone(operation) || !self.random.chance(35) {
                continue;
            }
            if self.random.chance(30) {
                regions.push(NewRegion::Copied(variable));
                continue;
            }
            regions.push(NewRegion::Moved(variable));
            self.regions.remove(index);
            self.release(operation);
        }
        if self.random.chance(50) {
            regions.reverse();
        }
        regions
    }

    /// What was in an operation is elsewhere.
    fn release(&mut self, operation: Var) {
        self.places.retain(|_, around| *around != operation);
    }

    fn new_block(&mut self) -> NewBlock {
        let label = self.variable();
        let known = (self.values.len(), self.created.len(), self.left.len());
        let arguments: Vec<_> = (0..self.random.below(3))
            .map(|_| {
                let argument = self.variable();
                self.values.push(argument);
                (argument, self.argument_type())
            })
            .collect();
        let statements = self.nested();
        self.values.truncate(known.0);
        self.created.truncate(known.1);
        self.left.truncate(known.2);
        NewBlock {
            label,
            arguments,
            statements,
        }
    }

    fn argument_type(&mut self) -> TypeMatch {
        match self.random.chance(60) {
            true => TypeMatch::Literal("i32"),
            false => self.created_type(),
        }
    }

    /// Statements that create at another place.
    fn nested(&mut self) -> Vec<Statement> {
        let mut statements = vec![];
        for _ in 0..self.random.below(4) {
            let inlined = match self.random.chance(50) {
                true => self.inline(),
                false => None,
            };
            statements.push(inlined.unwrap_or_else(|| self.create()));
        }
        statements
    }

    pub(super) fn inline(&mut self) -> Option<Statement> {
        let blocks = 0..self.blocks.len();
        let present: Vec<_> = blocks
            .filter(|index| !self.is_gone(self.blocks[*index].operation))
            .collect();
        let index = *self.random.pick_any(&present)?;
        let Part {
            variable: block,
            operation,
        } = self.blocks[index];
        let arguments = self.arguments_for(block)?;
        let is_copy = self.random.chance(35);
        if !is_copy {
            self.blocks.remove(index);
            self.regions.retain(|region| region.operation != operation);
            self.release(operation);
        }
        let result = self.variable();
        self.left.push(result);
        Some(Statement::Inline(Inlining {
            block,
            arguments,
            result,
            is_copy,
        }))
    }

    /// Values for the arguments of a block, which may be the wrong ones.
    fn arguments_for(&mut self, label: Var) -> Option<Vec<Values>> {
        let mut blocks = self.matched.iter().filter_map(|matched| {
            let block = matched.body.as_ref()?.block.as_ref()?;
            (block.label == label).then_some(block)
        });
        let arguments = blocks.next()?.arguments.as_ref();
        let count = match arguments.filter(|list| !list.iter().any(OperandMatch::is_range)) {
            Some(arguments) => arguments.len(),
            None => self.random.below(2),
        };
        if self.random.chance(8) {
            return Some(vec![self.values()?]);
        }
        (0..count)
            .map(|_| self.values().filter(is_single))
            .collect()
    }

    pub(super) fn at(&mut self) -> Option<Statement> {
        let place = match self.random.chance(40) {
            true => {
                let block = self.random.pick_any(&self.blocks)?;
                (!self.is_gone(block.operation)).then_some(PlaceMatch::Start(block.variable))
            }
            false => {
                let operation = self.random.pick(&self.matched).operation;
                (!self.is_gone(operation)).then_some(PlaceMatch::Before(operation))
            }
        };
        let place = place?;
        let known = (self.created.len(), self.left.len());
        let statements = self.nested();
        self.created.truncate(known.0);
        self.left.truncate(known.1);
        Some(Statement::At { place, statements })
    }
}
