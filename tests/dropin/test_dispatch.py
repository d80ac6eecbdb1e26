"""How calls find their way on the drop-in library: lookups, chains, and commands that the loader does not know."""

from collections.abc import Callable
from textwrap import dedent
from typing import Any

import pytest
from mock_world import MockWorld
from scripts import Script

pytestmark = pytest.mark.slow

HELPERS = """
    find = ctypes.CFUNCTYPE(POINTER, POINTER, ctypes.c_char_p)

    def of_device(s, device, name):
        return find(s.loader.look_up(s.instance, "vkGetDeviceProcAddr"))(device, name.encode()) or 0

    def call(address, *parameters):
        return ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_uint64] * len(parameters))(address)(*parameters)

    def home(address):
        with open("/proc/self/maps") as maps:
            for line in maps:
                first, last = (int(end, 16) for end in line.split()[0].split("-"))
                if first <= address < last:
                    return os.path.basename(line.split()[-1])
        return ""

    def buffer_of(s, device):
        create, pool, buffer = block(39, 0, 0), ctypes.c_uint64(), ctypes.c_uint64()
        s.command("vkCreateCommandPool", 4)(device, ctypes.addressof(create), 0, ctypes.addressof(pool))
        info, begin = block(40, 0, pool.value, 1 << 32), block(42, 0, 0, 0)
        s.command("vkAllocateCommandBuffers", 3)(device, ctypes.addressof(info), ctypes.addressof(buffer))
        assert s.command("vkBeginCommandBuffer", 2)(buffer.value, ctypes.addressof(begin)) == 0
        return buffer.value
"""


@pytest.fixture
def traced(script: Script) -> dict[str, str]:
    """The flag that makes a mock write its trace where the script reads it."""
    return {"trace": str(script.trace)}


@pytest.fixture
def run(script: Script) -> Callable[..., Any]:
    """Runs a script with the helpers above in front of it."""
    return lambda text, **variables: script(dedent(HELPERS) + dedent(text), **variables)


def names(lines: list[str]) -> list[str]:
    """Who wrote each line of a trace."""
    return [line.split()[1] for line in lines]


