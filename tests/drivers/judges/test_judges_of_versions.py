"""Judges of apiVersions, each on answers that keep its rule and answers that break it."""

from functools import partial

import pytest
from driver_answers import Judged, Row, each

from refloader.model.version import ApiVersion, api_version
from refloader.suite.drivers.checks import versions
from refloader.suite.sessions.answers import Answers

TRIED = {
    "none": ApiVersion(0, 0, 0, 0),
    "zero": ApiVersion(0, 0, 0, 0),
    "1.0": api_version(1, 0),
    "1.0-later": api_version(1, 0, 999),
    "1.1": api_version(1, 1),
    "1.3": api_version(1, 3),
    "future-minor": api_version(1, 1000),
    "2.0": api_version(2, 0),
    "last": api_version(127, 1023, 4095),
    "all-bits": ApiVersion(7, 127, 1023, 4095),
}
LATER = ("1.1", "1.3", "future-minor", "2.0", "last")
FUTURE = ("future-minor", "2.0", "last")


def tried(interface: int, *refused: str, code: int = -9, vulkan: tuple[int, int] = (1, 3)) -> Answers:
    """What comes of each version, those in ``refused`` with the code; the driver is of this Vulkan."""
    entry = {"negotiation": "exported", "version": interface}
    said = {"version": api_version(*vulkan).packed, "devices": [api_version(*vulkan).packed]}
    rows = {
        f"versions.{name}": {"api_version": version.packed, "result": code if name in refused else 0}
        for name, version in TRIED.items()
    }
    return {"versions.entry": entry, "versions.driver": said, **rows}


def on_thread(answers: Answers, code: int) -> Answers:
    """The same with an instance of Vulkan 1.1 that another thread asks for."""
    return {
        **answers,
        "versions.thread": {"api_version": api_version(1, 1).packed, "plain": 0, "result": code},
    }


CASES: list[Row] = [
    (
        "refused after an older loader",
        versions.accepted_for_the_next_loader,
        {**tried(7), "versions.anew": {"interface": 7, "plain": 0, "result": 0}},
        {**tried(7), "versions.anew": {"interface": 7, "plain": 0, "result": -9}},
        "after a loader of version 4 the driver refuses apiVersion 1.1.0 of a later loader",
    ),
    (
        "more than an older loader offers",
        versions.lower_for_the_next_loader,
        {"versions.lower": {"offered": 4, "result": 0, "version": 4}},
        {"versions.lower": {"offered": 4, "result": 0, "version": 7}},
        "the driver answers the offer of version 4 with the higher 7",
    ),
    (
        "refused on another thread",
        versions.accepted_on_threads,
        on_thread(tried(7), 0),
        on_thread(tried(7), -9),
        "refuses apiVersion 1.1.0 with VK_ERROR_INCOMPATIBLE_DRIVER on another thread than that of the negotiation",
    ),
    (
        "Vulkan 1.3 with version 4",
        versions.new_enough,
        tried(5),
        tried(4),
        "of Vulkan 1.3.0, but of interface version 4",
    ),
    (
        "Vulkan 1.1 by its manifest",
        partial(versions.new_enough, manifest="1.1.0"),
        tried(5, vulkan=(1, 0)),
        tried(4, vulkan=(1, 0)),
        "of Vulkan 1.1.0, but of interface version 4",
    ),
    (
        "an instance without VkApplicationInfo",
        versions.unsaid_taken,
        tried(4, "1.1", "none", code=-1),
        tried(4, "none"),
        "at interface version 4 vkCreateInstance gives VK_ERROR_INCOMPATIBLE_DRIVER without a VkApplicationInfo,"
        " and VK_SUCCESS for apiVersion 1.0.0",
    ),
    (
        "no version",
        versions.unsaid_taken,
        tried(4, *LATER),
        tried(4, "zero", code=-3),
        "vkCreateInstance gives VK_ERROR_INITIALIZATION_FAILED for apiVersion 0, and VK_SUCCESS for apiVersion 1.0.0",
    ),
    (
        "refused by another error",
        versions.not_refused_otherwise,
        tried(5, "1.3", code=-1),
        tried(5, "1.3", "2.0", code=-3),
        "refuses apiVersion 1.3.0, 2.0.0 with VK_ERROR_INITIALIZATION_FAILED",
    ),
    (
        "accepted of an old loader",
        versions.old_loader_protected,
        tried(4, *LATER),
        tried(4, *FUTURE),
        "at interface version 4 vkCreateInstance returns VK_SUCCESS for apiVersion 1.1.0, 1.3.0",
    ),
    (
        "refused with another code",
        versions.old_loader_protected,
        tried(4, *LATER),
        tried(4, *LATER, code=-3),
        "returns VK_ERROR_INITIALIZATION_FAILED for apiVersion 1.1.0",
    ),
    (
        "unsupported and accepted",
        versions.unsupported_refused,
        tried(4, *FUTURE),
        tried(4),
        "of a driver of Vulkan 1.3.0 returns VK_SUCCESS for apiVersion 1.1000.0, 2.0.0, 127.1023.4095",
    ),
    (
        "best refused",
        versions.later_refused,
        tried(4, *LATER),
        tried(4, *FUTURE),
        "returns VK_SUCCESS for apiVersion 1.1.0, 1.3.0",
    ),
    (
        "refused at version 5",
        partial(versions.any_accepted, of_1_0=False),
        tried(5),
        tried(5, "2.0"),
        "refuses apiVersion 2.0.0 with VK_ERROR_INCOMPATIBLE_DRIVER",
    ),
    (
        "refused at version 5 by a driver of Vulkan 1.0",
        partial(versions.any_accepted, of_1_0=True),
        tried(5, vulkan=(1, 0)),
        tried(5, "2.0", vulkan=(1, 0)),
        "refuses apiVersion 2.0.0 with VK_ERROR_INCOMPATIBLE_DRIVER",
    ),
    (
        "supported and refused",
        versions.supported_accepted,
        tried(5, *FUTURE),
        tried(5, "1.1"),
        "the driver of Vulkan 1.3.0 refuses apiVersion 1.1.0",
    ),
    (
        "a driver of Vulkan 1.0 that accepts",
        versions.fits_the_driver,
        tried(3, *LATER, vulkan=(1, 0)),
        tried(3, vulkan=(1, 0)),
        "of a driver of Vulkan 1.0.0 returns VK_SUCCESS for apiVersion 1.1.0",
    ),
]


