//! What the rewrite of a pattern does.

use super::{
    matching::Bindings,
    program::{
        BlockId, Copies, NewOperation, OperationId, Place, Program, RegionId, Text, ValueId,
    },
    walk::is_unknown,
};
use crate::random::{
    definitions::{Definition, Group, definition},
    patterns::{
        AttributeMatch, Creation, Inlining, NewBlock, NewRegion, Pattern, PlaceMatch, Replacement,
        Statement, TypeMatch, Values, Var,
    },
};
use std::{collections::BTreeMap, iter::zip};

/// Why a run ends with an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Problem {
    ErasedInUse,
    WrongNumber,
    OwnResult,
    MissingResult,
    NativeFails,
    /// Their number or types are wrong.
    BlockArguments,
    /// A block is inlined with a value that it defines.
    OwnValue,
    /// A block ends in a branch, so that it cannot be inlined.
    Branch,
    /// The results of the last operation are used.
    UsedEnd,
    /// A region or block moves into itself.
    IntoItself,
    InlinedBefore,
    /// An operation is erased that was the last one of an inlined block.
    ErasedTwice,
    /// An operation of a dialect is invalid at the end.
    Invalid,
}

/// What a rewrite does, one thing at a time.
#[derive(Debug, Clone, Copy)]
enum Step<'p> {
    Do(&'p Statement),
    /// The next operations are created at that place.
    Go(&'p PlaceMatch),
}

/// The statements in the order in which they take effect: operations are erased
/// and replaced at the end, or before the next native function, inlined block or change of
/// the place. Nothing is erased before the place is the old one again.
fn order(pattern: &Pattern) -> Vec<Step<'_>> {
    let mut order = Order {
        pattern,
        ordered: vec![],
        erasures: vec![],
        depth: 0,
    };
    order.add_all(&pattern.rewrite);
    order.ordered.append(&mut order.erasures);
    order.ordered
}

struct Order<'p> {
    pattern: &'p Pattern,
    ordered: Vec<Step<'p>>,
    erasures: Vec<Step<'p>>,
    /// How many places are taken.
    depth: usize,
}

impl<'p> Order<'p> {
    fn add_all(&mut self, statements: &'p [Statement]) {
        for statement in statements {
            self.add(statement);
        }
    }

    fn add(&mut self, statement: &'p Statement) {
        match statement {
            Statement::Replace { .. } | Statement::Erase(_) => {
                return self.erasures.push(Step::Do(statement));
            }
            Statement::Create(creation) => {
                self.add_regions(creation);
            }
            Statement::At { place, statements } => {
                if !changes_place(self.pattern, place) {
                    return self.add_all(statements);
                }
                self.erase();
                self.depth += 1;
                self.ordered.push(Step::Go(place));
                self.add_all(statements);
                self.depth -= 1;
                return;
            }
            Statement::SetAttribute { .. }
            | Statement::RemoveAttribute { .. }
            | Statement::ReplaceUses { .. }
            | Statement::Inline(_) => self.erase(),
        }
        self.ordered.push(Step::Do(statement));
    }

    fn add_regions(&mut self, creation: &'p Creation) {
        if looks_at_erased(creation) {
            self.erase();
        }
        self.depth += 1;
        for region in &creation.regions {
            if let NewRegion::Written(blocks) = region {
                for block in blocks {
                    self.add_all(&block.statements);
                }
            }
        }
        self.depth -= 1;
    }

    fn erase(&mut self) {
        if self.depth == 0 {
            self.ordered.append(&mut self.erasures);
        }
    }
}

/// Operations that are in no block of the match leave the place as it is.
fn changes_place(pattern: &Pattern, place: &PlaceMatch) -> bool {
    match place {
        PlaceMatch::Before(operation) => {
            let matched = pattern.matched(*operation);
            matched.is_some_and(|matched| matched.inside.is_some())
        }
        PlaceMatch::Start(_) => true,
    }
}

