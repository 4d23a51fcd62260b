//! What is the same in all modules.

/// The function of a module whose patterns call no native functions.
pub(super) const PATTERNS_WITHOUT: &str = r#"def patterns(ir: Any, rewrite: Any, context: Any = None) -> Any:
    """The patterns as a `PDLModule`, which `freeze()` makes ready to be applied.

    Args:
        ir: The module `ir` of the bindings.
        rewrite: The module `rewrite` of the same package.
        context: The context of the programs; without one, it is the current one.
    """
    return rewrite.PDLModule(ir.Module.parse(PDL, context))
"#;

/// The beginning of that of the others.
pub(super) const PATTERNS_WITH_FUNCTIONS: &str = r#"def patterns(
    ir: Any, rewrite: Any, functions: Functions, context: Any = None
) -> Any:
    """The patterns as a `PDLModule`, which `freeze()` makes ready to be applied.

    An exception in a function ends the run, and comes out of the call that applies the
    patterns.

    Args:
        ir: The module `ir` of the bindings.
        rewrite: The module `rewrite` of the same package.
        functions: The native functions.
        context: The context of the programs; without one, it is the current one.

    Raises:
        NotImplementedError: A function is not written.
    """
    module = rewrite.PDLModule(ir.Module.parse(PDL, context))
"#;

/// The functions that the function calls.
pub(super) const SUPPORT: &str = r#"def _written(functions: Functions, name: str) -> Callable[..., Any]:
    function: Callable[..., Any] = getattr(functions, name)
    if getattr(function, "__func__", None) is getattr(Functions, name):
        raise NotImplementedError(
            f"the patterns call `{name}`: write it as a method of a subclass of `Functions`"
        )
    return function


def _constraint(
    name: str, function: Callable[..., Any], num_results: int
) -> Callable[[Any, Any, Any], bool]:
    # To MLIR, a constraint fails if it returns a true value.
    def fails(rewriter: Any, results: Any, arguments: Any) -> bool:
        returned = function(rewriter, *arguments)
        if num_results > 0:
            if returned is not None:
                _return(name, results, returned, num_results)
            return returned is None
        if not isinstance(returned, bool):
            raise TypeError(f"`{name}` must return `True` or `False`, and returned {returned!r}")
        return not returned

    return fails


def _rewrite(
    name: str, function: Callable[..., Any], num_results: int
) -> Callable[[Any, Any, Any], None]:
    def run(rewriter: Any, results: Any, arguments: Any) -> None:
        _return(name, results, function(rewriter, *arguments), num_results)

    return run


def _return(name: str, results: Any, returned: Any, num_results: int) -> None:
    values = returned if num_results > 1 else () if returned is None else (returned,)
    if not isinstance(values, tuple) or len(values) != num_results or None in values:
        raise TypeError(f"`{name}` must return {num_results} results, and returned {returned!r}")
    for value in values:
        results.append(value)
"#;
