"""Which keys of the registry lead to layers on Windows, whose they are, and which values count."""

import pytest

from refloader.model.system import System
from refloader.model.windows_registry import Data
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
TWO = "VK_LAYER_TEST_two"
MACHINE = r"HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan"
USER = r"HKEY_CURRENT_USER\SOFTWARE\Khronos\Vulkan"
MACHINE_32 = r"HKEY_LOCAL_MACHINE\SOFTWARE\WOW6432Node\Khronos\Vulkan"
USER_32 = r"HKEY_CURRENT_USER\SOFTWARE\WOW6432Node\Khronos\Vulkan"
BRANCHES = {"machine": (MACHINE, MACHINE_32), "user": (USER, USER_32)}
KEYS = {"explicit": "ExplicitLayers", "implicit": "ImplicitLayers"}
BOTH_KINDS = pytest.mark.parametrize("kind", KEYS)


@pytest.fixture
def windows(world: World) -> World:
    """A 64-bit Windows with a driver."""
    world.on(System.WINDOWS)
    world.driver()
    return world


def install(world: World, kind: str, name: str, key: str, folder: str = r"C:\layers") -> str:
    """A layer of the kind whose manifest is named under a key of that kind."""
    put = world.explicit_layer if kind == "explicit" else world.implicit_layer
    return put(name, folder=folder, registered=f"{key}\\{KEYS[kind]}")


class TestHives:
    """The machine's keys and the user's are both read."""

    @pytest.mark.parametrize("hive", [MACHINE, USER], ids=["machine", "user"])
    @pytest.mark.rule("DISC-WINDOWS-01")
    def test_explicit_layers(self, windows: World, subject: Trial, hive: str) -> None:
        """A layer that a key of explicit layers names is found, and is in no chain of its own accord."""
        install(windows, "explicit", ONE, hive)

        seen = subject.observe(windows)

        assert (seen.layer_names, seen.chain) == ((ONE,), ())

    @pytest.mark.parametrize("hive", [MACHINE, USER], ids=["machine", "user"])
    @pytest.mark.rule("DISC-WINDOWS-02")
    def test_implicit_layers(self, windows: World, subject: Trial, hive: str) -> None:
        """A layer that a key of implicit layers names is in the chain of every application."""
        install(windows, "implicit", ONE, hive)
        windows.application(api="1.3.0")

        seen = subject.observe(windows)

        assert seen.chain == (ONE,)

    @pytest.mark.rule("DISC-WINDOWS-01", "DISC-WINDOWS-02")
    @BOTH_KINDS
    def test_the_machine_comes_before_the_user(self, windows: World, subject: Trial, kind: str) -> None:
        """Of two manifests of one layer that under HKEY_LOCAL_MACHINE is read first and gives the description."""
        for hive, text in ((USER, "of the user"), (MACHINE, "of the machine")):
            put = windows.explicit_layer if kind == "explicit" else windows.implicit_layer
            put(ONE, folder=rf"C:\{text}", registered=f"{hive}\\{KEYS[kind]}", description=text)

        seen = subject.observe(windows)

        assert [layer.description for layer in seen.layers][:1] == ["of the machine"]

    @pytest.mark.rule("DISC-GEN-06")
    def test_the_key_makes_the_kind(self, windows: World, subject: Trial) -> None:
        """A manifest with the fields of an implicit layer is explicit under the key of explicit ones."""
        windows.implicit_layer(ONE, registered=rf"{MACHINE}\ExplicitLayers")
        windows.application(api="1.3.0")

        seen = subject.observe(windows)

        assert (seen.layer_names, seen.chain) == ((ONE,), ())


@pytest.mark.rule("DISC-WINDOWS-03")
class TestValues:
    """DWORD 0 has a manifest used, and another number switches it off."""

    @pytest.mark.parametrize("spelling", [r"C:\layers\one.json", r"c:\LAYERS\One.json", "C:/layers/one.json"])
    @BOTH_KINDS
    def test_zero_is_used(self, windows: World, subject: Trial, kind: str, spelling: str) -> None:
        """A value with DWORD 0 leads to the manifest that its name is the path of, however this is spelt."""
        put = windows.explicit_layer if kind == "explicit" else windows.implicit_layer
        put(ONE, folder=r"C:\layers", file="one.json", registered=False)
        windows.registry(f"{MACHINE}\\{KEYS[kind]}", spelling)

        seen = subject.observe(windows)

        assert seen.layer_names == (ONE,)

    @pytest.mark.rule("DISC-GEN-08")
    @BOTH_KINDS
    def test_the_case_of_the_suffix(self, windows: World, subject: Trial, kind: str) -> None:
        """A value whose name ends in .JSON should lead to the manifest that ends in .json.

        Letter case says nothing in names of files; whether it does in the suffix is not stated.
        """
        put = windows.explicit_layer if kind == "explicit" else windows.implicit_layer
        put(ONE, folder=r"C:\layers", file="one.json", registered=False)
        windows.registry(f"{MACHINE}\\{KEYS[kind]}", r"C:\layers\one.JSON")

        seen = subject.observe(windows)

        subject.reading("AMB-JSON-CASE", seen.layer_names, chosen=(ONE,), tolerated=())

    @pytest.mark.parametrize("number", [1, 0xFFFFFFFF])
    @BOTH_KINDS
    def test_other_numbers_are_not(self, windows: World, subject: Trial, kind: str, number: int) -> None:
        """A value with another number than 0 leads to no layer, and its neighbour with 0 does."""
        off = install(windows, kind, ONE, MACHINE)
        install(windows, kind, TWO, MACHINE)
        windows.registry(f"{MACHINE}\\{KEYS[kind]}", off, "REG_DWORD", number)

        seen = subject.observe(windows)

        assert seen.layer_names == (TWO,)

    @pytest.mark.parametrize(
        ("type", "data"),
        [
            ("REG_QWORD", 0),
            ("REG_SZ", "0"),
            ("REG_SZ", ""),
            ("REG_MULTI_SZ", ("0",)),
            ("REG_BINARY", b"\0\0\0\0"),
        ],
    )
    @BOTH_KINDS
    def test_other_types_hide_no_neighbour(
        self, windows: World, subject: Trial, kind: str, type: str, data: Data
    ) -> None:
        """A value with DWORD 0 leads to its layer, and one of another type beside it should lead to none."""
        other = install(windows, kind, ONE, MACHINE)
        install(windows, kind, TWO, MACHINE)
        windows.registry(f"{MACHINE}\\{KEYS[kind]}", other, type, data)

        seen = subject.observe(windows)

        assert TWO in seen.layer_names
        subject.implied(seen.layer_names, (TWO,), by="the words on DWORD data")

    @pytest.mark.rule("DISC-WINDOWS-04")
    @pytest.mark.parametrize("written", ["one.json", r"layers\one.json", r"\one.json", r"C:one.json"])
    @BOTH_KINDS
    def test_relative_names_lead_nowhere(
        self, windows: World, subject: Trial, kind: str, written: str
    ) -> None:
        """A value whose name is no full path should lead to no layer, neither in the working folder nor drive."""
        for folder in (r"C:\world", r"C:\world\layers", "C:"):
            put = windows.explicit_layer if kind == "explicit" else windows.implicit_layer
            put(ONE, folder=folder, file="one.json", registered=False, mock=None)
        windows.registry(f"{MACHINE}\\{KEYS[kind]}", written)

        seen = subject.observe(windows)

        subject.implied(seen.layer_names, (), by="the demand for full paths")


