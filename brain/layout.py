"""A searcher's memory as records, and the entry points of the compiled library that work on them.

A table of fields is a record's only description: `FIELDS` for a search, `LINE_FIELDS` for a
certificate's line. The kernels see a numpy record, the engine at run time a ctypes structure, and
both follow C alignment, so the same bytes are shared without a copy. A type checker reads the
fields in a stub that `brain.build.record_stub` writes. Arrays indexed by colour have three rows;
row 0 is not used.
"""

import ctypes
from typing import TYPE_CHECKING, Any, NamedTuple

from brain.lexicon import CELLS, CLASSES, COMBINATIONS, DIRECTIONS, MAX_PLY, MAX_SIZE, STRIDE

if TYPE_CHECKING:
    import numpy

    from brain.record_fields import (
        LineRecordFields,
        NetworkFields,
        RecordFields,
        StarFields,
        StoredTablesFields,
    )
else:
    LineRecordFields = NetworkFields = RecordFields = ctypes.Structure
    StarFields = StoredTablesFields = ctypes.Structure

HALF = 5  # the longest look along a line, in cells to each side
HALF_LINES = 364  # contents of one half of a line: 0 to 5 cells of 3 states before the edge
LINES = HALF_LINES * HALF_LINES
COUNTS = 9  # counts of cells that the evaluation tells apart: 0 to 7, and 8 or more
TERMS = 5  # per count: one score and four factors, which form two products
STONES = MAX_SIZE * MAX_SIZE + 28  # stones placed at once, the search's own included
CHANGES = 8 * HALF  # cells that one stone can change
ROWS_SEEN = 2 * HALF + 1  # rows in which one stone can change cells' classes
NEAR_ROWS = 9  # rows in which one stone can make cells candidate moves
COLOURS = 3
CLASS_SLOTS = 16  # for CLASSES numbers, so that a row is copied at once
PATTERN_BITS, PATTERN_MASK = 4, 15  # of a pattern in a word of four, one for each direction
MOVES = MAX_SIZE * MAX_SIZE
LONGEST_LINE = 24  # moves of a certificate's line
LINE_THREATS = 128  # moves tried at each of them
LINE_DEFENCES = 12  # answers to one at most
LINE_FAILURES = 1 << 13  # boards remembered, of those where no line was found
SAMPLES = 64  # leaves of a search, at most
ENTRY_BYTES = 16  # of the table: two words
GAME_SHIFT = 58  # of the game's number in the second word
GAMES = 31  # games that the table can tell apart
ALIKE_KINDS, CORRECTIONS = 2, 1 << 12  # in how many ways positions are alike; slots of each
ALIKE_CENSUS, ALIKE_MOVES = range(ALIKE_KINDS)
REDUCED_DEPTHS, REDUCED_MOVES = 32, 64
FINISHED, UNFINISHED = 0, 1  # rows of the root's lines: the last iteration, the one in progress

# The network: see kernels/network.py.
LANES = 16  # outputs of a layer that are computed at once
VECTOR_BYTES = 4 * LANES
FEATURES = 2 * LANES  # of a cell, and of a region
REGIONS, REGION_KINDS = 9, 3  # of the board; kinds: corner, edge, middle
REGION_UNITS = LANES  # outputs of a region's layer
INPUTS = FEATURES + REGION_KINDS * REGION_UNITS + 2  # of the first layer, even
UNITS = 2 * LANES  # outputs of the first and of the second layer
# Where activations lie: the regions' sums, the first layer's inputs, the second's, the last's; what
# features say of a move.
SUMS_AT = 0
INPUTS_AT = SUMS_AT + REGIONS * FEATURES
HIDDEN1_AT = INPUTS_AT + INPUTS
HIDDEN2_AT = HIDDEN1_AT + UNITS
POLICY_AT = HIDDEN2_AT + UNITS
ACTIVATIONS = POLICY_AT + FEATURES
NETWORK_CACHE = 1 << 13  # cached scores

