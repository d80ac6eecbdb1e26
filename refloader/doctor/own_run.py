"""Runs the machine's own loader in the sandbox on the machine's manifests and variables, and compares it.

Mocks stand for the libraries of layers and drivers, so that nothing of what differs comes from the sandbox: hardware,
another user, a missing home. Compared are the layers that it lists, the chain, the drivers and the result, in no
order. A difference counts if a second run shows it too.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace

from refloader.core.ages import age_of, rows
from refloader.host.port import Host
from refloader.inspect.explain import Explanation
from refloader.inspect.explain.comparing import Ran, Unlike
from refloader.inspect.libraries.loader_file import loader_file
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.whatif.smallest import deciding
from refloader.model.age import DOCUMENTED, Age
from refloader.model.edition import LATEST
from refloader.model.plan import Plan
from refloader.model.reason import Reason
from refloader.model.request import Build, Request
from refloader.model.text import quote
from refloader.predict.differential import Difference, differences, listed_as
from refloader.predict.prediction import Prediction, predict
from refloader.predict.stand_ins import NoStandInError, StoodIn, same_plan, stood_in
from refloader.sandbox.isolation.limits import is_root
from refloader.sandbox.layouts import Way
from refloader.sandbox.loader import ForeignLoader
from refloader.scenario.actions import Action
from refloader.scenario.observation import Observation

BITS = 64
"""The word size of the loaders and layers that are run."""

LIMIT = 2.0
"""Seconds that the loader has to answer."""

_ACTIONS: tuple[Action, ...] = (("layers",), ("instance",))
_COMPARED = ("the end", "the result of 'instance'", "chain", "drivers", "layers")
"""What is compared, in the order in which it is said."""

_NOT_COMPARED = ("another order", "another number")


def own_run(
    host: Host, request: Request, build: Build, explanation: Explanation, libraries: Libraries
) -> Ran | None:
    """Return what the machine's own loader does when it is run; None if there is no loader.

    ``libraries`` are those of the host, which the explanation has looked at.
    """
    path = loader_file(host, request.executable)
    if path is None:
        return None
    own = explanation.own
    build = replace(build, age=age_of(own.release) if own is not None else DOCUMENTED)
    try:
        stand_in = stood_in(host, request, LATEST, build, libraries)
        return Running(host.real_path(path), stand_in, build).compared()
    except NoStandInError as reason:
        return Ran(path, str(reason))
    except OSError as error:
        return Ran(path, f"no process can be started: {error.strerror}")


class Running:
    """A loader, and what stands for the machine."""

    def __init__(self, path: str, stand_in: StoodIn, build: Build) -> None:
        self._path = path
        self._stand_in = stand_in
        self._build = build

    def compared(self) -> Ran:
        """Run the loader once, or twice if it differs, and return what it did."""
        predicted = self._predicted(self._build.age)
        if predicted.observation.ended != "ok":
            raise NoStandInError(predicted.observation.detail)
        if _differing(predicted.observation, self._backwards().observation):
            raise NoStandInError("what it does depends on the order in which it reads the files of a folder")
        if not same_plan(predicted.plan, self._stand_in.plan):
            raise NoStandInError("its files cannot be shown in the sandbox as they are")
        seen = self.seen()
        predicted = self._predicted(self._build.age, seen)
        found = self._differences(predicted, seen)
        if found and self._differences(predicted, self.seen()) != found:
            raise NoStandInError("it does not do the same each time")
        ran = self._ran(seen)
        if not found:
            return ran
        telling = _Telling(self._stand_in, predicted.plan, predicted.observation, seen)
        unlike = tuple(telling.all(found))
        return replace(ran, unlike=unlike, because=self._because(seen))

    def seen(self) -> Observation:
        """Return what the loader does. Raises NoStandInError if that says nothing of it."""
        if self._build.word_size != BITS:
            raise NoStandInError("only 64-bit loaders are run")
        way = Way.ROOT if os.geteuid() == 0 else Way.USER
        if way is Way.USER and is_root():
            raise NoStandInError("the sandbox needs a user of its own")
        loader = ForeignLoader(self._path, way=way)
        seen = loader.observe(self._stand_in.scenario, actions=_ACTIONS, timeout=LIMIT)
        if seen.ended not in ("ok", "crash"):
            raise NoStandInError(seen.detail)
        return seen

    def _predicted(self, age: Age, seen: Observation | None = None) -> Prediction:
        """Return the prediction for a loader of an age that reads each folder in the order that was seen."""
        scenario = self._stand_in.scenario
        scenario = listed_as(scenario, seen.listings) if seen is not None else scenario
        return predict(scenario, LATEST, replace(self._build, age=age))

    def _backwards(self) -> Prediction:
        """Return the prediction for a loader that reads the files of each folder in the opposite order."""
        scenario = self._stand_in.scenario
        backwards = replace(scenario, files=dict(reversed([*scenario.files.items()])))
        return predict(backwards, LATEST, self._build)

    def _differences(self, predicted: Prediction, seen: Observation) -> tuple[Difference, ...]:
        """Return what differs apart from orders. Raises NoStandInError if the loader may search other folders."""
        expected = predicted.observation.layer_names or predicted.observation.drivers
        if expected and seen.ended == "ok" and not seen.layer_names and not seen.drivers:
            raise NoStandInError("it finds none of the files, and may be built for other folders")
        return _differing(predicted.observation, seen)

    def _because(self, seen: Observation) -> str:
        """Return which releases do so too, if one trait accounts for all differences."""
        from refloader.campaign.explaining import traits_behind  # here, as few loaders differ

        traits = traits_behind(
            lambda age: _differing(self._predicted(age, seen).observation, seen), self._build.age
        )
        row = next((row for row in rows() if traits == (row.trait,)), None)
        return f"known of loaders ({row.span}): {row.does}" if row is not None else ""

    def _ran(self, seen: Observation) -> Ran:
        layers, drivers = self._stand_in.layers, self._stand_in.drivers
        return Ran(
            self._path,
            result=seen.result_name,
            listed=seen.layer_names,
            chain=tuple(layers[name].name for name in seen.chain if name in layers),
            drivers=tuple(drivers[name].manifest for name in seen.drivers if name in drivers),
        )


def _differing(predicted: Observation, seen: Observation) -> tuple[Difference, ...]:
    found = differences(predicted, seen)
    return tuple(each for each in found if each.about in _COMPARED and each.kind not in _NOT_COMPARED)


class _Telling:
    """Says in words what differs."""

    def __init__(self, stand_in: StoodIn, plan: Plan, predicted: Observation, seen: Observation) -> None:
        self._stand_in, self._plan = stand_in, plan
        self._predicted, self._seen = predicted, seen

    def all(self, found: Iterable[Difference]) -> Iterator[Unlike]:
        """Yield the differences; one that follows from another on the same layer is left out."""
        told: set[str] = set()
        order = sorted(found, key=lambda each: _COMPARED.index(each.about))
        for difference in order:
            for unlike in self._of(difference):
                if not unlike.name or unlike.name not in told:
                    yield unlike
                told.add(unlike.name)

    def _of(self, difference: Difference) -> Iterator[Unlike]:
        if difference.about == "the end":
            yield Unlike(
                "end", "", f"crashes ({self._seen.detail})", "vkCreateInstance returns", is_loss=True
            )
        elif difference.about == "the result of 'instance'":
            did, expected = self._seen.result_name, self._predicted.result_name
            did = f"returns {did} from vkCreateInstance"
            yield Unlike("result", "", did, f"it returns {expected}", is_loss=True)
        elif difference.about == "chain":
            yield from self._chain()
        elif difference.about == "drivers":
            yield from self._drivers()
        else:
            for name in sorted(difference.names):
                lists = name in self._seen.layer_names
                did = f"{'lists' if lists else 'does not list'} {name}"
                yield Unlike(
                    "layer", name, did, f"it is {'not ' if lists else ''}listed", _rule(self._why(name))
                )

    def _chain(self) -> Iterator[Unlike]:
        layers = self._stand_in.layers
        seen = {layers[each].name: layers[each] for each in self._seen.chain if each in layers}
        expected = {layers[each].name: layers[each] for each in self._predicted.chain if each in layers}
        for name in dict.fromkeys((*expected, *seen)):
            why = self._why(name)
            fact = f": {why.fact}" if why is not None else ""
            if name not in seen:
                yield Unlike(
                    "layer", name, f"leaves {name} out", f"it is active{fact}", _rule(why), is_loss=True
                )
            elif name not in expected:
                yield Unlike("layer", name, f"has {name} in the chain", f"it is not active{fact}", _rule(why))
            elif seen[name] is not expected[name]:
                did = f"takes {name} from {quote(seen[name].manifest)}"
                yield Unlike(
                    "layer", name, did, f"it is taken from {quote(expected[name].manifest)}", "DISC-GEN-02"
                )

    def _drivers(self) -> Iterator[Unlike]:
        drivers = self._stand_in.drivers
        reasons = {outcome.driver.manifest: outcome.reasons for outcome in self._plan.drivers}
        for stand_in in sorted(set(self._seen.drivers) ^ set(self._predicted.drivers)):
            if stand_in not in drivers:
                continue
            path, uses = drivers[stand_in].manifest, stand_in in self._seen.drivers
            why = deciding(reasons.get(path, ()))
            fact = f": {why.fact}" if why is not None else ""
            did = f"{'uses' if uses else 'does not use'} {quote(path)}"
            yield Unlike("driver", path, did, f"it is {'not ' if uses else ''}used{fact}", _rule(why))

    def _why(self, name: str) -> Reason | None:
        outcomes = [outcome for outcome in self._plan.layers if outcome.layer.name == name]
        outcome = next((each for each in outcomes if each.active), outcomes[0] if outcomes else None)
        return deciding(outcome.reasons) if outcome is not None else None


def _rule(reason: Reason | None) -> str:
    return reason.rule if reason is not None else ""