class TestInstanceLookup:
    """vkGetInstanceProcAddr answers for commands of every level, known or not."""

    @pytest.mark.rule("GPA-ORDER-01")
    def test_each_kind_of_name(self, run: Callable[..., Any], world: MockWorld) -> None:
        """Core, a known extension's once it is enabled, what a driver or layer has, and nothing else."""
        world.driver("d", unknown_physical="vkFrobPhysicalX", unknown_device="vkFrobDeviceX")
        world.layer("VK_LAYER_a", unknown_physical="vkLayerPhysicalX", unknown_device="vkLayerDeviceX")
        asked = {
            "vkGetPhysicalDeviceProperties": True,
            "vkCreateDebugUtilsMessengerEXT": True,
            "vkCreateDebugReportCallbackEXT": False,
            "vkQueueWaitIdle": True,
            "vkFrobPhysicalX": True,
            "vkFrobDeviceX": True,
            "vkLayerPhysicalX": True,
            "vkLayerDeviceX": True,
            "vkNobodyHasThis": False,
        }

        found = run(f"""
            s = Session(["VK_EXT_debug_utils"])
            say([bool(s.loader.look_up(s.instance, name)) for name in {list(asked)}])
        """)

        assert found == list(asked.values())

    @pytest.mark.rule("GPA-ORDER-01")
    @pytest.mark.parametrize("level", ["physical", "device"])
    def test_many_unknown_names(self, run: Callable[..., Any], world: MockWorld, level: str) -> None:
        """A process that makes many instances asks for more of them than one driver has."""
        for driver in ("plain", "other"):
            names = ",".join(f"vkFrob{driver}{number}X" for number in range(240))
            world.driver(driver, **{f"unknown_{level}": names})

        found = run("""
            rows = []
            for driver in ("plain", "other"):
                s = Session()
                rows += [s.loader.look_up(s.instance, f"vkFrob{driver}{number}X") for number in range(240)]
                s.destroy()
            say([all(rows), len(set(rows))])
        """)

        assert found == [True, 480]

    @pytest.mark.rule("GPA-ORDER-01")
    @pytest.mark.parametrize(
        ("extensions", "found"), [([], [False] * 3 + [True]), (["VK_KHR_surface"], [True] * 4)]
    )
    def test_commands_of_two_extensions(
        self, run: Callable[..., Any], world: MockWorld, extensions: list[str], found: list[bool]
    ) -> None:
        """Without VK_KHR_surface there are no surfaces that could be presented to; swapchains are the device's."""
        world.driver("d", extensions="VK_KHR_surface:25")
        asked = [
            "vkGetPhysicalDevicePresentRectanglesKHR",
            "vkGetDeviceGroupPresentCapabilitiesKHR",
            "vkGetDeviceGroupSurfacePresentModesKHR",
            "vkCreateSwapchainKHR",
        ]

        answers = run(f"""
            s = Session({extensions})
            say([bool(s.loader.look_up(s.instance, name)) for name in {asked}])
        """)

        assert answers == found

    @pytest.mark.rule("GPA-ORDER-01", "EXT-FILTER-05")
    @pytest.mark.parametrize("wraps", ["", "instance,physical_device,device,queue"])
    def test_unknown_commands_reach_the_one_driver(
        self, run: Callable[..., Any], world: MockWorld, traced: dict[str, str], wraps: str
    ) -> None:
        """A physical device's command goes to the driver of that device, a device's down its own chain.

        The drivers answer vkGetInstanceProcAddr for the first as well: only its place before the question for
        device commands gives it the right trampoline.
        """
        flags = {"unknown_physical": "vkFrobPhysicalX", "unknown_device": "vkFrobDeviceX", **traced}
        world.driver("plain", **flags)
        world.driver("other", **flags)
        world.layer("VK_LAYER_a", wrap=wraps, unknown_device="vkOfTheLayerX", **traced)

        answers = run("""
            s = Session()
            frob = s.command("vkFrobPhysicalX", 2)
            answers = [frob(device, 9) for device in s.devices()]
            made = [s.create_device(device)[1] for device in s.devices()]
            frob = s.command("vkFrobDeviceX", 2)
            answers += [frob(device, 8) for device in made]
            answers.append(call(of_device(s, made[0], "vkFrobDeviceX"), made[0], 7))
            say([*answers, s.command("vkOfTheLayerX", 2)(made[0], 6)])
        """)

        assert answers == [4201, 4201, 4200, 4200, 4200, 1]
        assert names(script_lines(traced, "vkFrobPhysicalX handle=physical_device second=0x9")) == [
            "other",
            "plain",
        ]
        assert names(script_lines(traced, "driver", "vkFrobDeviceX handle=device second=0x8")) == [
            "other",
            "plain",
        ]
        assert len(script_lines(traced, "layer", "vkOfTheLayerX")) == 1
        assert script_lines(traced, "VIOLATION") == []

    @pytest.mark.rule("GPA-ORDER-01")
    def test_a_layer_that_answers_null_hides_no_layer_below(
        self, run: Callable[..., Any], world: MockWorld, traced: dict[str, str]
    ) -> None:
        """The command of a physical device that a driver has goes to the lower layer that has it, too."""
        world.driver("plain", unknown_physical="vkFrobPhysicalX", **traced)
        world.layer("VK_LAYER_above", violate="DISPATCH-LAYER-05", **traced)
        world.layer("VK_LAYER_below", unknown_physical="vkFrobPhysicalX", **traced)

        answer = run("s = Session(); say(s.command('vkFrobPhysicalX', 2)(s.devices()[0], 9))")

        assert answer == 1
        assert len(script_lines(traced, "layer VK_LAYER_below vkFrobPhysicalX")) == 1

    @pytest.mark.rule("GPA-ORDER-01")
    def test_no_room_for_a_physical_devices_command(
        self, run: Callable[..., Any], world: MockWorld, traced: dict[str, str]
    ) -> None:
        """The 501st is not found: as a command of devices it would end the process that calls it."""
        asked = [f"vkFrob{at}X" for at in range(501)]
        for name in ("plain", "other"):
            world.driver(name, unknown_physical=",".join(asked[250 * (name == "other") :][:251]), **traced)

        found = run(f"""
            s = Session()
            say([bool(s.loader.look_up(s.instance, name)) for name in {asked}])
        """)

        assert found == [True] * 500 + [False]

    @pytest.mark.rule("GPA-APP-01")
    def test_one_pointer_for_all_devices(
        self, run: Callable[..., Any], world: MockWorld, traced: dict[str, str]
    ) -> None:
        """What an instance gives for a device command serves the devices of every driver."""
        world.driver("plain", **traced)
        world.driver("other", **traced)

        said = run("""
            s = Session()
            wait = s.command("vkDeviceWaitIdle", 1)
            say([wait(s.create_device(device)[1]) for device in s.devices()])
        """)

        assert said == [0, 0]
        assert names(script_lines(traced, "vkDeviceWaitIdle")) == ["other", "plain"]


