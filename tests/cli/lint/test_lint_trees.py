"""Trees as packagers have them, judged as if they were installed: two architectures, prefixes, layouts."""

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "host"))
from elf_files import Symbol, elf

from refloader.cli.main import main
from refloader.host.shell import line

X86, I386 = "usr/lib/x86_64-linux-gnu", "usr/lib/i386-linux-gnu"
IMPLICIT = "usr/share/vulkan/implicit_layer.d"
EXPORTS = [Symbol("vkNegotiateLoaderLayerInterfaceVersion")]


class Tree:
    """A staging tree that is written file by file."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def library(self, path: str, *, needed: Sequence[str] = ("libc.so.6",), runpath: str = "") -> None:
        """A layer's library of the architecture that the folder tells."""
        wide = "i386" not in path
        data = elf(EXPORTS, wide=wide, machine=62 if wide else 3, needed=needed, runpath=runpath)
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_bytes(data)

    def whole(self) -> "Tree":
        """With the C library of both architectures, as a machine has it."""
        for folder in (X86, I386):
            self.library(f"{folder}/libc.so.6", needed=())
        return self

    def layer(self, path: str, library: str, **fields: object) -> None:
        """An implicit layer that is named like its file."""
        name = f"VK_LAYER_TEST_{Path(path).stem}"
        layer = {
            "name": name,
            "type": "GLOBAL",
            "library_path": library,
            "api_version": "1.3.250",
            "implementation_version": "1",
            "description": "A layer",
            "disable_environment": {"TEST_DISABLE": "1"},
            **fields,
        }
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(json.dumps({"file_format_version": "1.2.1", "layer": layer}, indent=1))

    def lint(self, *words: str) -> list[tuple[str, str, str]]:
        """The rules, weights and messages."""
        answer = CliRunner().invoke(main, ["lint", "--root", str(self.root), "--format", "json", *words])
        assert answer.exit_code in (0, 1), answer.output
        findings = json.loads(answer.stdout)["findings"]
        return [(each["rule"], each["severity"], each["message"]) for each in findings]


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """An empty tree."""
    (tmp_path / "root").mkdir()
    return Tree(tmp_path / "root")


class TestTwoArchitectures:
    """What Debian calls multi-arch."""

    def test_one_manifest_for_both_is_right(self, tree: Tree) -> None:
        """$LIB is the folder of the process's architecture, in which there is a library of its class."""
        tree.whole().layer(f"{IMPLICIT}/a.json", "/usr/$LIB/liba.so")
        tree.library(f"{X86}/liba.so")
        tree.library(f"{I386}/liba.so")

        assert tree.lint() == []

    def test_a_pair_without_library_arch_is_told(self, tree: Tree) -> None:
        """With it nothing is."""
        for number, folder in ((64, X86), (32, I386)):
            tree.whole().library(f"{folder}/liba.so")
            tree.layer(f"{IMPLICIT}/a.{number}.json", f"/{folder}/liba.so", name="VK_LAYER_TEST_a")

        assert [each[:2] for each in tree.lint()] == [
            ("MANIFEST-LAYER-09", "note"),
            ("MANIFEST-LAYER-09", "warning"),
        ]

        for number, folder in ((64, X86), (32, I386)):
            fields = {"name": "VK_LAYER_TEST_a", "library_arch": str(number)}
            tree.layer(f"{IMPLICIT}/a.{number}.json", f"/{folder}/liba.so", **fields)
        assert tree.lint() == []

    def test_a_missing_twin_is_told(self, tree: Tree) -> None:
        """Where another layer is there for 32-bit programs."""
        tree.whole().layer(f"{IMPLICIT}/a.json", f"/{X86}/liba.so")
        tree.layer(f"{IMPLICIT}/b.json", "libb.so")
        for path in (f"{X86}/liba.so", f"{X86}/libb.so", f"{I386}/libb.so"):
            tree.library(path)

        found = tree.lint()

        assert [each[:2] for each in found] == [("DEBUG-WRONGARCH-01", "note")]
        assert "32-bit programs go without" in found[0][2]


