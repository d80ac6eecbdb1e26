"""Tests of the mock driver being wrong on request: errors, NULL, rubbish, and worse."""

import signal

import pytest
from mock_fixtures import DRIVER, LOOK_UP, OPEN, Answer, Child, Copy, Trace

pytestmark = pytest.mark.slow


class TestErrors:
    """Any command can be made to fail, with any result."""

    @pytest.mark.parametrize(
        ("line", "result"),
        [
            ("fail=vkEnumeratePhysicalDevices", -3),
            ("fail=vkEnumeratePhysicalDevices:VK_ERROR_DEVICE_LOST", -4),
            ("fail=vkEnumeratePhysicalDevices:VK_INCOMPLETE", 5),
            ("fail=vkDestroyInstance,vkEnumeratePhysicalDevices:-7", -7),
        ],
    )
    def test_a_command_fails(self, copy: Copy, answer: Answer, line: str, result: int) -> None:
        """The result is a name or a number; without one it is VK_ERROR_INITIALIZATION_FAILED."""
        path = copy("mock_icd", line)
        code = 'print(driver.call("vkEnumeratePhysicalDevices", driver.instance, ctypes.c_uint32(), None))'

        assert answer(DRIVER + code, path) == result

    @pytest.mark.parametrize(
        ("line", "results"),
        [
            ("fail=vkEnumeratePhysicalDevices@1", [-3, 0, 0]),
            ("fail=vkEnumeratePhysicalDevices:VK_ERROR_DEVICE_LOST@2", [0, -4, 0]),
            ("fail=vkEnumeratePhysicalDevices:-7@1,vkEnumeratePhysicalDevices:-4@2", [-7, -4, 0]),
        ],
    )
    def test_one_call_fails(self, copy: Copy, answer: Answer, line: str, results: list[int]) -> None:
        """A number behind @ makes the call of that number fail, and no other."""
        path = copy("mock_icd", line)
        call = 'driver.call("vkEnumeratePhysicalDevices", driver.instance, ctypes.c_uint32(), None)'

        assert answer(DRIVER + f"print(json.dumps([{call} for _ in range(3)]))", path) == results

    @pytest.mark.parametrize(
        ("mock", "line", "expected"),
        [
            ("mock_icd", "fail=vk_icdNegotiateLoaderICDInterfaceVersion:VK_ERROR_UNKNOWN", [-13, 7]),
            ("mock_icd", "null=vk_icdNegotiateLoaderICDInterfaceVersion", [-9, 7]),
            ("mock_icd", "rubbish=vk_icdNegotiateLoaderICDInterfaceVersion", [0, 0xFFFFFFFF]),
        ],
    )
    def test_a_wrong_negotiation(
        self, copy: Copy, answer: Answer, mock: str, line: str, expected: list[int]
    ) -> None:
        """The negotiation can end in another error, or in a version that nobody knows."""
        path = copy(mock, line)

        assert answer(OPEN + "print(json.dumps(negotiate_driver(library)))", path) == expected

    def test_a_failing_creation_is_traced_with_its_fields(
        self, copy: Copy, child: Child, trace: Trace
    ) -> None:
        """What was asked is worth knowing even where the answer is an error."""
        path = copy("mock_icd", "name=one", "fail=vkCreateInstance,vkCreateDevice")
        code = "negotiate_driver(library); create(look_up(None, b'vkCreateInstance'), create_info(minor=1))"

        child(LOOK_UP + code, path)

        assert "driver one vkCreateInstance api=1.1.0 extensions=" in trace()

    @pytest.mark.parametrize(
        "line",
        [
            "fail=vkNothing",
            "fail=vkCreateDevice:VK_ERROR_NOTHING",
            "null=vkNothing",
            "crash=vkNothing",
            "fail=vkCreateDevice@0",
            "fail=vkCreateDevice@once",
            "fail=load",
            "rubbish=vkDestroyInstance",
            "negotiate=rubbish",
            "magic=none",
        ],
    )
    def test_a_mistyped_wrong_aborts(self, copy: Copy, child: Child, line: str) -> None:
        """A command that nobody has cannot be wrong, nor can rubbish be made up for all of them."""
        path = copy("mock_icd", line)

        assert child(OPEN, path).returncode == -signal.SIGABRT


