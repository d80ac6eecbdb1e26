"""What comes of layers in each other's company: runs an order, has everything judged that a set can break.

A set is judged by how the run ended, by what the application was answered, by what each layer did in its place, and
by the mock driver's complaints. Searches nothing.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from refloader.model.text import visible
from refloader.suite.layers.at_work import last_at_work
from refloader.suite.layers.held import HELD, Judge
from refloader.suite.layers.judges import results
from refloader.suite.layers.judges.view import View
from refloader.suite.running import bench
from refloader.suite.running.evidence import breach_evidence, open_calls, told
from refloader.suite.running.in_time import LateError, in_time
from refloader.suite.running.look import Look
from refloader.suite.running.recording import EMPTY
from refloader.suite.running.session import Circumstances, OwnDriver, Session
from refloader.suite.subjects.layer import LayerSubject
from refloader.suite.together.together import Fault, Order, Outcome

ACTS = ("instance", "devices", "device", "commands", "compute", "present", "several")
"""What the application does: a bit of everything, quick enough for hundreds of runs."""

_HARM = "LLP_LAYER_2"
_ANSWERS = "answers"
_MOST_TOLD = 8
_COMPLAINT = " VIOLATION "

JUDGES: Sequence[tuple[str, Judge]] = tuple((each.rules[0], each.judge) for each in HELD if each.felt)
"""What every layer of a set is held to in its place, under the rule that it is about: musts that others can feel."""


class Company:
    """Layers by name on one driver; called with an order it runs that and judges it."""

    def __init__(
        self,
        layers: Sequence[LayerSubject],
        driver: OwnDriver,
        run: Callable[[Circumstances], Session] = bench.run,
        judges: Sequence[tuple[str, Judge]] = JUDGES,
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
        """What came of these layers, from the application down."""
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
        session = self._run(Circumstances(ACTS, layers, self._driver, observed=bool(layers)))
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
        """Whether the layer does the same alone, as far as that has been looked at."""
        return fault.key in self._own.get(fault.culprit, ())

    def _confirmed(self, faults: Sequence[Fault], order: Order) -> Iterator[Fault]:
        """What a second run has too, and what cannot have been chance; an answer may be another each time.

        There is no second run for what a layer does alone as well, nor where the first did not come to its end: that
        may take long, and is there for certain.
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
        """A run that did not come to its end, with who was at work and what had been broken before.

        That may be what a layer breaks alone, too: with others on it can do more harm.
        """
        if session.ended == "ok":
            return
        at_work = last_at_work(session.recording)
        fact = f"{session.detail}{at_work.told()}{_first(breaches)}"
        evidence = {**open_calls(session.recording), **_account(breaches)}
        yield Fault(_HARM, f"ended {session.ended}", fact, ends=True, evidence=evidence)

    def _breaches(self, order: Order, session: Session) -> list[Fault]:
        """What each layer broke in its place, the first of all first."""
        found: list[tuple[int, Fault]] = []
        run = object()
        for name in order:
            view = View(session.recording, name)
            for rule, judge in self._judges:
                try:
                    with in_time(run):
                        look = judge(view)
                except LateError:
                    continue
                if look.broken:
                    fact = f"{visible(name)}: {told(look.broken)}"
                    evidence = breach_evidence(look.broken, session.recording)
                    fault = Fault(rule, judge.__name__, fact, name, evidence=evidence)
                    found.append((_place(look), fault))
        return [fault for _, fault in sorted(found, key=lambda each: each[0])]

    def _answered(self, order: Order, session: Session, breaches: Sequence[Fault]) -> Iterator[Fault]:
        """Answers that are neither those without layers nor those with one of them alone, and what is behind it."""
        alone = [self._alone(name) for name in order] if len(order) > 1 else []
        look = results.alike(*_expected(self._plain, self._again, alone), session)
        if look.broken:
            fact = f"the application is answered otherwise than by each layer alone: {told(look.broken)}"
            evidence = {**breach_evidence(look.broken, None), **_account(breaches)}
            yield Fault(_HARM, _ANSWERS, f"{fact}{_first(breaches)}", evidence=evidence)

    def _alone(self, name: str) -> Session:
        """The run with one layer, without its recording."""
        if name not in self._answers:
            self._session((name,))
        return self._answers[name]

    def _complained(self, session: Session) -> Iterator[Fault]:
        """What the mock driver complains of, that it did not complain of without layers."""
        before = set(map(_complaint, self._plain.trace))
        new = dict.fromkeys(each for each in map(_complaint, session.trace) if each and each not in before)
        for complaint in new:
            rule, _, fact = complaint.partition(": ")
            yield Fault(_HARM, f"complaint {rule}", f"the mock driver complains ({rule}): {fact}")


def _first(breaches: Sequence[Fault]) -> str:
    return f"; before that: {breaches[0].fact}" if breaches else ""


def _account(breaches: Sequence[Fault]) -> dict[str, object]:
    """Who broke what, the first of all first."""
    return {"account": [each.fact for each in breaches[:_MOST_TOLD]]} if breaches else {}


def _place(look: Look) -> int:
    """Where in the recording the first breach is; what no call shows comes last."""
    calls = [call.entered for each in look.broken for call in each.calls[:1]]
    return min(calls, default=1 << 62)


def _complaint(line: str) -> str:
    """The complaint in a line of a driver's trace, or an empty string."""
    return line.partition(_COMPLAINT)[2] if line.startswith("driver ") else ""


def _expected(plain: Session, again: Session, alone: Sequence[Session]) -> tuple[Session, Session]:
    """The answers that a set has to give, as two runs: what differs in them is not judged.

    What one layer alone changes the set has to change so; what several change is their business.
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
    """The answers in the order in which the application gave them."""
    return {label: answers[label] for label in plain.answers}
