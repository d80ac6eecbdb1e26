"""What the target wine says without Wine: scripts for the agent, refusals, and which files it takes for loaders."""

import json
import os
from pathlib import Path

import pytest

from refloader.model.system import System
from refloader.native import installed
from refloader.native.windows_target import VARIABLE
from refloader.sandbox.wine import loader, prefix, scenario_server
from refloader.sandbox.wine.faults import PrefixError, WineError
from refloader.sandbox.wine.loader import why_no_windows_loader
from refloader.sandbox.wine.script import refusal, script
from refloader.scenario.actions import EVERYTHING
from refloader.scenario.scenario import World
from refloader.scenario.script import Script
from tests.host.pe_files import I386, pe

pytestmark = pytest.mark.slow

LAYERS = r"HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan\ExplicitLayers"
ADAPTER = (
    r"HKEY_LOCAL_MACHINE\System\CurrentControlSet\Control\Class\{4d36e968-e325-11ce-bfc1-08002be10318}\0000"
)


def windows(*, bits: int = 64) -> World:
    """A Windows without anything on it."""
    world = World()
    world.on(System.WINDOWS, bits=bits)
    return world


def lines(world: World) -> list[str]:
    """The lines of the script for the usual queries."""
    return script(world.scenario(), EVERYTHING).decode("ascii").splitlines()


class TestScripts:
    """A scenario becomes lines of words."""

    def test_the_version_of_the_protocol_comes_first(self) -> None:
        """An agent of another version refuses the script by its first line."""
        assert lines(windows())[0] == "refloader-agent 1"

    def test_values_of_the_registry(self) -> None:
        """A value has its key, its name, the number of its type, and its bytes."""
        world = windows()
        world.registry(LAYERS, r"C:\a b\100%.json", "REG_DWORD", 1)
        world.registry(LAYERS, r"C:\c.json", "REG_SZ", "é")

        found = [line for line in lines(world) if line.startswith("value ")]

        assert found == [
            rf"value {LAYERS} C:\a%20b\100%25.json 4 01000000",
            rf"value {LAYERS} C:\c.json 1 e9000000",
        ]

    def test_keys_of_devices_are_where_wine_leaves_them_alone(self) -> None:
        """Wine makes keys of display adapters anew; those of a scenario are elsewhere, and a hook opens them."""
        world = windows()
        world.registry(ADAPTER, "VulkanDriverName", "REG_SZ", r"C:\a.json")

        found = [line for line in lines(world) if line.startswith(("key ", "value ", "device "))]

        assert all(r" HKEY_LOCAL_MACHINE\SOFTWARE\Refloader" in line for line in found)
        assert [line.split()[0] for line in found] == ["key", "value", "device"]

    def test_steps(self) -> None:
        """What an instance is made with precedes the step that makes it."""
        steps = Script()
        steps.create(api="1.2.0", layers=["A"])
        steps.lookup("instance", ["vkDestroyDevice"])

        found = script(windows().scenario(), steps.actions).decode("ascii").splitlines()

        assert found[-8:] == [
            "announce create%20instance",
            "application 4202496 0",
            "layer A",
            "step create instance %",
            "announce lookup%20lookup",
            "application - 0",
            "name vkDestroyDevice",
            "step lookup lookup instance",
        ]


class TestRefusals:
    """What Wine cannot show is not judged, and the reason is told."""

    def test_what_it_shows(self) -> None:
        """An ordinary scenario is not refused."""
        world = windows()
        world.explicit_layer("VK_LAYER_TEST_a")

        assert refusal(world.scenario(), EVERYTHING) == ""

    def test_other_systems(self) -> None:
        """A scenario on Linux is for loaders of Linux."""
        assert "is on 64-bit linux" in refusal(World().scenario(), EVERYTHING)

    def test_32_bit_applications(self) -> None:
        """Wine here has 64-bit processes alone."""
        assert "32-bit application" in refusal(windows(bits=32).scenario(), EVERYTHING)

    def test_the_order_within_a_key(self) -> None:
        """Wine enumerates values by name: where a scenario has another order, it would show another one."""
        world = windows()
        world.registry(LAYERS, r"C:\b.json")
        world.registry(LAYERS, r"C:\a.json")

        assert "in another order" in refusal(world.scenario(), EVERYTHING)

    def test_steps_that_the_agent_has_not(self) -> None:
        """A script with such a step is not run in part."""
        steps = Script()
        steps.create()
        steps.heard()

        assert 'no step "heard"' in refusal(windows().scenario(), steps.actions)


