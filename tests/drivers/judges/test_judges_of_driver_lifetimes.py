"""Judges of instances and devices beside and after each other, on answers that keep and that break each rule."""

from collections.abc import Callable

import pytest
from driver_answers import Judged, Row, each

from refloader.suite.drivers.checks import lifetimes
from refloader.suite.sessions.answers import Answers


def order(**changes: object) -> Answers:
    """Two instances with a device each."""
    row = {
        "made": {"a": 0, "A": 0, "b": 0, "B": 0},
        "magic": {"a": True, "A": True, "b": True, "B": True, "physical": True},
        "same": [],
        "steps": [{"ended": "a", "left": {"A": 0, "B": 0, "b": 0}}],
        **changes,
    }
    return {"several.order.aAbB": row}


def at_once(*results: int) -> Answers:
    """The same, and then two threads."""
    return {**order(), "several.threads": {"results": [[0, 0], list(results)]}}


def held(at: int, **changes: int) -> dict[str, int]:
    """One look at what a process holds."""
    usual = {"resident": 50_000_000, "heap": 400_000, "descriptors": 6, "threads": 1, "mappings": 90}
    return {"round": at, **usual, **changes}


def rounds(label: str, key: str, grow: Callable[[int], int], *, every: int = 20, looks: int = 50) -> Answers:
    """Looks at what a process holds, ``key`` of it as a function of the round."""
    usual = held(0)
    samples = [held(at, **{key: usual[key] + grow(at)}) for at in range(every, every * (looks + 1), every)]
    done = every * looks
    return {label: {"rounds": done, "wanted": 1000, "result": 0, "stays": False, "samples": samples}}


def reloads(key: str = "threads", grow: Callable[[int], int] = lambda _: 0, **changes: object) -> Answers:
    """The same of a library that is opened again and again."""
    first = {"reload.first": {"threads": 1, "result": 0}}
    row = rounds("reload.rounds", key, grow, every=1, looks=20)["reload.rounds"]
    return {**first, "reload.rounds": {**row, **changes}}


STEADY = rounds("growth.instance", "threads", lambda _: 0)

CASES: list[Row] = [
    (
        "one instance at a time",
        lifetimes.together,
        order(),
        order(made={"a": 0, "A": 0, "B": -10}),
        "instance B cannot be made beside instance A: VK_ERROR_TOO_MANY_OBJECTS, which vkCreateInstance may"
        " never give (order aAbB)",
    ),
    (
        "one version at a time",
        lifetimes.together,
        {"several.order.AB.newest": {"made": {"A": 0, "B": 0}}},
        {"several.order.AB.newest": {"made": {"A": 0, "B": -9}}},
        "VK_ERROR_INCOMPATIBLE_DRIVER (order AB, with instance B of the newest version)",
    ),
    (
        "the newest instance's devices",
        lifetimes.devices_of_their_own,
        order(strange=[]),
        order(strange=["A"]),
        "instance A gives physical devices that it did not give before (order aAbB)",
    ),
    (
        "the other instance's devices once its own device has ended",
        lifetimes.devices_of_their_own,
        order(),
        order(steps=[{"ended": "b", "left": {}, "strange": ["B"]}]),
        "once device b has ended, instance B gives physical devices that it did not give before",
    ),
    (
        "the other instance's names once the first has ended",
        lifetimes.devices_of_their_own,
        order(steps=[{"ended": "A", "left": {}, "strange": [], "changed": []}]),
        order(steps=[{"ended": "A", "left": {}, "changed": ["B VkPhysicalDeviceProperties.deviceName"]}]),
        "once instance A has ended, a physical device of instance B has another"
        " VkPhysicalDeviceProperties.deviceName (order aAbB)",
    ),
    (
        "facts of the first instance beside the second",
        lifetimes.devices_of_their_own,
        order(changed=[]),
        order(changed=["A VkPhysicalDeviceLimits.maxImageDimension2D"]),
        "beside another instance, a physical device of instance A has another"
        " VkPhysicalDeviceLimits.maxImageDimension2D (order aAbB)",
    ),
    (
        "ends another's",
        lifetimes.untouched,
        order(),
        order(steps=[{"ended": "a", "left": {"A": 0, "b": -4}}]),
        "once device a has ended, device b gives VK_ERROR_DEVICE_LOST",
    ),
    (
        "one handle",
        lifetimes.handles_of_their_own,
        order(),
        order(same=["AB"]),
        "instance A and instance B live at once and have the same handle",
    ),
    (
        "one queue",
        lifetimes.handles_of_their_own,
        order(queues=[]),
        order(queues=["ac"]),
        "vkGetDeviceQueue gives device a and device c the same queue",
    ),
    (
        "physical devices of two instances with one handle",
        lifetimes.handles_of_their_own,
        order(physical=[]),
        order(physical=["shared"]),
        "instances A and B have the same handle for a physical device",
    ),
    (
        "a physical device that is overwritten",
        lifetimes.handles_of_their_own,
        order(physical=[]),
        order(physical=["overwritten"]),
        "making instance B overwrites the first word of a physical device of instance A, the loader's",
    ),
    (
        "no magic",
        lifetimes.marked,
        order(),
        order(magic={"A": True, "physical": False}),
        "a physical device does not begin with ICD_LOADER_MAGIC",
    ),
    (
        "two threads",
        lifetimes.at_once,
        at_once(0, 0),
        at_once(0, -3),
        "two threads at once: an instance with a device gives VK_ERROR_INITIALIZATION_FAILED",
    ),
    (
        "descriptors",
        lifetimes.nothing_kept,
        STEADY,
        rounds("growth.instance", "descriptors", lambda at: at),
        "740 instances leave 740 more descriptors in the process (266 before, 1006 after)",
    ),
    (
        "threads of slow devices",
        lifetimes.nothing_kept,
        STEADY,
        rounds("growth.device", "threads", lambda at: at, every=1, looks=12),
        "8 instances with a device leave 8 more threads",
    ),
    (
        "memory",
        lifetimes.memory_kept,
        STEADY,
        rounds("growth.instance", "resident", lambda at: 3000 * at),
        "740 instances take 2167 KiB of memory that is not given back: 3000 bytes each",
    ),
    (
        "only some rounds",
        lifetimes.all_rounds,
        STEADY,
        {"growth.instance": {"rounds": 400, "result": -1}},
        "after 400 instances, each destroyed before the next, the driver gives VK_ERROR_OUT_OF_HOST_MEMORY",
    ),
    (
        "not opened again",
        lifetimes.reloaded,
        reloads(),
        {"reload.load": {"refused": "no room"}},
        "once closed the library cannot be opened again: no room",
    ),
    (
        "another answer when opened again",
        lifetimes.reloaded,
        reloads(),
        reloads(result=-9),
        "opened again, the library gives VK_ERROR_INCOMPATIBLE_DRIVER",
    ),
    (
        "mappings",
        lifetimes.nothing_kept_loaded,
        reloads(),
        reloads("mappings", lambda at: 2 * at),
        "opening and closing the library 14 times leave 28 more mappings",
    ),
    (
        "a thread runs on",
        lifetimes.no_thread_stays,
        reloads(),
        reloads("threads", lambda _: 2),
        "the library is unloaded and 2 threads that it brought run on",
    ),
]


