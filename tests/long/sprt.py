"""The error rates of sequential tests by simulation: `python -m tests.long.sprt [TESTS]`."""

import random
import sys
from functools import cache
from itertools import accumulate

from brain.stats.elo import to_score
from brain.stats.sprt import Decision, Sprt

TESTS = 10_000
LEAST, MOST = 0.02, 0.05  # of an error rate where 0.05 is stated
OPENINGS_DECIDE = (0.22, 0.02, 0.52, 0.02, 0.22)


def share_wrong(test: Sprt, level: tuple[float, ...], tests: int, look: int) -> tuple[float, float]:
    """Return the shares of simulated tests that accept at elo0, and that reject at elo1.

    `level` has the probabilities of pair scores between equals; an Elo difference turns lost pairs
    into won ones. The test is evaluated after every `look` pairs.
    """
    accepted, rejected = (
        sum(outcome is wrong for outcome in outcomes(test, level, elo, tests, look)) / tests
        for elo, wrong in ((test.elo0, Decision.ACCEPTED), (test.elo1, Decision.REJECTED))
    )
    return accepted, rejected


def outcomes(
    test: Sprt, level: tuple[float, ...], elo: float, tests: int, look: int
) -> list[Decision]:
    """Return the outcomes of simulated tests of a change worth `elo`."""
    shift = to_score(elo) - 0.5
    cumulative = list(accumulate((level[0] - shift, *level[1:4], level[4] + shift)))
    rng = random.Random(5)
    decide = cache(test.decide)  # tests begin alike
    ends: list[Decision] = []
    for _ in range(tests):
        pairs = [0, 0, 0, 0, 0]
        while (decision := decide(tuple(pairs))) is Decision.UNDECIDED:
            for points in rng.choices(range(5), cum_weights=cumulative, k=look):
                pairs[points] += 1
        ends.append(decision)
    return ends


def main(tests: str = str(TESTS)) -> int:
    """Print the error rates of a test evaluated after every pair; return 1 if one is wrong."""
    rates = share_wrong(Sprt(0, 120), OPENINGS_DECIDE, int(tests), look=1)
    print("wrongly accepted {:.2%}, wrongly rejected {:.2%}, stated 5 %".format(*rates))
    return int(not all(LEAST < rate <= MOST for rate in rates))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
