"""Debug utils messengers and debug report callbacks on the drop-in library."""

from typing import Any

import pytest
from mock_world import MockWorld
from scripts import Script

EARS = """
    heard = []

    @ctypes.CFUNCTYPE(U32, U32, U32, POINTER, POINTER)
    def utils(severity, types, data, user):
        message = ctypes.c_char_p.from_address(data + 40).value.decode()
        heard.append(["utils", severity, types, message, user])
        return 0

    @ctypes.CFUNCTYPE(
        U32, U32, U32, ctypes.c_uint64, ctypes.c_size_t, ctypes.c_int32, ctypes.c_char_p, ctypes.c_char_p, POINTER
    )
    def report(flags, kind, thing, location, code, prefix, message, user):
        heard.append(["report", flags, thing, code, prefix.decode(), message.decode(), user])
        return 0

    def address(function):
        return ctypes.cast(function, POINTER).value

    utils_info = block(1000128004, 0, 0x1111 << 32, 0x7, address(utils), 77)
    report_info = block(1000011000, 0, 0x1F, address(report), 78)
    text = ctypes.create_string_buffer(b"hello")
    data = block(1000128003, 0, 0, 0, 0, ctypes.addressof(text), 0, 0, 0, 0, 0, 0)
"""
BOTH = '["VK_EXT_debug_utils", "VK_EXT_debug_report"]'


class TestSubmitted:
    """A message that an application hands in reaches each of its callbacks once."""

    @pytest.mark.parametrize("drivers", [0, 2])
    def test_debug_utils(self, script: Script, world: MockWorld, drivers: int) -> None:
        """Also with drivers that have a messenger for the same callback."""
        for index in range(drivers):
            world.driver(f"u{index}", extensions="VK_EXT_debug_utils:2", trace=str(script.trace))

        said = script(
            EARS
            + """
    s = Session(["VK_EXT_debug_utils"])
    handle = ctypes.c_uint64(0)
    result = s.command("vkCreateDebugUtilsMessengerEXT", 4)(
        s.instance, ctypes.addressof(utils_info), 0, ctypes.addressof(handle)
    )
    s.command("vkSubmitDebugUtilsMessageEXT", 4)(s.instance, 0x100, 1, ctypes.addressof(data))
    s.command("vkDestroyDebugUtilsMessengerEXT", 3)(s.instance, handle.value, 0)
    s.command("vkSubmitDebugUtilsMessageEXT", 4)(s.instance, 0x100, 1, ctypes.addressof(data))
    say([result, heard])
"""
        )

        assert said == [0, [["utils", 0x100, 1, "hello", 77]]]
        assert len(script.traced("vkCreateDebugUtilsMessengerEXT")) == drivers
        assert len(script.traced("vkDestroyDebugUtilsMessengerEXT")) == drivers
        assert script.traced("VIOLATION") == []

    def test_debug_report(self, script: Script) -> None:
        """All eight parameters arrive."""
        said = script(
            EARS
            + """
    s = Session(["VK_EXT_debug_report"])
    handle = ctypes.c_uint64(0)
    result = s.command("vkCreateDebugReportCallbackEXT", 4)(
        s.instance, ctypes.addressof(report_info), 0, ctypes.addressof(handle)
    )
    prefix = ctypes.create_string_buffer(b"me")
    s.command("vkDebugReportMessageEXT", 8)(
        s.instance, 2, 1, 0x123456789A, 5, 6, ctypes.addressof(prefix), ctypes.addressof(text)
    )
    s.command("vkDestroyDebugReportCallbackEXT", 3)(s.instance, handle.value, 0)
    say([result, heard])
"""
        )

        assert said == [0, [["report", 2, 0x123456789A, 6, "me", "hello", 78]]]

    @pytest.mark.parametrize(("severity", "types"), [(1, 1), (0x1000, 4)])
    def test_not_wanted(self, script: Script, severity: int, types: int) -> None:
        """A messenger for warnings of validation hears neither less nor something else."""
        said = script(
            EARS
            + f"""
    s = Session(["VK_EXT_debug_utils"])
    info, handle = block(1000128004, 0, 0x1100 << 32, 0x3, address(utils), 0), ctypes.c_uint64(0)
    s.command("vkCreateDebugUtilsMessengerEXT", 4)(s.instance, ctypes.addressof(info), 0, ctypes.addressof(handle))
    s.command("vkSubmitDebugUtilsMessageEXT", 4)(s.instance, {severity}, {types}, ctypes.addressof(data))
    say(heard)
"""
        )

        assert said == []

    def test_debug_report_reaches_drivers(self, script: Script, world: MockWorld) -> None:
        """Those that have the command get each message, from their own instance, as in the field."""
        world.driver("one", extensions="VK_EXT_debug_report:10", trace=str(script.trace))
        world.driver("two", trace=str(script.trace))

        script(
            EARS
            + f"""
    s = Session({BOTH})
    s.command("vkDebugReportMessageEXT", 8)(
        s.instance, 2, 1, 0x123456789A, 5, 6, ctypes.addressof(text), ctypes.addressof(text)
    )
    s.command("vkSubmitDebugUtilsMessageEXT", 4)(s.instance, 0x100, 1, ctypes.addressof(data))
    say(0)
"""
        )

        assert script.traced("vkDebugReportMessageEXT") == [
            "driver one vkDebugReportMessageEXT flags=0x2 message=hello"
        ]
        assert script.traced("vkSubmitDebugUtilsMessageEXT") == []
        assert script.traced("VIOLATION") == []

    @pytest.mark.parametrize(("flags", "times"), [(0x1F, 2), (0x1D, 0)])
    def test_a_driver_calls_back(self, script: Script, world: MockWorld, flags: int, times: int) -> None:
        """A driver that has the callback as well calls it once more, if the callback wants the message."""
        world.driver("one", extensions="VK_EXT_debug_report:10", trace=str(script.trace))

        said = script(
            EARS
            + f"""
    s = Session(["VK_EXT_debug_report"])
    info, handle = block(1000011000, 0, {flags}, address(report), 78), ctypes.c_uint64(0)
    s.command("vkCreateDebugReportCallbackEXT", 4)(s.instance, ctypes.addressof(info), 0, ctypes.addressof(handle))
    s.command("vkDebugReportMessageEXT", 8)(
        s.instance, 2, 1, 0x123456789A, 5, 6, ctypes.addressof(text), ctypes.addressof(text)
    )
    say(heard)
"""
        )

        assert said == [["report", 2, 0x123456789A, 6, "hello", "hello", 78]] * times


