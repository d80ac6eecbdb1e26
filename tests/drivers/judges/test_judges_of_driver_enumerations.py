"""Judges of what a driver enumerates, on answers that keep and that break each rule."""

from functools import partial

import pytest
from driver_answers import Judged, Row, each

from refloader.suite.drivers.checks import enumerations
from refloader.suite.sessions.answers import Answers

Steps = dict[str, dict[str, object]]
A, B = {"name": "VK_KHR_a", "version": 1}, {"name": "VK_KHR_b", "version": 2}


def written(room: int, *rows: object, result: int = 0, **changes: object) -> dict[str, object]:
    """One call with an array."""
    row = {"result": result, "count": len(rows), "room": room, "overrun": False, "rows": list(rows)}
    return {**row, **changes}


def counted(count: int, result: int = 0) -> dict[str, object]:
    """One call without an array."""
    return {"result": result, "count": count}


def steps(*rows: object) -> Steps:
    """What a driver answers that has these rows."""
    count = len(rows)
    short = {"short": written(count - 1, *rows[:-1], result=5)} if count > 1 else {}
    return {
        **short,
        "counted": counted(count),
        "filled": written(count, *rows),
        "counted-over": counted(count),
        "none": written(0, result=5 if rows else 0),
        "roomy": written(count + 4, *rows),
        "recounted": counted(count),
        "refilled": written(count, *rows),
    }


def asked(what: str, *rows: object, **changed: dict[str, object]) -> Answers:
    """All steps of one enumeration; keywords change steps, with _ for -."""
    every = {**steps(*rows), **{name.replace("_", "-"): step for name, step in changed.items()}}
    return {f"enumerate.{what}.{name}": step for name, step in every.items()}


def extensions(**changed: dict[str, object]) -> Answers:
    """Two instance extensions."""
    return asked("instance-extensions", A, B, **changed)


def devices(*handles: str, **changed: dict[str, object]) -> Answers:
    """These physical devices."""
    return asked("devices", *handles, **changed)


def groups(*held: list[str], subset: bool = False) -> Answers:
    """Two physical devices in these groups."""
    rows = [{"count": len(each), "devices": each, "subset": subset} for each in held]
    return {**devices("0x10", "0x20"), **asked("groups", *rows)}


def families(*queues: int) -> Answers:
    """Queue families of the first device."""
    rows = [{"flags": 7, "queues": count, "timestamp_bits": 64} for count in queues]
    return asked("families.0", *rows)


def foreign(result: int) -> Answers:
    """What comes of a layer that nobody has."""
    return {"enumerate.foreign-layer.counted": counted(3, result)}


COUNTED = partial(enumerations.counted_and_filled, kind="instance-extensions")
ROOM = partial(enumerations.arrays_respected, kind="instance-extensions")
SAME = partial(enumerations.always_the_same, kind="instance-extensions")

