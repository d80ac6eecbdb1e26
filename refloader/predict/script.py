"""Predicts the answers to an application's steps: several instances and devices, created and destroyed in any order.

``protocol`` has the state table for the life of an object; ``prediction`` predicts each creation. The steps create,
devices, device, queue, destroy_device, destroy and set are covered; queries are skipped. Other steps are not covered,
nor is an application that uses an object which does not exist.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from refloader.model.edition import Edition
from refloader.model.plan import Plan
from refloader.model.request import Build
from refloader.model.version import unpacked
from refloader.predict.devices import CrashError
from refloader.predict.mocks import BeyondError
from refloader.predict.prediction import Prediction, predict
from refloader.protocol import Life, LifeEvent, next_life
from refloader.scenario.actions import QUERIES, Action
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Application, Scenario

COMMANDS = ("vkCreateInstance", "vkDestroyInstance", "vkCreateDevice", "vkDestroyDevice")
"""The commands for which the model predicts the mocks that they enter."""


@dataclass(slots=True)
class _Object:
    """An instance or a device: its state, the layers that its calls go through, and the drivers below them."""

    through: tuple[str, ...] | None
    drivers: tuple[str, ...]
    life: Life = Life.CREATING
    prediction: Prediction | None = None
    children: list[str] = field(default_factory=list)

    def advance(self, event: LifeEvent) -> None:
        """Apply an event. Raises BeyondError if the object's state does not permit it."""
        following = next_life(self.life, event)
        if following is None:
            raise BeyondError(f"the application does with an object what it may not: {event.value}")
        self.life = following


class _Model:
    """The objects of an application, and the predicted answer of each step."""

    def __init__(self, scenario: Scenario, edition: Edition, build: Build) -> None:
        self.scenario = replace(scenario, actions=())
        self.variables = dict(scenario.variables)
        self.edition = edition
        self.build = build
        self.objects: dict[str, _Object] = {}
        self.physical: dict[str, tuple[str, str]] = {}
        self.answers: dict[str, Any] = {}
        self.lines: dict[str, tuple[str, ...]] = {}

    def take(self, verb: str, label: str, options: Mapping[str, Any]) -> None:
        """Predict one step. Raises BeyondError if it is not covered."""
        steps = {
            "create": self._create,
            "devices": self._devices,
            "device": self._device,
            "queue": self._queue,
            "destroy_device": self._destroy_device,
            "destroy": self._destroy,
            "set": self._set,
        }
        if verb not in steps or label in self.answers or label in self.objects:
            raise BeyondError(f"nobody predicts the step {verb}")
        steps[verb](label, options)

    def _create(self, label: str, options: Mapping[str, Any]) -> None:
        if options.keys() - {"layers", "extensions", "flags", "version"}:
            raise BeyondError("nobody predicts such a create info")
        scenario = replace(
            self.scenario, variables=self.variables, application=_application(self.scenario, options)
        )
        prediction = predict(scenario, self.edition, self.build)
        seen = prediction.observation
        if seen.ended == "crash":
            raise CrashError(seen.detail)
        if seen.ended != "ok" or seen.result is None:
            raise BeyondError(seen.detail)
        self.answers[label] = seen.result
        made = _Object(prediction.through, prediction.alive, prediction=prediction)
        made.advance(LifeEvent.FAILED if seen.result else LifeEvent.CREATED)
        self.objects[label] = made
        if not seen.result:
            entered = (*_who("layer", seen.chain), *_who("driver", seen.drivers))
            self.lines[label] = tuple(f"{who} vkCreateInstance" for who in entered)

    def _devices(self, label: str, options: Mapping[str, Any]) -> None:
        instance = self._living(options["of"])
        if instance is None or instance.prediction is None:
            self.answers[label] = None
            return
        seen = instance.prediction.observation
        names = [device.name for device in seen.devices]
        self.answers[label] = {"result": seen.results["devices"], "names": names}
        for number, owner in enumerate(instance.prediction.owners):
            self.physical[f"{label}.{number}"] = (options["of"], owner)

    def _device(self, label: str, options: Mapping[str, Any]) -> None:
        if options.keys() != {"of"}:
            raise BeyondError("nobody predicts such a create info")
        parent, owner = self.physical.get(options["of"], ("", ""))
        instance = self.objects.get(parent)
        if instance is None:
            self.answers[label] = None  # there is no such physical device
            self.objects[label] = _Object((), (), Life.GONE)
            return
        if instance.life is not Life.LIVE:
            raise BeyondError("the application uses a device of an instance that is gone")
        if instance.through is None:
            raise BeyondError("a layer has no functions of devices")
        device = _Object(instance.through, (owner,))
        device.advance(LifeEvent.CREATED)
        instance.children.append(label)
        self.objects[label] = device
        self.answers[label] = 0
        self._tell(label, device, "vkCreateDevice")

    def _queue(self, _label: str, options: Mapping[str, Any]) -> None:
        self._living(options["of"])  # it has no answer

    def _destroy_device(self, label: str, options: Mapping[str, Any]) -> None:
        device = self._living(options["of"])
        if device is not None:
            self._end(device)
            self._tell(label, device, "vkDestroyDevice")

    def _destroy(self, label: str, options: Mapping[str, Any]) -> None:
        if options.keys() != {"of"}:
            raise BeyondError("nobody predicts such a destruction")
        instance = self._living(options["of"])
        if instance is None:
            return
        if any(self.objects[child].life is not Life.GONE for child in instance.children):
            raise BeyondError("the application destroys an instance that has a device")
        self._end(instance)
        self._tell(label, instance, "vkDestroyInstance")

    def _set(self, _label: str, options: Mapping[str, Any]) -> None:
        self.variables.pop(options["name"], None)
        if options["value"] is not None:
            self.variables[options["name"]] = options["value"]

    def _living(self, name: str) -> _Object | None:
        """Return the object that a step created, None if that failed. Raises BeyondError if it was destroyed."""
        found = self.objects.get(name)
        if found is None:
            raise BeyondError(f"no step made {name}")
        if self.answers[name] is None or self.answers[name] < 0:
            return None
        if found.life is not Life.LIVE:
            raise BeyondError("the application uses what it destroyed")
        return found

    def _end(self, thing: _Object) -> None:
        thing.advance(LifeEvent.DESTROY)
        thing.advance(LifeEvent.DESTROYED)

    def _tell(self, label: str, thing: _Object, command: str) -> None:
        if thing.through is not None:
            entered = (*_who("layer", thing.through), *_who("driver", thing.drivers))
            self.lines[label] = tuple(f"{who} {command}" for who in entered)


