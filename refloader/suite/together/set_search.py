"""Decides which sets of layers to run, and finds the smallest set and order that fails. Runs nothing itself.

An order is the names of layers from the application down. ``runs`` returns the outcome of an order; it is called
once for each, since the search for the smallest set asks for the same orders again and again.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise, permutations
from typing import Literal, NamedTuple, TypeAlias

Order: TypeAlias = tuple[str, ...]
Which = Literal["all", "given"]
_FEW = 3
"""The number of layers up to which every other order of a failing set is tried; of more only the reversed one is."""


class Fault(NamedTuple):
    """One failure in a run.

    ``kind`` decides whether two faults are the same; ``culprit`` is a layer, empty if none can be named; ``ends`` is
    true if the run did not end by itself.
    """

    rule: str
    kind: str
    fact: str
    culprit: str = ""
    ends: bool = False
    evidence: Mapping[str, object] = {}

    @property
    def key(self) -> tuple[str, str, str]:
        """The values that the same fault has in another run."""
        return self.rule, self.kind, self.culprit


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one run; ``missing`` says why there is nothing to check."""

    faults: tuple[Fault, ...] = ()
    missing: str = ""

    def has(self, key: tuple[str, str, str]) -> bool:
        """Return whether this fault is among them."""
        return any(fault.key == key for fault in self.faults)


Runs = Callable[[Order], Outcome]


class Finding(NamedTuple):
    """A fault, the smallest part of the order that still has it, and the orders of that part that do not."""

    fault: Fault
    smallest: Order
    harmless: tuple[Order, ...] = ()


@dataclass(frozen=True, slots=True)
class OrderVerdict:
    """One order and its findings. ``missing`` says why it was not run."""

    order: Order
    findings: tuple[Finding, ...] = ()
    missing: str = ""


@dataclass(slots=True)
class _Once:
    """Runs every order once and remembers its outcome."""

    runs: Runs
    known: dict[Order, Outcome] = field(default_factory=dict)

    def __call__(self, order: Order) -> Outcome:
        if order not in self.known:
            self.known[order] = self.runs(order)
        return self.known[order]


def orders(number: int, which: Which = "all") -> int:
    """Return the most orders that ``orders_to_check`` yields for so many layers, fewer if one fails alone."""
    if which == "given" and number > 1:
        return 1
    return number * number + (2 if number > 2 else 0)


def orders_to_check(names: Sequence[str], runs: Runs, which: Which = "all") -> Iterator[OrderVerdict]:
    """Yield each layer alone, every pair in both orders, and all layers in the given order and in its reverse.

    If ``which`` is "given", yield the given order only. A layer whose run does not end by itself is left out of all
    sets. A fault that a layer has alone is no finding about a set.
    """
    once = _Once(runs)
    alone = [_alone(name, once) for name in names]
    unfit = {one.order[0]: one for one in alone if one.findings or one.missing}
    if which == "given" and len(alone) > 1:
        yield _with_neighbours(tuple(names), unfit, once)
        return
    yield from alone
    for order in permutations(names, 2):
        yield _with_neighbours(order, unfit, once)
    fit = tuple(name for name in names if name not in unfit)
    if len(fit) > 2:
        yield _with_neighbours(fit, unfit, once)
        yield _with_neighbours(fit[::-1], unfit, once)


def _alone(name: str, runs: Runs) -> OrderVerdict:
    """Return whether the run of a layer alone ends by itself; its other faults are not reported here."""
    outcome = runs((name,))
    faults = (Finding(fault, (name,)) for fault in outcome.faults if fault.ends)
    return OrderVerdict((name,), tuple(faults), outcome.missing)


def _with_neighbours(order: Order, unfit: Mapping[str, OrderVerdict], runs: Runs) -> OrderVerdict:
    bad = [name for name in order if name in unfit]
    if bad:
        why = unfit[bad[0]].missing or "it does not come to its end alone"
        return OrderVerdict(order, missing=f"{bad[0]} keeps no company: {why}")
    outcome = runs(order)
    found = (_finding(order, fault, runs) for fault in outcome.faults)
    return OrderVerdict(order, tuple(each for each in found if len(each.smallest) > 1), outcome.missing)


def _finding(order: Order, fault: Fault, runs: Runs) -> Finding:
    part = smallest(order, fault.key, runs)
    others = permutations(part) if len(part) <= _FEW else iter([part[::-1]])
    harmless = [other for other in others if other != part and _passes(runs(other), fault)]
    # Report the fault as the smallest run shows it, with the least else around it.
    shown = next((each for each in runs(part).faults if each.key == fault.key), fault)
    return Finding(shown, part, tuple(harmless) if len(part) > 1 else ())


def _passes(outcome: Outcome, fault: Fault) -> bool:
    return not outcome.missing and not outcome.has(fault.key) and not any(f.ends for f in outcome.faults)


def smallest(order: Order, key: tuple[str, str, str], runs: Runs) -> Order:
    """Return the smallest part of a failing order, with its layers in the same order, that has the same fault.

    That is one layer or two if they suffice; otherwise a part from which no layer can be removed (delta debugging:
    Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input").
    """
    for size in (1, 2):
        for part in combinations(order, min(size, len(order))):
            if part == order or runs(part).has(key):
                return part
    return _reduced(order, key, runs)


def _reduced(order: Order, key: tuple[str, str, str], runs: Runs) -> Order:
    pieces = 2
    while len(order) > 2:
        rest = next((rest for rest in _without_each(order, pieces) if runs(rest).has(key)), None)
        if rest is not None:
            order, pieces = rest, max(pieces - 1, 2)
        elif pieces >= len(order):
            return order
        else:
            pieces = min(2 * pieces, len(order))
    return order


def _without_each(order: Order, pieces: int) -> Iterator[Order]:
    """Yield the order without each of so many pieces."""
    bounds = [len(order) * number // pieces for number in range(pieces + 1)]
    for start, end in pairwise(bounds):
        yield order[:start] + order[end:]
