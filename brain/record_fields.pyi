"""The fields of the records in `brain.layout`. Written by `python -m brain.build.record_stub`.

A field has elements by indices one by one, as ctypes has them, and by several at once, as kernels
also do.
"""

import ctypes
from _ctypes import _CField
from collections.abc import Iterator
from typing import Any, Generic, TypeAlias, TypeVar, overload

Part = TypeVar("Part")
Value = TypeVar("Value")
Field: TypeAlias = _CField[Any, Value, Value]

class Rows(ctypes.Array[Any], Generic[Part]):
    _length_: int
    _type_: Any
    @overload
    def __getitem__(self, key: int, /) -> Part: ...
    @overload
    def __getitem__(self, key: slice, /) -> list[Part]: ...
    @overload
    def __getitem__(self, key: tuple[int, ...], /) -> int: ...
    def __setitem__(self, key: int | slice | tuple[int, ...], value: Any, /) -> None: ...
    def __iter__(self) -> Iterator[Part]: ...

class Fields(ctypes.Structure):
    # Not the functions of Structure that accept any name.
    __getattr__: None  # type: ignore[assignment, misc]
    __setattr__: None  # type: ignore[assignment, misc]

class RecordFields(Fields):
    width: Field[int]
    height: Field[int]
    rule: Field[int]
    half: Field[int]
    half_lines: Field[int]
    exact: Field[Rows[int]]
    caps: Field[Rows[int]]
    fouls: Field[Rows[int]]
    max_stones: Field[int]
    caution: Field[int]
    stencil: Field[Rows[int]]
    tables_address: Field[int]
    tables_rule: Field[int]
    network_address: Field[int]
    network_colours: Field[int]
    network_activation: Field[Rows[int]]
    network_cache: Field[Rows[int]]
    pattern_window: Field[Rows[int]]
    line_weight: Field[Rows[Rows[int]]]
    line_pattern: Field[Rows[int]]
    combination_of: Field[Rows[int]]
    cell_class: Field[Rows[Rows[int]]]
    zobrist: Field[Rows[Rows[int]]]
    reduction: Field[Rows[Rows[int]]]
    board: Field[Rows[int]]
    line: Field[Rows[Rows[int]]]
    pattern: Field[Rows[Rows[int]]]
    combination: Field[Rows[Rows[int]]]
    fours: Field[Rows[Rows[int]]]
    near: Field[Rows[int]]
    empty: Field[Rows[int]]
    count: Field[Rows[Rows[int]]]
    total: Field[Rows[int]]
    tempo_total: Field[int]
    key: Field[int]
    stones: Field[int]
    placed: Field[Rows[int]]
    saved_count: Field[Rows[Rows[Rows[int]]]]
    saved_total: Field[Rows[Rows[int]]]
    saved_tempo: Field[Rows[int]]
    saved_fours: Field[Rows[Rows[Rows[int]]]]
    saved_near: Field[Rows[Rows[int]]]
    saved_journal_start: Field[Rows[int]]
    saved_journal: Field[Rows[Rows[int]]]
    stop: Field[int]
    deadline: Field[int]
    node_limit: Field[int]
    nodes: Field[int]
    solver_nodes: Field[int]
    selective_depth: Field[int]
    sample_leaves: Field[int]
    sample_next: Field[int]
    sample_root: Field[int]
    sample_period: Field[int]
    sample_count: Field[int]
    sample_moves: Field[Rows[Rows[int]]]
    table_address: Field[int]
    table_buckets: Field[int]
    table_most_buckets: Field[int]
    table_leader: Field[int]
    table_generation: Field[int]
    table_game: Field[int]
    root_barred: Field[Rows[int]]
    root_has_bars: Field[int]
    root_move: Field[int]
    root_best: Field[int]
    root_lost: Field[Rows[int]]
    root_lines: Field[int]
    root_won: Field[int]
    root_score: Field[Rows[Rows[int]]]
    root_depth: Field[Rows[Rows[int]]]
    root_selective: Field[Rows[Rows[int]]]
    root_nodes: Field[Rows[Rows[int]]]
    root_length: Field[Rows[Rows[int]]]
    root_pv: Field[Rows[Rows[Rows[int]]]]
    pv: Field[Rows[Rows[int]]]
    pv_length: Field[Rows[int]]
    moves: Field[Rows[Rows[int]]]
    scores: Field[Rows[Rows[int]]]
    killer: Field[Rows[Rows[int]]]
    static_eval: Field[Rows[int]]
    excluded: Field[Rows[int]]
    history: Field[Rows[Rows[int]]]
    continuation: Field[Rows[Rows[Rows[int]]]]
    reply: Field[Rows[Rows[int]]]
    correction: Field[Rows[Rows[Rows[int]]]]

class LineRecordFields(Fields):
    width: Field[int]
    height: Field[int]
    exact: Field[Rows[int]]
    caps: Field[Rows[int]]
    fouls: Field[Rows[int]]
    zobrist: Field[Rows[Rows[int]]]
    board: Field[Rows[int]]
    attacker: Field[int]
    own_exact: Field[int]
    foul_side: Field[int]
    doubts: Field[int]
    key: Field[int]
    windows: Field[int]
    window: Field[Rows[int]]
    window_own: Field[Rows[int]]
    window_other: Field[Rows[int]]
    hot_windows: Field[int]
    hot_window: Field[Rows[int]]
    hot_index: Field[Rows[int]]
    deciding_cell: Field[int]
    mark: Field[int]
    marked: Field[Rows[int]]
    stop_cells: Field[Rows[Rows[int]]]
    double_cells: Field[Rows[int]]
    stop: Field[int]
    tries: Field[int]
    moves: Field[Rows[int]]
    cut: Field[int]
    threat: Field[Rows[Rows[int]]]
    defence_count: Field[Rows[Rows[int]]]
    defence: Field[Rows[Rows[Rows[int]]]]
    answer: Field[Rows[int]]
    slow: Field[int]
    held: Field[Rows[Rows[int]]]
    held_count: Field[Rows[int]]
    reached: Field[int]
    failed_board: Field[Rows[int]]
    covered: Field[Rows[int]]

class StoredTablesFields(Fields):
    value: Field[Rows[Rows[int]]]
    attack: Field[Rows[Rows[int]]]
    defence: Field[Rows[Rows[int]]]
    tempo: Field[Rows[Rows[Rows[int]]]]
    census: Field[Rows[Rows[Rows[Rows[Rows[int]]]]]]

class NetworkFields(Fields):
    region: Field[Rows[Rows[Rows[Rows[int]]]]]
    hidden1: Field[Rows[Rows[Rows[Rows[int]]]]]
    hidden2: Field[Rows[Rows[Rows[Rows[int]]]]]
    policy: Field[Rows[Rows[Rows[Rows[int]]]]]
    output: Field[Rows[int]]
    skip: Field[Rows[int]]
    region_bias: Field[Rows[Rows[int]]]
    hidden1_bias: Field[Rows[int]]
    hidden2_bias: Field[Rows[int]]
    policy_bias: Field[Rows[int]]
    output_bias: Field[Rows[int]]
    classical_weight: Field[Rows[int]]
    table_weight: Field[Rows[int]]
    gate: Field[Rows[int]]
    embedding: Field[Rows[Rows[Rows[Rows[int]]]]]