/// Whether what is erased must be gone before the regions of an operation are made.
fn looks_at_erased(creation: &Creation) -> bool {
    let mut regions = creation.regions.iter();
    regions.any(|region| !matches!(region, NewRegion::Moved(_)))
}

/// Whether a match can be rewritten: what the rewrite still needs must outlive
/// the operations that it erases, and it must not erase an operation twice.
pub(crate) fn can_rewrite(program: &Program, pattern: &Pattern, bindings: &Bindings) -> bool {
    let steps = order(pattern);
    let mut erased = vec![];
    for (index, step) in steps.iter().enumerate() {
        let Step::Do(
            statement @ (Statement::Erase(variable)
            | Statement::Replace {
                operation: variable,
                ..
            }),
        ) = step
        else {
            continue;
        };
        if pattern.matched(*variable).is_none() {
            continue;
        }
        let operation = bindings.operation(*variable);
        if erased.contains(&operation) {
            return false;
        }
        erased.push(operation);
        let mut needs = Needs {
            pattern,
            bindings,
            operations: vec![],
            values: vec![],
        };
        if let Statement::Replace { by, .. } = statement {
            needs.add_replacement(by);
        }
        for later in &steps[index + 1..] {
            needs.add(later);
        }
        let moved = moved(pattern, &steps[..index]);
        let vanishes = |needed: Var, definition: OperationId| {
            program.contains(operation, definition) && !leaves(pattern, needed, *variable, &moved)
        };
        let mut operations = needs.operations.iter();
        let mut values = needs.values.iter();
        if operations.any(|(needed, id)| needed != variable && vanishes(*needed, *id))
            || values.any(|(needed, value)| vanishes(*needed, program.owner(*value)))
        {
            return false;
        }
    }
    true
}

