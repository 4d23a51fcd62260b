"""Programs are rewritten, as text and as bytecode."""

import gc
import threading

import mlir_pdll as pdll
import pytest


def test_text_becomes_text(double: str, twice: str) -> None:
    result = pdll.compile(text=double).apply(twice)
    assert "arith.muli" in result
    assert "arith.addi" not in result


def test_bytecode_becomes_bytecode(double: str, twice: str) -> None:
    patterns = pdll.compile(text=double)
    # Nothing else here can write bytecode.
    bytecode = pdll.to_bytecode(twice)
    result = patterns.apply(bytecode)
    assert isinstance(result, bytes)
    assert result.startswith(b"ML\xefR")
    assert "arith.addi" not in pdll.compile(text=double).apply(pdll.to_text(result))


def test_files_and_texts(tmp_path, double: str, twice: str) -> None:
    file = tmp_path / "double.pdll"
    file.write_text(double)
    assert "arith.muli" in pdll.compile(file).apply(twice)
    assert "arith.muli" in pdll.compile(str(file), text="Pattern P => erase op<t.a>;", name="more.pdll").apply(twice)


def test_rules_in_td_files(tmp_path, twice: str) -> None:
    file = tmp_path / "rules.td"
    file.write_text(
        'include "mlir/IR/PatternBase.td"\n'
        'include "mlir/Dialect/Arith/IR/ArithOps.td"\n'
        "def : Pat<(Arith_AddIOp $x, $y, $f), (Arith_MulIOp $x, $y, $f)>;\n"
    )
    assert "arith.muli" in pdll.compile(file).apply(twice)


def test_patterns_are_selected_by_name(double: str, twice: str) -> None:
    assert "arith.addi" in pdll.compile(text=double, disable=["Dou*"]).apply(twice)
    assert "arith.muli" in pdll.compile(text=double, enable=["Double"]).apply(twice)


def test_options_are_those_of_the_pass(double: str, twice: str) -> None:
    patterns = pdll.compile(text=double)
    assert "arith.addi" in patterns.apply(twice, max_num_rewrites=0)
    assert "arith.muli" in patterns.apply(twice, driver="walk")


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"driver": "eager"}, ValueError, "one of `greedy`, `walk`"),
        ({"bottom_up": True}, TypeError, "no option `bottom_up`"),
        ({"fold": "yes"}, TypeError, "bool"),
    ],
)
def test_options_that_do_not_exist(double, twice, options, error, words) -> None:
    with pytest.raises(error, match=words):
        pdll.compile(text=double).apply(twice, **options)


@pytest.mark.parametrize(
    ("program", "error", "words"),
    [
        (b"module {}", ValueError, "no MLIR bytecode"),
        (3, TypeError, "not `int`"),
        ("func.func @f(", pdll.PdllError, "<program>:1:13: error: expected"),
        ('"t.a"() : () -> ()', pdll.PdllError, "unregistered"),
    ],
)
def test_what_is_no_program(double, program, error, words) -> None:
    with pytest.raises(error, match=words):
        pdll.compile(text=double).apply(program)


def test_damaged_bytecode_is_an_error(double, twice) -> None:
    bytecode = pdll.to_bytecode(twice)
    patterns = pdll.compile(text=double)
    for end in range(4, len(bytecode), 7):
        with pytest.raises(pdll.PdllError):
            patterns.apply(bytecode[:end])


def test_unregistered_dialects(twice) -> None:
    patterns = pdll.compile(text="Pattern => replace op<t.a>(x: Value) with x;")
    program = 'func.func @f(%x: i32) -> i32 { %y = "t.a"(%x) : (i32) -> i32 return %y : i32 }'
    assert "t.a" not in patterns.apply(program, allow_unregistered_dialects=True)


def test_a_result_that_is_invalid(twice) -> None:
    patterns = pdll.compile(text="Pattern => erase op<func.func>;")
    program = "func.func private @g()\nfunc.func @f() { call @g() : () -> () return }"
    with pytest.raises(pdll.PdllError):
        patterns.apply(program, driver="walk", max_num_rewrites=1)


def test_threads_share_patterns(double, twice) -> None:
    patterns = pdll.compile(text=double)
    results: list[str] = []
    work = lambda: results.extend(patterns.apply(twice) for _ in range(50))
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(results)) == 1 and len(results) == 200


def test_calls_leave_nothing_behind(double, twice) -> None:
    patterns = pdll.compile(text=double)
    for _ in range(1000):
        patterns.apply(twice)
    before = resident()
    for _ in range(10_000):
        patterns.apply(twice)
    gc.collect()
    assert resident() - before < 8_000_000


def resident() -> int:
    """The memory of this process, in bytes."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096
