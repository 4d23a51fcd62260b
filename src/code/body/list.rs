//! Functions and methods of lists, which have elements of any type.

use super::{
    convert::Typed,
    types::{INT64, Ty, Width},
};
use crate::mlir::ffi::body::{Kind, Node};

/// `list.method(arguments)`.
pub(super) fn method(list: Typed, method: &str, arguments: &[Typed]) -> Option<Typed> {
    let Ty::List(element) = &list.ty else {
        return None;
    };
    let element = (**element).clone();
    let of_no_arguments = || arguments.is_empty().then_some(());
    match method {
        "size" => {
            of_no_arguments()?;
            let unsigned = Width {
                bits: 64,
                is_signed: false,
            };
            Some(list.wrapped(Kind::PdllBodySize, Ty::Integer(unsigned)))
        }
        "empty" => {
            of_no_arguments()?;
            Some(has_size(list, 0))
        }
        "front" => {
            of_no_arguments()?;
            let first = vec![list.node, number(0)];
            Some(Typed::new(Node::new(Kind::PdllBodyElement, first), element))
        }
        "back" => {
            of_no_arguments()?;
            Some(list.wrapped(Kind::PdllBodyLast, element))
        }
        "drop_front" | "drop_back" | "take_front" | "take_back" => {
            let count = match arguments {
                [] => number(1),
                [count] => count.clone().converted(&Ty::Integer(INT64))?.0,
                _ => return None,
            };
            let ty = list.ty.clone();
            Some(called(method, vec![list.node, count], ty))
        }
        _ => None,
    }
}

/// Whether there is a function of that name whose first argument is a list.
pub(super) fn is_function(name: &str) -> bool {
    matches!(
        name,
        "is_contained"
            | "hasSingleElement"
            | "is_sorted"
            | "llvm::all_equal"
            | "llvm::equal"
            | "llvm::reverse"
            | "llvm::count"
            | "llvm::drop_begin"
            | "llvm::drop_end"
            | "llvm::seq"
            | "llvm::size"
    )
}

/// `name(arguments)`.
pub(super) fn function(name: &str, arguments: Vec<Typed>) -> Option<Typed> {
    let name = name.strip_prefix("llvm::").unwrap_or(name);
    let mut arguments = arguments.into_iter();
    let (first, second) = (arguments.next()?, arguments.next());
    if arguments.next().is_some() {
        return None;
    }
    if name == "seq" {
        let (start, end) = match second {
            Some(end) => (first, end),
            None => (Typed::new(number(0), Ty::Integer(INT64)), first),
        };
        return numbers(start, end);
    }
    let Ty::List(element) = first.ty.clone() else {
        return None;
    };
    match (name, second) {
        ("hasSingleElement", None) => Some(has_size(first, 1)),
        ("size", None) => method(first, "size", &[]),
        ("drop_begin", count) => method(first, "drop_front", count.as_slice()),
        ("drop_end", count) => method(first, "drop_back", count.as_slice()),
        ("reverse", None) => {
            let ty = first.ty.clone();
            Some(called(name, vec![first.node], ty))
        }
        ("all_equal", None) => Some(called(name, vec![first.node], Ty::Boolean)),
        ("is_sorted", None) => {
            let is_number = matches!(*element, Ty::Integer(width) if width.is_signed);
            is_number.then(|| called(name, vec![first.node], Ty::Boolean))
        }
        ("equal", Some(other)) => {
            let (other, _) = other.converted(&first.ty)?;
            let node = Node::new(Kind::PdllBodyCompare, vec![first.node, other]);
            Some(Typed::new(node, Ty::Boolean))
        }
        ("is_contained", Some(value)) => {
            let (value, _) = value.converted(&element)?;
            let node = Node::new(Kind::PdllBodyContains, vec![first.node, value]);
            Some(Typed::new(node, Ty::Boolean))
        }
        ("count", Some(value)) => {
            let (value, _) = value.converted(&element)?;
            Some(called(name, vec![first.node, value], Ty::Integer(INT64)))
        }
        _ => None,
    }
}

/// `SmallVector<T>(count, value)`.
pub(super) fn repeated(ty: &Ty, arguments: Vec<Typed>) -> Option<Node> {
    let Ty::List(element) = ty else {
        return None;
    };
    let [count, value] = <[Typed; 2]>::try_from(arguments).ok()?;
    if !matches!(count.ty, Ty::Integer(_)) {
        return None;
    }
    let (count, _) = count.converted(&Ty::Integer(INT64))?;
    let (value, _) = value.converted(element)?;
    Some(called("repeat", vec![count, value], ty.clone()).node)
}

/// The integers from the first one to before the other one.
fn numbers(start: Typed, end: Typed) -> Option<Typed> {
    let Ty::Integer(width) = end.ty else {
        return None;
    };
    let (start, _) = start.converted(&end.ty)?;
    let ty = Ty::List(Box::new(Ty::Integer(width)));
    Some(called("seq", vec![start, end.node], ty))
}

fn has_size(list: Typed, size: i64) -> Typed {
    let own = list.wrapped(Kind::PdllBodySize, Ty::Integer(INT64)).node;
    let node = Node::new(Kind::PdllBodyCompare, vec![own, number(size)]);
    Typed::new(node, Ty::Boolean)
}

fn number(value: i64) -> Node {
    let mut node = Node::new(Kind::PdllBodyInteger, Vec::new());
    node.number = value;
    node
}

/// The function of the shim's evaluator of that name.
fn called(name: &str, arguments: Vec<Node>, ty: Ty) -> Typed {
    let mut node = Node::new(Kind::PdllBodyListFunction, arguments);
    node.text = name.to_owned();
    Typed::new(node, ty)
}
