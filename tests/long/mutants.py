"""Mutation testing: `python -m tests.long.mutants MODULE TESTS... [--file FILE] [--share 0.5]`.

Each mutant changes one operator, constant, condition or statement in a function of MODULE. The
tests must fail on it. Mutants run in forks of a process that has imported the tests and run them
once, so that one takes 0.1 s of CPU time and as long as the tests that come before the first
failure. Results are kept in FILE, a line a mutant, and are not made again.

    python -m tests.long.mutants brain.stats.sprt tests/match/test_sprt.py --file sprt.jsonl
"""

import argparse
import ast
import contextlib
import copy
import functools
import gc
import importlib
import io
import itertools
import json
import math
import os
import random
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

import pytest

MOST_TIMES = 3  # the CPU time of the tests without a mutant; one that takes more is killed
MOST_S = 300  # a mutant that waits longer is killed
SURVIVED, KILLED = "survived", "killed"
NOT_REACHED = 77  # exit status of a fork in which no function changed
OPTIONS = (
    "-q",
    "-x",
    "-n0",
    "--tb=no",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:randomly",
    "--no-header",
)
OTHERS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
NAMES = {"max": "min", "min": "max", "all": "any", "any": "all"}


class Mutant(NamedTuple):
    """A change: where it is, and the module's tree with it."""

    place: str  # line and column
    change: str
    tree: ast.Module


def mutants(source: str) -> Iterator[Mutant]:
    """Yield the mutants of a module."""
    nodes = list(ast.walk(ast.parse(source)))
    functions = (ast.FunctionDef, ast.Lambda)
    inside = {id(node) for one in nodes if isinstance(one, functions) for node in _body(one)}
    for place, node in enumerate(nodes):
        if id(node) not in inside:
            continue
        for number in range(2):
            if not _change(copy.copy(node), number):
                break
            tree = ast.parse(source)
            twin = next(itertools.islice(ast.walk(tree), place, None))
            changed = _change(twin, number)
            assert changed
            assert isinstance(twin, ast.expr | ast.stmt)
            change = f"{ast.unparse(node)} -> {ast.unparse(changed)}"
            yield Mutant(f"{twin.lineno}:{twin.col_offset + 1}", change[:120], tree)


def _body(function: ast.FunctionDef | ast.Lambda) -> Iterator[ast.AST]:
    """Yield the nodes of a function without its docstring."""
    body = function.body if isinstance(function.body, list) else [function.body]
    for statement in body:
        if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
            yield from ast.walk(statement)


def _change(node: ast.AST, number: int) -> ast.AST | None:
    """Change a node in place; return what it is now, None if it has no such change."""
    match node:
        case ast.Compare(ops=[op]) | ast.BinOp(op=op) | ast.BoolOp(op=op) if number == 0:
            other = OTHERS.get(type(op))
            if not other:
                return None
            if isinstance(node, ast.Compare):
                node.ops = [other()]  # type: ignore[list-item]
            else:
                node.op = other()  # type: ignore[assignment]
            return node
        case ast.Constant(value=bool() as value) if number == 0:
            node.value = not value
            return node
        case ast.Constant(value=int() | float() as value):
            node.value = value + (1, -1)[number]
            return node
        case ast.Name(id=name) if name in NAMES and number == 0:
            node.id = NAMES[name]
            return node
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test) if number == 0:
            node.test = ast.UnaryOp(ast.Not(), test)
            return node.test
        case ast.Expr() if number == 0:
            node.value = ast.Constant(None)
            return node
        case ast.Raise() if number == 0:
            node.exc, node.cause = ast.Name("StopAsyncIteration", ast.Load()), None
            return node
    return None


class Patched:
    """The functions of a module, whose code can be replaced."""

    def __init__(self, name: str) -> None:
        self.module = importlib.import_module(name)
        self.path = Path(self.module.__file__ or "")
        gc.unfreeze()  # so that all objects are found
        self.functions = [
            one
            for one in gc.get_objects()
            if isinstance(one, FunctionType) and one.__module__ == name
        ]

    def apply(self, tree: ast.Module) -> int:
        """Give the functions the code of a tree; return how many changed."""
        codes = dict(_codes(compile(ast.fix_missing_locations(tree), str(self.path), "exec")))
        changed = 0
        for function in self.functions:
            old = function.__code__
            new = codes.get((old.co_qualname, old.co_firstlineno))
            if new and new != old and new.co_freevars == old.co_freevars:
                function.__code__ = new
                changed += 1
        return changed


def _codes(code: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    """Yield the code objects inside one, by name and line."""
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield (one.co_qualname, one.co_firstlineno), one
            yield from _codes(one)


def outcome(patched: Patched, mutant: Mutant, tests: list[str], most_cpu_s: int) -> str:
    """Return what became of a mutant. It is killed after `most_cpu_s` seconds of CPU time."""
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (most_cpu_s, most_cpu_s))
        signal.alarm(MOST_S)
        status = 2
        with contextlib.suppress(BaseException):
            if not patched.apply(mutant.tree):
                os._exit(NOT_REACHED)
            for one in gc.get_objects():
                if isinstance(one, functools._lru_cache_wrapper):
                    one.cache_clear()
            status = run(tests)
        os._exit(status)
    _, waited = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(waited)
    return {0: SURVIVED, NOT_REACHED: "not reached"}.get(code, KILLED)


def run(tests: list[str]) -> int:
    """Run tests without output; return pytest's exit status."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return int(pytest.main([*OPTIONS, *tests]))


def main() -> int:
    """Print the mutants that survive."""
    parser = argparse.ArgumentParser(prog="python -m tests.long.mutants", description=__doc__)
    parser.add_argument("module")
    parser.add_argument("tests", nargs="+")
    parser.add_argument("--file", type=Path, help="results, which are not made again")
    parser.add_argument("--share", type=float, default=1.0, help="of the mutants, at random")
    options = parser.parse_args()
    done = {}
    if options.file and options.file.exists():
        done = dict(map(json.loads, options.file.read_text().splitlines()))
    if run(options.tests):
        print("the tests fail without a mutant")
        return 1
    most_cpu_s = 1 + math.ceil(MOST_TIMES * time.process_time())
    patched, dice, counts = Patched(options.module), random.Random(1), Counter[str]()
    for mutant in mutants(patched.path.read_text(encoding="utf-8")):
        if dice.random() >= options.share:
            continue
        name = f"{options.module}:{mutant.place}: {mutant.change}"
        if name not in done:
            done[name] = outcome(patched, mutant, options.tests, most_cpu_s)
            if options.file:
                with options.file.open("a") as file:
                    file.write(json.dumps([name, done[name]]) + "\n")
            if done[name] != KILLED:
                print(f"{done[name]}: {name}", flush=True)
        counts[done[name]] += 1
    print(f"{options.module}: {dict(counts)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
