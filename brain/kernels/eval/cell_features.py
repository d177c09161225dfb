"""The features of cells: where the embeddings lie that make them, and where they are kept."""

from brain.kernels.jit.instructions import features_of
from brain.kernels.jit.kernel import kernel
from brain.layout import FEATURES, NETWORK_OFFSETS, VECTOR_BYTES, Record
from brain.lexicon import COMBINATIONS

EMBEDDING = NETWORK_OFFSETS["embedding"]
SHORT = 2  # bytes
FEATURE_BITS = 6  # of a feature's fraction
ROW_BYTES = FEATURES * SHORT


@kernel
def rows_of(S: Record, turn, colour):
    """Return the address of the embeddings of what a stone of a colour would make."""
    side = (turn - 1) * (S.network_colours - 1)
    rows = 2 * side + int(colour != turn)
    return S.network_address + EMBEDDING + rows * COMBINATIONS * ROW_BYTES


@kernel
def aligned(address):
    """Return the first multiple of VECTOR_BYTES from an address on."""
    return address + VECTOR_BYTES - 1 & -VECTOR_BYTES


@kernel
def feature_address(S: Record, cell):
    """Return where the features of a cell are kept."""
    return aligned(features_of(S)) + cell * ROW_BYTES
