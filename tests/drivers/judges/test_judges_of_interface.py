"""Judges of exports, negotiation and loaders of each age, on answers that keep each rule and on wrong ones."""

from collections.abc import Mapping
from functools import partial

import pytest
from driver_answers import Judged, Row, each

from refloader.suite.drivers.checks import interface
from refloader.suite.sessions.answers import Answers

OFFERS = (0, 1, 2, 3, 4, 5, 6, 7, 8, interface.LARGEST)


def exports(**places: str) -> Answers:
    """Where the exports of the interface lie; those not given are NULL."""
    names = (
        interface.NEGOTIATE,
        interface.GET_PROC_ADDR,
        interface.GET_PHYSICAL,
        *interface.VERSION_0,
    )
    return {"exports.interface": dict.fromkeys(names, "null") | places}


def bound(**places: str) -> Answers:
    """What references to the library's own exports lead to."""
    return {"exports.bound": {"reads": True, "places": places}}


def answer(offer: int, result: int, version: int) -> Answers:
    """One offer, answered the same twice."""
    said = {"result": result, "version": version}
    return {f"negotiate.{offer}": {"offered": offer, "first": said, "again": said}}


def negotiated(newest: int = 5, exported: str = "own", **changes: tuple[int, int]) -> Answers:
    """A clean negotiation; each change is the result and version for an offer, as ``offer_7``."""
    answers: dict[str, object] = {
        "negotiate.symbol": {"exported": exported, "queried": "own", "lookup": "own"}
    }
    for offer in OFFERS:
        result, version = changes.get(f"offer_{offer}", (0, min(offer, newest)))
        answers |= answer(offer, result, version)
    return answers


def again(first: int, second: int, result: int, version: int) -> Answers:
    """What the second of two offers is answered."""
    label = f"negotiate.{second}" if first == second else f"negotiate.{first}.{second}"
    clean = {"result": 0, "version": min(first, 5)}
    return {label: {"offered": second, "first": clean, "again": {"result": result, "version": version}}}


def age(version: int = 5, *, negotiation: str = "exported", **changes: object) -> Answers:
    """What a loader gets: all of it, changed by label without its beginning; None leaves one out."""
    way = {"found": True, "negotiation": negotiation, "result": 0, "version": version}
    made = {"result": 0, "handle": "own", "magic": True}
    listed = {"result": 0, "count": 1}
    rows = {"way": way, "extensions": listed, "instance": made, "device": made, "end": {}} | changes
    return {f"ages.{name}": row for name, row in rows.items() if row is not None}


REFUSED = {"result": -9, "handle": "null", "magic": False}
SHORT = {"result": -2, "handle": "null", "magic": False}
NO_HANDLE = {"result": 0, "handle": "null", "magic": False}
UNMARKED = {"result": 0, "handle": "own", "magic": False}
NO_WAY = {"found": False, "why": "no", "negotiation": "queried", "result": -9, "version": 7}

