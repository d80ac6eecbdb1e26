"""Generates an application's steps from bytes: instances and devices created, used and destroyed in any order.

The steps are valid usage: a device is destroyed before its instance, and no object is used after its destruction. At
the end all objects are destroyed.
"""

from collections.abc import Iterable
from dataclasses import replace

from refloader.campaign.worlds.byte_source import CHUNK, Source, chunks, seeded
from refloader.campaign.worlds.draft import LAYERS, NAMES
from refloader.campaign.worlds.strategies import world_from, world_of_seed
from refloader.scenario.scenario import Scenario
from refloader.scenario.script import Script

_MOST = 14
_VARIABLES = (
    ("VK_INSTANCE_LAYERS", (None, LAYERS[0], f"{LAYERS[1]}:{LAYERS[0]}")),
    ("DISABLE_A", (None, "1")),
    ("VK_LOADER_LAYERS_DISABLE", (None, "*", LAYERS[0])),
    ("ENABLE_A", (None, "1")),
)


class _Objects:
    """The objects that the application has created so far, by label."""

    def __init__(self) -> None:
        self.script = Script()
        self.instances: dict[str, list[str]] = {}
        self.listed: dict[str, str] = {}
        self.count = 0

    def step(self, source: Source) -> None:
        """Add one step; the simplest creates an instance."""
        options = [self._create]
        if self.instances:
            options += [self._list, self._device, self._device, self._destroy, self._destroy_device]
        options += [self._set, self._query]
        source.pick(options)(source)

    def end(self) -> None:
        """Destroy the remaining objects."""
        for instance in list(self.instances):
            self._take(instance)

    def _label(self, kind: str) -> str:
        self.count += 1
        return f"{kind}{self.count}"

    def _create(self, source: Source) -> None:
        layers = [name for name in LAYERS if source.number(3) == 2]
        options = {"layers": layers} if layers else {}
        api = source.pick((None, None, "1.1.0", "1.3.0", ""))
        label = self.script.create(self._label("instance"), api=api, **options)
        self.instances[label] = []

    def _list(self, source: Source) -> None:
        instance = source.pick(list(self.instances))
        self.listed[instance] = self.script.devices(instance, self._label("devices"))

    def _device(self, source: Source) -> None:
        instance = source.pick(list(self.instances))
        if instance not in self.listed:
            self.listed[instance] = self.script.devices(instance, self._label("devices"))
        physical = f"{self.listed[instance]}.{source.pick((0, 0, 0, 1))}"
        self.instances[instance].append(self.script.device(physical, self._label("device")))

    def _destroy_device(self, source: Source) -> None:
        instance = source.pick(list(self.instances))
        if self.instances[instance]:
            device = source.pick(self.instances[instance])
            self.instances[instance].remove(device)
            self.script.destroy_device(device)

    def _destroy(self, source: Source) -> None:
        self._take(source.pick(list(self.instances)))

    def _take(self, instance: str) -> None:
        for device in self.instances.pop(instance):
            self.script.destroy_device(device)
        self.script.destroy(instance)
        self.listed.pop(instance, None)

    def _set(self, source: Source) -> None:
        name, values = source.pick(_VARIABLES)
        self.script.set(name, source.pick(values))

    def _query(self, source: Source) -> None:
        self.script.query(
            *source.pick((("layers",), ("version",), ("extensions", ""), ("extensions", NAMES[0])))
        )


_EVERY = 4


def scenario_of_seed(seed: int, avoid: Iterable[str] = ()) -> Scenario:
    """Return the scenario of a seed, always the same one. Every fourth scenario has a script of several steps."""
    if seed % _EVERY != _EVERY - 1:
        return world_of_seed(seed, avoid)
    return sequence_from(seeded(seed, _MOST * 3 // 2), avoid)


def sequence_from(data: bytes, avoid: Iterable[str] = ()) -> Scenario:
    """Return a world with a script. The first third of the bytes determines the world, the rest the script."""
    border = len(data) // (3 * CHUNK) * CHUNK
    objects = _Objects()
    for number, source in enumerate(chunks(data[border:])):
        if number < _MOST:
            objects.step(source)
    objects.end()
    scenario = world_from(data[:border], avoid)
    return replace(scenario, actions=objects.script.actions)
