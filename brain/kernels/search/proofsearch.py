"""The proof search: wins by threats, where the defender tries every answer that could help.

A threat is a four or an open three. In a *wide* search it is also a move that only threatens to win
by fours: what stops them is a complete list too (`guards`).

Each position has two numbers. The proof number estimates how many positions must still be proved to
show that the attacker wins. The disproof number estimates how many must be disproved to show that
he does not win by threats. The search descends depth-first to the move with the smallest number and
returns when a number exceeds its limit. The transposition table stores the numbers under separate
keys. Only proofs are final: a disproof does not exclude a win by other moves.

Ayumu Nagai, Df-pn algorithm for searching AND/OR trees and its applications, 2002. Toru Ueda,
Tsuyoshi Hashimoto, Junichi Hashimoto and Hiroyuki Iida, Weak proof-number search, 2008: the larger
number counts, not the sum, because threats in another order lead to the same positions. Thomas
Thomsen, Lambda-search in game trees - with application to Go, 2000: a threat to win by threats of a
lower order.
"""

from brain.kernels.jit.instructions import trailing_zeros
from brain.kernels.jit.kernel import kernel
from brain.kernels.position.patterns import class_at
from brain.kernels.position.placement import lift, place
from brain.kernels.position.threats import FIVE_PLIES, FOUR_PLIES, may_play, verdict
from brain.kernels.search.guards import NO_THREAT, PLIES_SHIFT, guards
from brain.kernels.search.hashtable import (
    EXACT,
    data_static,
    pack,
    probe,
    store,
    stored_score,
    table_key,
)
from brain.kernels.search.killsearch import kill_within
from brain.kernels.search.node import SOLVER_PLIES, out_of_time
from brain.kernels.search.ordering import AGAINST_FIVE, ALL_NEAR, generate, list_for
from brain.layout import Record
from brain.lexicon import BORDER, CELL_FOUL, CELL_THREE, STRIDE

PROOF_KEY = 0x2545F4914F6CDD1D  # tells its table entries from those of the other searches
DEFENDER_KEY = 0x5851F42D4C957F2D  # and the defender's positions from the attacker's
INFINITE = 30000  # a number that cannot be reached
NUMBER_BITS = 16
NUMBER_MASK = (1 << NUMBER_BITS) - 1
OPEN = 1 << NUMBER_BITS | 1  # numbers of a position that was not searched
# Numbers of a position that is decided. A won one has PROVED plus the plies of the win.
PROVED, DISPROVED = INFINITE, INFINITE << NUMBER_BITS
# The proof number of a move before it is searched, by the class of its cell; 0 for no threat.
# Fours are searched first. The numbers are above 1, so a move is searched further before the next
# one is tried.
UNSEARCHED = (0, 12, 12, 12, 9, 9, 9, 6, 6, 3, 3, 3, 3, 3)
MOST_EFFORT = 100  # depth of a table entry


@kernel
def proof_key(S: Record, colour, turn, wide):
    """Return the table's key of a position when a colour attacks."""
    key = table_key(S, turn) ^ PROOF_KEY + wide
    return key if colour == turn else key ^ DEFENDER_KEY


@kernel
def proof_of(numbers):
    """Return a position's proof number; 0 when it is won."""
    return numbers >> NUMBER_BITS


@kernel
def disproof_of(numbers):
    """Return a position's disproof number, 0 when it is lost, INFINITE + plies when it is won."""
    return numbers & NUMBER_MASK


@kernel
def known_numbers(S: Record, key, numbers):
    """Return the numbers that the table has under a key, else `numbers`."""
    data = probe(S, key)
    if data == 0:
        return numbers
    return stored_score(data) << NUMBER_BITS | data_static(data)


@kernel
def keep_numbers(S: Record, key, numbers, nodes):
    """Store the numbers of a position under a key, and return them."""
    effort = 1
    while nodes >> effort > 0:
        effort += 1
    if proof_of(numbers) == 0:
        effort = MOST_EFFORT
    data = pack(S, 0, effort, EXACT, proof_of(numbers), disproof_of(numbers))
    store(S, key, data)
    return numbers


@kernel
def keep_legal(S: Record, colour, ply, count):
    """Remove forbidden points from moves[ply], and mark the other moves as not searched; return how
    many there are.
    """
    kept = 0
    for i in range(count):
        cell = S.moves[ply, i]
        if may_play(S, colour, cell):
            S.moves[ply, kept] = cell
            S.scores[ply, kept] = OPEN
            kept += 1
    return kept