@pytest.mark.rule("MANIFEST-LAYER-07")
class TestNeeded:
    """What libraries need is looked for as the dynamic linker would, inside the tree."""

    def test_a_missing_need_is_an_error_on_a_whole_machine(self, tree: Tree) -> None:
        """However deep it is, and the library that asks for it is named."""
        tree.whole().layer(f"{IMPLICIT}/a.json", f"/{X86}/liba.so")
        tree.library(f"{X86}/liba.so", needed=("libc.so.6", "libb.so"), runpath="$ORIGIN/own")
        tree.library(f"{X86}/own/libb.so", needed=("libgone.so.1",))

        found = tree.lint()

        assert [each[:2] for each in found] == [("MANIFEST-LAYER-07", "error")]
        assert "libgone.so.1 (for libb.so)" in found[0][2]

    def test_in_a_package_it_is_not_known(self, tree: Tree) -> None:
        """Another package may bring it; the C library is not worth a word."""
        tree.layer(f"{IMPLICIT}/a.json", f"/{X86}/liba.so")
        tree.library(f"{X86}/liba.so", needed=("libc.so.6", "libgone.so.1"))

        found = tree.lint()

        assert [each[:2] for each in found] == [("MANIFEST-LAYER-07", "note")]
        assert "libgone.so.1, which this tree does not hold" in found[0][2]

    def test_explain_calls_it_an_obstacle(self, tree: Tree) -> None:
        """So the layer is not there, though it is active."""
        tree.whole().layer(f"{IMPLICIT}/a.json", f"/{X86}/liba.so")
        tree.library(f"{X86}/liba.so", needed=("libgone.so.1", "libc.so.6"))

        answer = CliRunner().invoke(
            main, ["explain", "--root", str(tree.root), "--format", "json", "VK_LAYER_TEST_a"]
        )

        layer = json.loads(answer.stdout)["layers"][0]
        assert (answer.exit_code, layer["active"]) == (1, True)
        assert layer["obstacle"] == "it needs libgone.so.1, which the dynamic linker does not find"

    def test_a_name_in_another_letter_case_is_told(self, tree: Tree) -> None:
        """It is missing all the same."""
        tree.layer(f"{IMPLICIT}/a.json", f"/{X86}/LibA.so")
        tree.library(f"{X86}/liba.so")

        found = tree.lint()

        assert [each[:2] for each in found] == [("LLP_LAYER_20", "error")]
        assert f'there is "/{X86}/liba.so", and letter case counts' in found[0][2]

    def test_a_link_that_leads_nowhere_is_not_there(self, tree: Tree) -> None:
        """Its own name is none in another letter case."""
        tree.layer(f"{IMPLICIT}/a.json", f"/{X86}/liba.so")
        (tree.root / X86).mkdir(parents=True)
        (tree.root / X86 / "liba.so").symlink_to("liba.so.1")

        found = tree.lint()

        assert [each[:2] for each in found] == [("LLP_LAYER_20", "error")]
        assert "letter case" not in found[0][2]


