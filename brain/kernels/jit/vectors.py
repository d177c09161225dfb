"""Vectors of integers: 32 of 16 bits (shorts) or 16 of 32 bits (ints), for the network.

LLVM lowers them to what a processor has, and every processor gives the same numbers. A vector lives
in a local variable of one kernel; memory is reached by its address.

Products are summed in pairs of inputs, which x86-64 does in one instruction (PMADDWD). So an
output's weights for two neighbouring inputs lie side by side.
"""

import ctypes
from typing import Any

import numpy
from llvmlite import ir
from numba import int64, types, void
from numba.core import cgutils
from numba.core.datamodel import models
from numba.extending import register_model

from brain.kernels.jit.instructions import instruction
from brain.layout import LANES

SHORT, INT, WORD = ir.IntType(16), ir.IntType(32), ir.IntType(64)
SHORT_LANES, INT_LANES = ir.VectorType(SHORT, 2 * LANES), ir.VectorType(INT, LANES)
FEWER_SHORT_LANES, MORE_INT_LANES = ir.VectorType(SHORT, LANES), ir.VectorType(INT, 2 * LANES)
LIMITED_SUM, TOTAL = "llvm.sadd.sat.v32i16", "llvm.vector.reduce.add.v16i32"
LARGEST_SHORT = (1 << 15) - 1
LINE_BYTES, SHORT_BYTES = 64, 2  # what the address of weights, and of activations, is a multiple of


class Shorts(types.Type):
    """2 * LANES integers of 16 bits."""

    def __init__(self) -> None:
        super().__init__("Shorts")


class Ints(types.Type):
    """LANES integers of 32 bits."""

    def __init__(self) -> None:
        super().__init__("Ints")


@register_model(Shorts)
class _ShortsModel(models.PrimitiveModel):
    def __init__(self, manager: Any, of: Shorts) -> None:
        super().__init__(manager, of, SHORT_LANES)


@register_model(Ints)
class _IntsModel(models.PrimitiveModel):
    def __init__(self, manager: Any, of: Ints) -> None:
        super().__init__(manager, of, INT_LANES)


SHORTS, INTS = Shorts(), Ints()


def memory(address: int, kind: Any, length: int) -> Any:
    """Return memory as an array."""
    return numpy.ctypeslib.as_array((kind * length).from_address(int(address)))


def load(builder, address, of, align=LINE_BYTES):
    """Return the vector at an address."""
    return builder.load(builder.inttoptr(address, of.as_pointer()), align=align)


def store(builder, vector, address, align=SHORT_BYTES):
    """Write a vector to an address."""
    place = builder.inttoptr(address, vector.type.as_pointer())
    builder.store(vector, place, align=align)


def spread(builder, value, of):
    """Return a vector of copies of a 64-bit integer."""
    undefined = ir.Constant(of, ir.Undefined)
    value = builder.trunc(value, of.element)
    first = builder.insert_element(undefined, value, ir.Constant(INT, 0))
    return builder.shuffle_vector(first, undefined, filled(ir.VectorType(INT, of.count), 0))


def filled(of, value):
    """Return a vector of one number."""
    return ir.Constant(of, [value] * of.count)


def larger(builder, vector, value):
    """Return the larger of each lane and a number."""
    other = filled(vector.type, value)
    return builder.select(builder.icmp_signed(">", vector, other), vector, other)


def smaller(builder, vector, value):
    """Return the smaller of each lane and a number."""
    other = filled(vector.type, value)
    return builder.select(builder.icmp_signed("<", vector, other), vector, other)


def call_intrinsic(builder, name, of, *args):
    """Return what an intrinsic of LLVM's makes of vectors."""
    shape = ir.FunctionType(of, [arg.type for arg in args])
    return builder.call(cgutils.get_or_insert_function(builder.module, shape, name), args)