@kernel
def attacks(S: Record, colour, wide, ply):
    """Write the moves that may threaten to moves[ply], and their numbers before they are searched
    to scores[ply]; return how many.
    """
    if list_for(S, colour) == AGAINST_FIVE:
        return keep_legal(S, colour, ply, generate(S, colour, AGAINST_FIVE, ply))
    count = 0
    for row in range(BORDER, BORDER + S.height):
        word = S.empty[row] & S.near[row]
        while word != 0:
            cell = row * STRIDE + trailing_zeros(word)
            word &= word - 1
            cell_class = class_at(S, colour, cell)
            proof = UNSEARCHED[cell_class]
            may_threaten = wide or cell_class >= CELL_THREE or cell_class == CELL_FOUL
            if proof != 0 and may_threaten and may_play(S, colour, cell):
                S.moves[ply, count] = cell
                S.scores[ply, count] = proof << NUMBER_BITS | 1
                count += 1
    return count


@kernel
def defences(S: Record, colour, wide, ply):
    """Write the complete list of replies after a move of the attacker to moves[ply]; return how
    many, with the plies in which any other reply loses above PLIES_SHIFT. Return NO_THREAT if the
    move doesn't threaten or the defender wins.
    """
    defender = 3 - colour
    if verdict(S, defender, ply):
        return NO_THREAT
    replies = list_for(S, defender)
    if replies == ALL_NEAR:
        found = guards(S, colour, ply) if wide else NO_THREAT
        if found == NO_THREAT:
            return NO_THREAT
    else:
        plies = 1 + (FIVE_PLIES if replies == AGAINST_FIVE else FOUR_PLIES)
        if S.stones + plies > S.max_stones:
            return NO_THREAT
        found = generate(S, defender, replies, ply) | plies << PLIES_SHIFT
    count = keep_legal(S, defender, ply, found & NUMBER_MASK)
    return count | found >> PLIES_SHIFT << PLIES_SHIFT


@kernel
def numbers_of_attack(S: Record, count, ply):
    """Return the numbers of a position from those after each move of the attacker."""
    proof = INFINITE
    disproof = 0
    open_moves = 0
    least = INFINITE
    for i in range(count):
        numbers = S.scores[ply, i]
        proof = min(proof, proof_of(numbers))
        if proof_of(numbers) == 0:
            least = min(least, disproof_of(numbers) - INFINITE)
        elif disproof_of(numbers) > 0:
            open_moves += 1
            disproof = max(disproof, disproof_of(numbers))
    if proof == 0:
        return PROVED + least + 1
    if open_moves == 0:
        return DISPROVED
    return proof << NUMBER_BITS | min(disproof + open_moves - 1, INFINITE - 1)


@kernel
def numbers_of_defence(S: Record, count, plies, ply):
    """Return the numbers of a position from those after each reply; any other loses in `plies`."""
    proof = 0
    disproof = INFINITE
    open_moves = 0
    most = plies
    for i in range(count):
        numbers = S.scores[ply, i]
        if proof_of(numbers) == 0:
            most = max(most, disproof_of(numbers) - INFINITE + 1)
        else:
            open_moves += 1
            proof = max(proof, proof_of(numbers))
            disproof = min(disproof, disproof_of(numbers))
    if open_moves == 0:
        return PROVED + most
    if disproof == 0:
        return DISPROVED
    return min(proof + open_moves - 1, INFINITE - 1) << NUMBER_BITS | disproof


