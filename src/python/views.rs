//! What Python functions see of a program: attributes, operations, types and values, as
//! objects that are valid during a call.

use crate::raw::{self, Content, During, Lifetime};
use melior::ir::{self, AttributeLike, TypeLike, ValueLike};
use mlir_sys::{MlirAttribute, MlirContext, MlirOperation, MlirType, MlirValue};
use pdll::native::{Any, AnyKind, Call};
use pyo3::{
    Bound, IntoPyObject, Py, PyAny, PyClass, PyResult, Python,
    exceptions::{PyOverflowError, PyRuntimeError, PyTypeError, PyValueError},
    pyclass,
    pyclass::boolean_struct::True,
    pyfunction, pymethods,
    types::{PyAnyMethods, PyBool, PyDict, PyDictMethods, PyFloat, PyInt, PyList},
};
use std::cell::RefCell;

thread_local! {
    /// The contexts of the calls that this thread makes, the last one last.
    static CALLS: RefCell<Vec<During<MlirContext>>> = const { RefCell::new(Vec::new()) };
}

/// Runs the function of a call, which may create attributes and types meanwhile.
pub(crate) fn with_call<T>(call: &Call<'_>, lifetime: &Lifetime, run: impl FnOnce() -> T) -> T {
    struct End;
    impl Drop for End {
        fn drop(&mut self) {
            CALLS.with_borrow_mut(|calls| calls.pop());
        }
    }
    let context = During::new(raw::context_of(call), lifetime);
    CALLS.with_borrow_mut(|calls| calls.push(context));
    let _end = End;
    run()
}

fn current_call(what: &str) -> PyResult<During<MlirContext>> {
    let call = CALLS.with_borrow(|calls| calls.last().cloned());
    call.ok_or_else(|| {
        PyRuntimeError::new_err(format!(
            "{what} works only in a function that patterns call, because attributes and types \
             belong to the program that is rewritten"
        ))
    })
}

macro_rules! view {
    ($name:ident $handle:ident $doc:literal) => {
        #[doc = $doc]
        #[pyclass(frozen, module = "mlir_pdll")]
        pub(crate) struct $name(During<$handle>);

        impl $name {
            fn get(&self) -> PyResult<$handle> {
                self.0.get().ok_or_else(|| {
                    PyRuntimeError::new_err(concat!(
                        "this `",
                        stringify!($name),
                        "` was valid only during the call that got it; keep `str()` of it, or \
                         its parts"
                    ))
                })
            }
        }
    };
}

view!(Attr MlirAttribute "An attribute, during a call.");
view!(Op MlirOperation "An operation, during a call.");
view!(Type MlirType "A type, during a call.");
view!(Value MlirValue "A value, during a call.");

/// The attribute that MLIR reads in a text.
///
/// # Errors
///
/// Fails if it is none, or outside of a call.
#[pyfunction]
pub(crate) fn parse_attr(text: &str) -> PyResult<Attr> {
    let context = current_call("parse_attr()")?;
    let parsed = context
        .get()
        .and_then(|context| raw::parse_attribute(context, text));
    let parsed = parsed.ok_or_else(|| no_literal(text, "attribute"))?;
    Ok(Attr(During::new(parsed, &context.call)))
}

/// The type that MLIR reads in a text.
///
/// # Errors
///
/// Fails if it is none, or outside of a call.
#[pyfunction]
pub(crate) fn parse_type(text: &str) -> PyResult<Type> {
    let context = current_call("parse_type()")?;
    let parsed = context
        .get()
        .and_then(|context| raw::parse_type(context, text));
    let parsed = parsed.ok_or_else(|| no_literal(text, "type"))?;
    Ok(Type(During::new(parsed, &context.call)))
}

fn no_literal(text: &str, what: &str) -> pyo3::PyErr {
    PyValueError::new_err(format!("`{text}` is no {what}"))
}

#[pymethods]
impl Attr {
    /// The type; None if the attribute has none.
    #[getter]
    fn r#type(&self) -> PyResult<Option<Type>> {
        let found = raw::type_of(self.get()?);
        Ok(found.map(|found| Type(During::new(found, &self.0.call))))
    }

    /// What the attribute says: a number, a string, a `Type`, or a list of such.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.content(py, self.get()?)
    }

    fn __str__(&self) -> PyResult<String> {
        Ok(raw::print_attribute(self.get()?))
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<Attr {}>", self.__str__()?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Attr>() {
            Ok(other) => Ok(self.get()?.ptr == other.get().get()?.ptr),
            Err(_) => Ok(false),
        }
    }

    fn __hash__(&self) -> PyResult<u64> {
        Ok(self.get()?.ptr.addr() as u64)
    }
}