CASES: list[Row] = [
    (
        "the exports of version 0",
        interface.version_0_exports,
        exports(
            vkGetInstanceProcAddr="own", vkCreateInstance="own", vkEnumerateInstanceExtensionProperties="own"
        ),
        exports(vkGetInstanceProcAddr="own", vkEnumerateInstanceExtensionProperties="own"),
        "neither vk_icdGetInstanceProcAddr nor vkCreateInstance",
    ),
    (
        "references bound elsewhere",
        interface.references_stay,
        bound(vkCreateInstance="own"),
        bound(vkCreateInstance="prober", vkDestroyInstance="own"),
        "references to vkCreateInstance lead to the loader's",
    ),
    (
        "no export below version 7",
        interface.offered,
        negotiated(7, "null"),
        negotiated(6, "null"),
        "of interface version 6 and does not export",
    ),
    (
        "refusing version 7",
        interface.negotiable,
        negotiated(),
        negotiated(offer_7=(-9, 7)),
        "refuses interface version 7 with VK_ERROR_INCOMPATIBLE_DRIVER",
    ),
    (
        "more than 7",
        interface.negotiable,
        negotiated(7),
        negotiated(offer_7=(0, 8)),
        "the offer of version 7 with version 8",
    ),
    (
        "beyond the offer",
        interface.common_version,
        negotiated(),
        negotiated(offer_4=(0, 5)),
        "the offer of version 4 with the higher version 5",
    ),
    (
        "less than both have",
        interface.common_version,
        negotiated(offer_4=(0, 3)),
        negotiated(offer_5=(0, 3)),
        "the offer of version 5 with version 3, though it supports 5",
    ),
    (
        "a version that is left out",
        interface.none_left_out,
        negotiated(offer_2=(-9, 2)),
        negotiated(offer_4=(0, 3)),
        "the offer of version 4 with version 3, and has 5",
    ),
    (
        "an echo",
        interface.common_version,
        negotiated(7),
        negotiated(interface.LARGEST),
        "agrees to version 4294967295",
    ),
    (
        "refusing newer loaders",
        interface.newer_accepted,
        negotiated(),
        negotiated(offer_8=(-9, 8)),
        "supports version 5 and refuses the offer of 8",
    ),
    (
        "the wrong refusal",
        interface.refusal_code,
        negotiated(offer_0=(-9, 0)),
        negotiated(offer_0=(-3, 0)),
        "refuses the offer of version 0 with VK_ERROR_INITIALIZATION_FAILED",
    ),
    (
        "another answer to the same",
        interface.same_at_once,
        negotiated(),
        {**negotiated(), **again(4, 4, 0, 2)},
        "the driver answers the offer of version 4 with version 4, and made again at once with version 2",
    ),
    (
        "a higher answer than the offer, after another one",
        interface.same_at_once,
        {**negotiated(), **again(5, 2, 0, 2)},
        {**negotiated(), **again(5, 2, 0, 5)},
        "after the offer of version 5 the driver answers the offer of version 2 with the higher version 5",
    ),
    (
        "an official name",
        interface.no_official_names,
        {"exports.official": {"own": ["vkGetInstanceProcAddr", "vkCreateInstance"]}},
        {"exports.official": {"own": ["vkGetInstanceProcAddr", "vkDeviceWaitIdle"]}},
        "the library exports vkDeviceWaitIdle, which a program that has it before a loader calls instead of",
    ),
    (
        "the first answer for good",
        interface.same_again,
        {**negotiated(), **again(7, 4, 0, 4)},
        {**negotiated(), **again(2, 7, 0, 2)},
        "after the offer of version 2 the driver answers that of 7 with version 2",
    ),
    (
        "success without a handle",
        partial(interface.served, newest=age()),
        age(4),
        age(4, instance=NO_HANDLE),
        "vkCreateInstance returns VK_SUCCESS with NULL",
    ),
    (
        "less for an older loader",
        partial(interface.served, newest=age()),
        age(2),
        age(2, device=REFUSED),
        "vkCreateDevice returns VK_ERROR_INCOMPATIBLE_DRIVER (interface version 2)",
    ),
    (
        "no extensions for an older loader",
        partial(interface.served, newest=age()),
        age(3),
        age(3, extensions={"result": -3, "count": 0}),
        "vkEnumerateInstanceExtensionProperties returns VK_ERROR_INITIALIZATION_FAILED (interface version 3)",
    ),
    (
        "nothing at its own version",
        partial(interface.served_at, version=1, newest=age(1, negotiation="none")),
        age(1, negotiation="none"),
        age(1, negotiation="none", instance=REFUSED),
        "vkCreateInstance returns VK_ERROR_INCOMPATIBLE_DRIVER",
    ),
    (
        "no magic number",
        interface.marked,
        age(2),
        age(2, device=UNMARKED),
        "the first word of the VkDevice is not ICD_LOADER_MAGIC",
    ),
    (
        "a loader of version 7 refused",
        partial(interface.recognised, newest=age(7, negotiation="queried")),
        age(7, negotiation="queried"),
        age(way=NO_WAY, extensions=None, instance=None, device=None),
        "asked for vk_icdNegotiateLoaderICDInterfaceVersion first",
    ),
    (
        "no way in without exports",
        partial(interface.serves_directly, newest=age(7)),
        age(7, negotiation="queried"),
        age(way=NO_WAY, extensions=None, instance=None, device=None),
        "of interface version 7, but handed over directly",
    ),
]