CASES: list[Row] = [
    (
        "counting fails",
        COUNTED,
        extensions(),
        extensions(counted=counted(0, -6)),
        "gives VK_ERROR_LAYER_NOT_PRESENT where it is asked for the number alone",
    ),
    (
        "the number that comes in",
        COUNTED,
        extensions(),
        extensions(counted_over=counted(0xFFFFFFFF)),
        "counts 2, but 4294967295 where the count comes in as 0xffffffff",
    ),
    (
        "more on the second call",
        COUNTED,
        extensions(),
        extensions(filled=written(2, A, B, result=5)),
        "counts 2 and then gives VK_INCOMPLETE and 2 where there is room for 2",
    ),
    (
        "fewer with more room",
        COUNTED,
        extensions(),
        extensions(roomy=written(6, A)),
        "counts 2 and then gives VK_SUCCESS and 1 where there is room for 6",
    ),
    (
        "2^32-1 devices",
        partial(enumerations.arrays_respected, kind="devices"),
        devices("0x10"),
        devices("0x10", counted=counted(0xFFFFFFFF), filled=written(4096, "0x10")),
        "gives VK_SUCCESS, not VK_INCOMPLETE, where there is room for 4096 of 4294967295",
    ),
    (
        "short but successful",
        ROOM,
        extensions(),
        extensions(short=written(1, A)),
        "gives VK_SUCCESS, not VK_INCOMPLETE, where there is room for 1 of 2",
    ),
    (
        "no room at all",
        ROOM,
        extensions(),
        extensions(none=written(0, result=0)),
        "not VK_INCOMPLETE, where there is room for 0 of 2",
    ),
    (
        "behind the end",
        ROOM,
        extensions(),
        extensions(short=written(1, A, result=5, overrun=True)),
        "writes behind the end of an array with room for 1 of 2",
    ),
    (
        "says it wrote more",
        ROOM,
        extensions(),
        extensions(short=written(1, A, result=5, count=2)),
        "says that it wrote 2 where there is room for 1",
    ),
    (
        "families have no result",
        partial(enumerations.arrays_respected, kind="families"),
        {
            **families(1, 2),
            "enumerate.families.0.short": written(1, A),
            "enumerate.families.0.none": written(0),
        },
        {**families(1, 2), "enumerate.families.0.short": written(1, A, count=2)},
        "says that it wrote 2 where there is room for 1 (physical device 0)",
    ),
    (
        "another number later",
        SAME,
        extensions(),
        extensions(recounted=counted(3)),
        "counts 2, and 3 the second time",
    ),
    (
        "other names later",
        SAME,
        extensions(),
        extensions(refilled=written(2, A, {"name": "VK_KHR_c", "version": 1})),
        "gives others the second time: VK_KHR_b, VK_KHR_c",
    ),
    (
        "others, and more of them than were counted",
        SAME,
        extensions(roomy=written(6, A, B, A, A)),
        extensions(roomy=written(6, B, A, A, A)),
        "gives others the second time",
    ),
    (
        "another order later",
        SAME,
        extensions(),
        extensions(refilled=written(2, B, A)),
        "gives the same in another order",
    ),
    (
        "other devices later",
        partial(enumerations.always_the_same, kind="devices"),
        devices("0x10"),
        devices("0x10", refilled=written(1, "0x20")),
        "vkEnumeratePhysicalDevices gives others the second time",
    ),
    (
        "groups of an extension with devices of their own",
        enumerations.groups_hold_devices,
        {
            "enumerate.devices.khr.filled": {"rows": ["0x10"]},
            "enumerate.groups.khr.filled": {"rows": [{"count": 1, "devices": ["0x10"]}]},
        },
        {
            "enumerate.devices.khr.filled": {"rows": ["0x10"]},
            "enumerate.groups.khr.filled": {"rows": [{"count": 1, "devices": ["0x20"]}]},
        },
        "vkEnumeratePhysicalDeviceGroupsKHR has 1 of its devices that vkEnumeratePhysicalDevices does not give",
    ),
    (
        "devices in another order once one was used",
        partial(enumerations.always_the_same, kind="devices"),
        devices("0x10", "0x20") | {"enumerate.devices.filled-later": written(2, "0x10", "0x20")},
        devices("0x10", "0x20") | {"enumerate.devices.filled-later": written(2, "0x20", "0x10")},
        "vkEnumeratePhysicalDevices gives the same in another order once a device was made",
    ),
    (
        "more extensions later",
        SAME,
        extensions() | {"enumerate.instance-extensions.counted-later": counted(0)},
        extensions() | {"enumerate.instance-extensions.counted-later": counted(9)},
        "and 9 while an instance lives",
    ),
    (
        "an error later that the registry does not list",
        SAME,
        extensions() | {"enumerate.instance-extensions.counted-later": counted(0, -2)},
        extensions() | {"enumerate.instance-extensions.counted-later": counted(0, -3)},
        "vkEnumerateInstanceExtensionProperties gives VK_ERROR_INITIALIZATION_FAILED while an instance lives",
    ),
    (
        "a name without an end",
        partial(enumerations.names_have_text, kind="device-extensions"),
        asked("device-extensions.0", A),
        asked("device-extensions.0", A, {**B, "unended": True}),
        "a name without a terminating NUL at place 1 (physical device 0)",
    ),
    (
        "a name that is not UTF-8",
        partial(enumerations.names_have_text, kind="instance-extensions"),
        extensions(),
        asked("instance-extensions", {"name": "VK_\udcc3", "version": 0}),
        'gives a name that is not UTF-8: "VK_\\xc3"',
    ),
    (
        "families without queues",
        partial(enumerations.families_have_queues, kind="families"),
        families(1),
        families(0, 0, 0, 0, 0, 0),
        "gives no queue in families 0, 1, 2, 3 and 2 more (physical device 0)",
    ),
    (
        "an empty name",
        partial(enumerations.names_have_text, kind="instance-extensions"),
        extensions(),
        asked("instance-extensions", {"name": "", "version": 0}),
        "gives an empty name at place 0",
    ),
    (
        "listed twice",
        partial(enumerations.listed_once, kind="instance-extensions"),
        extensions(),
        asked("instance-extensions", A, A, B),
        "lists VK_KHR_a 2 times",
    ),
    (
        "a device that is none",
        enumerations.devices_are_handles,
        devices("0x10"),
        devices("0x10", "0x0"),
        "gives VK_NULL_HANDLE as one of 2 devices",
    ),
    (
        "one device twice",
        enumerations.devices_are_handles,
        devices("0x10", "0x20"),
        devices("0x10", "0x10"),
        "gives the same handle more than once among 2",
    ),
    (
        "a device in no group",
        enumerations.groups_hold_devices,
        groups(["0x10"], ["0x20"]),
        groups(["0x10"]),
        "leaves out 1 of 2 physical devices",
    ),
    (
        "no group at all",
        enumerations.groups_hold_devices,
        groups(["0x10"], ["0x20"]),
        {**devices("0x10", "0x20"), "enumerate.groups.counted": counted(0)},
        "counts no group, and there are 2 physical devices",
    ),
    (
        "a device in two groups",
        enumerations.groups_hold_devices,
        groups(["0x10", "0x20"]),
        groups(["0x10"], ["0x10", "0x20"]),
        "has 1 of its devices more than once",
    ),
    (
        "a device of nobody",
        enumerations.groups_hold_devices,
        groups(["0x10"], ["0x20"]),
        groups(["0x10"], ["0x20"], ["0x30"]),
        "has 1 of its devices that vkEnumeratePhysicalDevices does not give",
    ),
    (
        "parts of a group of one",
        enumerations.groups_hold_devices,
        groups(["0x10", "0x20"], subset=True),
        groups(["0x10"], ["0x20"], subset=True),
        "says subsetAllocation of a group of one device at place 0",
    ),
    (
        "a group of nobody",
        enumerations.groups_hold_devices,
        groups(["0x10"], ["0x20"]),
        groups(["0x10"], ["0x20"], []),
        "gives a group of 0 devices at place 2",
    ),
    (
        "a family without queues",
        partial(enumerations.families_have_queues, kind="families"),
        families(1),
        families(1, 0),
        "counts 2 and gives no queue in family 1 (physical device 0)",
    ),
    (
        "extensions of a layer that nobody has",
        enumerations.foreign_layers_unknown,
        foreign(-6),
        foreign(0),
        "gives VK_SUCCESS and counts 3 for a layer that nobody has",
    ),
]