impl Attr {
    fn content<'py>(
        &self,
        py: Python<'py>,
        attribute: MlirAttribute,
    ) -> PyResult<Bound<'py, PyAny>> {
        Ok(match raw::content(attribute) {
            Content::Bool(value) => PyBool::new(py, value).to_owned().into_any(),
            Content::Signed(value) => value.into_pyobject(py)?.into_any(),
            Content::Unsigned(value) => value.into_pyobject(py)?.into_any(),
            Content::Float(value) => value.into_pyobject(py)?.into_any(),
            Content::Text(text) => text.into_pyobject(py)?.into_any(),
            Content::Type(found) => {
                let found = Type(During::new(found, &self.0.call));
                found.into_pyobject(py)?.into_any()
            }
            Content::List(all) => {
                let all = all.into_iter().map(|one| self.content(py, one));
                PyList::new(py, all.collect::<PyResult<Vec<_>>>()?)?.into_any()
            }
            Content::TooWide(width) => {
                return Err(PyOverflowError::new_err(format!(
                    "`value` reads integers of up to 64 bits, and this one has {width}; use str()"
                )));
            }
            Content::Other => {
                let text = raw::print_attribute(attribute);
                return Err(PyTypeError::new_err(format!(
                    "Python has no object for `{text}`; use str()"
                )));
            }
        })
    }
}

#[pymethods]
impl Type {
    /// An attribute of this type: an integer or a float.
    fn __call__(&self, number: &Bound<'_, PyAny>) -> PyResult<Attr> {
        let r#type = self.get()?;
        let made = match raw::integer_range(r#type) {
            Some(range) if number.is_instance_of::<PyInt>() => {
                let value: i128 = number.extract().unwrap_or(i128::MAX);
                if !(range.0..=range.1).contains(&value) {
                    return Err(PyOverflowError::new_err(format!(
                        "{} does not fit into `{}`",
                        number.str()?,
                        raw::print_type(r#type)
                    )));
                }
                // The bits are the same.
                #[expect(clippy::cast_possible_truncation, reason = "it has up to 64 bits")]
                Some(raw::make_integer(r#type, value as i64))
            }
            None if number.is_instance_of::<PyFloat>() || number.is_instance_of::<PyInt>() => {
                raw::make_float(r#type, number.extract()?)
            }
            _ => None,
        };
        let made = made.ok_or_else(|| {
            PyTypeError::new_err(format!(
                "there is no attribute of the type `{}` with the value {}; parse_attr() makes \
                 any attribute",
                raw::print_type(r#type),
                number
                    .repr()
                    .map_or_else(|_| "given".to_owned(), |text| text.to_string())
            ))
        })?;
        Ok(Attr(During::new(made, &self.0.call)))
    }

    fn __str__(&self) -> PyResult<String> {
        Ok(raw::print_type(self.get()?))
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<Type {}>", self.__str__()?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Type>() {
            Ok(other) => Ok(self.get()?.ptr == other.get().get()?.ptr),
            Err(_) => Ok(false),
        }
    }

    fn __hash__(&self) -> PyResult<u64> {
        Ok(self.get()?.ptr.addr() as u64)
    }
}

#[pymethods]
impl Op {
    /// The name with its dialect.
    #[getter]
    fn name(&self) -> PyResult<String> {
        Ok(raw::name(self.get()?))
    }

    #[getter]
    fn operands(&self) -> PyResult<Vec<Value>> {
        Ok(self.values(raw::operands(self.get()?)))
    }

    #[getter]
    fn results(&self) -> PyResult<Vec<Value>> {
        Ok(self.values(raw::results(self.get()?)))
    }

    /// The attributes by their names.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for (name, attribute) in raw::attributes(self.get()?) {
            all.set_item(name, Attr(During::new(attribute, &self.0.call)))?;
        }
        Ok(all)
    }

    fn __str__(&self) -> PyResult<String> {
        Ok(raw::print_operation(self.get()?))
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<Op {}>", self.name()?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Op>() {
            Ok(other) => Ok(self.get()?.ptr == other.get().get()?.ptr),
            Err(_) => Ok(false),
        }
    }

    fn __hash__(&self) -> PyResult<u64> {
        Ok(self.get()?.ptr.addr() as u64)
    }
}

impl Op {
    fn values(&self, all: Vec<MlirValue>) -> Vec<Value> {
        let all = all.into_iter();
        all.map(|value| Value(During::new(value, &self.0.call)))
            .collect()
    }
}

#[pymethods]
impl Value {
    #[getter]
    fn r#type(&self) -> PyResult<Type> {
        let found = raw::value_type(self.get()?);
        Ok(Type(During::new(found, &self.0.call)))
    }

