"""Vectors of LANES integers of 16 bits (channels), for the star block.

Sums are saturated, and a product keeps its upper 16 bits: x86-64 has an instruction for each
(PADDSW, PMULHW). Every processor gives the same numbers.
"""

import ctypes
from typing import Any

import numpy
from llvmlite import ir
from numba import int64, types, void
from numba.core.datamodel import models
from numba.extending import register_model

from brain.kernels.jit.instructions import instruction
from brain.kernels.jit.vectors import (
    FEWER_SHORT_LANES,
    INT_LANES,
    INTS,
    LARGEST_SHORT,
    SHORTS,
    call_intrinsic,
    filled,
    larger,
    load,
    memory,
    smaller,
    spread,
    store,
)
from brain.layout import LANES

LIMITED_SUM = "llvm.sadd.sat.v16i16"
PRODUCT_SHIFT = 16  # of a product
CHANNEL_BYTES = 32  # of a vector; its address is a multiple


class Channels(types.Type):
    """LANES integers of 16 bits."""

    def __init__(self) -> None:
        super().__init__("Channels")


@register_model(Channels)
class _ChannelsModel(models.PrimitiveModel):
    def __init__(self, manager: Any, of: Channels) -> None:
        super().__init__(manager, of, FEWER_SHORT_LANES)


CHANNELS = Channels()


def _at(address: int) -> Any:
    return memory(address, ctypes.c_int16, LANES)


def _limited(values: Any) -> Any:
    return numpy.clip(values, -LARGEST_SHORT - 1, LARGEST_SHORT).astype(numpy.int16)


def _load(builder, address):
    return load(builder, address, FEWER_SHORT_LANES, CHANNEL_BYTES)


def _store(builder, vector, address):
    store(builder, vector, address, CHANNEL_BYTES)


def _add_product(builder, total, seen, weights):
    """Return channels plus the upper halves of products of `seen` and the weights at an address."""
    wide = [builder.sext(vector, INT_LANES) for vector in (seen, _load(builder, weights))]
    upper = builder.ashr(builder.mul(*wide), filled(INT_LANES, PRODUCT_SHIFT))
    product = builder.trunc(upper, FEWER_SHORT_LANES)
    return call_intrinsic(builder, LIMITED_SUM, FEWER_SHORT_LANES, total, product)


def _plus_product(total: Any, seen: Any, weights: int) -> Any:
    product = seen.astype(numpy.int32) * _at(weights) >> PRODUCT_SHIFT
    return _limited(total.astype(numpy.int32) + product)


@instruction(lambda address: _at(address).copy())
def load_channels(typingctx, address):
    """Return the channels at an address."""

    def generate(context, builder, signature, args):
        return _load(builder, args[0])

    return CHANNELS(int64), generate


@instruction(lambda total, cell, weights: _plus_product(total, _at(cell), weights))
def add_own(typingctx, total, cell, weights):
    """Return channels plus those at an address times weights."""

    def generate(context, builder, signature, args):
        total, cell, weights = args
        return _add_product(builder, total, _load(builder, cell), weights)

    return CHANNELS(CHANNELS, int64, int64), generate


def _add_four(total: Any, cell: int, one: int, other: int, weights: int) -> Any:
    places = (cell - one, cell + one, cell - other, cell + other)
    seen = sum(_at(place).astype(numpy.int32) for place in places)
    return _plus_product(total, seen, weights)


@instruction(_add_four)
def add_four(typingctx, total, cell, one, other, weights):
    """Return channels plus weights times the sum of those `one` and `other` bytes before and after
    an address. The sum must fit into 16 bits.
    """

    def generate(context, builder, signature, args):
        total, cell, one, other, weights = args
        pairs = [
            builder.add(
                _load(builder, builder.sub(cell, offset)), _load(builder, builder.add(cell, offset))
            )
            for offset in (one, other)
        ]
        return _add_product(builder, total, builder.add(*pairs), weights)

    return CHANNELS(CHANNELS, int64, int64, int64, int64), generate


@instruction(lambda a, b: _limited(a.astype(numpy.int32) + b))
def sum_of_channels(typingctx, a, b):
    """Return the sum of channels."""

    def generate(context, builder, signature, args):
        return call_intrinsic(builder, LIMITED_SUM, FEWER_SHORT_LANES, *args)

    return CHANNELS(CHANNELS, CHANNELS), generate


@instruction(_limited)
def limited(typingctx, ints):
    """Return ints as channels, at the limit where they are beyond."""

    def generate(context, builder, signature, args):
        within = larger(builder, smaller(builder, args[0], LARGEST_SHORT), -LARGEST_SHORT - 1)
        return builder.trunc(within, FEWER_SHORT_LANES)

    return CHANNELS(INTS), generate


def _store_rectified(address: int, channels: Any) -> None:
    _at(address)[:] = numpy.maximum(channels, 0)


@instruction(_store_rectified)
def store_rectified(typingctx, address, channels):
    """Write channels to an address, negative ones as 0."""

    def generate(context, builder, signature, args):
        _store(builder, larger(builder, args[1], 0), args[0])
        return context.get_dummy_value()

    return void(int64, CHANNELS), generate


def _store_raised(address: int, shorts: Any, most: int, bits: int) -> None:
    _at(address)[:] = numpy.minimum(shorts[:LANES], most) << bits


@instruction(_store_raised)
def store_raised(typingctx, address, shorts, most, bits):
    """Write the first LANES shorts to an address, at most `most`, shifted left by `bits`."""

    def generate(context, builder, signature, args):
        address, shorts, most, bits = args
        lanes = ir.Constant(ir.VectorType(ir.IntType(32), LANES), list(range(LANES)))
        lower = builder.shuffle_vector(shorts, ir.Constant(shorts.type, ir.Undefined), lanes)
        most, bits = (spread(builder, value, FEWER_SHORT_LANES) for value in (most, bits))
        is_less = builder.icmp_signed("<", lower, most)
        lower = builder.select(is_less, lower, most)
        _store(builder, builder.shl(lower, bits), address)
        return context.get_dummy_value()

    return void(int64, SHORTS, int64, int64), generate