@each(CASES)
class TestEnumerations(Judged):
    """Each way to break the two-call protocol is seen."""


class TestNothingThere:
    """What a driver need not have is no breach."""

    def test_memory_that_runs_out_is_no_breach(self) -> None:
        """Counting may fail with the errors that the specification lists for the command."""
        unknown = enumerations.counted_and_filled(devices(counted=counted(0, -13)), "devices")
        assert (unknown.seen, unknown.broken) == (0, [])

        result = enumerations.counted_and_filled(devices(counted=counted(0, -3)), "devices")

        assert (result.seen, result.broken) == (0, [])
        assert result.missing == "vkEnumeratePhysicalDevices gives VK_ERROR_INITIALIZATION_FAILED"

    @pytest.mark.parametrize(
        "judge",
        [enumerations.counted_and_filled, enumerations.arrays_respected, enumerations.always_the_same],
    )
    def test_no_device_is_an_answer(self, judge: enumerations.KindCheck) -> None:
        """A driver without devices counts none each time."""
        answers = {label: step for label, step in devices().items() if not label.endswith("filled")}

        result = judge(answers, "devices")

        assert result.broken == []
        assert result.seen > 0


def test_errors_of_all_arrays() -> None:
    """Where each array gets an error, that is why nothing is judged: the driver has a physical device."""
    refused = written(4, result=-6)
    answers: Answers = {
        "enumerate.device-layers.0.counted": counted(0),
        "enumerate.device-layers.0.none": refused,
        "enumerate.device-layers.0.roomy": refused,
    }

    look = enumerations.arrays_respected(answers, "device-layers")

    assert (look.seen, look.missing) == (
        0,
        "vkEnumerateDeviceLayerProperties gives VK_ERROR_LAYER_NOT_PRESENT where there is an array"
        " (physical device 0)",
    )


@pytest.mark.parametrize("judge", [enumerations.names_have_text, enumerations.listed_once])
def test_no_extension_of_a_device(judge: enumerations.KindCheck) -> None:
    """A physical device without extensions is one, and of none nothing else is said."""
    none = judge(asked("device-extensions.0"), "device-extensions")

    assert none.missing == "vkEnumerateDeviceExtensionProperties gives no element"
    assert judge({}, "device-extensions").missing == "the driver has no physical device here"
