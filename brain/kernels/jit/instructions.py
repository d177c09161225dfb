"""The machine instructions that numba lacks, as intrinsics that kernels call.

With NUMBA_DISABLE_JIT set, each is a plain Python function that does the same.
"""

import ctypes
import functools
import time
from collections.abc import Callable
from typing import Any

import numpy
from llvmlite import binding, ir
from numba import config, from_dtype, int64, void
from numba.core import cgutils
from numba.extending import intrinsic

from brain import layout
from brain.kernels.jit.kernel import RECORD

TABLES = from_dtype(layout.tables_dtype())
STOP_OFFSET, TABLES_OFFSET = layout.Record.stop.offset, layout.Record.tables_address.offset


def instruction(emulate: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator for an intrinsic; without the JIT it gives `emulate` instead."""
    return lambda typing: emulate if config.DISABLE_JIT else intrinsic(typing)


def _zeros(word: int) -> int:
    return (int(word) & -int(word)).bit_length() - 1


@instruction(_zeros)
def trailing_zeros(typingctx, word):
    """Return the number of zero bits below the lowest set bit of a nonzero word."""

    def generate(context, builder, signature, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return int64(int64), generate


@instruction(lambda address: ctypes.c_int64.from_address(int(address)).value)
def load_word(typingctx, address):
    """Return the 64-bit word at an address."""

    def generate(context, builder, signature, args):
        return builder.load(builder.inttoptr(args[0], ir.IntType(64).as_pointer()))

    return int64(int64), generate


def _store_word(address: int, word: int) -> None:
    ctypes.c_int64.from_address(int(address)).value = word


@instruction(_store_word)
def store_word(typingctx, address, word):
    """Write a 64-bit word to an address."""

    def generate(context, builder, signature, args):
        builder.store(args[1], builder.inttoptr(args[0], ir.IntType(64).as_pointer()))
        return context.get_dummy_value()

    return void(int64, int64), generate


@instruction(lambda address: None)
def prefetch(typingctx, address):
    """Ask for the cache line at an address, which is read soon."""

    def generate(context, builder, signature, args):
        pointer, flag = ir.IntType(8).as_pointer(), ir.IntType(32)
        shape = ir.FunctionType(ir.VoidType(), [pointer, flag, flag, flag])
        fetch = cgutils.get_or_insert_function(builder.module, shape, "llvm.prefetch.p0i8")
        read_data_for_long = [ir.Constant(flag, value) for value in (0, 3, 1)]
        builder.call(fetch, [builder.inttoptr(args[0], pointer), *read_data_for_long])
        return context.get_dummy_value()

    return void(int64), generate


@functools.cache
def _tables_at(address: int) -> Any:
    shape = layout.tables_dtype()
    content = (ctypes.c_char * shape.itemsize).from_address(int(address))
    return numpy.frombuffer(memoryview(content), shape).view(numpy.recarray)[0]


@instruction(lambda S: _tables_at(int(S.tables_address)))
def tables_of(typingctx, S):
    """Return the rule's tables, a record of their own that searchers share by its address."""

    def generate(context, builder, signature, args):
        word = ir.IntType(64)
        place = cgutils.pointer_add(builder, args[0], TABLES_OFFSET, word.as_pointer())
        return builder.inttoptr(builder.load(place), context.get_value_type(TABLES))

    return TABLES(RECORD), generate


def _address_of(name: str) -> Any:
    """Return an instruction that gives the address of a record's field, an array."""
    offset = getattr(layout.Record, name).offset

    def typing(typingctx, S):
        def generate(context, builder, signature, args):
            pointer = ir.IntType(8).as_pointer()
            place = cgutils.pointer_add(builder, args[0], offset, pointer)
            return builder.ptrtoint(place, ir.IntType(64))

        return int64(RECORD), generate

    return instruction(lambda S: getattr(S, name).ctypes.data)(typing)


activations_of = _address_of("network_activation")
features_of = _address_of("network_features")
star_grid_of = _address_of("star_grid")


@instruction(lambda S: int(S.stop))
def load_stop(typingctx, S):
    """Return the record's stop flag, read atomically: a plain load may be moved out of a loop."""

    def generate(context, builder, signature, args):
        flag = cgutils.pointer_add(builder, args[0], STOP_OFFSET, ir.IntType(64).as_pointer())
        return builder.load_atomic(flag, "monotonic", 8)

    return int64(RECORD), generate


@instruction(time.perf_counter_ns)
def cycle_counter(typingctx):
    """Return the processor's cycle counter, which never runs backwards on one machine."""

    def generate(context, builder, signature, args):
        counter = ir.FunctionType(ir.IntType(64), [])
        return builder.call(
            cgutils.get_or_insert_function(builder.module, counter, "llvm.readcyclecounter"), []
        )

    return int64(), generate


def _x86(builder, code, outputs, inputs, args):
    """Return the registers that an x86-64 instruction sets, zeros on another processor."""
    word = ir.IntType(64)
    if not builder.module.triple.startswith("x86_64"):
        return [ir.Constant(word, 0) for _ in outputs]
    binding.initialize_native_asmparser()
    shape = ir.FunctionType(ir.LiteralStructType([word] * len(outputs)), [word] * len(inputs))
    registers = ["={" + name + "}" for name in outputs] + ["{" + name + "}" for name in inputs]
    results = builder.asm(shape, code, ",".join(registers), args, side_effect=True)
    return [builder.extract_value(results, number) for number in range(len(outputs))]


@instruction(lambda leaf: 0)
def cpuid(typingctx, leaf):
    """Return an x86-64 processor's answer to CPUID: B in the high half, C in the low."""

    def generate(context, builder, signature, args):
        zero = ir.Constant(ir.IntType(64), 0)
        _, b, c, _ = _x86(builder, "cpuid", ("ax", "bx", "cx", "dx"), ("ax", "cx"), [args[0], zero])
        return builder.or_(builder.shl(b, ir.Constant(ir.IntType(64), 32)), c)

    return int64(int64), generate


@instruction(lambda: 0)
def saved_registers(typingctx):
    """Return which registers the system saves, by XGETBV; only where CPUID says OSXSAVE."""

    def generate(context, builder, signature, args):
        low, _ = _x86(builder, "xgetbv", ("ax", "dx"), ("cx",), [ir.Constant(ir.IntType(64), 0)])
        return low

    return int64(), generate