@each(CASES)
class TestJudges(Judged):
    """Each judge of the acts "several", "growth" and "reload"."""


class TestWhatIsNoBreach:
    """What drivers may keep, and what may run out."""

    def test_too_many_devices(self) -> None:
        """A second device of the same physical device may be one too many."""
        assert lifetimes.together(order(made={"a": 0, "A": 0, "c": -10})).broken == []

    def test_a_driver_without_instances(self) -> None:
        """Where one thread gets no instance, two need not get any."""
        answers = {**at_once(-9, -9), **order(made={"A": -9, "B": -9})}

        assert lifetimes.at_once(answers).seen == 0

    def test_caches_that_fill(self) -> None:
        """What grows in the first rounds, and in one step later, is kept and does not grow."""
        answers = rounds(
            "growth.instance", "resident", lambda at: min(at, 200) * 8192 + (at > 700) * 4_000_000
        )

        assert lifetimes.memory_kept(answers).broken == []

    def test_a_pool_of_threads(self) -> None:
        """Threads that come once are no growth."""
        assert (
            lifetimes.nothing_kept(rounds("growth.device", "threads", lambda at: 8 * (at > 20))).broken == []
        )

    def test_memory_of_a_few_rounds(self) -> None:
        """Slow drivers may still be filling their caches after a few rounds, which are seen all the same."""
        result = lifetimes.memory_kept(
            rounds("growth.device", "resident", lambda at: 100_000 * at, every=1, looks=30)
        )

        assert (result.seen, result.broken) == (22, [])

    def test_plain_leaks_of_a_few_rounds(self) -> None:
        """A megabyte with each is told after a few rounds, too."""
        answers = rounds("growth.device", "resident", lambda at: at << 20, every=1, looks=12)

        assert "8 instances with a device take 8192 KiB" in lifetimes.memory_kept(answers).broken[0].fact

    def test_threads_now_and_then(self) -> None:
        """Some threads more after a few rounds are no growth with each."""
        answers = rounds("growth.device", "threads", lambda at: at // 4, every=1, looks=24)

        assert lifetimes.nothing_kept(answers).broken == []

    @pytest.mark.parametrize(("one_in", "slow"), [(1, False), (2, False), (3, True), (40, True)])
    def test_leaks_now_and_then(self, one_in: int, slow: bool) -> None:
        """What is left by one round in many is told, and is no failure: others have enough left."""
        of_instances = rounds("growth.instance", "descriptors", lambda at: at // one_in)
        of_libraries = reloads("mappings", lambda at: at // one_in)

        assert lifetimes.nothing_kept(of_instances).broken
        assert [lifetimes.is_slow(of_instances), lifetimes.is_slow(of_libraries)] == [slow, slow]

    @pytest.mark.parametrize(
        ("instance", "on_thread", "is_refusal"),
        [(-3, -3, True), (-3, 0, True), (0, -3, True), (-3, -4, False), (-10, 0, False), (0, 0, False)],
    )
    def test_a_second_one_is_refused(self, instance: int, on_thread: int, is_refusal: bool) -> None:
        """VK_ERROR_INITIALIZATION_FAILED alone is an error that any instance may get."""
        answers = {**at_once(0, on_thread), **order(made={"a": 0, "A": 0, "B": instance})}

        assert lifetimes.is_refusal(answers) is is_refusal

    def test_threads_of_a_library_that_stays(self) -> None:
        """A library that is not unloaded may keep its threads."""
        assert lifetimes.no_thread_stays(reloads("threads", lambda _: 2, stays=True)).seen == 0


class TestLies:
    """A driver can write what it likes where the prober writes."""

    def test_looks_without_end(self) -> None:
        """More looks than anybody took do not keep the judge busy."""
        answers = rounds("growth.device", "threads", lambda at: at, every=1, looks=20_000)

        assert lifetimes.nothing_kept(answers).broken

    def test_numbers_without_end(self) -> None:
        """Numbers that no computer counts to are none."""
        answers = rounds("growth.device", "resident", lambda at: at * 10**4000)

        assert lifetimes.memory_kept(answers).broken == []


def test_what_is_measured() -> None:
    """The numbers for the evidence: rounds done and wanted, and what was held first and last."""
    found = lifetimes.measured(rounds("growth.device", "descriptors", lambda at: at, every=1, looks=10))

    assert list(found) == ["growth.device"]
    row = found["growth.device"]
    assert isinstance(row, dict)
    assert (row["rounds"], row["wanted"], row["descriptors"]) == (10, 1000, [7, 16])


class TestWhatNeverWorked:
    """An object that could not be used before another one ended has lost nothing."""

    def test_opened_again_with_nothing(self) -> None:
        """A driver that makes nothing, neither at first nor when its library is opened again, shows nothing."""
        look = lifetimes.reloaded({**reloads(result=-1), "reload.first": {"result": -1}})

        assert (look.seen, look.broken) == (0, [])
        assert "VK_ERROR_OUT_OF_HOST_MEMORY" in look.missing

    def test_opened_again_with_more(self) -> None:
        """A driver that had no memory at first and has it later works."""
        look = lifetimes.reloaded({**reloads(), "reload.first": {"result": -1}})

        assert (look.seen, look.broken) == (20, [])

    def test_it_is_not_the_end_of_the_other(self) -> None:
        """A command that is not there is told elsewhere."""
        lost = [{"ended": "a", "left": {"b": -3}}]

        never = lifetimes.untouched(order(steps=lost, before={"a": -3, "b": -3}))
        once = lifetimes.untouched(order(steps=lost, before={"a": 0, "b": 0}))

        assert (never.seen, never.broken, len(once.broken)) == (0, [], 1)

    def test_want_of_memory(self) -> None:
        """It can come at any time, whatever has ended before."""
        look = lifetimes.untouched(order(steps=[{"ended": "a", "left": {"A": 0, "b": -1}}]))

        assert (look.seen, look.broken) == (1, [])

    def test_threads_without_devices(self) -> None:
        """Two threads get no device either."""
        answers = {**at_once(-3, -3), **order(made={"A": 0, "a": -3})}

        assert lifetimes.at_once(answers).broken == []


class TestDevicesStay:
    """Of two instances, what the one that is left gives when the other has ended."""

    def of(self, *orders: str, **changes: object) -> Answers:
        """In each order B has lost a physical device when A has ended."""
        steps = [{"ended": "A", "left": {"B": 0}, "fewer": ["B"]}]
        row = order(steps=steps, **changes)["several.order.aAbB"]
        return {f"several.order.{each}": row for each in orders}

    def test_in_each_order(self) -> None:
        """Fewer than before, again and again, is a driver that forgets."""
        look = lifetimes.devices_stay(self.of("AB", "BA"))

        assert [each.fact for each in look.broken] == [
            "once instance A has ended, instance B gives fewer physical devices than before (order AB)",
            "once instance A has ended, instance B gives fewer physical devices than before (order BA)",
        ]

    def test_in_one_order(self) -> None:
        """Once may be a device that is plugged out."""
        look = lifetimes.devices_stay(self.of("AB"))

        assert (look.seen, look.broken) == (1, [])

    def test_before_one_ended(self) -> None:
        """Nor is it the end of the other where a device had gone before."""
        assert lifetimes.devices_stay(self.of("AB", "BA", fewer=["B"])).broken == []

    def test_without_devices(self) -> None:
        """A driver without physical devices has none to keep."""
        look = lifetimes.devices_stay(self.of("AB", "BA", magic={"A": True, "B": True}))

        assert (look.seen, look.broken) == (0, [])