/// The blocks whose contents steps move elsewhere, alone or with their regions.
fn moved(pattern: &Pattern, steps: &[Step<'_>]) -> Vec<Moved> {
    let mut moved = vec![];
    for step in steps {
        match step {
            Step::Do(Statement::Create(creation)) => {
                moved.extend(creation.regions.iter().filter_map(|region| match region {
                    NewRegion::Moved(region) => Some(Moved::RegionOf(owner(pattern, *region))),
                    NewRegion::Copied(_) | NewRegion::Written(_) => None,
                }));
            }
            Step::Do(Statement::Inline(inlining)) if !inlining.is_copy => {
                moved.push(Moved::Block(inlining.block));
            }
            Step::Do(_) | Step::Go(_) => {}
        }
    }
    moved
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Moved {
    Block(Var),
    RegionOf(Var),
}

/// Whether a variable stands for what was in an operation, and has moved elsewhere.
fn leaves(pattern: &Pattern, variable: Var, operation: Var, moved: &[Moved]) -> bool {
    let around = pattern.bodies_around(variable);
    let last = around.iter().position(|body| body.operation == operation);
    let inner = &around[..last.map_or(around.len(), |last| last + 1)];
    inner.iter().any(|body| {
        moved.contains(&Moved::Block(body.block))
            || moved.contains(&Moved::RegionOf(body.operation))
    })
}

/// The operation of the match that has a region or block.
fn owner(pattern: &Pattern, part: Var) -> Var {
    let has_part = pattern.matched.iter().find(|matched| {
        let body = matched.body.as_ref();
        body.is_some_and(|body| {
            let label = body.block.as_ref().map(|block| block.label);
            body.region == Some(part) || label == Some(part)
        })
    });
    has_part.expect("the match names it").operation
}

/// What steps need of a match.
struct Needs<'p> {
    pattern: &'p Pattern,
    bindings: &'p Bindings,
    operations: Vec<(Var, OperationId)>,
    values: Vec<(Var, ValueId)>,
}

impl Needs<'_> {
    fn add(&mut self, step: &Step<'_>) {
        match step {
            Step::Do(statement) => self.add_statement(statement),
            Step::Go(PlaceMatch::Before(operation)) => self.add_operation(*operation),
            Step::Go(PlaceMatch::Start(block)) => self.add_owner(*block),
        }
    }

    fn add_statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Create(creation) => {
                self.add_root();
                self.add_all(&creation.operands);
                for region in &creation.regions {
                    if let NewRegion::Moved(region) | NewRegion::Copied(region) = region {
                        self.add_owner(*region);
                    }
                }
            }
            Statement::Inline(inlining) => {
                self.add_root();
                self.add_owner(inlining.block);
                self.add_all(&inlining.arguments);
            }
            Statement::Replace { operation, by } => {
                self.add_operation(*operation);
                self.add_replacement(by);
            }
            Statement::Erase(operation) => self.add_operation(*operation),
            Statement::SetAttribute { operation, .. }
            | Statement::RemoveAttribute { operation, .. } => {
                self.add_root();
                self.add_operation(*operation);
            }
            Statement::ReplaceUses { before, after } => {
                self.add_root();
                self.add_values(before);
                self.add_values(after);
            }
            Statement::At { .. } => unreachable!("its statements are steps"),
        }
    }

    fn add_owner(&mut self, part: Var) {
        self.add_operation(owner(self.pattern, part));
    }

    fn add_all(&mut self, all: &[Values]) {
        all.iter().for_each(|values| self.add_values(values));
    }

    fn add_replacement(&mut self, by: &Replacement) {
        match by {
            Replacement::Operation(operation) => self.add_operation(*operation),
            Replacement::Values(values) => self.add_all(values),
        }
    }

    fn add_values(&mut self, values: &Values) {
        match values {
            Values::Value(variable) | Values::Range(variable) => {
                let values = self.bindings.known_values(*variable);
                let values = values.into_iter().flatten();
                self.values.extend(values.map(|value| (*variable, value)));
            }
            Values::Result(operation, _)
            | Values::Group(operation, _)
            | Values::Results(operation) => {
                self.add_operation(*operation);
            }
            Values::Nothing => {}
        }
    }

    fn add_operation(&mut self, variable: Var) {
        if self.pattern.matched(variable).is_some() {
            let operation = self.bindings.operation(variable);
            self.operations.push((variable, operation));
        }
    }

    /// What is created has its place before the root.
    fn add_root(&mut self) {
        self.add_operation(self.pattern.root());
    }
}

/// Executes the rewrite of a match.
pub(crate) fn rewrite(
    program: &mut Program,
    pattern: &Pattern,
    bindings: &Bindings,
) -> Result<(), Problem> {
    let root = bindings.operation(pattern.root());
    let place = Place {
        block: program
            .operation(root)
            .block
            .expect("the root is in a block"),
        next: Some(root),
    };
    let mut rewriter = Rewriter {
        program,
        pattern,
        bindings,
        created: BTreeMap::new(),
        given: BTreeMap::new(),
        replaced: Copies::default(),
        inlined: vec![],
        left_out: vec![],
        place,
        places: vec![],
        erasures: vec![],
    };
    rewriter.execute_all(&pattern.rewrite)?;
    rewriter.erase_pending()?;
    match uses_what_is_erased(program) {
        true => Err(Problem::ErasedInUse),
        false => Ok(()),
    }
}

/// Whether the last operation of a block may be its terminator.
fn may_end_block(name: &str) -> bool {
    is_unknown(name) || ["func.return", "scf.yield", "cf.br", "cf.cond_br"].contains(&name)
}

fn uses_what_is_erased(program: &Program) -> bool {
    let present = program.present();
    let is_present = |value: &ValueId| present.contains(&program.owner(*value));
    let mut operations = present.iter().map(|id| program.operation(*id));
    operations.any(|operation| !operation.operands.iter().all(is_present))
}

