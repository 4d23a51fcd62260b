//! Programs that patterns match, or nearly match.

use super::{
    Random,
    generate::SEGMENTED,
    pattern::{self, ATTRIBUTES, Id, Mode, Node, Pattern, TYPES},
    program::{Block, BlockId, Operation, Program, Value},
};

/// A program with places that some patterns match, before it is changed a little.
pub(super) fn program(random: &mut Random, patterns: &[Pattern]) -> Program {
    let mut program = Program::default();
    for _ in 0..=random.below(3) {
        let pattern = random.pick(patterns);
        let range_length = random.below(3);
        let instance = Instance {
            random,
            pattern,
            program: &mut program,
            things: Vec::new(),
            range_length,
        };
        instance.build();
    }
    if random.chance(60) {
        for _ in 0..=random.below(2) {
            mutate(random, &mut program);
        }
    }
    program
}

/// What a node stands for.
#[derive(Debug, Clone)]
enum Thing {
    Type(usize),
    Types(Vec<usize>),
    Attribute(String, Option<usize>),
    Value(Value),
    Values(Vec<Value>),
    Operation(usize),
    Region(usize, usize),
    Block(BlockId),
    Nothing,
}

/// Builds what a pattern describes.
struct Instance<'i> {
    random: &'i mut Random,
    pattern: &'i Pattern,
    program: &'i mut Program,
    things: Vec<Thing>,
    /// The length of most ranges, so that they are equal.
    range_length: usize,
}

