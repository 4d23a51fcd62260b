"""Python functions as native constraints and rewrites."""

import threading
import typing

import mlir_pdll as pdll
import pytest
from conftest import HALVE, Half, IsEven


def program(number: str) -> str:
    return f"func.func @f() -> i32 {{ %0 = arith.constant {number} : i32 return %0 : i32 }}"


def test_constraints_and_rewrites() -> None:
    patterns = pdll.compile(text=HALVE, functions=[IsEven, Half])
    assert "constant 3 : i32" in patterns.apply(program("12"))


def test_a_function_is_still_a_function() -> None:
    @pdll.constraint
    def Always(n: pdll.Attr) -> bool:
        return True

    assert Always(None) is True


def test_a_constraint_with_results() -> None:
    @pdll.constraint
    def Split(n: pdll.Attr) -> typing.Optional[tuple[pdll.Attr, pdll.Type]]:
        return (n, n.type) if n.value == 7 else None

    text = """
    Constraint Split(n: Attr) -> (number: Attr, ty: Type);
    Pattern {
      let root = op<arith.constant> {value = n: Attr};
      let parts = Split(n);
      replace root with op<arith.constant> {value = attr<"1 : i32">} -> (parts.ty);
    }
    """
    patterns = pdll.compile(text=text, functions=[Split])
    assert "constant 1 : i32" in patterns.apply(program("7"))
    assert "constant 8 : i32" in patterns.apply(program("8"))


def test_what_functions_see() -> None:
    seen: dict[str, object] = {}

    @pdll.constraint
    def Look(op: pdll.Op, values: list[pdll.Value], types: list[pdll.Type]) -> bool:
        seen["name"] = op.name
        seen["attributes"] = {name: str(one) for name, one in op.attributes.items()}
        seen["operands"] = [str(value.type) for value in op.operands]
        seen["same"] = values == op.operands
        seen["owner"] = values[0].owner
        seen["users"] = [user == op for user in values[0].users]
        seen["types"] = [str(one) for one in types]
        seen["results"] = len({*op.results, *op.results})
        seen["text"] = str(op)
        return False

    text = """
    Constraint Look(op: Op, values: ValueRange, types: TypeRange);
    Pattern {
      let root = op<arith.addi>(values: ValueRange) -> (types: TypeRange);
      Look(root, values, types);
      erase root;
    }
    """
    patterns = pdll.compile(text=text, functions=[Look])
    looked_at = "func.func @f(%a: i32) { %0 = arith.addi %a, %a overflow<nsw> : i32 return }"
    patterns.apply(looked_at, driver="walk")
    assert seen["name"] == "arith.addi"
    assert seen["attributes"] == {"overflowFlags": "#arith.overflow<nsw>"}
    assert seen["operands"] == ["i32", "i32"] and seen["types"] == ["i32"]
    assert seen["same"] is True and seen["owner"] is None
    assert seen["users"] == [True, True] and seen["results"] == 1
    assert "arith.addi" in str(seen["text"])


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        ("7 : i32", 7),
        ("-7 : si8", -7),
        ("255 : ui8", 255),
        ("true", True),
        ("3 : index", 3),
        ("1.5 : f64", 1.5),
        ('"text"', "text"),
        ("@symbol", "symbol"),
        ("[1 : i32, [\\\"a\\\"]]".replace("\\", ""), [1, ["a"]]),
    ],
)
def test_values_of_attributes(literal: str, value: object) -> None:
    got: list[object] = []

    @pdll.constraint
    def Look(n: pdll.Attr) -> bool:
        got.append(pdll.parse_attr(literal).value)
        return False

    apply_constraint(Look)
    assert got == [value] and type(got[0]) is type(value)


@pytest.mark.parametrize(
    ("literal", "error", "words"),
    [
        ("1 : i128", OverflowError, "has 128"),
        ("dense<1> : tensor<2xi32>", TypeError, "no object for `dense<1>"),
        ("unit unit", ValueError, "is no attribute"),
    ],
)
def test_values_that_python_has_not(literal, error, words) -> None:
    @pdll.constraint
    def Look(n: pdll.Attr) -> bool:
        return bool(pdll.parse_attr(literal).value)

    with pytest.raises(error, match=words):
        apply_constraint(Look)


@pytest.mark.parametrize(
    ("type", "number", "error", "words"),
    [
        ("i8", 256, OverflowError, "256 does not fit into `i8`"),
        ("ui8", -1, OverflowError, "-1 does not fit into `ui8`"),
        ("i32", 1.5, TypeError, "no attribute of the type `i32` with the value 1.5"),
        ("tensor<i32>", 1, TypeError, "parse_attr"),
        ("i3x", 1, ValueError, "is no type"),
    ],
)
def test_attributes_that_do_not_exist(type, number, error, words) -> None:
    @pdll.constraint
    def Look(n: pdll.Attr) -> bool:
        pdll.parse_type(type)(number)
        return False

    with pytest.raises(error, match=words):
        apply_constraint(Look)


def test_attributes_of_types() -> None:
    made: list[str] = []

    @pdll.constraint
    def Look(n: pdll.Attr) -> bool:
        cases = [("i8", 255), ("i8", -128), ("index", 3), ("f32", 2), ("f16", 0.5), ("i1", True)]
        made.extend(str(pdll.parse_type(name)(number)) for name, number in cases)
        return False

    apply_constraint(Look)
    assert made == ["-1 : i8", "-128 : i8", "3 : index", "2.000000e+00 : f32", "5.000000e-01 : f16", "true"]


