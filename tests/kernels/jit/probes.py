"""Kernels that tests of the compiler's own modules call. Importing them compiles them."""

from brain.kernels.jit.channels import (
    add_four,
    add_own,
    limited,
    load_channels,
    store_raised,
    store_rectified,
    sum_of_channels,
)
from brain.kernels.jit.instructions import (
    activations_of,
    cycle_counter,
    load_stop,
    load_word,
    prefetch,
    store_word,
    tables_of,
    trailing_zeros,
)
from brain.kernels.jit.kernel import kernel
from brain.kernels.jit.vectors import (
    add_dot,
    add_products,
    add_shifted,
    dot,
    limited_sum,
    load_ints,
    load_shorts,
    rectified,
    rectified_sum,
    shifted,
    store_limited,
    store_shorts,
    sum_of_ints,
    total_of,
)
from brain.layout import LineRecord, Record, StoredTables

# The decorator.


@kernel
def stones_and_one(S: Record):
    return S.stones + 1


@kernel
def tries_left(L: LineRecord, used):
    return L.tries - used


@kernel
def difference(one, other):
    return one - other


@kernel
def divided(one, other):
    return one // other


@kernel
def remainder(one, other):
    return one % other


@kernel
def divisor(one, other):
    """Return the greatest common divisor."""
    return one if other == 0 else divisor(other, remainder(one, other))


@kernel
def largest(one, other):
    return max(one, other)


# Instructions.


@kernel
def zeros(word):
    return trailing_zeros(word)


@kernel
def copied(source, target):
    """Copy a word."""
    prefetch(source)
    store_word(target, load_word(source))
    return 0


@kernel
def stop_of(S: Record):
    return load_stop(S)


@kernel
def value_of(S: Record, colour, combination):
    tables: StoredTables = tables_of(S)
    return tables.value[colour, combination]


@kernel
def activations(S: Record):
    return activations_of(S)


@kernel
def now():
    return cycle_counter()


# Vectors: each writes what it makes of numbers at addresses.


@kernel
def write_rectified_sum(to, one, other):
    store_shorts(to, rectified_sum(one, other))
    return 0


@kernel
def write_limited_sum(to, one, other):
    """Write the sum of three: the first two not negative, so that the third can pass the limit."""
    store_shorts(to, limited_sum(rectified_sum(one, other), rectified_sum(one, one)))
    return 0


@kernel
def write_shifted_sum(to, one, other, bits):
    store_shorts(to, add_shifted(rectified_sum(one, one), other, bits))
    return 0


@kernel
def write_products(to, ints, pair, weights, bits):
    """Write ints plus products, shifted and limited."""
    store_limited(to, shifted(add_products(load_ints(ints), pair, weights), bits))
    return 0


@kernel
def write_rectified(to, ints, one, other, bits):
    store_limited(to, rectified(add_dot(load_ints(ints), one, other), bits))
    return 0


@kernel
def total(ints, others):
    return total_of(sum_of_ints(load_ints(ints), load_ints(others)))


@kernel
def dot_product(one, other):
    return dot(rectified_sum(one, one), other)


# Channels.


@kernel
def write_own(to, channels, cell, weights):
    store_rectified(to, add_own(load_channels(channels), cell, weights))
    return 0


@kernel
def write_four(to, channels, cell, one, other, weights):
    store_rectified(to, add_four(load_channels(channels), cell, one, other, weights))
    return 0


@kernel
def write_raised(to, shorts, most, bits):
    store_raised(to, load_shorts(shorts), most, bits)
    return 0


@kernel
def write_channel_sum(to, channels, ints):
    store_rectified(to, sum_of_channels(load_channels(channels), limited(load_ints(ints))))
    return 0
