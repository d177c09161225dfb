"""Checks a certificate in independent parts, which several processes may check."""

from collections.abc import Iterator, Mapping

from brain.certificates.certificate import Certificate, CoverNode, Link, MoveNode
from brain.certificates.check import Checked, Checker
from brain.certificates.stones import Stones, stones_of

Part = tuple[int, Stones]  # a cover's number, and a board as the cover sees it


def parts_of(certificate: Certificate, replies: int) -> set[Part]:
    """Return the parts of a certificate: its covers after `replies` replies."""
    root = Link(len(certificate.nodes) - 1)
    return set(parts_below(certificate, root, stones_of(certificate.position), replies))


def parts_below(
    certificate: Certificate, link: Link, stones: Stones, replies: int
) -> Iterator[Part]:
    """Yield the parts after `replies` replies from a node."""
    position, node = certificate.position, certificate.nodes[link.node]
    stones = stones.seen(link.symmetry, (position.width, position.height))
    if isinstance(node, MoveNode):
        yield from parts_below(certificate, node.then, stones.played(node.cell), replies)
    elif isinstance(node, CoverNode) and not replies:
        yield link.node, stones
    elif isinstance(node, CoverNode):
        for reply, then in node.branches:
            yield from parts_below(certificate, then, stones.answered(reply), replies - 1)


def check_part(part: Part, certificate: Certificate, most: float) -> Checked:
    """Return the result of checking a part; raises the errors of brain.certificates.check."""
    number, stones = part
    checker = Checker(certificate, most)
    return Checked(checker.plies(Link(number), stones), checker.checked)


def check_whole(found: Mapping[Part, Checked], certificate: Certificate, most: float) -> Checked:
    """Return the result of brain.certificates.check. The parts in `found` are not checked again."""
    checker = Checker(certificate, most)
    for part, checked in found.items():
        checker.known[part] = checked.plies
        checker.checked += checked.nodes
    recorded = sum(checked.recorded for checked in found.values())
    return checker.whole()._replace(recorded=recorded)