impl Instance<'_> {
    fn build(mut self) {
        for node in &self.pattern.nodes {
            let thing = self.thing(node);
            self.things.push(thing);
        }
        self.finish_blocks();
    }

    fn thing(&mut self, node: &Node) -> Thing {
        match node {
            Node::Type(constant) => {
                let any = self.random.below(TYPES.len());
                Thing::Type(constant.unwrap_or(any))
            }
            Node::Types(Some(types)) => Thing::Types(types.clone()),
            Node::Types(None) => {
                let length = self.length();
                Thing::Types(
                    (0..length)
                        .map(|_| self.random.below(TYPES.len()))
                        .collect(),
                )
            }
            Node::Attribute { value, ty } => {
                let ty = ty.map(|ty| self.types(ty)[0]);
                let fitting: Vec<_> = (0..ATTRIBUTES.len())
                    .filter(|index| ty.is_none() || ATTRIBUTES[*index].1 == ty)
                    .collect();
                let index = match (value, self.random.pick_any(&fitting)) {
                    (Some(value), _) => *value,
                    (None, Some(index)) => *index,
                    (None, None) => 0,
                };
                let (text, ty) = ATTRIBUTES[index];
                Thing::Attribute(text.to_owned(), ty)
            }
            Node::Operand(ty) => {
                let ty = ty.map(|ty| self.types(ty)[0]);
                Thing::Value(self.value(ty))
            }
            Node::Operands(Some(types)) => {
                let types = self.types(*types);
                Thing::Values(types.into_iter().map(|ty| self.value(Some(ty))).collect())
            }
            Node::Operands(None) => {
                let length = self.length();
                Thing::Values((0..length).map(|_| self.value(None)).collect())
            }
            Node::Operation(operation) => Thing::Operation(self.operation(operation)),
            Node::Region {
                operation,
                index,
                num_blocks,
            } => self.region(*operation, *index, num_blocks.unwrap_or(1)),
            Node::Block { region, index, .. } => self.block(*region, *index),
            Node::Argument { block, index, ty } => {
                let ty = ty.and_then(|ty| self.types(ty).first().copied());
                self.argument(*block, *index, ty)
            }
            Node::Arguments { block, first, .. } => {
                let Thing::Block(id) = self.things[*block] else {
                    return Thing::Nothing;
                };
                let count = self.program.block(id).arguments.len();
                Thing::Values(
                    (*first..count)
                        .map(|index| Value::Inner(id, index))
                        .collect(),
                )
            }
            Node::Result { operation, index } => self.result(*operation, *index),
            Node::Results {
                operation,
                index: None,
                ..
            } => Thing::Values(self.results(*operation)),
            Node::Results {
                operation,
                index: Some(index),
                kind,
                ..
            } => match kind.is_range() {
                false => self.result(*operation, *index),
                true => {
                    let results = self.results(*operation);
                    Thing::Values(results.get(*index..).unwrap_or_default().to_vec())
                }
            },
            Node::Constraint {
                name, arguments, ..
            } => self.returned(name, &self.things[arguments[0]].clone()),
        }
    }

    fn length(&mut self) -> usize {
        match self.random.chance(75) {
            true => self.range_length,
            false => self.random.below(4),
        }
    }

    /// The types that a node stands for.
    fn types(&mut self, node: Id) -> Vec<usize> {
        match &self.things[node] {
            Thing::Type(ty) => vec![*ty],
            Thing::Types(types) => types.clone(),
            _ => vec![0],
        }
    }

    fn values(&self, node: Id) -> Vec<Value> {
        match &self.things[node] {
            Thing::Value(value) => vec![*value],
            Thing::Values(values) => values.clone(),
            _ => Vec::new(),
        }
    }

    /// A value, mostly an old one.
    fn value(&mut self, ty: Option<usize>) -> Value {
        let fitting: Vec<_> = self
            .program
            .values()
            .into_iter()
            .filter(|value| ty.is_none_or(|ty| self.program.ty(*value) == ty))
            .collect();
        match self.random.pick_any(&fitting) {
            Some(value) if self.random.chance(80) => *value,
            _ => {
                let ty = ty.unwrap_or_else(|| self.random.below(TYPES.len()));
                self.program.operations.push(Operation {
                    name: "t.source".to_owned(),
                    operands: Vec::new(),
                    attributes: Vec::new(),
                    results: vec![ty],
                    regions: Vec::new(),
                    is_inside: false,
                });
                Value::Result(self.program.operations.len() - 1, 0)
            }
        }
    }

    fn operation(&mut self, operation: &pattern::Operation) -> usize {
        let groups = operation.operands.iter().map(|id| self.values(*id));
        let mut groups: Vec<_> = groups.collect();
        let result_groups: Vec<_> = operation.results.iter().map(|id| self.types(*id)).collect();
        let mut attributes = Vec::new();
        for (name, id) in &operation.attributes {
            if let Thing::Attribute(text, _) = &self.things[*id] {
                attributes.push(((*name).to_owned(), text.clone()));
            }
        }
        let is_registered = operation.name == Some(SEGMENTED.0);
        if is_registered {
            self.make_valid(&mut groups);
        }
        if operation.operand_mode == Mode::Segments || is_registered {
            let mut lengths: Vec<_> = groups.iter().map(Vec::len).collect();
            if is_registered && lengths.len() != SEGMENTED.1 {
                lengths = vec![lengths[0], 0, 0, 0];
            }
            attributes.push(segments("operandSegmentSizes", &lengths));
        }
        if operation.result_mode == Mode::Segments {
            let lengths: Vec<_> = result_groups.iter().map(Vec::len).collect();
            attributes.push(segments("resultSegmentSizes", &lengths));
        }
        let block = operation.inside.and_then(|block| match self.things[block] {
            Thing::Block(block) => Some(block),
            _ => None,
        });
        self.program.operations.push(Operation {
            name: operation.name.unwrap_or("t.any").to_owned(),
            operands: groups.concat(),
            attributes,
            results: result_groups.concat(),
            regions: Vec::new(),
            is_inside: block.is_some(),
        });
        let index = self.program.operations.len() - 1;
        if let Some(block) = block {
            let operations = &mut self.program.block_mut(block).operations;
            let place = match operation.is_last {
                true => operations.len(),
                false => self.random.below(operations.len() + 1),
            };
            operations.insert(place, index);
        }
        index
    }

    fn region(&mut self, operation: Id, index: usize, num_blocks: usize) -> Thing {
        let Thing::Operation(owner) = self.things[operation] else {
            return Thing::Nothing;
        };
        let regions = &mut self.program.operations[owner].regions;
        while regions.len() <= index {
            regions.push((0..num_blocks).map(|_| Block::default()).collect());
        }
        Thing::Region(owner, index)
    }

    fn block(&mut self, region: Id, index: usize) -> Thing {
        let Thing::Region(owner, region) = self.things[region] else {
            return Thing::Nothing;
        };
        let blocks = &mut self.program.operations[owner].regions[region];
        while blocks.len() <= index {
            blocks.push(Block::default());
        }
        Thing::Block((owner, region, index))
    }

    fn argument(&mut self, block: Id, index: usize, ty: Option<usize>) -> Thing {
        let Thing::Block(id) = self.things[block] else {
            return Thing::Nothing;
        };
        while self.program.block(id).arguments.len() <= index {
            let ty = ty.unwrap_or_else(|| self.random.below(TYPES.len()));
            self.program.block_mut(id).arguments.push(ty);
        }
        Thing::Value(Value::Inner(id, index))
    }

    /// Gives blocks as many arguments as the pattern wants, and more operations where it
    /// lets others be.
    fn finish_blocks(&mut self) {
        for (node, thing) in self.pattern.nodes.iter().zip(self.things.clone()) {
            let (
                Node::Block {
                    num_arguments,
                    is_exact,
                    ..
                },
                Thing::Block(id),
            ) = (node, thing)
            else {
                continue;
            };
            while self.program.block(id).arguments.len() < num_arguments.unwrap_or(0) {
                let ty = self.random.below(TYPES.len());
                self.program.block_mut(id).arguments.push(ty);
            }
            if !is_exact && self.random.chance(50) {
                self.add_inside(id);
            }
        }
    }

    /// Adds some operation to a block.
    fn add_inside(&mut self, id: BlockId) {
        let names = ["t.a", "t.b", "t.c", "t.other"];
        self.program.operations.push(Operation {
            name: (*self.random.pick(&names)).to_owned(),
            operands: Vec::new(),
            attributes: Vec::new(),
            results: Vec::new(),
            regions: Vec::new(),
            is_inside: true,
        });
        let added = self.program.operations.len() - 1;
        let operations = &mut self.program.block_mut(id).operations;
        operations.insert(self.random.below(operations.len() + 1), added);
    }

    /// Makes the operands those of a valid `acc.wait`.
    fn make_valid(&self, groups: &mut [Vec<Value>]) {
        for (index, group) in groups.iter_mut().enumerate() {
            if index > 0 {
                group.truncate(1);
            }
            let types: &[usize] = if index == 3 { &[2] } else { &[0, 1] };
            for value in group {
                if !types.contains(&self.program.ty(*value)) {
                    *value = Value::Argument(types[0]);
                }
            }
        }
    }

    fn results(&self, operation: Id) -> Vec<Value> {
        let Thing::Operation(index) = self.things[operation] else {
            return Vec::new();
        };
        let count = self.program.operations[index].results.len();
        (0..count)
            .map(|result| Value::Result(index, result))
            .collect()
    }

    fn result(&mut self, operation: Id, index: usize) -> Thing {
        let result = self.results(operation).get(index).copied();
        Thing::Value(result.unwrap_or_else(|| self.value(None)))
    }

    /// What a constraint returns.
    fn returned(&mut self, name: &str, argument: &Thing) -> Thing {
        match (name, argument) {
            ("Next", Thing::Attribute(text, ty)) => {
                let (number, kind) = text.split_once(' ').unwrap_or((text, ""));
                match number.parse::<i64>() {
                    Ok(number) => Thing::Attribute(format!("{} {kind}", number + 1), *ty),
                    Err(_) => Thing::Nothing,
                }
            }
            ("TypeOf", Thing::Value(value)) => Thing::Type(self.program.ty(*value)),
            ("TypesOf", Thing::Values(values)) => {
                Thing::Types(values.iter().map(|one| self.program.ty(*one)).collect())
            }
            ("FirstOperand", Thing::Operation(index)) => {
                match self.program.operations[*index].operands.first() {
                    Some(value) => Thing::Value(*value),
                    None => Thing::Nothing,
                }
            }
            ("AllOperands", Thing::Operation(index)) => {
                Thing::Values(self.program.operations[*index].operands.clone())
            }
            _ => Thing::Nothing,
        }
    }
}