class TestPlaces:
    """Manifests of the whole tree are found, wherever they lie."""

    def test_wrong_places_are_told_and_links_out_are_not_followed(self, tree: Tree, tmp_path: Path) -> None:
        """The one beside the right folder is judged, the one of an application is named."""
        (tmp_path / "secret.json").write_text(
            '{"file_format_version": "1.0.0", "layer": {"name": "VK_LAYER_secret"}}'
        )
        tree.layer("usr/share/vulkan/implicit_layers.d/a.json", "./gone.so")
        tree.layer("opt/app/b.json", "./gone.so")
        os.symlink(tmp_path / "secret.json", tree.root / "opt/app/link.json")
        os.symlink(tmp_path, tree.root / "opt/app/folder")

        found = tree.lint()

        assert [each[:2] for each in found] == [
            ("DISC-LINUX-09", "note"),
            ("DISC-LINUX-09", "warning"),
            ("LLP_LAYER_20", "warning"),
        ]
        assert "secret" not in str(found)

    def test_everything_is_judged_where_that_is_asked_for(self, tree: Tree) -> None:
        """The tree's own root is a path like others."""
        tree.layer("opt/app/b.json", "./gone.so")

        assert [each[:2] for each in tree.lint("/")] == [("LLP_LAYER_20", "warning")]

    def test_a_link_to_nowhere_says_where_it_leads(self, tree: Tree) -> None:
        """As those do that a build leaves behind, which hold the folder of the build."""
        tree.layer(f"{IMPLICIT}/a.json", "libc.so.6")
        os.symlink("/build/dest/a.json", tree.root / IMPLICIT / "b.json")

        assert any('a link to "/build/dest/a.json", which is not there' in each[2] for each in tree.lint())


class TestLayouts:
    """Folders of other tools that stand for a machine."""

    def test_an_oci_bundle_has_its_root_inside(self, tree: Tree) -> None:
        """The folder of a container."""
        tree.layer(f"rootfs/{IMPLICIT}/a.json", "./gone.so")
        (tree.root / "config.json").write_text("{}")

        assert [each[:2] for each in tree.lint()] == [("LLP_LAYER_20", "error")]

    def test_a_flatpak_application_lies_at_app(self, tree: Tree) -> None:
        """What is its own is found in it; the runtime is mapped."""
        tree.layer(f"files/{IMPLICIT.removeprefix('usr/')}/a.json", "/app/lib/liba.so")
        tree.library("files/lib/liba.so")
        (tree.root / "metadata").write_text("[Application]\nname=org.example.App\n")
        (tree.root.parent / "runtime").mkdir()

        found = tree.lint("--map", f"/usr={tree.root.parent / 'runtime'}")

        assert [each[:2] for each in found] == [("DISC-LINUX-08", "note")]
        assert 'where XDG_DATA_DIRS holds "/app/share"' in found[0][2]

    def test_packed_layers_of_an_image_are_refused(self, tree: Tree) -> None:
        """They have to be unpacked first."""
        (tree.root / "blobs").mkdir()
        (tree.root / "oci-layout").write_text("{}")

        answer = CliRunner().invoke(main, ["lint", "--root", str(tree.root)])

        assert (answer.exit_code, "unpack it" in answer.output) == (2, True)


class TestWindows:
    """An image folder of Windows: manifests may lie anywhere."""

    def test_manifests_of_all_folders_are_judged(self, tree: Tree) -> None:
        """Libraries are looked for as Windows would, whatever the letter case."""
        tree.layer("Program Files/Vendor/a.JSON", ".\\LAYER.dll")
        tree.layer("Program Files/Vendor/b.json", "C:\\Windows\\gone.dll")
        (tree.root / "Program Files/Vendor/layer.DLL").write_bytes(b"MZ")

        found = tree.lint("--os", "windows")

        assert ("LLP_LAYER_20", "error") in [each[:2] for each in found]
        assert any(
            '"C:\\\\Windows\\\\gone.dll" (full path) is not there' in each[2] or "gone.dll" in each[2]
            for each in found
        )
        assert not any("LAYER.dll" in each[2] and "is not there" in each[2] for each in found)


class TestAndroid:
    """No manifest counts there: libraries are asked what layers they hold."""

    def test_libraries_of_layers_are_judged_and_manifests_are_not(self, tree: Tree) -> None:
        """Wherever they lie."""
        tree.layer("usr/share/vulkan/explicit_layer.d/a.json", "./gone.so")
        tree.library("data/app/x86_64/libVkLayer_a.so")

        found = tree.lint("--os", "android")

        assert {each[0] for each in found} == {"DISC-ANDROID-03"}


