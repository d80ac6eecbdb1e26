"""Runs layers together in one order, and checks everything that layers can break for each other.

The checks are on how the run ended, on the application's answers, on what each layer did at its place in the chain,
and on the mock driver's complaints. Does not search for smaller sets.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from refloader.model.text import visible
from refloader.suite.layers.check_table import CHECK_TABLE, LayerCheck
from refloader.suite.layers.checks import results
from refloader.suite.layers.checks.layer_calls import LayerCalls
from refloader.suite.layers.claimed_version import asked_api
from refloader.suite.layers.thread_activity import last_activity
from refloader.suite.sessions import bench
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.evidence import breach_evidence, first_breaches, open_calls
from refloader.suite.sessions.recording import EMPTY
from refloader.suite.sessions.session import Circumstances, OwnDriver, Session
from refloader.suite.sessions.time_limit import LateError, in_time
from refloader.suite.subjects.layer import LayerSubject
from refloader.suite.together.set_search import Fault, Order, Outcome

ACTS = ("instance", "devices", "device", "commands", "compute", "present", "several")
"""The acts of the application: a bit of everything, quick enough for hundreds of runs."""

_HARM = "LLP_LAYER_2"
_ANSWERS = "answers"
_MOST_TOLD = 8
_COMPLAINT = " VIOLATION "

JUDGES: Sequence[tuple[str, LayerCheck]] = tuple(
    (each.rules[0], each.judge) for each in CHECK_TABLE if each.felt
)
"""The checks on every layer of a set at its place, each with its rule: musts whose breach can harm others."""


class OrderedRuns:
    """Layers by name on one driver. A call with an order runs that order and checks it.

    All programs ask for the version of Vulkan of the oldest of the layers, so that their answers can be compared.
    """

    def __init__(
        self,
        layers: Sequence[LayerSubject],
        driver: OwnDriver,
        run: Callable[[Circumstances], Session] = bench.run,
        judges: Sequence[tuple[str, LayerCheck]] = JUDGES,
    ) -> None:
        self._layers = {layer.name: layer for layer in layers}
        self._driver = driver
        self._run = run
        self._judges = judges
        self._answers: dict[str, Session] = {}
        self._own: dict[str, frozenset[tuple[str, str, str]]] = {}
        self._plain = self._session(())
        self._again = self._session(())
        self.isolation = self._plain.isolation

    def __call__(self, order: Order) -> Outcome:
        """Return the outcome of a run with these layers, from the application down."""
        problem = next((self._layers[name].problem for name in order if self._layers[name].problem), "")
        missing = problem or self._why_no_plain()
        if missing:
            return Outcome(missing=missing)
        session = self._session(order)
        if session.ended in ("not covered", "error"):
            return Outcome(missing=session.detail)
        faults = self._faults(order, session)
        return Outcome(tuple(self._confirmed(faults, order)) if faults else ())

    def _session(self, order: Order) -> Session:
        layers = tuple(self._layers[name] for name in order)
        asked = asked_api(*self._layers.values())
        session = self._run(Circumstances(ACTS, layers, self._driver, observed=bool(layers), api=asked))
        if len(order) == 1:
            self._answers.setdefault(order[0], replace(session, recording=EMPTY))
        return session

    def _faults(self, order: Order, session: Session) -> tuple[Fault, ...]:
        breaches = self._breaches(order, session)
        if len(order) == 1:
            self._own.setdefault(order[0], frozenset(fault.key for fault in breaches))
        new = [each for each in breaches if not self._is_own(each)]
        ended, answered = self._ended(session, new or breaches), self._answered(order, session, new)
        return (*ended, *breaches, *answered, *self._complained(session))

    def _is_own(self, fault: Fault) -> bool:
        """Return whether the layer has the same fault alone, as far as it was run alone."""
        return fault.key in self._own.get(fault.culprit, ())

    def _confirmed(self, faults: Sequence[Fault], order: Order) -> Iterator[Fault]:
        """Yield the faults that a second run has too; others are marked, or left out if they are about answers.

        There is no second run if the layers have the same faults alone, or if the first run did not end by itself: a
        second one may take long, and the fault is certain.
        """
        if faults[0].ends or all(map(self._is_own, faults)):
            yield from faults
            return
        again = {fault.key for fault in self._faults(order, self._session(order))}
        for fault in faults:
            if fault.key in again:
                yield fault
            elif fault.kind != _ANSWERS:
                yield fault._replace(fact=f"{fault.fact} (not so in a second run)")

    def _why_no_plain(self) -> str:
        plain = self._plain
        if plain.ended == "ok":
            return ""
        if plain.ended in ("not covered", "error"):
            return plain.detail
        return f"the application does not come to its end without any layer: {plain.detail}"

    # ---- what a set can break

    def _ended(self, session: Session, breaches: Sequence[Fault]) -> Iterator[Fault]:
        """Yield a fault if the run did not end by itself, with the active layer and the breaches before the end.

        A breach that a layer has alone counts if there is no other: with other layers it can do more harm.
        """
        if session.ended == "ok":
            return
        at_work = last_activity(session.recording)
        fact = f"{session.detail}{at_work.told()}{session.last_words()}{_first(breaches)}"
        evidence = {**open_calls(session.recording), **_account(breaches)}
        yield Fault(_HARM, f"ended {session.ended}", fact, ends=True, evidence=evidence)

    def _breaches(self, order: Order, session: Session) -> list[Fault]:
        """Return what each layer broke at its place, in the order of the recording."""
        found: list[tuple[int, Fault]] = []
        run = object()
        for name in order:
            view = LayerCalls(session.recording, name)
            for rule, judge in self._judges:
                try:
                    with in_time(run):
                        result = judge(view)
                except LateError:
                    continue
                if result.broken:
                    fact = f"{visible(name)}: {first_breaches(result.broken)}"
                    evidence = breach_evidence(result.broken, session.recording)
                    fault = Fault(rule, judge.__name__, fact, name, evidence=evidence)
                    found.append((_place(result), fault))
        return [fault for _, fault in sorted(found, key=lambda each: each[0])]

    def _answered(self, order: Order, session: Session, breaches: Sequence[Fault]) -> Iterator[Fault]:
        """Yield a fault if answers differ both from those without layers and from those with one layer alone."""
        alone = [self._alone(name) for name in order] if len(order) > 1 else []
        result = results.alike(*_expected(self._plain, self._again, alone), session)
        if result.broken:
            fact = f"the application is answered otherwise than by each layer alone: {first_breaches(result.broken)}"
            evidence = {**breach_evidence(result.broken, None), **_account(breaches)}
            yield Fault(_HARM, _ANSWERS, f"{fact}{_first(breaches)}", evidence=evidence)

    def _alone(self, name: str) -> Session:
        """Return the observations of the run with one layer, without its recording."""
        if name not in self._answers:
            self._session((name,))
        return self._answers[name]

    def _complained(self, session: Session) -> Iterator[Fault]:
        """Yield the mock driver's complaints that it does not make without layers."""
        before = set(map(_complaint, self._plain.trace))
        new = dict.fromkeys(each for each in map(_complaint, session.trace) if each and each not in before)
        for complaint in new:
            rule, _, fact = complaint.partition(": ")
            yield Fault(_HARM, f"complaint {rule}", f"the mock driver complains ({rule}): {fact}")


