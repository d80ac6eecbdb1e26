"""The judges of what a driver tells of a device in two processes."""

from functools import partial
from typing import Any

import pytest
from driver_answers import Judged, each

from refloader.suite.drivers.checks.devices import identities


def told(name: str = "A", *, uuid: str = "0a", **more: Any) -> dict[str, Any]:
    """Return the answers of a process with one device."""
    device = {"properties": {"deviceName": name}, "id": {"deviceUUID": uuid, "driverUUID": "0d"}, **more}
    return {"facts.devices": {"result": 0, "count": 1}, "facts.device.0": device}


LIMITS = {"VkPhysicalDeviceLimits": {"maxViewports": 16, "maxSamplerAnisotropy": 16}}
LESS = {"VkPhysicalDeviceLimits": {"maxViewports": 8, "maxSamplerAnisotropy": 16}}


@each(
    [
        (
            "another deviceUUID in each process",
            partial(identities.same_ids, second=told()),
            told(),
            told(uuid="0b"),
            "deviceUUID of physical device 0 is 0b in one process and 0a in the next",
        ),
        (
            "another limit in each process",
            partial(identities.same_facts, second=told(limits=LIMITS)),
            told(limits=LIMITS),
            told(limits=LESS),
            "physical device 0 differs in maxViewports in the next process",
        ),
        (
            "an extension in one process alone",
            partial(identities.same_facts, second=told(extensions={"VK_KHR_a": 1})),
            told(extensions={"VK_KHR_a": 1}),
            told(extensions={"VK_KHR_a": 1, "VK_KHR_b": 1}),
            "physical device 0 differs in VK_KHR_b",
        ),
    ]
)
class TestIdentities(Judged):
    """What is told of a device is the device's, not the process's."""


def test_one_identity_of_two_devices() -> None:
    """A program that remembers a device by its deviceUUID finds two of them; a device of 1.0 tells none."""
    one, older = told()["facts.device.0"], told(uuid="")["facts.device.0"]
    both = {"facts.devices": {"result": 0, "count": 2}, "facts.device.0": one}

    look = identities.own_ids({**both, "facts.device.1": one})
    others = identities.own_ids({**both, "facts.device.1": told(uuid="0b")["facts.device.0"]})

    assert [each.fact for each in look.broken] == ["physical devices 0 and 1 have one deviceUUID: 0a"]
    assert (others.seen, others.broken) == (1, [])
    assert identities.own_ids({**both, "facts.device.1": older}).seen == 0


def test_devices_in_another_order() -> None:
    """Which device is which is not known then, so nothing is judged."""
    assert identities.same_ids(told("A"), told("B", uuid="0b")).seen == 0


def test_two_of_a_kind_in_another_order() -> None:
    """Two devices of one name may change places; neither is another one for that."""

    def both(*uuids: str) -> dict[str, Any]:
        each = {f"facts.device.{at}": told(uuid=uuid)["facts.device.0"] for at, uuid in enumerate(uuids)}
        return {"facts.devices": {"result": 0, "count": len(uuids)}, **each}

    assert identities.same_ids(both("0a", "0b"), both("0b", "0a")).broken == []
    assert identities.same_ids(both("0a", "0b"), both("0b", "0c")).broken != []


@pytest.mark.parametrize(
    ("mask", "fact"),
    [
        (1, []),
        (4, []),
        (0, ["deviceNodeMask of physical device 0 is 0x0, and deviceLUIDValid is VK_TRUE"]),
        (3, ["deviceNodeMask of physical device 0 is 0x3, and deviceLUIDValid is VK_TRUE"]),
    ],
)
def test_one_node(mask: int, fact: list[str]) -> None:
    """A device is one node of its adapter, whichever."""
    answers = {"facts.devices": {"count": 1}, "facts.device.0": {"id": {"deviceNodeMask": mask}}}

    look = identities.one_node(answers)

    assert (look.seen, [each.fact for each in look.broken]) == (1, fact)


def test_no_node() -> None:
    """A device that says that its deviceLUID is not valid says nothing of nodes."""
    answers = {"facts.devices": {"count": 1}, "facts.device.0": {"id": {"deviceUUID": "0a"}}}

    assert identities.one_node(answers).seen == 0
