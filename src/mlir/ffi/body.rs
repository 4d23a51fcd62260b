//! Bodies of native functions that the shim evaluates.

use super::{
    condition::Constant,
    native::NativeKind,
    pattern_set::Natives,
    shim::{self, PdllBodyFunction, PdllBodyNode, PdllParameter, PdllString},
    strings::{reported, string, text},
};
pub(crate) use shim::{
    PdllBodyCastMode as CastMode, PdllBodyKind as Kind, PdllBodyOperator as Operator,
    PdllComparison as Comparison, PdllIntegerType as IntegerType, PdllKind as EntityKind,
    PdllQuestionKind as QuestionKind,
};
use std::ffi::c_void;

/// A part of a body, as `contract/Bodies.h` describes it.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) index: usize,
    pub(crate) number: i64,
    pub(crate) real: f64,
    pub(crate) text: String,
    pub(crate) entity_kind: EntityKind,
    pub(crate) constants: Vec<OwnConstant>,
    pub(crate) operation: Operator,
    pub(crate) comparison: Comparison,
    pub(crate) integer: IntegerType,
    pub(crate) cast: CastMode,
    pub(crate) children: Vec<Node>,
}

/// A constant of a question.
#[derive(Debug, Clone)]
pub(crate) enum OwnConstant {
    Number(i64),
    Real(f64),
    Numbers(Vec<i64>),
    Text(String),
}

impl Node {
    /// A part of that kind, without what only some kinds have.
    pub(crate) fn new(kind: Kind, children: Vec<Node>) -> Self {
        Node {
            kind,
            index: 0,
            number: 0,
            real: 0.0,
            text: String::new(),
            entity_kind: EntityKind::PdllAttribute,
            constants: Vec::new(),
            operation: Operator::PdllBodyAdd,
            comparison: Comparison::PdllEqual,
            integer: IntegerType {
                bits: 64,
                isSigned: true,
            },
            cast: CastMode::PdllBodyCastChecked,
            children,
        }
    }

    /// Appends the part and its children to `nodes`, and their constants to
    /// `constants`.
    fn flatten<'n>(&'n self, nodes: &mut Vec<&'n Node>, constants: &mut Vec<Vec<PdllParameter>>) {
        nodes.push(self);
        constants.push(self.constants.iter().map(OwnConstant::raw).collect());
        for child in &self.children {
            child.flatten(nodes, constants);
        }
    }

    fn raw(&self, constants: &[PdllParameter]) -> PdllBodyNode {
        PdllBodyNode {
            kind: self.kind,
            index: self.index,
            number: self.number,
            real: self.real,
            text: string(&self.text),
            entityKind: self.entity_kind,
            parameters: constants.as_ptr(),
            numParameters: constants.len(),
            operation: self.operation,
            comparison: self.comparison,
            integer: self.integer,
            cast: self.cast,
            numChildren: self.children.len(),
        }
    }
}

impl OwnConstant {
    fn raw(&self) -> PdllParameter {
        match self {
            OwnConstant::Number(number) => Constant::Number(*number),
            OwnConstant::Real(real) => Constant::Real(*real),
            OwnConstant::Numbers(numbers) => Constant::Numbers(numbers),
            OwnConstant::Text(text) => Constant::Text(text),
        }
        .raw()
    }
}

/// A body that the shim can evaluate.
#[derive(Debug)]
pub(crate) struct Body {
    /// The statement that the body is.
    pub(crate) statement: Node,
    /// How many variables it has, with the parameters, which are the first ones.
    pub(crate) variables: usize,
}

/// The function with that body.
pub(crate) struct Function<'a> {
    pub(crate) kind: NativeKind,
    pub(crate) name: &'a str,
    pub(crate) signature: &'a str,
    /// What messages call the place where it comes from.
    pub(crate) origin: &'a str,
}

impl Body {
    /// Adds the function with this body.
    ///
    /// # Errors
    ///
    /// Why that is not possible.
    pub(crate) fn add_to(
        &self,
        natives: &mut Natives,
        function: &Function<'_>,
    ) -> Result<(), String> {
        let (mut nodes, mut constants) = (Vec::new(), Vec::new());
        self.statement.flatten(&mut nodes, &mut constants);
        let nodes: Vec<_> = std::iter::zip(nodes, &constants)
            .map(|(node, constants)| node.raw(constants))
            .collect();
        let function = PdllBodyFunction {
            kind: function.kind.raw(),
            name: string(function.name),
            signature: string(function.signature),
            origin: string(function.origin),
            numVariables: self.variables,
        };
        // SAFETY: all is borrowed for the call.
        reported(|report, data| unsafe {
            shim::pdllNativesAddBody(
                natives.as_raw().cast_mut(),
                &raw const function,
                nodes.as_ptr(),
                nodes.len(),
                report,
                data,
            )
        })
    }
}

/// The signature of a function that bodies can call: its name, the C++ types of its
/// parameters, and that of its result.
pub(crate) type Signature = (String, String, String);

/// All functions that bodies can call.
pub(crate) fn functions() -> Vec<Signature> {
    unsafe extern "C" fn visit(
        name: PdllString,
        parameters: PdllString,
        result: PdllString,
        data: *mut c_void,
    ) {
        // SAFETY: the data is the list below, which nothing else borrows; the
        // strings live during the call.
        unsafe {
            let list = &mut *data.cast::<Vec<Signature>>();
            list.push((text(name), text(parameters), text(result)));
        }
    }
    let mut list: Vec<Signature> = Vec::new();
    // SAFETY: the data outlives the call.
    unsafe { shim::pdllBodyVisitFunctions(Some(visit), (&raw mut list).cast()) };
    list
}

/// A class of attributes or types: its kind, its name, and the names of those that
/// it converts to, with blanks between them.
pub(crate) type Class = (EntityKind, String, String);

/// The classes that the functions mention.
pub(crate) fn classes() -> Vec<Class> {
    unsafe extern "C" fn visit(
        kind: EntityKind,
        name: PdllString,
        bases: PdllString,
        data: *mut c_void,
    ) {
        // SAFETY: as in `functions`.
        unsafe {
            let list = &mut *data.cast::<Vec<Class>>();
            list.push((kind, text(name), text(bases)));
        }
    }
    let mut list: Vec<Class> = Vec::new();
    // SAFETY: the data outlives the call.
    unsafe { shim::pdllBodyVisitClasses(Some(visit), (&raw mut list).cast()) };
    list
}

/// What a question about an entity asks for.
pub(crate) fn find_question(kind: EntityKind, question: &str) -> QuestionKind {
    // SAFETY: the text is borrowed for the call.
    unsafe { shim::pdllBodyFindQuestion(kind, string(question)) }
}
