"""The commands of ``refloader doctor`` and ``explain``: none takes away what is there, or what another one gives."""

import json
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from field_problems import LIBRARIES, Problem
from verbs import Run, checked_json

pytestmark = pytest.mark.slow

DRIVERS = "/usr/share/vulkan/icd.d"
FILTER = "VK_LOADER_DRIVERS_DISABLE"


def layer(name: str, at: str) -> dict[str, Any]:
    """A layer in a folder, whose library can be loaded."""
    return {"at": f"{at}/{name}.json", "name": f"VK_LAYER_{name}", "library": "liblayer.so"}


def machine(root: Path, env: Mapping[str, str], *layers: Mapping[str, Any], **more: Any) -> Problem:
    """A machine with a loader, a driver and these layers."""
    libraries = {f"{LIBRARIES}/liblayer.so": "layer", **more.pop("libraries", {})}
    told = {"id": "", "loader": "1.4.335", "env": dict(env), "layers": layers, "libraries": libraries, **more}
    problem = Problem(told)
    problem.build(root)
    return problem


def with_drivers(root: Path, env: Mapping[str, str], *names: str) -> Problem:
    """A machine with these drivers and no other."""
    drivers = [{"at": f"{DRIVERS}/{name}.json", "library": f"lib{name}.so"} for name in names]
    libraries = {f"{LIBRARIES}/lib{name}.so": "driver" for name in names}
    return machine(root, env, drivers=drivers, libraries=libraries, machine="empty")


def words(root: Path, verb: str, env: Mapping[str, str]) -> list[str]:
    """The command line for a machine with other variables."""
    given = [word for name, value in env.items() for word in ("--env", f"{name}={value}")]
    return [verb, "--root", str(root), *given, "--format", "json"]


def findings(run: Run, root: Path, env: Mapping[str, str]) -> list[dict[str, Any]]:
    """What doctor finds wrong."""
    found = checked_json(run(*words(root, "doctor", env)), "doctor-1")["findings"]
    return [each for each in found if each["weight"] == "wrong"]


def after(env: Mapping[str, str], commands: list[str]) -> dict[str, str]:
    """The variables after some commands, one after the other."""
    made = dict(env)
    for command in commands:
        verb, setting = shlex.split(command)
        name, _, value = setting.partition("=")
        if verb == "unset":
            made.pop(name, None)
        else:
            assert verb == "export"
            made[name] = value
    return made


def is_active(run: Run, root: Path, env: Mapping[str, str], name: str) -> bool:
    """Whether explain calls a layer active or a driver used."""
    answers = json.loads(run(*words(root, "explain", env), name).stdout)["answers"]
    return str(answers[0]["state"]).startswith(("active", "used"))


class TestTwoCommandsForOneVariable:
    """The second one has what the first one mends in it, or is not given."""

    def test_two_names_that_are_misspelt(self, run: Run, tmp_path: Path) -> None:
        """The last command has both names right."""
        root, usual = tmp_path / "root", "/usr/share/vulkan/explicit_layer.d"
        env = {"HOME": "/home/u", "VK_INSTANCE_LAYERS": "VK_LAYER_ACME_frist:VK_LAYER_FOURTH_usaul"}
        machine(root, env, layer("ACME_first", usual), layer("FOURTH_usual", usual))

        commands = [each["command"] for each in findings(run, root, env) if each["command"]]

        assert after(env, commands)["VK_INSTANCE_LAYERS"] == "VK_LAYER_ACME_first:VK_LAYER_FOURTH_usual"

    def test_two_homes(self, run: Run, tmp_path: Path) -> None:
        """One of them alone can be the user's: nothing takes the layer of the first one away again."""
        root = tmp_path / "root"
        env = {"HOME": "/home/u", "VK_INSTANCE_LAYERS": "VK_LAYER_ACME_a:VK_LAYER_ACME_b"}
        folder = ".local/share/vulkan/explicit_layer.d"
        machine(root, env, *(layer(f"ACME_{each}", f"/home/{each}/{folder}") for each in "ab"))

        self._check(run, root, env, "VK_LAYER_ACME_a", "VK_LAYER_ACME_b")

    def test_a_folder_that_hides_the_usual_one(self, run: Run, tmp_path: Path) -> None:
        """What sets the variable for one layer is not unset for the other."""
        root = tmp_path / "root"
        env = {
            "HOME": "/home/u",
            "VK_LAYER_PATH": "/opt/other",
            "VK_INSTANCE_LAYERS": "VK_LAYER_ACME_x:VK_LAYER_ACME_usual",
        }
        usual = layer("ACME_usual", "/usr/share/vulkan/explicit_layer.d")
        machine(root, env, layer("ACME_x", "/opt/x"), usual, folders=["/opt/other"])

        self._check(run, root, env, "VK_LAYER_ACME_x", "VK_LAYER_ACME_usual")

    @staticmethod
    def _check(run: Run, root: Path, env: Mapping[str, str], *names: str) -> None:
        """Each command leaves active what was active before it, and there is one; without one, an advice says so."""
        wrong = findings(run, root, env)
        commands = [each["command"] for each in wrong if each["command"]]
        assert commands
        now = dict(env)
        for command in commands:
            before = {name for name in names if is_active(run, root, now, name)}
            now = after(now, [command])
            left = {name for name in names if is_active(run, root, now, name)}
            assert left > before, command
        missing = [name for name in names if not is_active(run, root, now, name)]
        again = [each for each in wrong if "run refloader doctor again" in each["advice"]]
        assert [any(name in each["fact"] for each in again) for name in missing] == [True] * len(missing)


class TestDriversThatStay:
    """What corrects a filter, or keeps a driver off, leaves the other drivers as they are."""

    def test_a_folder_of_all_drivers(self, run: Run, tmp_path: Path) -> None:
        """Keeping one driver off does not take the other away."""
        root = tmp_path / "root"
        env = {"HOME": "/home/u", FILTER: f"{DRIVERS}/*"}
        with_drivers(root, env, "radeon", "lvp")

        (answer,) = json.loads(run(*words(root, "explain", env), "lvp").stdout)["answers"]

        assert answer["off"] == [f"set {FILTER}=lvp.json"]

    def test_a_filter_that_has_an_effect_and_a_path(self, run: Run, tmp_path: Path) -> None:
        """What the filter keeps off is kept off, too."""
        root = tmp_path / "root"
        env = {"HOME": "/home/u", FILTER: f"{DRIVERS}/lvp.json,*radeon*"}
        with_drivers(root, env, "radeon", "lvp", "intel")

        (answer,) = json.loads(run(*words(root, "explain", env), "lvp").stdout)["answers"]
        commands = [each["command"] for each in findings(run, root, env)]

        assert answer["off"] == [f"set {FILTER}=lvp.json,*radeon*"]
        assert after(env, commands)[FILTER] == "lvp.json,*radeon*"

    def test_a_correction_that_leaves_no_driver(self, run: Run, tmp_path: Path) -> None:
        """The entries that have no effect are taken out instead: with the one driver off, no instance is made."""
        root = tmp_path / "root"
        env = {"HOME": "/home/u", FILTER: f"{DRIVERS}/lvp.json,*radeon*"}
        with_drivers(root, env, "radeon", "lvp")

        commands = [each["command"] for each in findings(run, root, env)]

        assert after(env, commands)[FILTER] == "*radeon*"
