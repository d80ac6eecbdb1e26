"""``lint --root`` in the folders in which loaders find the components of an override layer, its override_paths."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from refloader.cli.main import main

pytestmark = pytest.mark.rule("OVERRIDE-05")

IMPLICIT, EXPLICIT = "usr/share/vulkan/implicit_layer.d", "usr/share/vulkan/explicit_layer.d"
ICD = {"library_path": "./libdriver.so", "api_version": "1.3.0"}
MISSING, STRAY = "LLP_LAYER_20", "DISC-LINUX-09"


class Tree:
    """A tree with an override layer of the component VK_LAYER_TEST_part."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def write(self, path: str, value: object) -> None:
        """A JSON file."""
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(json.dumps(value, indent=1))

    def layer(self, path: str, name: str = "VK_LAYER_TEST_part", **fields: object) -> None:
        """A layer whose library is not there."""
        self.write(path, {"file_format_version": "1.2.1", **of_layer(name, library_path="./a.so", **fields)})

    def override(self, *paths: str, folder: str = IMPLICIT) -> None:
        """The override layer, which names these paths."""
        name, switch = "VK_LAYER_LUNARG_override", {"TEST_DISABLE": "1"}
        lists = {"component_layers": ["VK_LAYER_TEST_part"], "override_paths": paths}
        value = of_layer(name, disable_environment=switch, **lists)
        self.write(f"{folder}/override.json", {"file_format_version": "1.2.1", **value})

    def lint(self, *words: str) -> list[tuple[str, str]]:
        """The rules that files break, and the files, without the override layer's own."""
        answer = CliRunner().invoke(
            main, ["lint", "--root", str(self.root), "--format", "json", "--notes", *words]
        )
        assert answer.exit_code in (0, 1), answer.output
        found = [(each["rule"], each["path"]) for each in json.loads(answer.stdout)["findings"]]
        return [(rule, path) for rule, path in found if rule != "META-01"]


def of_layer(name: str, **fields: object) -> dict[str, object]:
    """The object of an explicit layer, unless the fields say otherwise."""
    common = {
        "type": "GLOBAL",
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "A layer",
    }
    return {"layer": {"name": name, **common, **fields}}


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """An empty tree."""
    return Tree(tmp_path)


class TestComponents:
    """They are judged, and do not lie where no loader looks."""

    @pytest.mark.parametrize("path", ["/opt/ov", "/opt/ov/", "/opt//ov", "/opt/link", "/opt/ov/part.json"])
    def test_a_library_that_is_missing(self, tree: Tree, path: str) -> None:
        """It is the only finding, whichever way the path leads there."""
        tree.layer("opt/ov/part.json")
        (tree.root / "opt/link").symlink_to("ov")
        tree.override(path)

        assert [rule for rule, _ in tree.lint()] == [MISSING]

    @pytest.mark.parametrize("path", [f"/{EXPLICIT}/sub", "/opt/link", f"/{EXPLICIT}"])
    def test_a_folder_that_is_judged_anyhow(self, tree: Tree, path: str) -> None:
        """Its manifests are not judged again."""
        tree.layer(
            f"{path.removeprefix('/')}/part.json" if path != "/opt/link" else f"{EXPLICIT}/sub/part.json"
        )
        (tree.root / "opt").mkdir()
        (tree.root / "opt/link").symlink_to(f"../{EXPLICIT}/sub")
        tree.override(path)

        assert [rule for rule, _ in tree.lint()] == [MISSING]

    def test_switches(self, tree: Tree) -> None:
        """A component is found as an explicit layer, which needs no variable that disables it."""
        tree.layer("opt/ov/part.json", enable_environment={"TEST_ENABLE": "1"})
        tree.override("/opt/ov")

        assert "LLP_LAYER_9" not in [rule for rule, _ in tree.lint()]

    def test_a_layer_of_the_same_name_elsewhere(self, tree: Tree) -> None:
        """The two do not compete: the override layer takes its components from its own folders."""
        tree.layer(f"{EXPLICIT}/part.json", api_version="1.2.0")
        tree.layer("opt/ov/part.json")
        tree.override("/opt/ov")

        assert tree.lint("--no-libraries") == []

    def test_with_a_driver_in_the_file(self, tree: Tree) -> None:
        """The layer counts."""
        value = {"file_format_version": "1.2.1", "ICD": ICD, **of_layer("VK_LAYER_TEST_part")}
        tree.write("opt/ov/part.json", value)
        tree.override("/opt/ov")

        assert STRAY not in [rule for rule, _ in tree.lint()]
        assert ("MANIFEST-LAYER-07", "/opt/ov/part.json") in tree.lint()


class TestOtherFiles:
    """What no loader takes for a component there is judged as in any other folder."""

    @pytest.mark.parametrize("path", ["opt/ov", "/opt", "/opt/ov/file.txt", "/opt/none"])
    def test_other_folders(self, tree: Tree, path: str) -> None:
        """A manifest in none of the folders named lies where no loader looks."""
        tree.layer("opt/ov/part.json")
        (tree.root / "opt/ov/file.txt").write_text("")
        tree.override(path)

        assert (STRAY, "/opt/ov/part.json") in tree.lint()

    def test_an_explicit_layer_of_that_name(self, tree: Tree) -> None:
        """It is no override layer, and its paths mean nothing."""
        tree.layer("opt/ov/part.json")
        tree.override("/opt/ov", folder=EXPLICIT)

        assert (STRAY, "/opt/ov/part.json") in tree.lint()

    def test_a_driver(self, tree: Tree) -> None:
        """No loader looks for drivers there."""
        tree.layer("opt/ov/part.json")
        tree.write("opt/ov/icd.json", {"file_format_version": "1.0.0", "ICD": ICD})
        tree.override("/opt/ov")

        assert tree.lint("--no-libraries") == [("DISC-DRIVER-LINUX-03", "/opt/ov/icd.json")]

    @pytest.mark.parametrize("key", ["layer", "layers"])
    def test_json_of_other_programs(self, tree: Tree, key: str) -> None:
        """Maps of games and neural networks have layers, too."""
        tree.layer("opt/ov/part.json")
        tree.write("opt/ov/map.json", {key: [{"type": "tilelayer"}] if key == "layers" else {"depth": 3}})
        tree.override("/opt/ov")

        assert tree.lint("--no-libraries") == []

    def test_in_the_root_of_another_system(self, tree: Tree) -> None:
        """There, libraries and places are those of the other system: its root is to be judged alone."""
        tree.layer(f"srv/root/{EXPLICIT}/part.json")
        tree.override(f"/srv/root/{EXPLICIT}")

        assert tree.lint() == [("DISC-LINUX-08", "/srv/root")]