class TestTheOtherExtension:
    """What an application hands in also reaches its callbacks of the other debug extension, as in the field."""

    def test_both_ways(self, script: Script) -> None:
        """The newest callback is called first; severity, object, number and texts are those of the message."""
        said = script(
            EARS
            + f"""
    s = Session({BOTH})
    handle = ctypes.c_uint64(0)
    made = [
        s.command(f"vkCreate{{name}}EXT", 4)(s.instance, ctypes.addressof(info), 0, ctypes.addressof(handle))
        for name, info in (("DebugUtilsMessenger", utils_info), ("DebugReportCallback", report_info))
    ]
    heard.clear()
    prefix = ctypes.create_string_buffer(b"me")
    thing = block(1000128000, 0, 1000000000, 0x123456789A, 0)
    data[3], data[4], data[10], data[11] = ctypes.addressof(prefix), 9, 1, ctypes.addressof(thing)
    s.command("vkSubmitDebugUtilsMessageEXT", 4)(s.instance, 0x100, 4, ctypes.addressof(data))
    s.command("vkDebugReportMessageEXT", 8)(
        s.instance, 8, 1, 0x123456789A, 5, 6, ctypes.addressof(prefix), ctypes.addressof(text)
    )
    say([made, heard])
"""
        )

        assert said[0] == [0, 0]
        assert said[1] == [
            ["report", 4, 0x123456789A, 9, "me", "hello", 78],
            ["utils", 0x100, 4, "hello", 77],
            ["report", 8, 0x123456789A, 6, "me", "hello", 78],
            ["utils", 0x1000, 1, "hello", 77],
        ]