@pytest.mark.parametrize("link", [IMPLICIT, "usr/share/vulkan", f"{IMPLICIT}/a.json"])
def test_what_links_lead_to_is_where_loaders_look(tmp_path: Path, link: str) -> None:
    """A manifest that is found through a link is judged once, and not told to lie elsewhere."""
    tree = Tree(tmp_path)
    inside = f"{IMPLICIT}/a.json"[len(link) :]
    tree.layer(f"opt/test{inside}", "/usr/lib/libtest.so")
    (tmp_path / link).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / link).symlink_to("/opt/test")

    found = tree.lint()

    assert [(rule, severity) for rule, severity, _ in found] == [("LLP_LAYER_20", "error")]


def test_links_in_place_of_folders_are_not_walked(tmp_path: Path) -> None:
    """One that leads to the top has its own manifests alone, as loaders look no deeper; one out of the tree none."""
    tree = Tree(tmp_path / "root")
    tree.layer("a.json", "/usr/lib/libtest.so")
    tree.layer("../out/b.json", "/usr/lib/libtest.so")
    folder = tmp_path / "root/usr/share/vulkan"
    folder.mkdir(parents=True)
    (folder / "implicit_layer.d").symlink_to("/")
    (folder / "explicit_layer.d").symlink_to(tmp_path / "out")
    (folder / "icd.d").symlink_to(".")

    assert [(rule, severity) for rule, severity, _ in tree.lint()] == [("LLP_LAYER_20", "error")]


def test_a_staging_tree_that_is_named_as_a_folder(tmp_path: Path) -> None:
    """Its manifests are judged where they lie, and how they are judged as installed is said."""
    Tree(tmp_path).layer(f"{IMPLICIT}/a.json", "libVkLayer_a.so")

    done = CliRunner().invoke(main, ["lint", str(tmp_path)])

    assert done.stdout.splitlines()[-1] == (
        f"{tmp_path} looks like a staging tree: {line(['refloader', 'lint', '--root', str(tmp_path)])}"
        " judges it as if it were installed"
    )


class TestManyLinks:
    """Links that lead to the same manifests, more of them than are followed."""

    def test_manifests_that_many_links_lead_to_are_no_errors(self, tmp_path: Path) -> None:
        """What is not judged by a further link is noted, wherever the link is; the fault of the file is reported."""
        tree = Tree(tmp_path)
        tree.layer("opt/big.json", "./libmissing.so", presentation=["x" * 100] * 15_000)
        for folder in (IMPLICIT, "srv/copies"):
            (tmp_path / folder).mkdir(parents=True)
            for number in range(14):
                (tmp_path / folder / f"{number}.json").symlink_to("/opt/big.json")

        found = tree.lint("--notes")

        unknown = [(severity, text) for _, severity, text in found if "links have led to 8 MiB again" in text]
        assert {severity for severity, _ in unknown} == {"note"}
        assert any(IMPLICIT in text for _, text in unknown)
        assert any("srv/copies" in text for _, text in unknown)
        assert not any("cannot be read" in text for _, _, text in found)
        assert any("libmissing.so" in text for _, _, text in found)

    def test_a_folder_that_many_links_lead_to(self, tmp_path: Path) -> None:
        """A link to it that is not followed is noted."""
        tree = Tree(tmp_path)
        for number in range(600):
            tree.layer(f"opt/all/implicit_layer.d/{number}.json", "libc.so.6")
        for number in range(8):
            (tmp_path / f"opt/{number}").mkdir()
            (tmp_path / f"opt/{number}/implicit_layer.d").symlink_to("/opt/all/implicit_layer.d")

        found = tree.lint("--notes", "/opt")

        assert [severity for _, severity, text in found if "links have led to 2048 manifests" in text] == [
            "note"
        ] * 2
