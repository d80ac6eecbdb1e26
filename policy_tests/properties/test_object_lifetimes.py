"""Instances and devices are created, used and destroyed in any order, several of them at once.

A state machine writes the application's steps; at its end a loader runs them all, in one process.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, precondition, rule

from policy_tests.properties.generated import Check, Examples
from refloader.scenario.call_sequence import entered
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Scenario, World
from refloader.scenario.script import Script
from refloader.suite.loaders.trial import Trial

pytestmark = [pytest.mark.needs_library, pytest.mark.editions("2018", "2022", "2026")]

ALWAYS, REQUESTED = "VK_LAYER_TEST_always", "VK_LAYER_TEST_requested"
DRIVERS = ("alpha", "beta", "gamma")
"""Each driver has one device, which is named like the driver."""

Instance = str
Device = str


class Lifetimes(RuleBasedStateMachine):
    """An application that destroys each object once, a device before its instance."""

    instances: Bundle[Instance] = Bundle("instances")

    def __init__(self, run: Callable[[Script], None]) -> None:
        super().__init__()
        self._run = run
        self._script = Script()
        self._count = 0
        self._devices: dict[Instance, list[Device]] = {}

    @rule(target=instances, layers=st.sampled_from([(), (REQUESTED,)]))
    def create_instance(self, layers: tuple[str, ...]) -> Instance:
        """Create an instance, with a layer or without, and enumerate its devices."""
        instance = self._script.create(self._label("instance"), layers=list(layers))
        self._script.devices(instance, f"devices_of_{instance}")
        self._devices[instance] = []
        return instance

    @rule(instance=instances)
    def enumerate_devices(self, instance: Instance) -> None:
        """Enumerate the devices of an instance again."""
        self._script.devices(instance, self._label("devices"))

    @rule(instance=instances, number=st.integers(0, len(DRIVERS) - 1))
    def create_device(self, instance: Instance, number: int) -> None:
        """Create a device."""
        device = self._script.device(f"devices_of_{instance}.{number}", self._label("device"))
        self._devices[instance].append(device)

    @precondition(lambda self: any(self._devices.values()))
    @rule(data=st.data())
    def use_device(self, data: st.DataObject) -> None:
        """Get a queue of a device."""
        _, device = self._any_device(data)
        self._script.queue(device, self._label("queue"))

    @precondition(lambda self: any(self._devices.values()))
    @rule(data=st.data())
    def destroy_device(self, data: st.DataObject) -> None:
        """Destroy a device."""
        instance, device = self._any_device(data)
        self._devices[instance].remove(device)
        self._script.destroy_device(device)

    @rule(instance=consumes(instances))
    def destroy_instance(self, instance: Instance) -> None:
        """Destroy an instance after its devices."""
        for device in self._devices.pop(instance):
            self._script.destroy_device(device)
        self._script.destroy(instance)

    def teardown(self) -> None:
        """Destroy what is left, and run all steps."""
        for instance in list(self._devices):
            self.destroy_instance(instance)
        self._run(self._script)

    def _any_device(self, data: st.DataObject) -> tuple[Instance, Device]:
        every = [(instance, device) for instance, devices in self._devices.items() for device in devices]
        return data.draw(st.sampled_from(every))

    def _label(self, kind: str) -> str:
        self._count += 1
        return f"{kind}_{self._count}"


def machine_with_drivers() -> Scenario:
    """A machine with three drivers, an implicit layer, and an explicit one that some instances have."""
    world = World()
    for name in DRIVERS:
        world.driver(name, flags={"device_name": name})
    world.implicit_layer(ALWAYS)
    world.explicit_layer(REQUESTED)
    return world.scenario()


class Expected:
    """What each step of such an application leads to, by its label: the answer, and the mocks that it enters."""

    def __init__(self, scenario: Scenario, seen: Observation) -> None:
        self.seen = seen
        self.layers: dict[str, tuple[str, ...]] = {}
        self.owner: dict[str, str] = {}
        self.parent: dict[str, str] = {}
        self.steps = [step for step in scenario.actions if len(step) == 3]

    def check(self) -> None:
        """Compare each step."""
        for verb, label, options in self.steps:
            getattr(self, verb)(label, options.get("of", ""), options)

    def create(self, label: str, _of: str, options: dict[str, list[str]]) -> None:
        """The instance is made, through its layers, in every driver."""
        self.layers[label] = (ALWAYS, *options["layers"])
        assert (label, self.seen.answers[label]) == (label, 0)
        self._enters(label, "vkCreateInstance", self.layers[label], DRIVERS)

    def devices(self, label: str, of: str, _options: object) -> None:
        """A living instance has the device of every driver, each time in the same order."""
        names = self.seen.device_names(label)
        assert (label, sorted(names)) == (label, sorted(DRIVERS))
        for number, name in enumerate(names):
            self.owner[f"{label}.{number}"] = name
            self.parent[f"{label}.{number}"] = of
        assert {*entered(self.seen.lines[label], "vkEnumeratePhysicalDevices", "layer")} == {*self.layers[of]}

    def device(self, label: str, of: str, _options: object) -> None:
        """The device is made through the instance's layers, in the driver that it belongs to alone."""
        self.owner[label], self.layers[label] = self.owner[of], self.layers[self.parent[of]]
        assert (label, self.seen.answers[label]) == (label, 0)
        self._enters(label, "vkCreateDevice", self.layers[label], (self.owner[label],))

    def queue(self, label: str, of: str, _options: object) -> None:
        """A living device works: the call enters its driver alone."""
        assert (label, entered(self.seen.lines[label], "vkGetDeviceQueue", "driver")) == (
            label,
            (self.owner[of],),
        )

    def destroy_device(self, label: str, of: str, _options: object) -> None:
        """The device ends through the same layers, in the same driver."""
        self._enters(label, "vkDestroyDevice", self.layers[of], (self.owner[of],))

    def destroy(self, label: str, of: str, _options: object) -> None:
        """The instance ends through the same layers, in every driver."""
        self._enters(label, "vkDestroyInstance", self.layers[of], DRIVERS)

    def _enters(self, label: str, command: str, layers: tuple[str, ...], drivers: tuple[str, ...]) -> None:
        lines = self.seen.lines[label]
        through = entered(lines, command, "layer"), tuple(sorted(entered(lines, command, "driver")))
        assert (label, command, *through) == (label, command, layers, drivers)


def unbalanced(seen: Observation) -> list[str]:
    """The mocks that were not destroyed as often as they were created, each with the kind of object."""
    return [
        f"{who} {name}: {thing}"
        for who in ("layer", "driver")
        for thing in ("Instance", "Device")
        for name in sorted({*entered(seen.trace, f"vkCreate{thing}", who)})
        if entered(seen.trace, f"vkCreate{thing}", who).count(name)
        != entered(seen.trace, f"vkDestroy{thing}", who).count(name)
    ]


@pytest.mark.rule("CHAIN-DIST-01", "CHAIN-DIST-02", "CHAIN-TERM-01", "CHAIN-TERM-02", "DISC-DRIVER-GEN-01")
def test_any_order(subject: Trial, examples: Examples) -> None:
    """Each object works until it is destroyed, and ends in the layers and drivers in which it was created."""
    installed = machine_with_drivers()

    def keeps_order(scenario: Scenario) -> None:
        seen = subject.runs(scenario)
        Expected(scenario, seen).check()
        assert (unbalanced(seen), seen.violations) == ([], ())

    def machine(check: Check) -> Lifetimes:
        return Lifetimes(lambda script: check(replace(installed, actions=script.actions)))

    examples.check_machine(subject, machine, keeps_order)