# The star block: see kernels/eval/star.py.
STAR_CHANNELS = LANES  # features of a cell that take part, the first ones
STAR_REACH = 4  # cells seen in each direction
STAR_TAPS = 1 + 2 * STAR_REACH  # weights of a channel
ORDER_SPAN = 1 << 16  # above which the tables' order of a move never is, nor below its negative
STAR_MOST = (1 << 13) - 1  # that a cell may show: the sum of four fits into 16 bits

Shape = tuple[int, ...]
Fields = tuple[tuple[str, str, Shape], ...]
# The tables of a rule that brain/data stores, in this order, each as its rows of both colours.
STORED: Fields = (
    ("value", "i2", (COLOURS, COMBINATIONS)),
    ("attack", "i2", (COLOURS, COMBINATIONS)),
    ("defence", "i2", (COLOURS, COMBINATIONS)),
    ("tempo", "i2", (COLOURS, CLASSES, CLASSES)),  # by a colour's class and the other's
    # by how many cells of a class a colour has, without and with the move
    ("census", "i2", (COLOURS, 2, CLASSES, COUNTS, TERMS)),
)
# The weights of a rule's network, of which brain/data may store a file. A layer's weights are by
# pair of inputs, by LANES outputs, by output, by input of the pair.
NETWORK: Fields = (
    ("region", "i2", (REGION_KINDS, FEATURES // 2, REGION_UNITS, 2)),
    ("hidden1", "i2", (INPUTS // 2, UNITS // LANES, LANES, 2)),
    ("hidden2", "i2", (UNITS // 2, UNITS // LANES, LANES, 2)),
    ("policy", "i2", (FEATURES // 2, FEATURES // LANES, LANES, 2)),
    ("output", "i2", (UNITS,)),
    ("skip", "i2", (FEATURES,)),
    ("region_bias", "i4", (REGION_KINDS, REGION_UNITS)),
    ("hidden1_bias", "i4", (UNITS,)),
    ("hidden2_bias", "i4", (UNITS,)),
    ("policy_bias", "i4", (FEATURES,)),
    ("output_bias", "i4", (LANES,)),  # only the first counts
    # the weight of the classical score, and that of the tables in the order of moves, 0 where the
    # network has no say in it; how near to the window the score must be, in evaluation units
    ("classical_weight", "i4", (1,)),
    ("table_weight", "i4", (1,)),
    ("gate", "i4", (LANES - 2,)),  # only the first counts
    # by colour to move, whose combination, and combination; white's are left out where both
    # colours are alike
    ("embedding", "i2", (2, 2, COMBINATIONS, FEATURES)),
)

# The weights of a network's star block, behind the others in a file that has one.
STAR: Fields = (
    # by distance: of the cell itself, along rows and columns, along diagonals
    ("star_taps", "i2", (STAR_TAPS, STAR_CHANNELS)),
    ("star_bias", "i2", (STAR_CHANNELS,)),
    ("star_stones", "i2", (2, STAR_CHANNELS)),  # what a stone counts as: own, opponent's
    ("star_mix", "i2", (STAR_CHANNELS // 2, STAR_CHANNELS, 2)),
    # the policy at low depths, which reads the features without the block
    ("shallow_policy", "i2", (FEATURES // 2, FEATURES // LANES, LANES, 2)),
    ("star_mix_bias", "i4", (STAR_CHANNELS,)),
    ("shallow_policy_bias", "i4", (FEATURES,)),
    ("shallow_table_weight", "i4", (LANES // 2,)),  # only the first counts
    # the tables' order, plus ORDER_SPAN, from which on a cell sees others; only the first counts
    ("star_least", "i4", (LANES // 2,)),
)

# A board's size and its rule; `new_game` sets them.
GAME_FIELDS: Fields = (
    ("width", "i8", ()),
    ("height", "i8", ()),
    ("rule", "i8", ()),
    ("half", "i8", ()),  # cells seen to each side of a cell along a line
    ("half_lines", "i8", ()),  # contents of one half of that line
    ("exact", "i8", (COLOURS,)),  # 1 when six or more in a row do not win
    ("caps", "i8", (COLOURS,)),  # 1 when five between two stones of the opponent do not win
    ("fouls", "i8", (COLOURS,)),  # 1 when overlines, double fours and double threes lose
    ("max_stones", "i8", ()),  # stones on the board at which the game is a draw
    ("caution", "i8", ()),  # how far from the stones moves are looked for, plus 1; 0 for usual
    ("stencil", "i8", (NEAR_ROWS,)),  # the cells near a stone, by row
)
# Tables that the kernels make, and the addresses of what is stored for the rule.
RULE_FIELDS: Fields = (
    ("tables_address", "i8", ()),  # of those stored
    ("tables_rule", "i8", ()),  # the rule they are made for, plus 1
    ("network_address", "i8", ()),  # of the network's weights, 0 for none
    ("network_colours", "i8", ()),  # 2 where they tell white to move from black
    ("network_activation", "i2", (ACTIVATIONS,)),
    # the features of the cells near stones, from a multiple of VECTOR_BYTES on
    ("network_features", "i2", (CELLS * FEATURES + VECTOR_BYTES // 2,)),
    # the position, and place in memory, of these features and their sums; 0 for none
    ("network_summed", "i8", ()),
    # the network's last scores: a key, with the score in its lowest bits
    ("network_cache", "i8", (NETWORK_CACHE,)),
    ("star_address", "i8", ()),  # of the star block's weights, 0 for none
    # what each cell shows to others, from a multiple of VECTOR_BYTES on; then room for one more
    ("star_grid", "i2", ((CELLS + 1) * STAR_CHANNELS + VECTOR_BYTES // 2,)),
    ("star_start", "i8", ()),  # the address of the grid if it was cleared, else 0
    ("star_seeing", "i8", (STRIDE,)),  # per row, the cells that see others
    ("star_shown", "i8", (STRIDE,)),  # per row, the cells in the grid that may differ from 0
    ("pattern_window", "u1", (2 * HALF + 1,)),  # a line being looked at, cell by cell
    # what black adds to a line: on its left, on its right, by distance
    ("line_weight", "i4", (2, HALF)),
    ("line_pattern", "u1", (LINES,)),  # black's pattern in the low four bits, white's in the high
    ("combination_of", "u2", (1 << 16,)),  # of a word of four patterns
    ("cell_class", "u1", (COLOURS, COMBINATIONS)),
    ("zobrist", "i8", (COLOURS, CELLS)),
    ("reduction", "i8", (REDUCED_DEPTHS, REDUCED_MOVES)),  # of late moves, by depth and number
)
# The position; `place` and `lift` change it.
POSITION_FIELDS: Fields = (
    ("board", "u1", (CELLS,)),
    # what lies to both sides of a cell, an index of line_pattern
    ("line", "i4", (CELLS, DIRECTIONS)),
    ("pattern", "u2", (COLOURS, CELLS)),  # four patterns of four bits
    ("combination", "u2", (COLOURS, CELLS)),
    ("fours", "i8", (COLOURS, STRIDE)),  # per row, the empty cells of class CELL_FOUR or better
    ("near", "i8", (STRIDE,)),  # per row, the cells near a stone
    ("empty", "i8", (STRIDE,)),  # per row, the empty cells
    ("count", "i2", (COLOURS, CLASS_SLOTS)),  # empty cells by class
    ("total", "i8", (COLOURS,)),  # sum of `value` over the empty cells
    ("tempo_total", "i8", ()),  # sum of `tempo` over the empty cells
    ("key", "i8", ()),
    ("stones", "i8", ()),
    ("placed", "i2", (STONES,)),  # cells in the order they were placed
)
# What `lift` needs, by stone.
SAVED_FIELDS: Fields = (
    ("saved_count", "i2", (STONES, COLOURS, CLASS_SLOTS)),
    ("saved_total", "i8", (STONES, COLOURS)),
    ("saved_tempo", "i8", (STONES,)),
    ("saved_fours", "i8", (STONES, COLOURS, ROWS_SEEN)),
    ("saved_near", "i8", (STONES, NEAR_ROWS)),
    ("saved_journal_start", "i8", (STONES + 1,)),
    # cell, patterns and combinations of both colours
    ("saved_journal", "u2", (STONES * CHANGES, 5)),
)
# Limits and results of a search.
LIMIT_FIELDS: Fields = (
    ("stop", "i8", ()),  # read atomically; nonzero ends the search
    ("deadline", "i8", ()),  # in ticks of the cycle counter; 0 for none
    ("node_limit", "i8", ()),  # 0 for none
    ("nodes", "i8", ()),
    ("solver_nodes", "i8", ()),  # how many more a search for wins may visit
    ("selective_depth", "i8", ()),  # the deepest ply seen
)
# Samples of the leaves that the search judged, to train on.
SAMPLE_FIELDS: Fields = (
    ("sample_leaves", "i8", ()),  # judged so far
    ("sample_next", "i8", ()),  # the number of the leaf to sample, 0 for none
    ("sample_root", "i8", ()),  # stones where the search starts
    ("sample_period", "i8", ()),  # leaves per sampled leaf
    ("sample_count", "i8", ()),  # so far
    ("sample_moves", "i2", (SAMPLES, MAX_PLY)),  # the moves that led to it from the root, then 0
)
# The transposition table.
TABLE_FIELDS: Fields = (
    ("table_address", "i8", ()),
    ("table_buckets", "i8", ()),  # of 64 bytes each, in use
    ("table_most_buckets", "i8", ()),  # that its memory has room for
    ("table_leader", "i8", ()),  # for a helper, the address of its leader's `table_buckets`; else 0
    ("table_growth_ticks", "i8", ()),  # that the last growth took; 0 before the first
    ("table_generation", "i8", ()),  # counts searches
    ("table_game", "i8", ()),  # 1 to GAMES: tells this game's entries from an older one's
)
# The root: what must not be chosen, how far the search is, and the lines found, best first.
ROOT_FIELDS: Fields = (
    ("root_barred", "i8", (STRIDE,)),  # per row, cells
    ("root_has_bars", "i8", ()),  # 1 when any cell is barred
    ("root_move", "i8", ()),  # being searched, 0 for none
    ("root_best", "i8", ()),  # so far, 0 for none
    ("root_before", "i8", ()),  # nodes visited before the move being searched
    ("root_best_nodes", "i8", ()),  # nodes visited below the best move
    ("root_lost", "i8", (STRIDE,)),  # per row, the cells of moves proven to lose
    # The lines found, best first: of the last iteration, and of the one in progress.
    ("root_lines", "i8", ()),  # how many, of the last
    ("root_won", "i8", ()),  # the rank of the proven win that came before all iterations, plus 1
    ("root_score", "i4", (2, MOVES)),
    ("root_depth", "i2", (2, MOVES)),  # plies of the iteration, or to the end of a proven win
    ("root_selective", "i2", (2, MOVES)),
    ("root_nodes", "i8", (2, MOVES)),  # visited when it was found
    ("root_length", "i2", (2, MOVES)),
    ("root_pv", "i2", (2, MOVES, MAX_PLY)),
)
# Memory by ply.
PLY_FIELDS: Fields = (
    ("pv", "i2", (MAX_PLY, MAX_PLY)),  # principal variation from each ply, a triangle
    ("pv_length", "i8", (MAX_PLY,)),
    ("moves", "i2", (MAX_PLY, MOVES)),
    ("scores", "i4", (MAX_PLY, MOVES)),
    ("killer", "i2", (MAX_PLY, 2)),
    ("static_eval", "i4", (MAX_PLY,)),  # score for the side to move
    ("excluded", "i2", (MAX_PLY,)),  # a move to leave out, 0 for none
)
# What one think leaves to the next besides the transposition table.
LEARNED_FIELDS: Fields = (
    ("history", "i4", (COLOURS, CELLS)),
    # by the move's offset from the opponent's last stone, and from the side's own, plus CELLS
    ("continuation", "i4", (2, COLOURS, 2 * CELLS)),
    ("reply", "i2", (COLOURS, CELLS)),  # what last failed high after a stone of the opponent
    # what the static evaluation missed in positions alike
    ("correction", "i4", (ALIKE_KINDS, COLOURS, CORRECTIONS)),
)
# A searcher's memory.
FIELDS: Fields = (
    *GAME_FIELDS,
    *RULE_FIELDS,
    *POSITION_FIELDS,
    *SAVED_FIELDS,
    *LIMIT_FIELDS,
    *SAMPLE_FIELDS,
    *TABLE_FIELDS,
    *ROOT_FIELDS,
    *PLY_FIELDS,
    *LEARNED_FIELDS,
)
LEARNED = tuple(name for name, _, _ in LEARNED_FIELDS)

# The fields of a search's record that a line's record copies.
LINE_GAME = ("width", "height", "exact", "caps", "fouls", "zobrist")
# The memory of a search for a certificate's line. A window is five cells from its first on; its
# number is DIRECTION * CELLS + first cell.
LINE_FIELDS: Fields = (
    *(field for field in FIELDS if field[0] in LINE_GAME),
    # what lies on each cell, in the words of kernels/threatlines/line_windows.py
    ("board", "u1", (CELLS,)),
    ("attacker", "i8", ()),
    ("own_exact", "i8", ()),  # 1 when six of the attacker's stones don't win
    ("foul_side", "i8", ()),  # 1 when the attacker's stones may be fouls, 2 when the defender's
    ("doubts", "i8", ()),  # stones that the defender may not have
    # 0 if the board is not a window of a larger one, else 1 more than the stones that the defender
    # may have outside it, 2 or more
    ("hostile", "i8", ()),
    ("key", "i8", ()),
    ("windows", "i8", ()),  # on the board
    ("window", "i2", (DIRECTIONS * CELLS,)),  # their numbers
    ("window_own", "u1", (DIRECTIONS * CELLS,)),  # stones of the attacker, by window
    ("window_other", "u1", (DIRECTIONS * CELLS,)),  # of the defender
    ("hot_windows", "i8", ()),  # in which a five could come near
    ("hot_window", "i2", (DIRECTIONS * CELLS,)),  # those, in no order
    ("hot_index", "i2", (DIRECTIONS * CELLS,)),  # of each window in that list, from 1; 0 for none
    ("deciding_cell", "i8", ()),  # that decides the board
    ("mark", "i8", ()),  # counts looks; what an earlier look has left in these is void:
    ("marked", "i8", (CELLS,)),
    ("stop_cells", "i2", (CELLS, 2)),  # that stop all ways to five after the attacker's stone there
    ("double_cells", "i2", (CELLS,)),
    ("stop", "i8", ()),  # nonzero ends the search
    ("tries", "i8", ()),  # how many more moves the search may try
    ("moves", "i2", (LONGEST_LINE,)),  # the line found, or to be replayed
    ("cut", "i8", ()),  # 1 when a longer line might win
    ("threat", "i2", (LONGEST_LINE, LINE_THREATS)),
    ("defence_count", "i2", (LONGEST_LINE, LINE_THREATS)),
    ("defence", "i2", (LONGEST_LINE, LINE_THREATS, LINE_DEFENCES)),
    ("answer", "i2", (MOVES,)),  # the defences just found
    ("slow", "i8", ()),  # 1 if a reply that is not a defence leaves no five
    ("held", "i2", (LONGEST_LINE, MOVES)),  # defences on the board when a line is replayed
    ("held_count", "i2", (LONGEST_LINE,)),
    ("reached", "i8", ()),  # moves of the line that were replayed
    ("failed_board", "i8", (LINE_FAILURES,)),
    ("covered", "i2", (CELLS,)),  # by reply, the plies in which a line wins after it, or 0
)

# The entry points that take a LineRecord; see ENTRIES.
LINE_ENTRIES: dict[str, int] = {
    "find_line": 3,  # attacker, longest, tries: moves of a line that wins, or 0
    "line_plies": 2,  # attacker, length: plies in which `moves` win, or 0
    "replies_covered": 2,  # attacker, length: replies after which the line wins; see `covered`
    "cover_plies": 1,  # attacker: plies in which a cover wins by what `covered` has, or 0
    "may_attack": 2,  # attacker, cell: is it a move that makes no five
}
# Entry points: name -> how many integers follow the record. Every one returns a 64-bit integer.
ENTRIES: dict[str, int] = {
    "cpu_level": 0,  # 1 to 4: the x86-64 level of this processor, 0 on another one
    "ticks": 0,  # the cycle counter
    "new_game": 4,  # width, height, rule, its packed law: an empty board and the rule's tables
    "shrink": 0,  # after the table's memory has changed: it begins small
    "rebuild": 0,  # after stones of colour WALL were put on an empty board
    "place": 2,  # cell, colour
    "lift": 0,  # take back the last stone placed
    "is_forbidden": 1,  # cell: may black not play there
    "evaluate": 1,  # colour to move
    "judge": 1,  # colour to move: the network's score, the static one without a network
    "verdict": 1,  # colour to move: plies * CELLS + cell of a win that needs no search, or 0
    "has_five": 1,  # cell: does the stone on it win
    "guess": 1,  # colour to move: the move that looks best without a search, or 0
    "begin": 0,  # a think
    "prove": 2,  # colour to move, nodes of the think: plies to a proven win, or 0
    "deepen": 3,  # colour to move, depth, lines: one iteration; how many lines there are
    "search": 4,  # colour to move, depth, alpha, beta: one search of the main search
    "kill": 3,  # colour to move, fours, nodes: plies to a win by continuous fours, or 0
    "threat_win": 3,  # colour to move, threats, nodes: plies to a win by continuous threats, or 0
    "proof_win": 3,  # colour to move, wide, nodes: plies to a win by threats, or 0
    "churn": 2,  # stones, seed: place and lift as many at random, for the bench
    **LINE_ENTRIES,
}


_CTYPES: dict[str, Any] = {
    "u1": ctypes.c_uint8,
    "u2": ctypes.c_uint16,
    "i2": ctypes.c_int16,
    "i4": ctypes.c_int32,
    "i8": ctypes.c_int64,
}


def _ctype(code: str, shape: Shape) -> Any:
    ctype = _CTYPES[code]
    for length in reversed(shape):
        ctype = ctype * length
    return ctype


def _typed(fields: Fields) -> tuple[tuple[str, Any], ...]:
    return tuple((name, _ctype(code, shape)) for name, code, shape in fields)


class StoredTables(StoredTablesFields):
    """The stored tables of a rule, as the engine holds them."""

    _fields_ = _typed(STORED)


class Network(NetworkFields):
    """The weights of a rule's network, which begin at a multiple of 64."""

    _fields_ = _typed(NETWORK)


class Star(StarFields):
    """The weights of a network's star block."""

    _fields_ = _typed(STAR)


NETWORK_OFFSETS = {name: getattr(Network, name).offset for name, _, _ in NETWORK}
STAR_OFFSETS = {name: getattr(Star, name).offset for name, _, _ in STAR}


class NetworkShape(NamedTuple):
    """Which optional parts a network's file has."""

    colours: int  # 2 if White's rows are present
    star: int  # the offset of the star block's weights, 0 for none


def _network_shapes() -> dict[int, NetworkShape]:
    rows = Network.embedding.size // 2  # of one colour to move
    shapes = {}
    for colours in (1, 2):
        end = Network.embedding.offset + colours * rows
        shapes[end] = NetworkShape(colours, star=0)
        shapes[end + ctypes.sizeof(Star)] = NetworkShape(colours, star=end)
    return shapes


NETWORK_SHAPES = _network_shapes()  # by the file's length


def network_shape(content: bytes) -> NetworkShape:
    """Return which parts a network's file has. ValueError if no network has its length."""
    if len(content) not in NETWORK_SHAPES:
        lengths = ", ".join(map(str, sorted(NETWORK_SHAPES)))
        raise ValueError(f"a network has {lengths} bytes, not {len(content)}")
    return NETWORK_SHAPES[len(content)]


def _check_stones(star: Star) -> None:
    """Raise ValueError if a stone shows more than STAR_MOST."""
    most = max(number for side in star.star_stones for number in side)
    if most > STAR_MOST:
        raise ValueError(f"a stone of the star block shows {most}, at most {STAR_MOST} is allowed")


class NetworkMemory:
    """The content of a network's file where kernels can read it, from a multiple of VECTOR_BYTES
    on.
    """

    def __init__(self, content: bytes) -> None:
        """Copy the content. ValueError if no network has its length, or if a stone of its star
        block shows more than STAR_MOST.
        """
        self.shape = network_shape(content)
        if self.shape.star:
            _check_stones(Star.from_buffer_copy(content, self.shape.star))
        self._memory = (ctypes.c_char * (len(content) + VECTOR_BYTES))()
        start = ctypes.addressof(self._memory)
        self._address = start + -start % VECTOR_BYTES
        ctypes.memmove(self._address, content, len(content))

    def attach(self, record: "Record") -> None:
        """Have a record use the network, which must outlive it."""
        record.network_address = self._address
        record.network_colours = self.shape.colours
        record.star_address = self._address + self.shape.star if self.shape.star else 0
        record.network_summed = 0


class Record(RecordFields):
    """A searcher's memory, as the engine holds it, with stored tables of its own.

    A copy of its bytes shares its tables, and must not outlive it.
    """

    __slots__ = ("_own_tables",)  # nothing else but fields: a wrong name is an error
    _fields_ = _typed(FIELDS)

    def __init__(self) -> None:
        self._own_tables = StoredTables()
        super().__init__(tables_address=ctypes.addressof(self._own_tables))

    @property
    def tables(self) -> StoredTables:
        """The stored tables, its own or those of the record that it is a copy of."""
        return StoredTables.from_address(self.tables_address)


class LineRecord(LineRecordFields):
    """The memory of a search for a certificate's line, as the engine holds it."""

    __slots__ = ()
    _fields_ = _typed(LINE_FIELDS)


def argument_types(entry: str) -> list[Any]:
    """Return the types of an entry point's arguments: a pointer to its record, and integers."""
    record = LineRecord if entry in LINE_ENTRIES else Record
    return [ctypes.POINTER(record), *[ctypes.c_int64] * ENTRIES[entry]]


def dtype() -> "numpy.dtype[numpy.void]":
    """Return the record as an aligned numpy dtype of the same size and offsets as `Record`."""
    return _dtype(FIELDS)


def line_dtype() -> "numpy.dtype[numpy.void]":
    """Return a line's record as an aligned numpy dtype of the same bytes as `LineRecord`."""
    return _dtype(LINE_FIELDS)


def tables_dtype() -> "numpy.dtype[numpy.void]":
    """Return the stored tables as an aligned numpy dtype of the same bytes as `StoredTables`."""
    return _dtype(STORED)


def _dtype(fields: Fields) -> "numpy.dtype[numpy.void]":
    import numpy

    return numpy.dtype(list(fields), align=True)