def _first(breaches: Sequence[Fault]) -> str:
    return f"; before that: {breaches[0].fact}" if breaches else ""


def _account(breaches: Sequence[Fault]) -> dict[str, object]:
    """Return the breaches as evidence, the earliest first."""
    return {"account": [each.fact for each in breaches[:_MOST_TOLD]]} if breaches else {}


def _place(result: CheckResult) -> int:
    """Return the place of the first breach in the recording; a breach that no call shows comes last."""
    calls = [call.entered for each in result.broken for call in each.calls[:1]]
    return min(calls, default=1 << 62)


def _complaint(line: str) -> str:
    """Return the complaint in a line of a driver's trace, or an empty string."""
    return line.partition(_COMPLAINT)[2] if line.startswith("driver ") else ""


def _expected(plain: Session, again: Session, alone: Sequence[Session]) -> tuple[Session, Session]:
    """Return the answers that a set has to give, as two runs: answers that differ between them are not checked.

    If one layer alone changes an answer, the set has to change it likewise; if several do, any answer is accepted.
    """
    first, second = dict(plain.answers), dict(again.answers)
    for label in plain.answers:
        others = [each.answers[label] for each in alone if _changes(label, plain, each)]
        if len(others) == 1:
            first[label] = second[label] = others[0]
        elif others:
            first[label], second[label] = 0, 1
    return replace(plain, answers=_known(first, plain)), replace(again, answers=second)


def _changes(label: str, plain: Session, alone: Session) -> bool:
    return label in alone.answers and alone.answers[label] != plain.answers[label]


def _known(answers: Mapping[str, object], plain: Session) -> Mapping[str, object]:
    """Return the answers in the order in which the application gave them."""
    return {label: answers[label] for label in plain.answers}