class TestDeviceLookup:
    """vkGetDeviceProcAddr answers for device commands, with as little between as can be."""

    @pytest.mark.rule("GPA-APP-02")
    def test_device_commands_only(self, run: Callable[..., Any], world: MockWorld) -> None:
        """Commands of an instance or a physical device are not there."""
        asked = {
            "vkDeviceWaitIdle": True,
            "vkQueueWaitIdle": True,
            "vkCmdDraw": True,
            "vkCreateInstance": False,
            "vkDestroyInstance": False,
            "vkCreateDevice": False,
            "vkGetPhysicalDeviceProperties": False,
            "vkNobodyHasThis": False,
        }

        found = run(f"""
            s = Session()
            device = s.create_device(s.devices()[0])[1]
            say([bool(of_device(s, device, name)) for name in {list(asked)}])
        """)

        assert found == list(asked.values())

    @pytest.mark.rule("GPA-APP-03")
    def test_the_pointer_is_not_the_loaders(self, run: Callable[..., Any], world: MockWorld) -> None:
        """It is the first intercepting layer's own, or the driver's where no layer intercepts."""
        world.layer("VK_LAYER_above")
        world.layer("VK_LAYER_a", intercept="vkQueueWaitIdle")
        text = """
            s = Session()
            device = s.create_device(s.devices()[0])[1]
            pointers = {name: of_device(s, device, name) for name in ("vkDeviceWaitIdle", "vkQueueWaitIdle")}
            say([home(pointers["vkDeviceWaitIdle"]), home(pointers["vkQueueWaitIdle"])])
        """

        assert run(text, VK_INSTANCE_LAYERS="") == ["libplain.so", "libplain.so"]
        assert run(text) == ["libplain.so", "libVK_LAYER_a.so"]

    @pytest.mark.rule("GPA-APP-03")
    def test_the_chain_is_asked_once(
        self, run: Callable[..., Any], world: MockWorld, traced: dict[str, str]
    ) -> None:
        """What a device has answered stays its answer; a command that it did not have is asked for each time."""
        world.driver("plain", trace_lookups="1", complete="1", **traced)
        world.layer("VK_LAYER_a")
        asked = ["vkDeviceWaitIdle", "vkCmdBeginRendering", "vkNobodyHasThis"]

        found = run(f"""
            s = Session()
            device = s.create_device(s.devices()[0])[1]
            answers = [[of_device(s, device, name) for name in {asked}] for _ in range(3)]
            say([answers[0] == answers[1] == answers[2], [bool(answer) for answer in answers[0]]])
        """)

        lookups = [
            len(script_lines(traced, "vkGetDeviceProcAddr handle=device", f"name={name}")) for name in asked
        ]
        assert found == [True, [True, True, False]]
        assert lookups == [1, 1, 3]

    @pytest.mark.rule("CHAIN-TERM-03", "LDP_LOADER_11")
    @pytest.mark.parametrize("by", ["vkGetInstanceProcAddr", "vkGetDeviceProcAddr"])
    @pytest.mark.parametrize("layers", [0, 1])
    def test_swapchains_end_in_the_loader(
        self, run: Callable[..., Any], world: MockWorld, traced: dict[str, str], by: str, layers: int
    ) -> None:
        """The driver is handed its own surface, by whichever way the command was found."""
        offered = "VK_KHR_surface:25,VK_EXT_headless_surface:1"
        world.driver(
            "plain", extensions=offered, device_extensions="VK_KHR_swapchain:70", surfaces="own", **traced
        )
        for index in range(layers):
            world.layer(f"VK_LAYER_{index}", intercept="vkCreateSwapchainKHR", **traced)

        said = run(f"""
            s = Session(["VK_KHR_surface", "VK_EXT_headless_surface"])
            _, surface = s.create_surface("vkCreateHeadlessSurfaceEXT", block(1000256000, 0, 0))
            _, device = s.create_device(s.devices()[0], ["VK_KHR_swapchain"])
            info, out = block(1000001000, 0, 0, surface, 2, *[0] * 8), ctypes.c_uint64()
            name = "vkCreateSwapchainKHR"
            by_device = of_device(s, device, name)
            address = by_device if {by!r} == "vkGetDeviceProcAddr" else s.loader.look_up(s.instance, name)
            say([call(address, device, ctypes.addressof(info), 0, ctypes.addressof(out)), home(by_device)])
        """)

        assert said[0] == 0
        assert said[1].startswith("libVK_LAYER" if layers else "libvulkan")
        assert len(script_lines(traced, "driver", "vkCreateSwapchainKHR surface=own:HEADLESS")) == 1
        assert len(script_lines(traced, "layer", "vkCreateSwapchainKHR")) == layers
        assert script_lines(traced, "VIOLATION") == []


