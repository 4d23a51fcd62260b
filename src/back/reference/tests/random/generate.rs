//! Random patterns.

use super::{
    Random,
    pattern::{ATTRIBUTES, Change, Id, Kind, Mode, Node, Operation, Pattern, TYPES},
};

/// The names of operations. The first ones are frequent.
const NAMES: [&str; 4] = ["t.a", "t.b", "t.c", "t.d"];

/// A registered operation whose operands are divided by segments, and the number
/// of its groups.
pub(super) const SEGMENTED: (&str, usize) = ("acc.wait", 4);

const ATTRIBUTE_NAMES: [&str; 3] = ["m", "n", "o"];

/// A set of patterns.
pub(super) fn patterns(random: &mut Random) -> Vec<Pattern> {
    let count = 1 + random.below(6);
    let changes = random.chance(40);
    (0..count)
        .map(|index| pattern(random, index, changes))
        .collect()
}

/// A pattern, which may change the program.
fn pattern(random: &mut Random, index: usize, changes: bool) -> Pattern {
    let benefit = random.below(3) as u16;
    let mut generator = Generator {
        random,
        pattern: Pattern {
            index,
            benefit,
            nodes: Vec::new(),
            root: 0,
            changes: Vec::new(),
        },
        operations: Vec::new(),
        block: None,
    };
    let count = match generator.random.below(10) {
        0..3 => 1,
        3..7 => 2,
        7..9 => 3,
        _ => 4,
    };
    for _ in 0..count {
        generator.operation();
        if generator.random.chance(30) {
            generator.constraint();
        }
        if generator.block.is_none() && generator.random.chance(20) {
            generator.body();
        }
    }
    generator.end_body();
    generator.mention_results();
    let operations = &generator.operations;
    generator.pattern.root = match generator.random.chance(70) {
        true => operations[operations.len() - 1],
        false => *generator.random.pick(operations),
    };
    if changes {
        generator.change();
    }
    generator.pattern
}

struct Generator<'r> {
    random: &'r mut Random,
    pattern: Pattern,
    operations: Vec<Id>,
    /// A block of an operation, where more operations may follow.
    block: Option<Id>,
}