class TestRubbish:
    """Rubbish is success with something that no driver may say."""

    @pytest.mark.parametrize(
        ("command", "size", "first"),
        [("vkEnumerateInstanceExtensionProperties", 260, 0xFF), ("vkEnumeratePhysicalDevices", 8, 0)],
    )
    def test_an_enumeration(self, copy: Copy, answer: Answer, command: str, size: int, first: int) -> None:
        """There are three of it: names without an end, handles that are NULL."""
        path = copy("mock_icd", f"rubbish={command}")
        code = f"""
rows = driver.listed("{command}", driver.instance, {size})
print(json.dumps([len(rows), list(set(b"".join(rows)))]))
"""

        assert answer(DRIVER + code, path) == [3, [first]]

    @pytest.mark.parametrize("command", ["vkCreateInstance", "vkCreateDevice"])
    def test_a_creation_without_an_object(self, copy: Copy, answer: Answer, command: str) -> None:
        """The command succeeds and gives NULL."""
        path = copy("mock_icd", f"rubbish={command}")
        code = f"""
negotiate_driver(library)
_, instance = create(look_up(None, b"vkCreateInstance"), create_info())
handle = VOID(1)
first = [] if "{command}" == "vkCreateInstance" else [None]
print(json.dumps([call(look_up(instance, b"{command}"), *first, create_info(), None, handle), handle.value]))
"""

        assert answer(LOOK_UP + code, path) == [0, None]

    def test_properties(self, copy: Copy, answer: Answer) -> None:
        """Every byte is 255, so that no version is known and no name ends."""
        path = copy("mock_icd", "rubbish=vkGetPhysicalDeviceProperties")
        code = """
out = ctypes.create_string_buffer(824)
driver.call("vkGetPhysicalDeviceProperties", driver.physical()[0], out)
print(json.dumps(list(set(out.raw))))
"""

        assert answer(DRIVER + code, path) == [255]

    def test_a_lookup_that_knows_everything(self, copy: Copy, answer: Answer) -> None:
        """Each name gets the same function, which nobody should call."""
        path = copy("mock_icd", "rubbish=vk_icdGetInstanceProcAddr")
        code = "print(json.dumps(len({look_up(None, b'vkNothing'), look_up(None, b'vkCreateInstance')})))"

        assert answer(LOOK_UP + code, path) == 1

    def test_a_lookup_that_knows_nothing(self, copy: Copy, answer: Answer) -> None:
        """Each name gets NULL."""
        path = copy("mock_icd", "null=vk_icdGetInstanceProcAddr")

        assert answer(LOOK_UP + "print(json.dumps(look_up(None, b'vkCreateInstance')))", path) is None

    def test_a_wrong_first_word(self, copy: Copy, answer: Answer) -> None:
        """Objects of a driver that breaks OBJECTS-ICD-02 do not begin with the magic number."""
        path = copy("mock_icd", "magic=wrong")
        code = "print(ctypes.c_size_t.from_address(driver.instance).value)"

        assert answer(DRIVER + code, path) == 0


class TestWorse:
    """A command, or the loading of the library, can take the process with it or never end."""

    @pytest.mark.parametrize(
        ("line", "status"),
        [
            ("crash=vkEnumeratePhysicalDevices", -signal.SIGSEGV),
            ("abort=vkEnumeratePhysicalDevices", -signal.SIGABRT),
            ("exit=vkEnumeratePhysicalDevices", 3),
            ("crash=load", -signal.SIGSEGV),
            ("abort=load", -signal.SIGABRT),
            ("exit=load", 3),
            ("crash=vk_icdGetInstanceProcAddr", -signal.SIGSEGV),
        ],
    )
    def test_the_process_ends(self, copy: Copy, child: Child, line: str, status: int) -> None:
        """The status tells how."""
        path = copy("mock_icd", line)

        assert child(DRIVER + "driver.physical()", path).returncode == status

    @pytest.mark.parametrize("line", ["hang=load", "hang=vkEnumeratePhysicalDevices"])
    def test_the_process_hangs(self, copy: Copy, child: Child, line: str) -> None:
        """Only a signal ends it."""
        path = copy("mock_icd", line)
        prelude = "import signal\nsignal.setitimer(signal.ITIMER_REAL, 1)\n"

        assert child(prelude + DRIVER + "driver.physical()", path).returncode == -signal.SIGALRM