class TestDrivers:
    """A driver has something to say as well."""

    def test_heard_once(self, script: Script, world: MockWorld) -> None:
        """It has a messenger of its own and calls the application itself."""
        world.driver("m", extensions="VK_EXT_debug_utils:2", message="from below")

        said = script(
            EARS
            + """
    s = Session(["VK_EXT_debug_utils"])
    handle = ctypes.c_uint64(0)
    s.command("vkCreateDebugUtilsMessengerEXT", 4)(
        s.instance, ctypes.addressof(utils_info), 0, ctypes.addressof(handle)
    )
    heard.clear()
    results = [s.create_device(device)[0] for device in s.devices()]
    say([results, [each[3] for each in heard].count("from below")])
"""
        )

        assert said == [[0, 0], 1]


class TestTheLoadersOwn:
    """What the loader has to say goes to messengers as well (DEBUG-LOG-03)."""

    @pytest.mark.rule("DEBUG-LOG-03")
    def test_while_an_instance_is_made(self, script: Script, world: MockWorld) -> None:
        """Callbacks in the pNext chain hear about a driver that cannot be loaded."""
        world.driver_manifest("missing", "/nonexistent/libnothing.so")

        said = script(
            EARS
            + f"""
    report_info[1] = ctypes.addressof(utils_info)
    s = Session({BOTH}, chain=ctypes.addressof(report_info))
    say([s.result, heard])
"""
        )

        assert said[0] == 0
        errors = [each for each in said[1] if "libnothing.so cannot be loaded" in str(each)]
        assert {each[0] for each in errors} == {"utils", "report"}
        assert {each[1] for each in errors} == {0x1000, 8}

    def test_the_object_of_each(self, script: Script) -> None:
        """Messages of a creation are about the instance that it makes, as in the field."""
        said = script(
            EARS
            + f"""
    things = set()

    @ctypes.CFUNCTYPE(U32, U32, U32, POINTER, POINTER)
    def named(severity, types, data, user):
        thing = ctypes.c_uint64.from_address(data + 88).value
        kind, handle = ctypes.c_uint32.from_address(thing + 16), ctypes.c_uint64.from_address(thing + 24)
        things.add((kind.value, handle.value))
        return 0

    utils_info[4] = address(named)
    report_info[1] = ctypes.addressof(utils_info)
    s = Session({BOTH}, chain=ctypes.addressof(report_info))
    reported = {{each[2] for each in heard}}
    say([s.result, things == {{(1, s.instance)}}, reported == {{s.instance}}])
"""
        )

        assert said == [0, True, True]

    @pytest.mark.parametrize(("layers", "result"), [([], 0), (["VK_LAYER_nobody"], -6)])
    def test_the_memory_of_a_creation(self, script: Script, layers: list[str], result: int) -> None:
        """It is given back where the creation is refused, and whichever allocation fails."""
        said = script(
            EARS
            + f"""
    ends = []
    for fails_at in range(20):
        own = Allocator(fails_at)
        chain = ctypes.addressof(utils_info)
        s = Session(["VK_EXT_debug_utils"], chain=chain, allocator=own.address, layers={layers})
        if s.instance:
            s.destroy(own.address)
        ends.append([s.result, len(own.held), own.strange])
    say(ends)
"""
        )

        assert said[:2] == [[result, 0, 0], [-1, 0, 0]]
        assert [each for each in said if each[1:] != [0, 0]] == []

    @pytest.mark.parametrize("first", ["utils_info", "report_info"])
    def test_order_in_a_chain(self, script: Script, first: str) -> None:
        """The callback of debug reports hears a message first, wherever it is in the chain, as in the field."""
        second = {"utils_info": "report_info", "report_info": "utils_info"}[first]
        said = script(
            EARS
            + f"""
    {first}[1] = ctypes.addressof({second})
    s = Session({BOTH}, chain=ctypes.addressof({first}))
    say([each[0] for each in heard])
"""
        )

        assert len(said) > 2
        assert said == ["report", "utils"] * (len(said) // 2)

    @pytest.mark.rule("DEBUG-LOG-03")
    def test_about_a_living_instance(self, script: Script, world: MockWorld) -> None:
        """A messenger hears why a device cannot be made."""
        said = script(
            EARS
            + """
    s = Session(["VK_EXT_debug_utils"])
    handle = ctypes.c_uint64(0)
    s.command("vkCreateDebugUtilsMessengerEXT", 4)(
        s.instance, ctypes.addressof(utils_info), 0, ctypes.addressof(handle)
    )
    result, _ = s.create_device(s.devices()[0], ["VK_NOBODY"])
    say([result, heard])
"""
        )

        assert said[0] == -7
        assert any("VK_NOBODY" in message[3] and message[1] == 0x1000 for message in said[1])

    @pytest.mark.rule("ACT-DEVLAYER-02")
    @pytest.mark.parametrize(
        ("layers", "heard"),
        [([], []), (["VK_LAYER_a"], []), (["VK_LAYER_a", "VK_LAYER_other"], ["VK_LAYER_other"])],
    )
    def test_layers_of_a_device(
        self, script: Script, world: MockWorld, layers: list[str], heard: list[str]
    ) -> None:
        """A messenger is warned of layers that are named for the device and that the instance does not have."""
        world.layer("VK_LAYER_a")

        said = script(
            EARS
            + f"""
    s = Session(["VK_EXT_debug_utils"], layers=["VK_LAYER_a"])
    handle = ctypes.c_uint64(0)
    s.command("vkCreateDebugUtilsMessengerEXT", 4)(
        s.instance, ctypes.addressof(utils_info), 0, ctypes.addressof(handle)
    )
    result, _ = s.create_device(s.devices()[0], layers={layers!r})
    say([result, [each for each in heard if each[1] == 0x100]])
"""
        )

        assert said[0] == 0
        assert len(said[1]) == len(heard)
        assert all(repr(name) in said[1][0][3] and "'VK_LAYER_a'" not in said[1][0][3] for name in heard)


class TestFailure:
    """A driver that cannot make its messenger makes the whole fail."""

    def test_unwound(self, script: Script, world: MockWorld) -> None:
        """The other driver's messenger is destroyed again, and the memory given back."""
        flags: dict[str, Any] = {"extensions": "VK_EXT_debug_utils:2", "trace": str(script.trace)}
        world.driver("good", **flags)
        world.driver("bad", fail="vkCreateDebugUtilsMessengerEXT:-2", **flags)

        said = script(
            EARS
            + """
    s = Session(["VK_EXT_debug_utils"])
    handle, memory = ctypes.c_uint64(0), Allocator()
    result = s.command("vkCreateDebugUtilsMessengerEXT", 4)(
        s.instance, ctypes.addressof(utils_info), memory.address, ctypes.addressof(handle)
    )
    say([result, len(memory.held)])
"""
        )

        assert said == [-2, 0]
        made, gone = (script.traced("driver good", f"vk{what}DebugUtils") for what in ("Create", "Destroy"))
        assert len(made) == len(gone)


class TestNames:
    """A messenger's handle is the loader's: no driver can know it."""

    @pytest.mark.parametrize("what", ["Name", "Tag"])
    def test_stay_above_the_drivers(self, script: Script, world: MockWorld, what: str) -> None:
        """A name or a tag for it succeeds, and one for the device does reach the driver."""
        name = f"vkSetDebugUtilsObject{what}EXT"
        world.driver("plain", extensions="VK_EXT_debug_utils:2", told=name, trace=str(script.trace))

        said = script(
            EARS
            + f"""
    s = Session(["VK_EXT_debug_utils"])
    handle = ctypes.c_uint64(0)
    s.command("vkCreateDebugUtilsMessengerEXT", 4)(
        s.instance, ctypes.addressof(utils_info), 0, ctypes.addressof(handle)
    )
    _, device = s.create_device(s.devices()[0])
    set_it = s.command({name!r}, 2)
    label = ctypes.addressof(text)
    for kind, thing in ((1000128000, handle.value), (3, device)):
        info = block(1000128000, 0, kind, thing, label if {what!r} == "Name" else 1, 1, label)
        say(set_it(device, ctypes.addressof(info)))
"""
        )

        assert said == 0
        assert len(script.traced(f"driver plain {name}")) == 1
