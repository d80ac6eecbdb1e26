"""The whole stack over a driver: the scripted application on the reference's library."""

import pytest

from refloader.suite.drivers import runs
from refloader.suite.drivers.checks import surfaces, versions
from refloader.suite.drivers.checks.stack import alike, application, contents, old_loaders, states
from refloader.suite.drivers.checks.stack.expected_states import FEATURED, KINDS
from refloader.suite.drivers.trial import DriverTrial
from refloader.suite.sessions.session import Circumstances, Session

_LACKING = "the program does not find every command, which nothing_is_lacking reports"
LONGER = {"on each device": runs.EACH, "lookups": runs.LOOKUPS}
PROGRAMS = {"everyday": runs.EVERYDAY, **LONGER}
WITH_KNOWN_RESULTS = {
    "everyday": runs.EVERYDAY,
    "lookups": runs.LOOKUPS,
    "several": runs.SEVERAL,
    "at once": runs.AT_ONCE,
}
IN_EACH_PROGRAM = pytest.mark.parametrize("run", PROGRAMS.values(), ids=PROGRAMS)


def found_every_command(session: Session) -> Session:
    """Return a run in which the program found every command; skips another one: it leaves out what needs them."""
    if application.lacking(session).broken:
        pytest.skip(_LACKING)
    return session


@pytest.mark.rule("LDP_DRIVER_3", "IFACE-ICD-V2-01")
class TestPrograms:
    """A driver that a loader of today has agreed with can be used by programs."""

    def test_an_instance(self, driver: DriverTrial) -> None:
        """The simplest program comes to its end."""
        driver.ends_well(runs.SIMPLE)
        driver.need_use()


@pytest.mark.rule("VULKAN-DRIVER-05")
class TestWork:
    """What programs ask for rightly is done: the loader passes calls through and relies on the driver."""

    def test_a_program_comes_to_its_end(self, driver: DriverTrial) -> None:
        """A program that uses what there is on one device is not ended by the driver."""
        driver.ends_well(runs.EVERYDAY, simpler=runs.SIMPLE)

    @pytest.mark.same_run
    @pytest.mark.parametrize("run", LONGER.values(), ids=LONGER)
    def test_longer_ones_come_to_their_end(self, driver: DriverTrial, run: Circumstances) -> None:
        """A program that works on all devices, or asks for every command, is not ended by the driver."""
        driver.ends_well(run, simpler=runs.EVERYDAY)

    @pytest.mark.same_run
    @IN_EACH_PROGRAM
    def test_commands_succeed(self, driver: DriverTrial, run: Circumstances) -> None:
        """A failure is allowed where memory is short or a device is lost, and is then worth a look."""
        driver.holds(application.succeeding(driver.session(run)), should=True)

    @pytest.mark.same_run
    @pytest.mark.parametrize("run", WITH_KNOWN_RESULTS.values(), ids=WITH_KNOWN_RESULTS)
    def test_work_leaves_what_was_asked_for(self, driver: DriverTrial, run: Circumstances) -> None:
        """What is filled, copied, cleared and counted is found as it was asked for."""
        driver.need(runs.EVERYDAY)
        driver.holds(contents.contents(found_every_command(driver.session(run))))

    def test_memory_keeps_what_is_written(self, driver: DriverTrial) -> None:
        """What is written to memory that is mapped is found there, by whichever place it is mapped from."""
        driver.need(runs.EVERYDAY)
        driver.holds(application.kept(driver.session(runs.EVERYDAY)))

    def test_work_reaches_each_device(self, driver: DriverTrial) -> None:
        """A job on each device with the queues of each family has the right result, computed or copied."""
        driver.need(runs.EACH)
        driver.holds(application.computed(found_every_command(driver.session(runs.EACH))))


@pytest.mark.rule("GPA-ICD-02")
class TestCommands:
    """What vk_icdGetInstanceProcAddr and vkGetDeviceProcAddr have to give a loader, programs find through it."""

    @pytest.mark.same_run
    @IN_EACH_PROGRAM
    def test_nothing_is_lacking(self, driver: DriverTrial, run: Circumstances) -> None:
        """Every command of Vulkan 1.0 is found by a program that looks for it through the loader."""
        driver.holds(application.lacking(driver.session(run)))

    def test_lookups_reach_the_driver(self, driver: DriverTrial) -> None:
        """What the device's version has of core is found by vkGetDeviceProcAddr, which is the driver's own."""
        driver.holds(application.lookups(driver.session(runs.LOOKUPS)))


@pytest.mark.rule("VULKAN-DRIVER-02")
@pytest.mark.same_run
@IN_EACH_PROGRAM
def test_instances_and_devices_are_made(driver: DriverTrial, run: Circumstances) -> None:
    """Instances and devices are made where they ask for nothing but what is offered: no error fits that.

    VK_ERROR_INCOMPATIBLE_DRIVER of a driver of Vulkan 1.1 and interface version 4 or less warns: the table of version
    5 asks for it. A driver of Vulkan 1.0 gets no version that it could refuse.
    """
    found = application.made(driver.session(run))
    may_refuse = bool(found.broken) and versions.gets_later_versions(
        driver.probe("versions", "--interface", "7")
    )
    obeys = may_refuse and old_loaders.obeys_the_table(found, driver.session(runs.SIMPLE))
    driver.holds(found, should=obeys)


@pytest.mark.rule("VULKAN-DRIVER-01")
def test_programs_find_the_devices(driver: DriverTrial) -> None:
    """A program finds those physical devices that a loader is given, as many and with the same names."""
    session = driver.session(runs.EACH)
    driver.holds(application.counted(session, driver.probe("facts")))