@each(CASES)
class TestInterface(Judged):
    """What a driver is to loaders of each age."""


class TestWhatIsAllowed:
    """Answers that look wrong, and that no document forbids."""

    @pytest.mark.parametrize(
        "answers",
        [age(1, negotiation="none", instance=REFUSED, device=None), age(2, way=NO_WAY, instance=None)],
        ids=["a loader without negotiation", "a version that is dropped"],
    )
    def test_old_loaders_may_be_refused(self, answers: Answers) -> None:
        """A driver need not serve loaders older than what it supports."""
        assert interface.served(answers, newest=age()).broken == []

    @pytest.mark.parametrize("short", [{"instance": SHORT, "device": None}, {"device": SHORT}])
    def test_memory_may_be_short(self, short: dict[str, object]) -> None:
        """In the process of one loader, and not in that of another one: the age is not the reason."""
        assert interface.served(age(3, **short), newest=age()).broken == []

    def test_a_driver_that_serves_nobody_is_not_told_for_each_age(self) -> None:
        """Where the newest loader gets nothing either, the age is not the reason."""
        answers = age(3, instance=REFUSED, device=None)

        assert interface.served(answers, newest=answers).broken == []

    def test_a_handle_that_nobody_gets(self) -> None:
        """It is told by the judges of objects, not once for each age."""
        answers = age(3, instance=NO_HANDLE, device=None)

        assert interface.served(answers, newest=answers).broken == []

    @pytest.mark.parametrize("version", [0, 1])
    def test_no_instances_here(self, version: int) -> None:
        """A driver that finds no device of its kind may make none at all; one without the command breaks the rule."""
        told: Answers = age(version, negotiation="none")
        fails: list[str] = []
        for found in (True, False):
            answers: Answers = {**told, "ages.instance": {**REFUSED, "found": found}}
            fails += [breach.fact for breach in interface.served_at(answers, version, answers).broken]

        assert fails == [
            f"vkCreateInstance is not there (interface version {version}, without a negotiation)"
        ]

    @pytest.mark.parametrize(
        ("row", "code"),
        [
            ({"found": True, "result": -3}, "VK_ERROR_INITIALIZATION_FAILED"),
            ({"found": True, "result": -9}, "VK_ERROR_INCOMPATIBLE_DRIVER"),
            ({"found": False, "result": -3}, ""),
            ({"found": True, "result": -4}, ""),
            ({"found": True, "result": 0}, ""),
            (None, ""),
        ],
    )
    def test_the_codes_for_no_instances(self, row: Mapping[str, object] | None, code: str) -> None:
        """Of a command that is there, two say it."""
        assert interface.no_instances(age(instance=row)) == code

    def test_direct_drivers_need_version_7(self) -> None:
        """An older driver is not blamed for what it need not have."""
        result = interface.serves_directly(age(way=NO_WAY), newest=age(5))

        assert (result.seen, result.broken) == (0, [])
        assert "interface version 5" in result.missing

    def test_a_driver_that_agrees_with_nobody(self) -> None:
        """It is of no version, however it is handed over, and has dropped none of those that it refuses."""
        direct = interface.serves_directly(age(way=NO_WAY), newest=age(7, way=NO_WAY))
        refusing = interface.refusal_code(negotiated(**{f"offer_{offer}": (-3, offer) for offer in OFFERS}))

        assert (direct.seen, direct.broken, refusing.seen, refusing.broken) == (0, [], 0, [])
        assert "agrees with no loader" in direct.missing
        assert "refuses every offer" in refusing.missing

    def test_a_library_without_a_way_in(self) -> None:
        """It is no driver of version 0 that lacks something."""
        result = interface.version_0_exports(exports())

        assert (result.seen, result.broken) == (0, [])

    def test_references_that_cannot_be_read(self) -> None:
        """They say nothing."""
        result = interface.references_stay({"exports.bound": {"reads": False, "places": {}}})

        assert (result.seen, result.broken) == (0, [])