class TestChains:
    """Every instance and every device has a chain of its own."""

    @pytest.mark.rule("CHAIN-DIST-02")
    def test_from_the_first_layer_on(
        self, run: Callable[..., Any], world: MockWorld, traced: dict[str, str]
    ) -> None:
        """Commands of every level, exported or not, enter at the first layer and go on to the next."""
        world.driver("plain", **traced)
        commands = (
            "vkEnumeratePhysicalDevices",
            "vkGetPhysicalDeviceProperties",
            "vkGetPhysicalDeviceProperties2",
            "vkGetPhysicalDeviceMemoryProperties",
            "vkDeviceWaitIdle",
            "vkQueueWaitIdle",
            "vkSubmitDebugUtilsMessageEXT",
        )
        for index in range(3):
            world.layer(f"VK_LAYER_{index}", intercept=",".join(commands), **traced)

        run("""
            s = Session(["VK_EXT_debug_utils"])
            data = block(1000128003, *[0] * 20)
            physical = s.devices()[0]
            device = s.create_device(physical)[1]
            for name in ("Properties", "Properties2", "MemoryProperties"):
                room = block(1000059001, *[0] * 200)
                s.command(f"vkGetPhysicalDevice{name}", 2)(physical, ctypes.addressof(room))
            s.command("vkDeviceWaitIdle", 1)(device)
            s.command("vkQueueWaitIdle", 1)(s.queue(device))
            s.command("vkSubmitDebugUtilsMessageEXT", 4)(s.instance, 1, 1, ctypes.addressof(data))
            say(0)
        """)

        for command in commands:
            entered = names(
                [line for line in script_lines(traced, "layer", command) if line.split()[2] == command]
            )
            assert entered[:3] == ["VK_LAYER_0", "VK_LAYER_1", "VK_LAYER_2"], command

    @pytest.mark.rule("CHAIN-DIST-01", "ACT-APP-01")
    def test_two_instances(self, run: Callable[..., Any], world: MockWorld, traced: dict[str, str]) -> None:
        """Instances with different layers do not meet, nor do their devices."""
        for name in ("VK_LAYER_a", "VK_LAYER_b"):
            world.layer(name, intercept="vkDeviceWaitIdle,vkEnumeratePhysicalDevices", **traced)

        run(
            """
            made = [Session(layers=[name]) for name in ("VK_LAYER_a", "VK_LAYER_b")]
            for s in made:
                device = s.create_device(s.devices()[0])[1]
                s.command("vkDeviceWaitIdle", 1)(device)
            say(0)
        """,
            VK_INSTANCE_LAYERS="",
        )

        assert names(script_lines(traced, "layer", " vkCreateDevice ")) == ["VK_LAYER_a", "VK_LAYER_b"]
        assert names(script_lines(traced, "layer", "vkDeviceWaitIdle")) == ["VK_LAYER_a", "VK_LAYER_b"]
        devices = names(script_lines(traced, "layer", "vkEnumeratePhysicalDevices"))
        assert devices == sorted(devices)
        assert script_lines(traced, "VIOLATION") == []

    @pytest.mark.rule("CHAIN-TERM-02")
    def test_a_device_ends_in_its_driver(
        self, run: Callable[..., Any], world: MockWorld, traced: dict[str, str]
    ) -> None:
        """The other driver never hears of it."""
        world.driver("plain", **traced)
        world.driver("other", **traced)
        world.layer("VK_LAYER_a", **traced)

        run("""
            s = Session()
            device = s.create_device(s.devices()[1])[1]
            s.command("vkDeviceWaitIdle", 1)(device)
            s.command("vkQueueWaitIdle", 1)(s.queue(device))
            s.destroy_device(device)
            say(s.names())
        """)

        seen = [
            line for line in script_lines(traced, "driver") if "vkCreateDevice" in line or "WaitIdle" in line
        ]
        assert names(seen) == ["plain"] * 3
        assert names(script_lines(traced, "driver", "vkDestroyDevice")) == ["plain"]


