"""Games of a match, for tests: one, and any."""

from hypothesis import strategies as st

from brain.lexicon import MAX_SIZE, MIN_SIZE, RENJU
from brain.rules.laws import RULES
from protocol.records.games import Ending, Game, PlayedMove

# Formats give line ends and tabs a meaning, and a lone surrogate is not text.
WORDS = st.text(st.characters(exclude_characters="\n\r\t\v\f\0", exclude_categories=["Cs"]))
ANY_TEXT = st.text(st.characters(exclude_categories=[]))
GAME = Game(
    number=12,
    pair=6,
    black="Ada",
    white="Bob",
    rule=RENJU,
    width=15,
    height=15,
    opening=((7, 7), (8, 8), (6, 6)),
    moves=(
        PlayedMove(5, 5, ms=12.34, memory=40 << 20, message="depth 7-12 ev -3 pv i6 [x]"),
        PlayedMove(9, 9, ms=1000.06),
    ),
    score=1.0,
    ending=Ending.TIME,
    exchange=("> TURN 9,9", "< MESSAGE thinking \\o/"),
    started="2026-02-03T04:05:06+00:00",
    round=2,
)


@st.composite
def games(draw: st.DrawFn, text: st.SearchStrategy[str] = WORDS) -> Game:
    width, height = (draw(st.integers(MIN_SIZE, MAX_SIZE)) for _ in range(2))
    points = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    stones = draw(st.lists(points, unique=True, max_size=30))
    opening = draw(st.integers(0, min(7, len(stones))))
    times = st.floats(0, 1e7)
    moves = tuple(
        PlayedMove(x, y, draw(times), draw(st.integers(0, 1 << 40)), draw(text))
        for x, y in stones[opening:]
    )
    return Game(
        number=draw(st.integers(0, 99999)),
        pair=draw(st.integers(0, 99999)),
        black=draw(text),
        white=draw(text),
        rule=draw(st.sampled_from(RULES)),
        width=width,
        height=height,
        opening=tuple(stones[:opening]),
        moves=moves,
        score=draw(st.sampled_from([0.0, 0.5, 1.0])),
        ending=draw(st.sampled_from(Ending)),
        exchange=tuple(draw(st.lists(text, max_size=4))),
        started=draw(st.datetimes()).isoformat(),
        round=draw(st.integers(0, 999)),
    )
