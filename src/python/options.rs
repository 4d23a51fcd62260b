//! How to apply patterns, from keyword arguments.

use pdll::pattern_set::{Driver, Options, RegionSimplify, Strictness};
use pyo3::{
    Bound, PyResult,
    exceptions::{PyTypeError, PyValueError},
    types::{PyAnyMethods, PyDict, PyDictMethods},
};

/// Reads the options that `given` has. They are called as those of the pass `apply-pdll`,
/// with underscores.
///
/// # Errors
///
/// Fails if there is no such option, or if it has no such value.
pub(crate) fn read(given: &Bound<'_, PyDict>) -> PyResult<Options> {
    let mut options = Options::default();
    for (name, value) in given.iter() {
        let name: String = name.extract()?;
        match &*name {
            "driver" => {
                let all = [("greedy", Driver::Greedy), ("walk", Driver::Walk)];
                options.driver = choose(&name, &value.extract::<String>()?, &all)?;
            }
            "region_simplify" => {
                let all = [
                    ("disabled", RegionSimplify::Disabled),
                    ("normal", RegionSimplify::Normal),
                    ("aggressive", RegionSimplify::Aggressive),
                ];
                options.region_simplify = choose(&name, &value.extract::<String>()?, &all)?;
            }
            "strictness" => {
                let all = [
                    ("any", Strictness::Any),
                    ("existing-and-new", Strictness::ExistingAndNew),
                    ("existing", Strictness::Existing),
                ];
                options.strictness = choose(&name, &value.extract::<String>()?, &all)?;
            }
            "top_down" => options.top_down = value.extract()?,
            "fold" => options.fold = value.extract()?,
            "cse_constants" => options.cse_constants = value.extract()?,
            "test_convergence" => options.test_convergence = value.extract()?,
            "max_iterations" => options.max_iterations = value.extract()?,
            "max_num_rewrites" => options.max_num_rewrites = value.extract()?,
            "max_searched_users" => options.max_searched_users = value.extract()?,
            "max_growth" => options.max_growth = value.extract()?,
            _ => {
                let message = format!("there is no option `{name}`");
                return Err(PyTypeError::new_err(message));
            }
        }
    }
    Ok(options)
}

fn choose<T: Copy>(option: &str, given: &str, all: &[(&str, T)]) -> PyResult<T> {
    let found = all.iter().find(|(name, _)| *name == given);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|(name, _)| format!("`{name}`")).collect();
        let names = names.join(", ");
        PyValueError::new_err(format!(
            "the option `{option}` cannot be `{given}`, but one of {names}"
        ))
    })
}