impl Generator<'_> {
    fn push(&mut self, node: Node) -> Id {
        self.pattern.nodes.push(node);
        self.pattern.nodes.len() - 1
    }

    /// An earlier node of a kind.
    fn earlier(&mut self, kind: Kind) -> Option<Id> {
        let all: Vec<_> = (0..self.pattern.nodes.len())
            .filter(|id| self.pattern.kind(*id) == Some(kind))
            .collect();
        self.random.pick_any(&all).copied()
    }

    fn operation(&mut self) {
        let mut operation = Operation {
            inside: self.block.filter(|_| self.random.chance(70)),
            ..Operation::default()
        };
        let is_segmented = self.random.chance(8);
        operation.name = match self.random.below(100) {
            _ if is_segmented => Some(SEGMENTED.0),
            0..8 => None,
            number => Some(NAMES[number % NAMES.len()]),
        };
        operation.operands = self.operands(is_segmented, operation.inside.is_some());
        for name in ATTRIBUTE_NAMES {
            if !is_segmented && self.random.chance(20) {
                let attribute = self.attribute();
                operation.attributes.push((name, attribute));
            }
        }
        if !is_segmented {
            operation.results = self.results();
        }
        self.divide(&mut operation);
        let id = self.push(Node::Operation(operation));
        self.operations.push(id);
    }

    /// A region and a block of the last operation.
    fn body(&mut self) {
        let operation = *self.operations.last().expect("there is one");
        let index = usize::from(self.random.chance(15));
        let num_blocks = self.random.chance(60).then_some(1 + index);
        let region = self.push(Node::Region {
            operation,
            index,
            num_blocks,
        });
        let is_second = num_blocks != Some(1) && self.random.chance(15);
        let num_arguments = match self.random.chance(50) {
            true => Some(self.random.below(3)),
            false => None,
        };
        let is_exact = self.random.chance(40);
        let block = self.push(Node::Block {
            region,
            index: usize::from(is_second),
            num_arguments,
            is_exact,
        });
        for index in 0..num_arguments.unwrap_or(2) {
            if self.random.chance(50) {
                let ty = self.random.chance(30).then(|| self.ty());
                self.push(Node::Argument { block, index, ty });
            }
        }
        if num_arguments.is_none() && self.random.chance(20) {
            let first = self.random.below(3);
            let types = self.random.chance(30).then(|| self.types());
            self.push(Node::Arguments {
                block,
                first,
                types,
            });
        }
        let count = self.random.chance(40).then_some(1 + index);
        if let Node::Operation(operation) = &mut self.pattern.nodes[operation]
            && !(operation.results.is_empty() && operation.attributes.is_empty())
            && operation.name != Some(SEGMENTED.0)
        {
            operation.num_regions = count;
        }
        self.block = Some(block);
    }

    /// The last operation of the pattern in a block may be the last one there.
    fn end_body(&mut self) {
        let is_last = self.random.chance(50);
        let last = self
            .pattern
            .nodes
            .iter_mut()
            .rev()
            .find_map(|node| match node {
                Node::Operation(operation) => operation.inside.is_some().then_some(operation),
                _ => None,
            });
        if let Some(last) = last {
            last.is_last = is_last;
        }
    }

    /// Says how lists with several ranges are divided.
    fn divide(&mut self, operation: &mut Operation) {
        if operation.name == Some(SEGMENTED.0) || operation.results.is_empty() {
            return;
        }
        for is_result in [false, true] {
            let entries = match is_result {
                true => &operation.results,
                false => &operation.operands,
            };
            let ranges = entries.iter().filter(|entry| self.is_free_range(**entry));
            let must_divide = ranges.count() > 1;
            let mode = match self.random.below(100) {
                number if !must_divide && number < 75 => Mode::Open,
                0..20 => Mode::Single,
                20..90 => Mode::Equal,
                _ => Mode::Segments,
            };
            match is_result {
                true => operation.result_mode = mode,
                false => operation.operand_mode = mode,
            }
        }
    }

    /// Whether a range may have any length.
    fn is_free_range(&self, entry: Id) -> bool {
        let is_range = self.pattern.kind(entry).is_some_and(Kind::is_range);
        let is_all = matches!(self.pattern.nodes[entry], Node::Results { index: None, .. });
        is_range && !is_all
    }

    fn operands(&mut self, is_segmented: bool, is_inside: bool) -> Vec<Id> {
        let count = match is_segmented {
            true if self.random.chance(80) => SEGMENTED.1,
            true => return vec![self.range()],
            false => [0, 1, 1, 2, 2, 3, 4][self.random.below(7)],
        };
        // Without a mark, there may be one range.
        let mut operands = Vec::new();
        let mut has_range = false;
        for _ in 0..count {
            let may_be_range = is_segmented || !has_range || self.random.chance(15);
            let operand = match may_be_range && self.random.chance(35) {
                true => self.range(),
                false => self.value(),
            };
            has_range |= self.is_free_range(operand);
            operands.push(operand);
        }
        // Operations must be connected.
        let shared: Vec<_> = self
            .operations
            .iter()
            .flat_map(|operation| self.pattern.nodes[*operation].operands())
            .filter(|id| self.pattern.kind(*id) == Some(Kind::Value))
            .collect();
        let is_connected = operands.iter().any(|operand| {
            let node = &self.pattern.nodes[*operand];
            matches!(node, Node::Result { .. } | Node::Results { .. }) || shared.contains(operand)
        });
        if !is_connected && !is_inside && !self.operations.is_empty() {
            let operand = match self.random.pick_any(&shared) {
                Some(value) if self.random.chance(60) => *value,
                _ => self.result(),
            };
            match operands.is_empty() || is_segmented && operands.len() == 1 {
                true if is_segmented => operands[0] = operand,
                true => operands.push(operand),
                false => {
                    let place = self.random.below(operands.len());
                    operands[place] = operand;
                }
            }
        }
        operands
    }

    fn value(&mut self) -> Id {
        match self.random.below(100) {
            0..35 => {
                if let Some(value) = self.earlier(Kind::Value) {
                    return value;
                }
            }
            35..60 if !self.operations.is_empty() => return self.result(),
            _ => {}
        }
        let ty = self.random.chance(40).then(|| self.ty());
        self.push(Node::Operand(ty))
    }

    fn range(&mut self) -> Id {
        match self.random.below(100) {
            0..25 => {
                if let Some(range) = self.earlier(Kind::Values) {
                    return range;
                }
            }
            25..60 if !self.operations.is_empty() => return self.result_range(),
            _ => {}
        }
        let types = self.random.chance(40).then(|| self.types());
        self.push(Node::Operands(types))
    }

    /// A result of an earlier operation.
    fn result(&mut self) -> Id {
        let operation = *self.random.pick(&self.operations);
        if self.random.chance(20)
            && let Some((index, groups)) = self.group(operation)
        {
            return self.push(Node::Results {
                operation,
                index: Some(index),
                kind: Kind::Value,
                groups,
            });
        }
        let index = [0, 0, 0, 0, 1, 2][self.random.below(6)];
        self.push(Node::Result { operation, index })
    }

    fn result_range(&mut self) -> Id {
        let operation = *self.random.pick(&self.operations);
        let group = match self.random.chance(35) {
            true => self.group(operation),
            false => None,
        };
        let (index, groups) = group.unzip();
        self.push(Node::Results {
            operation,
            index,
            kind: Kind::Values,
            groups: groups.flatten(),
        })
    }

    /// The index of a group of results, and how a definition divides them if it
    /// does.
    fn group(&mut self, operation: Id) -> Option<(usize, Option<String>)> {
        let Node::Operation(written) = &self.pattern.nodes[operation] else {
            panic!("it is an operation");
        };
        let count = match &*written.results {
            [only] if self.is_free_range(*only) => 2,
            results => results.len(),
        };
        let definitions = [
            "11",
            "1*",
            "*1",
            "equal **",
            "segments *1",
            "1*1",
            "segments 1*",
            "1",
            "*",
        ];
        if self.random.chance(30) {
            let groups = *self.random.pick(&definitions);
            let count = groups.rsplit(' ').next().map_or(0, str::len);
            return Some((self.random.below(count), Some(groups.to_owned())));
        }
        (count != 0).then(|| (self.random.below(count), None))
    }

    fn results(&mut self) -> Vec<Id> {
        let count = [0, 1, 1, 1, 2, 3][self.random.below(6)];
        (0..count)
            .map(|_| match self.random.chance(25) {
                true => self.types(),
                false => self.ty(),
            })
            .collect()
    }

    fn ty(&mut self) -> Id {
        if self.random.chance(40)
            && let Some(ty) = self.earlier(Kind::Type)
        {
            return ty;
        }
        let constant = self
            .random
            .chance(30)
            .then(|| self.random.below(TYPES.len()));
        self.push(Node::Type(constant))
    }

    fn types(&mut self) -> Id {
        if self.random.chance(40)
            && let Some(types) = self.earlier(Kind::Types)
        {
            return types;
        }
        let count = self.random.below(3);
        let types = (0..count).map(|_| self.random.below(TYPES.len())).collect();
        let constant = self.random.chance(25).then_some(types);
        self.push(Node::Types(constant))
    }

    fn attribute(&mut self) -> Id {
        if self.random.chance(40)
            && let Some(attribute) = self.earlier(Kind::Attribute)
        {
            return attribute;
        }
        let value = self
            .random
            .chance(50)
            .then(|| self.random.below(ATTRIBUTES.len()));
        let ty = (value.is_none() && self.random.chance(30)).then(|| self.ty());
        self.push(Node::Attribute { value, ty })
    }

    /// Calls a constraint.
    fn constraint(&mut self) {
        let calls: [(&str, &[Kind], Option<Kind>); 10] = [
            ("IsOne", &[Kind::Attribute], None),
            ("IsNumber", &[Kind::Attribute], None),
            ("IsInteger", &[Kind::Type], None),
            ("IsShort", &[Kind::Values], None),
            ("AreAlike", &[Kind::Operation, Kind::Operation], None),
            ("Next", &[Kind::Attribute], Some(Kind::Attribute)),
            ("TypeOf", &[Kind::Value], Some(Kind::Type)),
            ("TypesOf", &[Kind::Values], Some(Kind::Types)),
            ("FirstOperand", &[Kind::Operation], Some(Kind::Value)),
            ("AllOperands", &[Kind::Operation], Some(Kind::Values)),
        ];
        let (name, kinds, result) = *self.random.pick(&calls);
        let arguments: Option<Vec<_>> = kinds.iter().map(|kind| self.earlier(*kind)).collect();
        let Some(arguments) = arguments else {
            return;
        };
        let is_negated = result.is_none() && self.random.chance(30);
        self.push(Node::Constraint {
            name,
            arguments,
            result,
            is_negated,
        });
    }

    /// Lets the rewrite change something, so that it needs guards.
    fn change(&mut self) {
        for operation in self.operations.clone() {
            let change = match self.random.below(8) {
                0 => Change::Erase(operation),
                1 | 2 => {
                    let kind = *self.random.pick(&[Kind::Value, Kind::Value, Kind::Values]);
                    match self.earlier(kind) {
                        Some(by) => Change::Replace(operation, vec![by]),
                        None => Change::Erase(operation),
                    }
                }
                3 => match self.earlier(Kind::Attribute) {
                    Some(attribute) => Change::Create(attribute),
                    None => continue,
                },
                4 | 5 => match self.earlier(Kind::Values) {
                    Some(range) => Change::Grow(range),
                    None => continue,
                },
                _ => continue,
            };
            self.pattern.changes.push(change);
        }
    }

    /// Gives constraints some results that no operation mentions.
    fn mention_results(&mut self) {
        if self.random.chance(15) {
            self.result();
            self.constraint();
        }
        if self.random.chance(10) {
            self.result_range();
            self.constraint();
        }
    }
}