@instruction(lambda: numpy.zeros(2 * LANES, numpy.int16))
def no_shorts(typingctx):
    """Return zeros."""

    def generate(context, builder, signature, args):
        return filled(SHORT_LANES, 0)

    return SHORTS(), generate


def _rectified_sum(first: int, second: int) -> Any:
    a, b = (memory(address, ctypes.c_int16, 2 * LANES) for address in (first, second))
    return numpy.maximum(a + b, numpy.int16(0))


@instruction(lambda address: memory(address, ctypes.c_int16, 2 * LANES).copy())
def load_shorts(typingctx, address):
    """Return the shorts at an address."""

    def generate(context, builder, signature, args):
        return load(builder, args[0], SHORT_LANES)

    return SHORTS(int64), generate


@instruction(_rectified_sum)
def rectified_sum(typingctx, first, second):
    """Return the sum of the shorts at two addresses, 0 where it is negative."""

    def generate(context, builder, signature, args):
        a, b = (load(builder, address, SHORT_LANES) for address in args)
        return larger(builder, builder.add(a, b), 0)

    return SHORTS(int64, int64), generate


def _limited_sum(a: Any, b: Any) -> Any:
    total = a.astype(numpy.int32) + b
    return numpy.clip(total, -LARGEST_SHORT - 1, LARGEST_SHORT).astype(numpy.int16)


@instruction(_limited_sum)
def limited_sum(typingctx, a, b):
    """Return the sum of shorts, at the limit where it is beyond."""

    def generate(context, builder, signature, args):
        return call_intrinsic(builder, LIMITED_SUM, SHORT_LANES, *args)

    return SHORTS(SHORTS, SHORTS), generate


def _add_shifted(total: Any, address: int, bits: int) -> Any:
    return _limited_sum(total, memory(address, ctypes.c_int16, 2 * LANES) >> bits)


@instruction(_add_shifted)
def add_shifted(typingctx, total, address, bits):
    """Return `total` plus the shorts at an address shifted right by `bits`, saturated."""

    def generate(context, builder, signature, args):
        total, address, bits = args
        vector = load(builder, address, SHORT_LANES, SHORT_BYTES)
        vector = builder.ashr(vector, spread(builder, bits, SHORT_LANES))
        return call_intrinsic(builder, LIMITED_SUM, SHORT_LANES, total, vector)

    return SHORTS(SHORTS, int64, int64), generate


def _store_shorts(address: int, vector: Any) -> None:
    memory(address, ctypes.c_int16, 2 * LANES)[:] = vector


@instruction(_store_shorts)
def store_shorts(typingctx, address, vector):
    """Write shorts to an address."""

    def generate(context, builder, signature, args):
        store(builder, args[1], args[0])
        return context.get_dummy_value()

    return void(int64, SHORTS), generate


@instruction(lambda address: memory(address, ctypes.c_int32, LANES).copy())
def load_ints(typingctx, address):
    """Return the ints at an address."""

    def generate(context, builder, signature, args):
        return load(builder, args[0], INT_LANES)

    return INTS(int64), generate


@instruction(lambda a, b: a + b)
def sum_of_ints(typingctx, a, b):
    """Return the sum of ints."""

    def generate(context, builder, signature, args):
        return builder.add(*args)

    return INTS(INTS, INTS), generate


def _products(builder, total, a, b):
    """Return ints and the products of shorts, added up in pairs."""
    wide_a, wide_b = (builder.sext(vector, MORE_INT_LANES) for vector in (a, b))
    product = builder.mul(wide_a, wide_b)
    halves = [
        builder.shuffle_vector(
            product,
            ir.Constant(MORE_INT_LANES, ir.Undefined),
            ir.Constant(ir.VectorType(INT, LANES), list(range(first, 2 * LANES, 2))),
        )
        for first in range(2)
    ]
    return builder.add(total, builder.add(*halves))