fn segments(name: &str, lengths: &[usize]) -> (String, String) {
    let lengths: Vec<_> = lengths.iter().map(ToString::to_string).collect();
    let text = match &*lengths {
        [] => "array<i32>".to_owned(),
        lengths => format!("array<i32: {}>", lengths.join(", ")),
    };
    (name.to_owned(), text)
}

/// Changes something.
fn mutate(random: &mut Random, program: &mut Program) {
    let values = program.values();
    if program.operations.is_empty() {
        return;
    }
    let index = random.below(program.operations.len());
    let used = |operation: usize| {
        let operands = program.operations.iter().flat_map(|other| &other.operands);
        operands
            .filter_map(|value| match value {
                Value::Result(owner, result) if *owner == operation => Some(*result + 1),
                _ => None,
            })
            .max()
            .unwrap_or(0)
    };
    let num_used = used(index);
    let operation = &mut program.operations[index];
    let is_registered = operation.name == SEGMENTED.0;
    match random.below(11) {
        8 if !operation.regions.is_empty() => operation.regions.push(Vec::new()),
        9 | 10 if !operation.regions.is_empty() => {
            let region = random.below(operation.regions.len());
            let Some(block) = operation.regions[region].first_mut() else {
                return;
            };
            match random.below(3) {
                0 => block.arguments.push(random.below(TYPES.len())),
                1 => block.operations.reverse(),
                _ => operation.regions[region].push(Block::default()),
            }
        }
        0 if !is_registered => {
            operation.name = (*random.pick(&["t.a", "t.b", "t.c", "t.d"])).to_owned();
        }
        1 | 2 if !operation.operands.is_empty() => {
            let place = random.below(operation.operands.len());
            operation.operands[place] = *random.pick(&values);
        }
        3 if !is_registered => operation.operands.push(*random.pick(&values)),
        4 if !is_registered => drop(operation.operands.pop()),
        5 if !is_registered => operation.results.push(random.below(TYPES.len())),
        6 if operation.results.len() > num_used => drop(operation.results.pop()),
        7 if !operation.attributes.is_empty() => {
            let place = random.below(operation.attributes.len());
            if operation.attributes[place].0.ends_with("Sizes") {
                return;
            }
            match random.chance(50) {
                true => drop(operation.attributes.remove(place)),
                false => {
                    operation.attributes[place].1 = random.pick(&ATTRIBUTES).0.to_owned();
                }
            }
        }
        _ if !operation.results.is_empty() => {
            let place = random.below(operation.results.len());
            operation.results[place] = random.below(TYPES.len());
        }
        _ => {}
    }
}
