//! The native functions that random patterns call.

use crate::mlir::ffi::{
    native::{Attr, NativeClosure, NativeKind, Op, Type, TypeRange, Value, ValueRange},
    pattern_set::Natives,
};
use melior::ir::{
    Attribute, AttributeLike, Type as IrType, TypeLike, ValueLike, attribute::IntegerAttribute,
    operation::OperationLike,
};
use std::{
    mem,
    sync::{Arc, Mutex},
};

/// What rewrites have marked. Clones share it.
#[derive(Default, Clone)]
pub(super) struct Marks(Arc<Mutex<Vec<Mark>>>);

/// A pattern has been applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) pattern: usize,
    /// The addresses of the root, and then of all operations that match, in the order
    /// of the source.
    pub(super) operations: Vec<usize>,
}

impl Marks {
    /// What is marked while `run` runs.
    pub(super) fn collect(&self, run: impl FnOnce()) -> Vec<Mark> {
        run();
        mem::take(&mut self.0.lock().expect("no function panics"))
    }

    fn add(&self, mark: Mark) {
        self.0.lock().expect("no function panics").push(mark);
    }

    fn add_operation(&self, address: usize) {
        let mut marks = self.0.lock().expect("no function panics");
        let last = marks.last_mut().expect("the root comes first");
        last.operations.push(address);
    }
}

/// All functions. Constraints are pure.
pub(super) fn natives(marks: &Marks) -> Natives {
    let [marks, others] = [marks.clone(), marks.clone()];
    let mark_operation = NativeClosure::new::<(Op,), (), _>(
        NativeKind::Rewrite,
        "MarkOperation".to_owned(),
        move |_, (operation,)| {
            others.add_operation(operation.to_raw().ptr.addr());
            Ok(Some(()))
        },
    );
    let mark = NativeClosure::new::<(Op, Attr), (), _>(
        NativeKind::Rewrite,
        "Mark".to_owned(),
        move |_, (root, pattern)| {
            let pattern = number(pattern).and_then(|number| usize::try_from(number).ok());
            marks.add(Mark {
                pattern: pattern.expect("the pattern has an index"),
                operations: vec![root.to_raw().ptr.addr()],
            });
            Ok(Some(()))
        },
    );
    let constraint = NativeKind::Constraint;
    let closures = [
        mark,
        mark_operation,
        NativeClosure::new::<(Attr,), (), _>(constraint, "IsOne".to_owned(), |_, (attribute,)| {
            Ok((number(attribute) == Some(1)).then_some(()))
        }),
        NativeClosure::new::<(Attr,), (), _>(
            constraint,
            "IsNumber".to_owned(),
            |_, (attribute,)| {
                let number = number(attribute).ok_or("it is no number")?;
                Ok((number > 1).then_some(()))
            },
        ),
        NativeClosure::new::<(Type,), (), _>(constraint, "IsInteger".to_owned(), |_, (ty,)| {
            Ok(ty.is_integer().then_some(()))
        }),
        NativeClosure::new::<(ValueRange,), (), _>(
            constraint,
            "IsShort".to_owned(),
            |_, (values,)| Ok((values.len() < 2).then_some(())),
        ),
        NativeClosure::new::<(Op, Op), (), _>(
            constraint,
            "AreAlike".to_owned(),
            |_, (first, second)| {
                let [first, second] = [first, second].map(|operation| operation.result_count());
                Ok((first == second).then_some(()))
            },
        ),
        NativeClosure::new::<(Attr,), (Attr,), _>(
            constraint,
            "Next".to_owned(),
            |_, (attribute,)| {
                let Ok(number) = IntegerAttribute::try_from(attribute) else {
                    return Ok(None);
                };
                let next = IntegerAttribute::new(number.r#type(), number.value() + 1);
                Ok(Some((next.into(),)))
            },
        ),
        NativeClosure::new::<(Value,), (Type,), _>(
            constraint,
            "TypeOf".to_owned(),
            |_, (value,)| Ok(Some((value.r#type(),))),
        ),
        NativeClosure::new::<(ValueRange,), (TypeRange,), _>(
            constraint,
            "TypesOf".to_owned(),
            |_, (values,)| {
                let types: Vec<IrType<'_>> = values.iter().map(ValueLike::r#type).collect();
                Ok(Some((types,)))
            },
        ),
        NativeClosure::new::<(Op,), (Value,), _>(
            constraint,
            "FirstOperand".to_owned(),
            |_, (operation,)| Ok(operation.operand(0).ok().map(|value| (value,))),
        ),
        NativeClosure::new::<(Op,), (ValueRange,), _>(
            constraint,
            "AllOperands".to_owned(),
            |_, (operation,)| Ok(Some((operation.operands().collect(),))),
        ),
    ];
    let mut natives = Natives::new();
    for closure in closures {
        closure.register(&mut natives).expect("the names differ");
    }
    natives
}

/// The number in an attribute of 32 or 64 bits.
fn number(attribute: Attribute<'_>) -> Option<i64> {
    Some(IntegerAttribute::try_from(attribute).ok()?.value())
}