class TestObjects:
    """Every handle points at a structure that begins with the dispatch table it belongs to."""

    @pytest.mark.rule("OBJMODEL-01", "OBJECTS-ICD-03")
    @pytest.mark.parametrize("wraps", ["", "instance,physical_device,device,queue,command_buffer"])
    def test_first_words(
        self, run: Callable[..., Any], world: MockWorld, traced: dict[str, str], wraps: str
    ) -> None:
        """One table for instance and physical devices, one for a device and what is made of it."""
        world.driver("plain", devices="2", **traced)
        if wraps:
            world.layer("VK_LAYER_a", wrap=wraps, **traced)

        instance, device, other, magic = run("""
            def first(handle):
                return ctypes.c_uint64.from_address(handle).value

            def objects(device):
                assert s.command("vkQueueWaitIdle", 1)(s.queue(device)) == 0
                return [device, s.queue(device), buffer_of(s, device)]

            s = Session()
            made = [s.create_device(device)[1] for device in s.devices()]
            groups = [[s.instance, *s.devices()], *(objects(device) for device in made)]
            tables = [sorted({first(handle) for handle in group}) for group in groups]
            say([*tables, 0x01CDC0DE])
        """)

        assert [len(instance), len(device), len(other)] == [1, 1, 1]
        assert len({instance[0], device[0], other[0]}) == 3
        assert not {instance[0] & 0xFFFFFFFF, device[0] & 0xFFFFFFFF} & {magic}
        assert script_lines(traced, "VIOLATION") == []

    @pytest.mark.rule("WRAP-03", "OBJECTS-LAYER-02")
    def test_every_kind_wrapped(
        self, run: Callable[..., Any], world: MockWorld, traced: dict[str, str]
    ) -> None:
        """Layers that put their own objects in the place of all others are stacked; each sees its own."""
        every = "instance,physical_device,device,queue,command_buffer"
        world.driver("plain", **traced)
        world.layer("VK_LAYER_above", wrap=every, **traced)
        world.layer("VK_LAYER_below", wrap=every, **traced)

        said = run("""
            s = Session()
            device = s.create_device(s.devices()[0])[1]
            buffers = block(buffer_of(s, device))
            results = [s.command("vkEndCommandBuffer", 1)(buffers[0])]
            submit = block(4, 0, 0, 0, 0, 1, ctypes.addressof(buffers), 0, 0)
            results.append(s.command("vkQueueSubmit", 4)(s.queue(device), 1, ctypes.addressof(submit), 0))
            s.destroy_device(device)
            s.destroy()
            say(results)
        """)

        assert said == [0, 0]
        assert script_lines(traced, "VIOLATION") == []


class TestLibrariesOfTwo:
    """A library may hold several layers (MANIFEST-LAYER-25)."""

    @pytest.mark.rule("MANIFEST-LAYER-25")
    @pytest.mark.parametrize("order", [["first", "second"], ["second", "first"], ["second"]])
    def test_two_layers(
        self, run: Callable[..., Any], world: MockWorld, compiled: Callable[..., str], order: list[str]
    ) -> None:
        """Each manifest names the library and its own negotiation function; both take part."""
        library = compiled("subjects/two_layers", "-shared", "-fPIC", "-fvisibility=hidden")
        for name in order:
            functions = {"vkNegotiateLoaderLayerInterfaceVersion": f"{name}_negotiate"}
            world.layer_manifest(f"VK_LAYER_{name}", library, functions=functions)

        said = run("""
            s = Session()
            count = U32(0)
            walk = s.command("vkEnumeratePhysicalDevices", 3)
            say([walk(s.instance, ctypes.addressof(count), 0), count.value])
        """)

        assert said == [0, 1 + sum({"first": 1, "second": 10}[name] for name in order)]


class TestDriverOrder:
    """What only other platforms do is not done here."""

    @pytest.mark.rule("IFACE-ICD-V6-01")
    @pytest.mark.parametrize("version", ["5", "6", "7"])
    def test_adapters_are_not_asked_for(
        self, run: Callable[..., Any], world: MockWorld, traced: dict[str, str], version: str
    ) -> None:
        """The order by adapter belongs to Windows: no driver is asked for it."""
        world.driver("plain", "mock_icd_v6", interface=min(version, "6"), **traced)
        world.driver("other", interface=version, **traced)

        assert run("say(len(Session().names()))") == 2
        assert script_lines(traced, "Adapter") == []


def script_lines(traced: dict[str, str], *words: str) -> list[str]:
    """The lines of the mocks' trace that hold all these words."""
    with open(traced["trace"], encoding="utf-8") as trace:
        return [line for line in trace.read().splitlines() if all(word in line for word in words)]