def _product_sum(total: Any, a: Any, b: Any) -> Any:
    product = a.astype(numpy.int32) * b.astype(numpy.int32)
    return total + product[::2] + product[1::2]


def _add_products(total: Any, pair: int, weights: int) -> Any:
    inputs = numpy.tile(memory(pair, ctypes.c_int16, 2), LANES)
    return _product_sum(total, inputs, memory(weights, ctypes.c_int16, 2 * LANES))


@instruction(_add_products)
def add_products(typingctx, total, pair, weights):
    """Return ints to which a pair of shorts at an address, times each pair of weights, is added."""

    def generate(context, builder, signature, args):
        total, pair, weights = args
        both = builder.zext(load(builder, pair, INT, SHORT_BYTES), WORD)
        inputs = builder.bitcast(spread(builder, both, INT_LANES), SHORT_LANES)
        return _products(builder, total, inputs, load(builder, weights, SHORT_LANES))

    return INTS(INTS, int64, int64), generate


def _add_dot(total: Any, first: int, second: int) -> Any:
    a, b = (memory(address, ctypes.c_int16, 2 * LANES) for address in (first, second))
    return _product_sum(total, a, b)


@instruction(_add_dot)
def add_dot(typingctx, total, activations, weights):
    """Return ints to which the products of shorts and weights at two addresses, in pairs, are
    added.
    """

    def generate(context, builder, signature, args):
        a = load(builder, args[1], SHORT_LANES, SHORT_BYTES)
        return _products(builder, args[0], a, load(builder, args[2], SHORT_LANES))

    return INTS(INTS, int64, int64), generate


@instruction(lambda vector: int(numpy.int32(vector.sum())))
def total_of(typingctx, vector):
    """Return the sum of all ints."""

    def generate(context, builder, signature, args):
        total = call_intrinsic(builder, TOTAL, INT, args[0])
        return builder.sext(total, WORD)

    return int64(INTS), generate


def _dot(vector: Any, address: int) -> int:
    return int(_product_sum(0, vector, memory(address, ctypes.c_int16, 2 * LANES)).sum())


@instruction(_dot)
def dot(typingctx, vector, address):
    """Return the sum of the products of shorts and those at an address."""

    def generate(context, builder, signature, args):
        other = load(builder, args[1], SHORT_LANES, SHORT_BYTES)
        total = _products(builder, filled(INT_LANES, 0), args[0], other)
        return builder.sext(call_intrinsic(builder, TOTAL, INT, total), WORD)

    return int64(SHORTS, int64), generate


def _shifted(builder, vector, bits):
    return builder.ashr(vector, spread(builder, bits, INT_LANES))


@instruction(lambda vector, bits: vector >> bits)
def shifted(typingctx, vector, bits):
    """Return ints shifted right by `bits`."""

    def generate(context, builder, signature, args):
        return _shifted(builder, *args)

    return INTS(INTS, int64), generate


@instruction(lambda vector, bits: numpy.maximum(vector >> bits, 0))
def rectified(typingctx, vector, bits):
    """Return ints shifted right by `bits`, negative ones as 0."""

    def generate(context, builder, signature, args):
        return larger(builder, _shifted(builder, *args), 0)

    return INTS(INTS, int64), generate


def _store_limited(address: int, vector: Any) -> None:
    limited = numpy.clip(vector, -LARGEST_SHORT - 1, LARGEST_SHORT)
    memory(address, ctypes.c_int16, LANES)[:] = limited


@instruction(_store_limited)
def store_limited(typingctx, address, vector):
    """Write ints to an address as LANES shorts, at the limit where they are beyond."""

    def generate(context, builder, signature, args):
        limited = smaller(builder, args[1], LARGEST_SHORT)
        limited = larger(builder, limited, -LARGEST_SHORT - 1)
        store(builder, builder.trunc(limited, FEWER_SHORT_LANES), args[0])
        return context.get_dummy_value()

    return void(int64, INTS), generate