@kernel
def solve(S: Record, colour, turn, wide, most_proof, most_disproof, ply):
    """Return the numbers of a position, searched until one of them is decided or at its limit."""
    if ply >= SOLVER_PLIES:
        return DISPROVED
    if S.solver_nodes <= 0:
        return OPEN
    S.solver_nodes -= 1
    S.nodes += 1
    if out_of_time(S):
        return OPEN
    began = S.nodes
    key = proof_key(S, colour, turn, wide)
    # 1. The moves: the attacker's, unless he wins by fours alone, or the complete list of replies.
    plies = 0
    if turn == colour:
        plies = kill_within(S, colour, ply)
        if plies != 0:
            return keep_numbers(S, key, PROVED + plies, 1)
        count = attacks(S, colour, wide, ply)
    else:
        count = defences(S, colour, wide, ply)
        if count == NO_THREAT and S.solver_nodes <= 0:
            return OPEN  # not for certain
        if count == NO_THREAT:
            return keep_numbers(S, key, DISPROVED, 1)
        plies = count >> PLIES_SHIFT
        count &= NUMBER_MASK
    # 2. Look up the numbers after each move in the table.
    for i in range(count):
        cell = S.moves[ply, i]
        child = proof_key(S, colour, 3 - turn, wide) ^ S.zobrist[turn, cell]
        S.scores[ply, i] = known_numbers(S, child, S.scores[ply, i])
    while True:
        # 3. The numbers of this position.
        if turn == colour:
            numbers = numbers_of_attack(S, count, ply)
        else:
            numbers = numbers_of_defence(S, count, plies, ply)
        proof = proof_of(numbers)
        disproof = disproof_of(numbers)
        if proof == 0 or disproof == 0 or proof >= most_proof or disproof >= most_disproof:
            break
        if S.solver_nodes <= 0 or S.stop != 0:
            break
        # 4. The move with the least number, and the second least.
        best = 0
        least = INFINITE
        second = INFINITE
        others = -1  # that are not decided
        for i in range(count):
            child = S.scores[ply, i]
            number = proof_of(child) if turn == colour else disproof_of(child)
            if proof_of(child) == 0 or disproof_of(child) == 0:
                continue
            others += 1
            if number < least:
                second = least
                least = number
                best = i
            elif number < second:
                second = number
        # 5. Search it until it is no longer the least, or its other number is too large for here.
        second += 1 + second // 4
        if turn == colour:
            proof_limit = min(most_proof, second)
            disproof_limit = most_disproof - others
        else:
            proof_limit = most_proof - others
            disproof_limit = min(most_disproof, second)
        cell = S.moves[ply, best]
        place(S, cell, turn)
        S.scores[ply, best] = solve(S, colour, 3 - turn, wide, proof_limit, disproof_limit, ply + 1)
        lift(S)
    return keep_numbers(S, key, numbers, S.nodes - began)


@kernel
def add_moves(S: Record, ply):
    """Append pv[ply] to the first `ply` moves of pv[0]."""
    for i in range(S.pv_length[ply]):
        S.pv[0, ply + i] = S.pv[ply, i]
    S.pv_length[0] = ply + S.pv_length[ply]
    return 0


@kernel
def chosen(S: Record, colour, turn, wide, count, ply):
    """Return the move of a list after which the win is known to be shortest for the attacker,
    longest for the defender; 0 if none is known.
    """
    best = 0
    most = 0
    for i in range(count):
        cell = S.moves[ply, i]
        child = proof_key(S, colour, 3 - turn, wide) ^ S.zobrist[turn, cell]
        numbers = known_numbers(S, child, OPEN)
        worth = INFINITE - disproof_of(numbers) if turn == colour else disproof_of(numbers)
        worth += INFINITE
        if proof_of(numbers) == 0 and worth > most:
            most = worth
            best = cell
    return best


@kernel
def follow(S: Record, colour, wide):
    """Write the line of a proved win to pv[0]."""
    start = S.stones
    ply = 0
    S.pv_length[0] = 0
    while ply < SOLVER_PLIES:
        S.solver_nodes = INFINITE
        if kill_within(S, colour, ply) != 0:
            add_moves(S, ply)
            break
        cell = chosen(S, colour, colour, wide, attacks(S, colour, wide, ply), ply)
        if cell == 0:
            break
        S.pv[0, ply] = cell
        place(S, cell, colour)
        ply += 1
        S.pv_length[0] = ply
        count = defences(S, colour, wide, ply) & NUMBER_MASK
        cell = chosen(S, colour, 3 - colour, wide, count, ply)
        if cell == 0 and list_for(S, 3 - colour) == ALL_NEAR:
            cell = S.moves[ply, 0]  # no guard
        if cell == 0:
            break
        S.pv[0, ply] = cell
        place(S, cell, 3 - colour)
        ply += 1
        S.pv_length[0] = ply
    while S.stones > start:
        lift(S)
    return 0


@kernel
def proof_win(S: Record, colour, wide):
    """Return the plies in which the side to move wins by threats, or 0. After a win pv[0] holds the
    line, except for final moves that need no search.

    If `wide` is 1, a move that only threatens to win by fours is a threat too. Stops without a win
    when `solver_nodes` are used up.
    """
    numbers = solve(S, colour, colour, wide, INFINITE, INFINITE, 0)
    if proof_of(numbers) != 0:
        return 0
    left = S.solver_nodes
    follow(S, colour, wide)
    S.solver_nodes = left
    return disproof_of(numbers) - INFINITE