@pytest.mark.rule("DISC-GEN-08", "DISC-WINDOWS-01", "DISC-WINDOWS-02")
@BOTH_KINDS
@pytest.mark.parametrize("file", ["one.txt", "one.json.bak", "one"])
def test_other_suffixes_are_no_manifests(windows: World, subject: Trial, kind: str, file: str) -> None:
    """A value that names a file without the suffix .json leads to no layer, and its neighbour does."""
    put = windows.explicit_layer if kind == "explicit" else windows.implicit_layer
    put(ONE, folder=r"C:\odd", file=file, registered=f"{MACHINE}\\{KEYS[kind]}")
    install(windows, kind, TWO, MACHINE)

    seen = subject.observe(windows)

    assert seen.layer_names == (TWO,)


@pytest.mark.rule("DISC-WINDOWS-05")
@BOTH_KINDS
@pytest.mark.parametrize("hive", ["machine", "user"])
class TestWordSize:
    """A 32-bit application on a 64-bit Windows has keys of its own in place of the others."""

    def test_a_32_bit_application(self, world: World, subject: Trial, kind: str, hive: str) -> None:
        """A 32-bit application on 64-bit Windows finds the layers of WOW6432Node and not those of the plain key."""
        plain, wow = BRANCHES[hive]
        world.on(System.WINDOWS, bits=32)
        install(world, kind, ONE, plain)
        install(world, kind, TWO, wow)

        seen = subject.observe(world)

        assert seen.layer_names == (TWO,)

    def test_a_64_bit_application(self, world: World, subject: Trial, kind: str, hive: str) -> None:
        """A 64-bit application finds the layers of the plain key and not those of WOW6432Node."""
        plain, wow = BRANCHES[hive]
        world.on(System.WINDOWS)
        install(world, kind, ONE, plain)
        install(world, kind, TWO, wow)

        seen = subject.observe(world)

        assert seen.layer_names == (ONE,)

    def test_a_32_bit_windows(self, world: World, subject: Trial, kind: str, hive: str) -> None:
        """On 32-bit Windows the layers that the plain key names are found."""
        plain, _ = BRANCHES[hive]
        world.on(System.WINDOWS, bits=32)
        world.platform(word_size=32)
        install(world, kind, ONE, plain)

        seen = subject.observe(world)

        assert seen.layer_names == (ONE,)


@BOTH_KINDS
class TestPrivilege:
    """Layers whose installation needs no administrator are kept from administrators' processes."""

    @pytest.mark.rule("DISC-WINDOWS-06")
    def test_keys_of_the_user_are_left_out(self, windows: World, subject: Trial, kind: str) -> None:
        """With administrative privileges layers of the machine's key are found, and those of the user's are not."""
        install(windows, kind, ONE, USER)
        install(windows, kind, TWO, MACHINE)
        windows.elevate()

        seen = subject.observe(windows)

        assert seen.layer_names == (TWO,)

    @pytest.mark.rule("DISC-WINDOWS-06")
    def test_they_are_read_without(self, windows: World, subject: Trial, kind: str) -> None:
        """Without administrative privileges the layers of the user's and of the machine's key are found."""
        install(windows, kind, ONE, USER)
        install(windows, kind, TWO, MACHINE)

        seen = subject.observe(windows)

        assert seen.layer_names == (TWO, ONE)

    @pytest.mark.rule("DISC-WINDOWS-01", "DISC-WINDOWS-02")
    @pytest.mark.editions("2016", "2018")
    def test_older_loaders_read_them_always(self, windows: World, subject: Trial, kind: str) -> None:
        """In 2016 and 2018 the user's key should be read in a process with administrative privileges, too.

        The texts make no difference between processes; loaders from 1.1.123 on do.
        """
        install(windows, kind, ONE, USER)
        windows.elevate()

        seen = subject.observe(windows)

        subject.implied(seen.layer_names, (ONE,), by="the silence of 2016 and 2018 on privileges on Windows")