class TestSameInEveryForm:
    """What is done for one form of a call is done for the others."""

    @pytest.mark.rule("VULKAN-DRIVER-05")
    def test_work_is_done_in_every_form(self, driver: DriverTrial) -> None:
        """A job is done alone, as one of two, from another thread, beside other devices and after them."""
        driver.need(runs.SIMPLE)
        driver.holds(alike.same_work(driver.ends_well(runs.ALIKE, simpler=runs.EVERYDAY)))

    @pytest.mark.rule("VULKAN-DRIVER-05")
    def test_much_is_done(self, driver: DriverTrial) -> None:
        """A job is done after a thousand submits, as the last of many and among hundreds of objects."""
        driver.need(runs.SIMPLE)
        driver.holds(alike.same_work(driver.ends_well(runs.ALIKE, simpler=runs.EVERYDAY), "many"))

    @pytest.mark.rule("VULKAN-DRIVER-05")
    def test_each_of_many_stays_as_it_is(self, driver: DriverTrial) -> None:
        """Each of hundreds of buffers keeps its contents, each of hundreds of fences its state."""
        driver.need(runs.SIMPLE)
        driver.holds(alike.kept(driver.session(runs.ALIKE)))

    @pytest.mark.rule("VULKAN-DRIVER-05")
    def test_fences_are_waited_for(self, driver: DriverTrial) -> None:
        """What waits for two fences waits for both or for either, as it is asked, and both are reset."""
        driver.need(runs.SIMPLE)
        driver.holds(alike.fences(driver.session(runs.ALIKE)))

    @pytest.mark.rule("VULKAN-DRIVER-05")
    def test_what_is_handed_in_is_only_read(self, driver: DriverTrial) -> None:
        """What a command takes as const is not written to, nor are sType and pNext of structures that it fills."""
        driver.need(runs.SIMPLE)
        driver.holds(alike.only_read(driver.session(runs.ALIKE)))

    @pytest.mark.rule("VULKAN-DRIVER-05")
    def test_each_of_several_is_another_one(self, driver: DriverTrial) -> None:
        """Several queues of a family, or command buffers of one call, are different ones."""
        driver.need(runs.SIMPLE)
        driver.holds(alike.different(driver.session(runs.ALIKE)))

    @pytest.mark.rule("VULKAN-DRIVER-05")
    def test_structures_are_written(self, driver: DriverTrial) -> None:
        """A structure that is written alone is written behind one that the driver may not know."""
        driver.need(runs.SIMPLE)
        driver.holds(alike.structures_written(driver.session(runs.ALIKE)))

    @pytest.mark.rule("VULKAN-DRIVER-01")
    def test_each_instance_has_the_devices(self, driver: DriverTrial) -> None:
        """Instances in a row should have as many devices as the first: nobody plugs devices in and out meanwhile."""
        driver.need(runs.SIMPLE)
        driver.holds(alike.same_devices(driver.session(runs.ALIKE)), should=True)


@pytest.mark.rule("VULKAN-DRIVER-05")
class TestStates:
    """Objects are in the state that the calls before have put them into, and that of others is their own."""

    def test_the_program_comes_to_its_end(self, driver: DriverTrial) -> None:
        """A program that asks for states, alone and on two threads, is not ended by the driver."""
        driver.ends_well(runs.STATES, simpler=runs.EVERYDAY)

    def test_the_program_of_features_comes_to_its_end(self, driver: DriverTrial) -> None:
        """A program that uses each optional feature of the device is not ended by the driver."""
        driver.ends_well(runs.FEATURED, simpler=runs.EVERYDAY)

    @pytest.mark.same_run
    @pytest.mark.parametrize("kind", [*KINDS, states.WORK])
    def test_states_are_as_the_calls_left_them(self, driver: DriverTrial, kind: str) -> None:
        """The answer is the one that the specification leaves: alone, on two threads, of two devices."""
        driver.need(runs.SIMPLE)
        session = driver.session(runs.FEATURED if kind in FEATURED else runs.STATES)
        driver.holds(states.states(session, kind), should=states.should(session, kind))


@pytest.mark.rule("VULKAN-DRIVER-05")
class TestPresentation:
    """A program shows frames: images are acquired, fences and semaphores signaled, and the swapchain is made anew."""

    def test_frames_come_to_their_end(self, driver: DriverTrial) -> None:
        """A program that waits for each image that it acquires is not left waiting, and not ended."""
        driver.ends_well(runs.PRESENT, simpler=runs.EVERYDAY)

    def test_frames_are_shown(self, driver: DriverTrial) -> None:
        """Images come when there is all time to wait for them, and each swapchain that is shown has a result."""
        driver.need(runs.EVERYDAY)
        driver.holds(surfaces.frames_shown(driver.session(runs.PRESENT)))


@pytest.mark.rule("VULKAN-DRIVER-05")
class TestUsersOfOneProcess:
    """A process may have many users of Vulkan that know nothing of each other."""

    @pytest.mark.parametrize("run", [runs.SEVERAL, runs.AT_ONCE], ids=["several", "at once"])
    def test_they_come_to_their_end(self, driver: DriverTrial, run: Circumstances) -> None:
        """Several instances and devices that end in any order, used by threads and out of callbacks."""
        driver.ends_well(run, simpler=runs.EVERYDAY)

    @pytest.mark.parametrize("run", [runs.SEVERAL, runs.AT_ONCE], ids=["several", "at once"])
    def test_their_commands_succeed(self, driver: DriverTrial, run: Circumstances) -> None:
        """No command of one user fails because there are other users."""
        driver.holds(application.succeeding(driver.session(run)), should=True)