    /// The operation that defines the value; None for an argument of a block.
    #[getter]
    fn owner(&self) -> PyResult<Option<Op>> {
        let found = raw::owner(self.get()?);
        Ok(found.map(|found| Op(During::new(found, &self.0.call))))
    }

    /// The operations that use the value, once for each use.
    #[getter]
    fn users(&self) -> PyResult<Vec<Op>> {
        let found = raw::users(self.get()?).into_iter();
        Ok(found
            .map(|found| Op(During::new(found, &self.0.call)))
            .collect())
    }

    fn __str__(&self) -> PyResult<String> {
        Ok(raw::print_value(self.get()?))
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<Value {}>", self.__str__()?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Value>() {
            Ok(other) => Ok(self.get()?.ptr == other.get().get()?.ptr),
            Err(_) => Ok(false),
        }
    }

    fn __hash__(&self) -> PyResult<u64> {
        Ok(self.get()?.ptr.addr() as u64)
    }
}

/// The view of an argument; ranges become lists.
pub(crate) fn to_python<'py>(
    py: Python<'py>,
    argument: Any<'_>,
    call: &Lifetime,
) -> PyResult<Bound<'py, PyAny>> {
    let r#type = |one: ir::Type<'_>| Type(During::new(one.to_raw(), call));
    let value = |one: ir::Value<'_, '_>| Value(During::new(one.to_raw(), call));
    Ok(match argument {
        Any::Attr(one) => Py::new(py, Attr(During::new(one.to_raw(), call)))?
            .into_bound(py)
            .into_any(),
        Any::Op(one) => Py::new(py, Op(During::new(one.to_raw(), call)))?
            .into_bound(py)
            .into_any(),
        Any::Type(one) => Py::new(py, r#type(one))?.into_bound(py).into_any(),
        Any::Value(one) => Py::new(py, value(one))?.into_bound(py).into_any(),
        Any::TypeRange(all) => all
            .into_iter()
            .map(r#type)
            .collect::<Vec<_>>()
            .into_pyobject(py)?,
        Any::ValueRange(all) => all
            .into_iter()
            .map(value)
            .collect::<Vec<_>>()
            .into_pyobject(py)?,
    })
}

/// A result of that kind.
///
/// # Errors
///
/// How the sentence "the result …" goes on.
pub(crate) fn from_python<'a>(
    call: &Call<'a>,
    kind: AnyKind,
    result: &Bound<'_, PyAny>,
) -> Result<Any<'a>, String> {
    let found = match kind {
        AnyKind::Attr => one(result, Attr::get).map(|one| raw::attribute_in(call, one)),
        AnyKind::Op => one(result, Op::get).map(|one| raw::operation_in(call, one)),
        AnyKind::Type => one(result, Type::get).map(|one| raw::type_in(call, one)),
        AnyKind::TypeRange => all(result, Type::get).map(|all| raw::types_in(call, &all)),
        AnyKind::Value => one(result, Value::get).map(|one| raw::value_in(call, one)),
        AnyKind::ValueRange => all(result, Value::get).map(|all| raw::values_in(call, &all)),
    };
    found.ok_or_else(|| match kind {
        AnyKind::TypeRange => "must be a list of `Type`s of this call".to_owned(),
        AnyKind::ValueRange => "must be a list of `Value`s of this call".to_owned(),
        kind => format!("must be {} of this call", with_article(kind)),
    })
}

fn with_article(kind: AnyKind) -> String {
    let name = kind.name();
    match kind {
        AnyKind::Attr | AnyKind::Op => format!("an `{name}`"),
        _ => format!("a `{name}`"),
    }
}

/// The handle in a view that is valid.
fn one<V: PyClass<Frozen = True> + Sync, H>(
    object: &Bound<'_, PyAny>,
    get: impl Fn(&V) -> PyResult<H>,
) -> Option<H> {
    get(object.cast::<V>().ok()?.get()).ok()
}

/// The same for each of a list or tuple.
fn all<V: PyClass<Frozen = True> + Sync, H>(
    objects: &Bound<'_, PyAny>,
    get: impl Fn(&V) -> PyResult<H>,
) -> Option<Vec<H>> {
    let objects = objects.try_iter().ok()?;
    objects.map(|object| one(&object.ok()?, &get)).collect()
}