@each(CASES)
class TestVersions(Judged):
    """What a driver makes of apiVersion."""


class TestWhereRulesContradict:
    """Nobody is blamed for keeping one of two rules that cannot both be kept."""

    @pytest.mark.parametrize(
        ("interface", "vulkan", "why"),
        [(5, (1, 0), "the opposite"), (4, (1, 3), "Vulkan 1.1"), (5, (1, 3), "Vulkan 1.1")],
        ids=["1.0 at 5", "1.3 at 4", "1.3 at 5"],
    )
    @pytest.mark.parametrize("refused", [(), LATER], ids=["accepting", "refusing"])
    def test_no_verdict(
        self, interface: int, vulkan: tuple[int, int], why: str, refused: tuple[str, ...]
    ) -> None:
        """Whatever the driver does, another rule says the opposite, or the same in a case of its own."""
        result = versions.fits_the_driver(tried(interface, *refused, vulkan=vulkan))

        assert (result.seen, result.broken) == (0, [])
        assert why in result.missing

    @pytest.mark.parametrize(("vulkan", "of_1_0"), [((1, 0), False), ((1, 1), True)], ids=["1.0", "1.1"])
    def test_each_case_has_its_drivers(self, vulkan: tuple[int, int], of_1_0: bool) -> None:
        """Drivers of Vulkan 1.0 have a case of their own, which warns."""
        result = versions.any_accepted(tried(5, "2.0", vulkan=vulkan), of_1_0=of_1_0)

        assert (result.seen, result.broken) == (0, [])

    @pytest.mark.parametrize(("vulkan", "gets"), [((1, 0), False), ((1, 1), True)], ids=["1.0", "1.1"])
    def test_what_loaders_pass_on(self, vulkan: tuple[int, int], gets: bool) -> None:
        """A driver whose vkEnumerateInstanceVersion gives less than 1.1 gets 1.0, whatever programs ask for."""
        assert versions.gets_later_versions(tried(4, vulkan=vulkan)) is gets

    def test_memory_may_be_short(self) -> None:
        """Whether the version would be refused is not known then, and no version is accepted by that."""
        result = versions.old_loader_protected(tried(4, *LATER, code=-1))

        assert (result.seen, result.broken) == (0, [])

    def test_patch_numbers_are_never_refused(self) -> None:
        """They say nothing of compatibility."""
        result = versions.supported_accepted(tried(5, "1.0-later", vulkan=(1, 0)))

        assert [broken.fact for broken in result.broken] == [
            "at interface version 5 the driver of Vulkan 1.0.0 refuses apiVersion 1.0.999 with "
            "VK_ERROR_INCOMPATIBLE_DRIVER"
        ]

    def test_a_driver_without_instances(self) -> None:
        """A driver that makes none at all refuses no version for what it is."""
        result = versions.old_loader_protected(tried(4, *TRIED, code=-3))

        assert (result.seen, result.broken) == (0, [])

    @pytest.mark.parametrize(
        ("manifest", "older"),
        [("1.2.145", True), ("1.1.203", True), ("1.2.305", False), ("1.3.204", False), ("1.0.5", False)],
    )
    def test_older_than_the_policies(self, manifest: str, older: bool) -> None:
        """The patch number tells the headers; a driver that gives none is judged by today's documents."""
        answers = tried(4, vulkan=(1, 1))

        assert versions.is_before_policies(answers, manifest) is older
        [breach] = versions.new_enough(answers, manifest).broken
        assert breach.fact.endswith("older than the policies of drivers") is older

    @pytest.mark.parametrize(("devices", "older"), [([], True), ([(1, 2)], True), ([(1, 2), (1, 3)], False)])
    def test_table_of_lookups(self, devices: list[tuple[int, int]], older: bool) -> None:
        """The newest device tells which table of vkGetDeviceProcAddr the driver was written by."""
        told = [api_version(*each).packed for each in devices]

        assert versions.has_older_table({"lookups.devices": {"devices": told}}) is older