struct Rewriter<'p> {
    program: &'p mut Program,
    pattern: &'p Pattern,
    bindings: &'p Bindings,
    created: BTreeMap<Var, OperationId>,
    /// The arguments of new blocks, and what inlined blocks have left.
    given: BTreeMap<Var, Vec<ValueId>>,
    /// What stands for the arguments of inlined blocks.
    replaced: Copies,
    inlined: Vec<BlockId>,
    /// The last operations of inlined blocks, which are gone.
    left_out: Vec<OperationId>,
    /// Where the next operation is created.
    place: Place,
    /// The places to return to.
    places: Vec<Place>,
    /// What to erase later, and what to replace it with before.
    erasures: Vec<(OperationId, Option<Vec<ValueId>>)>,
}

impl Rewriter<'_> {
    fn execute_all(&mut self, statements: &[Statement]) -> Result<(), Problem> {
        let mut statements = statements.iter();
        statements.try_for_each(|statement| self.execute(statement))
    }

    fn execute(&mut self, statement: &Statement) -> Result<(), Problem> {
        match statement {
            Statement::Create(creation) => self.create(creation),
            Statement::Erase(variable) => {
                self.erasures.push((self.operation(*variable), None));
                Ok(())
            }
            Statement::Replace { operation, by } => {
                let values = match by {
                    Replacement::Operation(by) => {
                        self.program.operation(self.operation(*by)).results.clone()
                    }
                    Replacement::Values(values) => self.evaluate_all(values)?,
                };
                self.erasures
                    .push((self.operation(*operation), Some(values)));
                Ok(())
            }
            Statement::SetAttribute {
                operation,
                name,
                value,
            } => {
                self.erase_pending()?;
                let value = self.attribute(value);
                let operation = self.operation(*operation);
                let attributes = &mut self.program.operation_mut(operation).attributes;
                attributes.insert((*name).to_owned(), value);
                Ok(())
            }
            Statement::RemoveAttribute { operation, name } => {
                self.erase_pending()?;
                let operation = self.operation(*operation);
                self.program
                    .operation_mut(operation)
                    .attributes
                    .remove(*name);
                Ok(())
            }
            Statement::ReplaceUses { before, after } => {
                let (before, after) = (self.evaluate(before)?[0], self.evaluate(after)?[0]);
                self.erase_pending()?;
                self.replace_uses(before, after)
            }
            Statement::Inline(inlining) => {
                let values = self.evaluate_all(&inlining.arguments)?;
                self.erase_pending()?;
                let left = self.inline(inlining, &values)?;
                self.given.insert(inlining.result, left);
                Ok(())
            }
            Statement::At { place, statements } => {
                if !changes_place(self.pattern, place) {
                    return self.execute_all(statements);
                }
                self.leave_place()?;
                self.place = self.find(place)?;
                self.execute_all(statements)?;
                self.return_to_place();
                Ok(())
            }
        }
    }

    /// Nothing is erased before the return to the place.
    fn leave_place(&mut self) -> Result<(), Problem> {
        self.erase_pending()?;
        self.places.push(self.place);
        Ok(())
    }

    fn return_to_place(&mut self) {
        self.place = self.places.pop().expect("it was left");
        if let Some(next) = self.place.next {
            let block = self.program.operation(next).block;
            self.place.block = block.expect("nothing was erased in between");
        }
    }

    fn find(&self, place: &PlaceMatch) -> Result<Place, Problem> {
        match place {
            PlaceMatch::Before(operation) => {
                let next = self.operation(*operation);
                let block = self.program.operation(next).block;
                Ok(Place {
                    block: block.expect("it is in a block of the match"),
                    next: Some(next),
                })
            }
            PlaceMatch::Start(label) => {
                let block = self.block(*label)?;
                let next = self.program.block(block).operations.first().copied();
                Ok(Place { block, next })
            }
        }
    }

    fn block(&self, label: Var) -> Result<BlockId, Problem> {
        let block = self.bindings.block(label);
        match self.inlined.contains(&block) {
            true => Err(Problem::InlinedBefore),
            false => Ok(block),
        }
    }

    /// Moves or copies the operations of a block to the place. Returns what its terminator
    /// yields.
    fn inline(&mut self, inlining: &Inlining, values: &[ValueId]) -> Result<Vec<ValueId>, Problem> {
        let block = self.block(inlining.block)?;
        let values: Vec<_> = values.iter().map(|value| self.present(*value)).collect();
        let end = self.check_inlining(block, &values, inlining.is_copy)?;
        let yielded = end.map(|end| self.program.operation(end).operands.clone());
        let yielded = yielded.unwrap_or_default();
        let arguments = self.program.block(block).arguments.clone();
        let mut copies = Copies::default();
        copies.values.extend(zip(arguments, values));
        if inlining.is_copy {
            let mut operations = self.program.block(block).operations.clone();
            operations.retain(|operation| Some(*operation) != end);
            self.program
                .copy_operations(&operations, self.place, &mut copies);
        } else {
            if self.is_around_place(self.program.block(block).region) {
                return Err(Problem::IntoItself);
            }
            self.move_block(block, end, &copies);
        }
        Ok(yielded.iter().map(|value| copies.value(*value)).collect())
    }

    /// Returns the terminator, if there is one.
    fn check_inlining(
        &self,
        block: BlockId,
        values: &[ValueId],
        is_copy: bool,
    ) -> Result<Option<OperationId>, Problem> {
        let program = &self.program;
        let arguments = &program.block(block).arguments;
        if arguments.len() != values.len() {
            return Err(Problem::BlockArguments);
        }
        for (argument, value) in zip(arguments, values) {
            if !is_copy && program.block_of(*value) == Some(block) {
                return Err(Problem::OwnValue);
            }
            if program.value(*argument).r#type != program.value(*value).r#type {
                return Err(Problem::BlockArguments);
            }
        }
        let last = program.block(block).operations.last().copied();
        let Some(end) = last.filter(|last| may_end_block(&program.operation(*last).name)) else {
            return Ok(None);
        };
        let operation = program.operation(end);
        if !operation.successors.is_empty() {
            return Err(Problem::Branch);
        }
        let mut results = operation.results.iter();
        match results.all(|result| program.users(*result).is_empty()) {
            true => Ok(Some(end)),
            false => Err(Problem::UsedEnd),
        }
    }

    fn move_block(&mut self, block: BlockId, end: Option<OperationId>, arguments: &Copies) {
        for (argument, value) in &arguments.values {
            self.program.replace_uses(*argument, *value);
            self.replaced.values.insert(*argument, *value);
        }
        for place in &mut self.places {
            let is_at_end = match place.next {
                Some(next) => Some(next) == end,
                None => place.block == block,
            };
            if is_at_end {
                *place = self.place;
            }
        }
        self.inlined.push(block);
        self.program.move_operations(block, self.place);
        if let Some(end) = end {
            self.program.erase(end);
            self.left_out.push(end);
        }
    }

    fn is_around_place(&self, region: RegionId) -> bool {
        self.program.region_contains(region, self.place.block)
    }

    /// The value that is used in place of an argument of an inlined block.
    fn present(&self, value: ValueId) -> ValueId {
        let mut value = value;
        while let Some(next) = self.replaced.values.get(&value) {
            value = *next;
        }
        value
    }

    /// Builds, copies or finds the regions of a new operation.
    fn regions(&mut self, creation: &Creation) -> Result<Vec<RegionId>, Problem> {
        let mut regions = creation.regions.iter();
        let is_written = regions.any(|region| matches!(region, NewRegion::Written(_)));
        if is_written {
            self.leave_place()?;
        } else if looks_at_erased(creation) {
            self.erase_pending()?;
        }
        let mut regions = vec![];
        for region in &creation.regions {
            regions.push(match region {
                NewRegion::Moved(region) => self.bindings.region(*region),
                NewRegion::Copied(region) => {
                    self.program.copy_region(self.bindings.region(*region))
                }
                NewRegion::Written(blocks) => self.build(blocks)?,
            });
        }
        if is_written {
            self.return_to_place();
        }
        Ok(regions)
    }

    fn build(&mut self, blocks: &[NewBlock]) -> Result<RegionId, Problem> {
        let region = self.program.add_region();
        for new in blocks {
            let types = new.arguments.iter();
            let types = types.flat_map(|(_, r#type)| self.types(r#type)).collect();
            let block = self.program.add_block(region, types);
            let arguments = self.program.block(block).arguments.clone();
            for ((variable, _), argument) in zip(&new.arguments, arguments) {
                self.given.insert(*variable, vec![argument]);
            }
            self.place = Place { block, next: None };
            self.execute_all(&new.statements)?;
        }
        Ok(region)
    }

    /// Gives an operation its regions. Those of the match move, and leave others behind.
    fn take(&mut self, creation: &Creation, regions: &[RegionId]) -> Vec<RegionId> {
        let all = zip(&creation.regions, regions);
        all.map(|(region, id)| match region {
            NewRegion::Moved(_) => {
                let new = self.program.add_region();
                self.program.move_blocks(*id, new);
                new
            }
            NewRegion::Copied(_) | NewRegion::Written(_) => *id,
        })
        .collect()
    }

    fn create(&mut self, creation: &Creation) -> Result<(), Problem> {
        let operands: Result<Vec<_>, _> = creation
            .operands
            .iter()
            .map(|one| self.evaluate(one))
            .collect();
        let operands = operands?;
        let types: Vec<_> = match &creation.types {
            Some(types) => types.iter().map(|r#type| self.types(r#type)).collect(),
            None => vec![self.types_of_replaced(creation.operation)],
        };
        let attributes = creation.attributes.iter();
        let attributes =
            attributes.map(|(name, value)| ((*name).to_owned(), self.attribute(value)));
        let mut attributes: BTreeMap<_, _> = attributes.collect();
        if let Some(definition) = definition(creation.name) {
            let operand_sizes: Vec<_> = operands.iter().map(Vec::len).collect();
            let result_sizes: Vec<_> = types.iter().map(Vec::len).collect();
            let sizes = [
                definition.operands.print_sizes(&operand_sizes),
                definition.results.print_sizes(&result_sizes),
            ];
            let sizes = sizes.into_iter().flatten();
            attributes.extend(sizes.map(|(name, sizes)| (name.to_owned(), sizes.into())));
        }
        let types = types.concat();
        let regions = self.regions(creation)?;
        if regions.iter().any(|region| self.is_around_place(*region)) {
            return Err(Problem::IntoItself);
        }
        let operands = operands.into_iter().flatten();
        let new = NewOperation {
            name: creation.name.into(),
            operands: operands.map(|value| self.present(value)).collect(),
            attributes,
            types,
            regions: self.take(creation, &regions),
        };
        let operation = self.program.insert(self.place, new);
        self.created.insert(creation.operation, operation);
        Ok(())
    }

    fn types(&self, r#type: &TypeMatch) -> Vec<Text> {
        match r#type {
            TypeMatch::Literal(text) => vec![(*text).into()],
            TypeMatch::Variable(variable) | TypeMatch::Range(variable) => {
                self.bindings.types(*variable)
            }
        }
    }

    /// The result types of the first operation that `creation` replaces.
    fn types_of_replaced(&self, creation: Var) -> Vec<Text> {
        let mut statements = self.pattern.rewrite.iter();
        let replaced = statements.find_map(|statement| match statement {
            Statement::Replace {
                operation,
                by: Replacement::Operation(by),
            } if *by == creation => Some(self.operation(*operation)),
            _ => None,
        });
        let results = replaced.map(|replaced| &self.program.operation(replaced).results);
        results.map_or(vec![], |results| self.program.types(results))
    }

    fn operation(&self, variable: Var) -> OperationId {
        match self.created.get(&variable) {
            Some(created) => *created,
            None => self.bindings.operation(variable),
        }
    }

    fn attribute(&self, value: &AttributeMatch) -> Text {
        match value {
            AttributeMatch::Literal(text) => (*text).into(),
            AttributeMatch::Variable(variable) => self.bindings.attribute(*variable),
        }
    }

    fn evaluate_all(&self, all: &[Values]) -> Result<Vec<ValueId>, Problem> {
        let mut values = vec![];
        for some in all {
            values.extend(self.evaluate(some)?);
        }
        Ok(values)
    }

    fn evaluate(&self, values: &Values) -> Result<Vec<ValueId>, Problem> {
        match values {
            Values::Value(variable) | Values::Range(variable) => {
                let given = self.given.get(variable).cloned();
                let values = given.unwrap_or_else(|| self.bindings.values(*variable));
                Ok(values.iter().map(|value| self.present(*value)).collect())
            }
            Values::Result(variable, index) | Values::Group(variable, index) => {
                self.group(*variable, *index).ok_or(Problem::MissingResult)
            }
            Values::Nothing => Ok(vec![]),
            Values::Results(variable) => Ok(self
                .program
                .operation(self.operation(*variable))
                .results
                .clone()),
        }
    }

    /// A result, or a group of results of an operation with a definition.
    fn group(&self, variable: Var, index: usize) -> Option<Vec<ValueId>> {
        let operation = self.program.operation(self.operation(variable));
        let definition = self.definition(variable);
        let definition = definition.filter(|own| !own.results.has_fixed_place(index));
        let Some(definition) = definition else {
            return Some(vec![*operation.results.get(index)?]);
        };
        let attribute = |name: &str| operation.attributes.get(name).map(|text| text.to_string());
        let groups = definition.results.divide(&operation.results, attribute)?;
        // An optional result must be there.
        let fits = definition.results.groups[index] == Group::Variadic || groups[index].len() == 1;
        fits.then(|| groups[index].to_vec())
    }

    /// The definition of an operation that the pattern mentions by name.
    fn definition(&self, variable: Var) -> Option<&'static Definition> {
        match self.pattern.matched(variable) {
            Some(matched) => matched.definition(),
            None => definition(&self.program.operation(self.operation(variable)).name),
        }
    }

    fn replace_uses(&mut self, before: ValueId, after: ValueId) -> Result<(), Problem> {
        let has_type = self.program.value(before).r#type == self.program.value(after).r#type;
        let definition = self.program.definition(after);
        let is_circle =
            definition.is_some_and(|(id, _)| self.program.operation(id).operands.contains(&before));
        if before == after {
            return Ok(());
        }
        if !has_type || is_circle {
            return Err(Problem::NativeFails);
        }
        self.program.replace_uses(before, after);
        Ok(())
    }

    fn erase_pending(&mut self) -> Result<(), Problem> {
        if !self.places.is_empty() {
            return Ok(());
        }
        for (operation, values) in std::mem::take(&mut self.erasures) {
            if self.left_out.contains(&operation) {
                return Err(Problem::ErasedTwice);
            }
            if let Some(values) = values {
                let values: Vec<_> = values.iter().map(|value| self.present(*value)).collect();
                self.replace(operation, &values)?;
            }
            if self.place.next == Some(operation) {
                self.place.next = self.program.next(operation);
            }
            self.program.erase(operation);
        }
        Ok(())
    }

    fn replace(&mut self, operation: OperationId, values: &[ValueId]) -> Result<(), Problem> {
        let results = self.program.operation(operation).results.clone();
        if results.len() != values.len() {
            return Err(Problem::WrongNumber);
        }
        if values.iter().any(|value| results.contains(value)) {
            return Err(Problem::OwnResult);
        }
        for (result, value) in results.iter().zip(values) {
            self.program.replace_uses(*result, *value);
        }
        Ok(())
    }
}
