"""The sequential probability ratio test on the scores of pairs, which accepts or rejects a change.

A pair is two games of one opening with colours reversed. The distribution of pair scores is
unknown. So each hypothesis takes the maximum-likelihood distribution with its expected score, and
the test compares the two likelihoods. There is no normal approximation, which decides far too soon
if most pairs are split.

Wald, Sequential Tests of Statistical Hypotheses, 1945: the bounds.
Li, Liu and Ying, Generalized Sequential Probability Ratio Test for Separate Families of Hypotheses,
    2014: the test with unknown parameters.
Van den Bergh, The Generalized Maximum Likelihood Ratio for the Expectation Value of a Distribution,
    2019: the ratio, as Fishtest computes it.
Bartlett, Properties of sufficiency and statistical tests, 1937: a ratio of n observations is
    overstated by a factor 1 + constant / n.
"""

import math
from dataclasses import dataclass
from enum import StrEnum

from brain.stats.elo import WDL, Pentanomial, likeliest, summary, to_score

MOST_ELO = 2000  # of a hypothesis; beyond it, the expected score rounds to 0 or 1
SPLIT = 2  # index of the pairs that scored one point
# The ratio is overstated by a factor 1 + EXCESS / (1 + pairs not split). In simulations with this
# correction, error rates stay within alpha and beta if the test is evaluated after every pair.
EXCESS = 2.0


class Decision(StrEnum):
    """The state of a test."""

    ACCEPTED = "accepted"  # for elo1
    REJECTED = "rejected"  # for elo0
    UNDECIDED = "undecided"  # play on


@dataclass(frozen=True)
class Sprt:
    """A test of elo0 against elo1.

    A change worth elo0 or less is accepted with a probability of at most `alpha`; one worth elo1 or
    more is rejected with a probability of at most `beta`. Both hold if the test is evaluated after
    every pair.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """Raise ValueError unless elo0 < elo1 and the error rates are probabilities."""
        if not -MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO:
            raise ValueError(f"elo0 must be below elo1, and both within {MOST_ELO} of 0")
        if min(self.alpha, self.beta) <= 0 or self.alpha + self.beta >= 1:
            raise ValueError("alpha and beta must be above 0 and add up to less than 1")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which the change is rejected and accepted."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def llr(self, pairs: Pentanomial) -> float:
        """Return the log likelihood ratio of elo1 to elo0."""
        chances0 = likeliest(pairs, to_score(self.elo0))
        chances1 = likeliest(pairs, to_score(self.elo1))
        return sum(
            count * math.log(chance1 / chance0)
            for count, chance0, chance1 in zip(pairs, chances0, chances1, strict=True)
        )

    def decide(self, pairs: Pentanomial) -> Decision:
        """Return the decision. The fewer pairs are not split, the further the ratio must go."""
        lower, upper = self.bounds
        decisive = sum(pairs) - pairs[SPLIT]
        ratio = self.llr(pairs) / (1 + EXCESS / (1 + decisive))
        if ratio >= upper:
            return Decision.ACCEPTED
        return Decision.REJECTED if ratio <= lower else Decision.UNDECIDED

    def verdict(self, games: WDL, pairs: Pentanomial) -> str:
        """Return the decision and its evidence in one line, for a commit message."""
        lower, upper = self.bounds
        return (
            f"SPRT [{self.elo0:g}, {self.elo1:g}] {self.decide(pairs)}: "
            f"LLR {self.llr(pairs):.2f} ({lower:.2f}, {upper:.2f}), "
            f"{games.games} games {games}, pairs {'-'.join(map(str, pairs))}, {summary(pairs)}, "
            f"share of split pairs {100 * pairs[SPLIT] / max(sum(pairs), 1):.0f} %"
        )