class TestFiles:
    """A loader under Wine is a 64-bit library of Windows."""

    @pytest.mark.parametrize(
        ("content", "told"),
        [
            (pe(["vkGetInstanceProcAddr"]), ""),
            (pe(machine=I386), "another processor or word size"),
            (pe(dll=False), "it is a program"),
            (b"\x7fELF" + bytes(60), "it is an ELF file"),
            (b"MZ" + bytes(100), "its header is damaged"),
        ],
    )
    def test_kinds(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, told: str) -> None:
        """Everything else is refused with the reason."""
        monkeypatch.setenv(VARIABLE, "wine")
        path = tmp_path / "vulkan-1.dll"
        path.write_bytes(content)

        why = why_no_windows_loader(str(path))

        assert told in why if told else why == ""


class TestMachines:
    """What is missing is named, with how to get it."""

    def test_no_wine(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Without Wine nothing runs."""
        prefix.wine.cache_clear()
        monkeypatch.setattr(prefix, "_WINES", ())
        monkeypatch.setenv("PATH", "/nowhere")

        with pytest.raises(WineError, match="apt install --no-install-recommends wine64"):
            prefix.wine()

    def test_nothing_built(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Without a compiler for Windows, an installation has no agent."""
        monkeypatch.setattr(installed, "folders", lambda _: ("/nowhere",))

        with pytest.raises(WineError, match="gcc-mingw-w64-x86-64"):
            prefix.built()

    def test_a_folder_that_is_no_prefix(self, tmp_path: Path) -> None:
        """The user's prefix has to be one."""
        with pytest.raises(PrefixError, match="is no prefix of Wine"):
            prefix.checked(str(tmp_path), 0)

    def test_a_link_in_the_place_of_the_lock(self, tmp_path: Path) -> None:
        """Root may run this with another user's cache folder: nothing is made where a link of his leads."""
        canary = tmp_path / "canary"
        (tmp_path / "prefix.lock").symlink_to(canary)

        with pytest.raises(WineError, match="no prefix can be made"), prefix.Making(f"{tmp_path}/prefix", 0):
            pass

        assert not canary.exists()


@pytest.mark.parametrize("left", ["link", "folder", "pipe", "nothing"])
def test_what_is_no_answer(tmp_path: Path, left: str) -> None:
    """A loader can leave anything in the place of its answers."""
    secret, answer = tmp_path / "secret", tmp_path / "events"
    secret.write_bytes(b"canary")
    make = {
        "link": lambda: answer.symlink_to(secret),
        "folder": answer.mkdir,
        "pipe": lambda: os.mkfifo(answer),
    }
    make.get(left, list)()

    assert scenario_server._content(str(answer), 100) == b""
    assert scenario_server._content(str(secret), 3) == b"can"


@pytest.mark.parametrize("code", ["nothing", "", "-5", "9" * 5000, "0x", None, {"a": 1}, "c0000005"])
def test_a_forged_crash(code: object) -> None:
    """The loader shares a process with the agent, and can write any event."""
    events = f"\n{json.dumps({'event': 'crashed', 'code': code})}\n".encode()
    answer = {
        "events": events,
        "status": 0,
        "timed_out": False,
        "stdout": b"",
        "stderr": b"",
        "trace": b"",
        "left": (),
    }

    said = loader._said(answer)

    assert said.status == (11 if code == "c0000005" else 0)
