"""Debian's loader behind a library that forwards to it and is wrong for several threads alone (thread_faults.h).

The sentence: "All commands support being called concurrently from multiple threads, but certain parameters, or
components of parameters are defined to be externally synchronized" (Vulkan specification, Threading Behavior).
"""

import pytest
from forwarding import judged_of
from samples import SAMPLE, WHOLE, places

from refloader.results.records import Verdict

RULE = "VULKAN-LOADER-06"

FAULTS = {
    "layers_of_the_newest_instance": "an instance has the layers of the newest request",
    "messengers_of_the_newest_instance": "what is said of a creation goes to the messenger of the newest one",
    "callbacks_of_the_newest_instance": "an instance takes memory from the callbacks of the newest request",
    "lock_order": "creation and destruction take two locks in opposite order",
    "instance_lost_from_a_list": "an instance that two threads register in one place is never destroyed",
    "queries_fail_while_instances_are_made": "extensions cannot be asked for during somebody's vkCreateInstance",
    "extensions_of_the_newest_question": "extensions are those of the layer that was asked for last",
    "one_buffer_for_layers": "one buffer holds the layers of all questions",
    "instances_belong_to_threads": "an instance has devices for the thread alone that made it",
    "one_enumeration_at_a_time": "one of two enumerations of devices fails",
    "extensions_of_the_newest_device": "a device has the extensions of the newest request",
    "handle_of_the_newest_device": "vkCreateDevice gives the newest handle",
    "lock_held_in_waits": "a lock is held while a driver waits for a queue",
    "name_of_the_newest_lookup": "a lookup finds the command of the newest lookup",
    "one_surface_for_two": "surfaces made at once are one",
    "message_of_the_newest_call": "a message that is submitted has the text of the newest one",
    "callbacks_on_another_thread": "messengers are called on another thread than the call's",
}
"""What each forwarding library breaks, as thread_faults.h names it."""


FEW = 6
"""So many faults are tried in a run without REFLOADER_WHOLE, others each day."""


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_faults_of_threads_alone_are_noticed(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A case of the rule does not pass, of each; a library without a fault passes what the loader alone passes.

    One test, so that processes do not wait for each other.
    """
    stay = range(len(FAULTS)) if WHOLE else places(len(FAULTS), FEW, SAMPLE)
    faults = [fault for place, fault in enumerate(FAULTS) if place in stay]

    judged = judged_of(tmp_path_factory, "threaded", ["none", *faults], [RULE])

    assert judged["none"] == judged["vulkan"]
    assert {*judged["none"].values()} == {Verdict.PASS}
    noticed = {Verdict.FAIL, Verdict.TIMEOUT, Verdict.CRASH}
    assert [fault for fault in faults if noticed.isdisjoint(judged[fault].values())] == []
