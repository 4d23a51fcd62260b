//! What is the same in all modules.

/// The function of a module whose patterns call no native functions.
pub(super) const PATTERNS_WITHOUT: &str = r#"def patterns(ir: Any, rewrite: Any, context: Any = None) -> Any:
    """The patterns as a `FrozenRewritePatternSet`, which can be applied.

    Args:
        ir: The module `ir` of the bindings.
        rewrite: The module `rewrite` of the same package.
        context: The context of the programs; without one, it is the current one.
    """
    # MLIR does not keep this alive, and the patterns need it until they are frozen.
    module = ir.Module.parse(PDL, context)
    return rewrite.PDLModule(module).freeze()
"#;

/// The beginning of that of the others. The names of the functions follow.
pub(super) const PATTERNS_WITH_FUNCTIONS: &str = r#"def patterns(
    ir: Any, rewrite: Any, functions: Functions, context: Any = None
) -> Any:
    """The patterns as a `FrozenRewritePatternSet`, which can be applied.

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
    for name in [
"#;

/// What follows. Then each function is registered.
pub(super) const FUNCTIONS_TO_CALL: &str = r#"    ]:
        if getattr(getattr(functions, name), "__func__", None) is getattr(Functions, name):
            raise NotImplementedError(
                f"the patterns call `{name}`: write it as a method of a subclass of `Functions`"
            )
    # MLIR does not keep this alive, and the patterns need it until they are frozen.
    module = ir.Module.parse(PDL, context)
    patterns = rewrite.PDLModule(module)
"#;

/// The end of the function.
pub(super) const FREEZE: &str = "    return patterns.freeze()\n\n\n";

/// The functions that the function calls.
pub(super) const SUPPORT: &str = r#"def _constraint(
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
    if not isinstance(values, tuple) or len(values) != num_results or any(value is None for value in values):
        raise TypeError(f"`{name}` must return {num_results} results, and returned {returned!r}")
    for value in values:
        results.append(value)
"#;