def test_objects_are_valid_during_a_call() -> None:
    kept: list[typing.Any] = []

    @pdll.constraint
    def Look(n: pdll.Attr) -> bool:
        kept.append(n)
        return False

    apply_constraint(Look)
    for use in [lambda: kept[0].value, lambda: str(kept[0]), lambda: hash(kept[0]), lambda: kept[0].type]:
        with pytest.raises(RuntimeError, match="only during the call"):
            use()
    with pytest.raises(RuntimeError, match="works only in a function"):
        pdll.parse_attr("1 : i32")


def test_results_of_earlier_calls_are_refused() -> None:
    kept: list[pdll.Attr] = []

    @pdll.rewrite
    def Half(n: pdll.Attr) -> pdll.Attr:
        kept.append(n)
        return kept[0]

    patterns = pdll.compile(text=HALVE, functions=[IsEven, Half])
    with pytest.raises(TypeError, match="`Half`: result 1 must be an `Attr` of this call"):
        patterns.apply(program("12") + program("14").replace("@f", "@g"), driver="walk")


def test_exceptions_come_out_as_themselves() -> None:
    @pdll.rewrite
    def Half(n: pdll.Attr) -> pdll.Attr:
        raise KeyError("lost")

    patterns = pdll.compile(text=HALVE, name="halve.pdll", functions=[IsEven, Half])
    with pytest.raises(KeyError) as caught:
        patterns.apply(program("12"))
    (note,) = getattr(caught.value, "__notes__", ["halve.pdll:6:49: error"])
    assert "halve.pdll:6:49: error" in note
    # The next run is not concerned.
    assert "constant 7 : i32" in patterns.apply(program("7"))


def test_threads_get_their_own_exceptions() -> None:
    """Threads that share patterns fail each with what their own program has caused."""

    @pdll.constraint
    def Look(n: pdll.Attr) -> bool:
        raise LookupError(n.value)

    patterns = pdll.compile(text=LOOK, functions=[Look])
    wrong: list[object] = []

    def work(number: int) -> None:
        for _ in range(50):
            try:
                patterns.apply(program(str(number)), driver="walk")
            except LookupError as error:
                if error.args != (number,):
                    wrong.append(error)
            else:
                wrong.append(number)

    threads = [threading.Thread(target=work, args=[number]) for number in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_exceptions_of_constraints() -> None:
    @pdll.constraint
    def Look(n: pdll.Attr) -> bool:
        raise LookupError("nothing there")

    with pytest.raises(LookupError, match="nothing there"):
        apply_constraint(Look)


@pytest.mark.parametrize("returned", [None, 1, "yes"])
def test_only_true_and_false_say_whether_it_holds(returned) -> None:
    @pdll.constraint
    def Look(n: pdll.Attr) -> bool:
        return returned

    with pytest.raises(TypeError, match="`Look` must return True or False"):
        apply_constraint(Look)


def test_results_of_another_number() -> None:
    @pdll.rewrite
    def Half(n: pdll.Attr) -> pdll.Attr:
        return n, n

    patterns = pdll.compile(text=HALVE, functions=[IsEven, Half])
    with pytest.raises(TypeError, match="result 1 must be an `Attr`"):
        patterns.apply(program("12"))


def test_a_function_cannot_apply_the_patterns_that_call_it() -> None:
    @pdll.constraint
    def Look(n: pdll.Attr) -> bool:
        patterns.apply("")
        return False

    patterns = pdll.compile(text=LOOK, functions=[Look])
    with pytest.raises(RuntimeError, match="compile them once more"):
        patterns.apply(program("1"))


def test_a_missing_function() -> None:
    with pytest.raises(pdll.PdllError, match="`Half"):
        pdll.compile(text=HALVE, functions=[IsEven])


def test_a_function_of_another_kind() -> None:
    @pdll.rewrite
    def Half(n: pdll.Type) -> pdll.Attr:
        raise AssertionError

    with pytest.raises(pdll.PdllError, match="Half"):
        pdll.compile(text=HALVE, functions=[IsEven, Half])


def test_what_is_no_function() -> None:
    with pytest.raises(TypeError, match="no `constraint` and no `rewrite`"):
        pdll.compile(text=HALVE, functions=[len])


def test_annotations_are_checked() -> None:
    def missing(n) -> bool: ...
    def unknown(n: int) -> bool: ...
    def silent(n: pdll.Attr): ...
    def odd(n: pdll.Attr) -> pdll.Attr: ...
    def named(*n: pdll.Attr) -> bool: ...
    def bare(n: typing.List) -> bool: ...
    def nested(n: list[list[pdll.Type]]) -> bool: ...

    for function, words in [
        (missing, "parameter `n` needs an annotation"),
        (unknown, "`int` is no kind"),
        (silent, "what it returns"),
        (odd, "as in `-> Attr | None`"),
        (named, "cannot pass"),
        (bare, "is no kind"),
        (nested, "is no kind"),
    ]:
        with pytest.raises(TypeError, match=words):
            pdll.constraint(function)


LOOK = """
Constraint Look(n: Attr);
Pattern {
  let root = op<arith.constant> {value = n: Attr};
  Look(n);
  erase root;
}
"""


def apply_constraint(function: pdll.Function) -> None:
    pdll.compile(text=LOOK, functions=[function]).apply(program("1"), driver="walk")