def predict_script(scenario: Scenario, edition: Edition, build: Build) -> Prediction:
    """Predict the answer of each step of a scenario; ``lines`` has the mocks it enters, as "layer NAME COMMAND"."""
    model = _Model(scenario, edition, build)
    silent = replace(scenario, actions=())
    whole = predict(silent, edition, build)
    try:
        for action in scenario.actions:
            if action[0] not in QUERIES:
                model.take(*action)
            elif _crashes(whole.plan, action):
                raise CrashError(whole.observation.detail)
    except BeyondError as error:
        return Prediction(Observation("not covered", str(error)), whole.plan)
    except CrashError as error:
        return Prediction(Observation("crash", str(error)), whole.plan)
    seen = Observation("ok", answers=model.answers, lines=model.lines)
    return Prediction(seen, whole.plan)


def _crashes(plan: Plan, query: Action) -> bool:
    """Return whether a query comes to what crashes a loader of the age."""
    if query == ("instance",):
        return bool(plan.crash)
    of_layer = query[0] == "extensions" and query[1:] not in ((), ("",))
    return ("layers" if of_layer else query[0]) in plan.crashing


def _application(scenario: Scenario, options: Mapping[str, Any]) -> Application:
    own = scenario.application
    version = options.get("version", own.packed_version)
    return replace(
        own,
        api_version="" if version is None else str(unpacked(version)),
        layers=tuple(options.get("layers", own.layers)),
        extensions=tuple(options.get("extensions", own.extensions)),
        flags=options.get("flags", own.flags),
    )


def _who(kind: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{kind} {name}" for name in names)


def predicted_lines(lines: Iterable[str]) -> tuple[str, ...]:
    """Return lines of mocks in the form of a prediction: which mock was entered by which command.

    The order in which vkDestroyInstance enters several drivers is unspecified, so these lines are sorted.
    """
    words = (line.split(" ") for line in lines)
    found = [each[:3] for each in words if len(each) > 2 and each[2] in COMMANDS]
    found.sort(key=lambda each: each if each[0] == "driver" and each[2] == "vkDestroyInstance" else [])
    return tuple(" ".join(each) for each in found)
