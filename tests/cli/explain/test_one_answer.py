"""``explain`` has one answer: headline, chain and exit code are those of the loader that is there."""

import html
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from staged import ELF_HEAD, SHARE, driver, explicit, implicit, library
from verbs import Run

NAME = "VK_LAYER_TEST_good"
MANIFEST = "/usr/share/vulkan/icd.d/x.json"
LOADERS = Path(__file__).resolve().parents[4] / "shared" / "subjects" / "loaders"
NEWEST = LOADERS / "1.4.335.0" / "libvulkan.so.1"


def loader(root: Path, release: str) -> None:
    """Put a loader of a release into the tree; only its name counts."""
    library(root, f"libvulkan.so.{release}")
    (root / "usr/lib/libvulkan.so.1").symlink_to(f"libvulkan.so.{release}")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree with a driver, a layer and Debian 12's loader."""
    root = tmp_path / "root"
    driver(root)
    loader(root, "1.3.239")
    library(root, "libVkLayer_good.so")
    return root


def put_driver(root: Path, after: str = "", before: str = "", **fields: Any) -> None:
    """Write the driver's manifest with some text around it."""
    members = {"library_path": "libvulkan_x.so", "api_version": "1.3.0", **fields}
    text = json.dumps({"file_format_version": "1.0.0", "ICD": members})
    (root / MANIFEST.lstrip("/")).write_text(before + text + after)


def among_implicit(root: Path) -> Path:
    """Put the manifest of an explicit layer, which nothing switches off, among the implicit ones."""
    explicit_one = Path(explicit(root))
    path = root / "usr/share/vulkan/implicit_layer.d" / explicit_one.name
    path.parent.mkdir(parents=True, exist_ok=True)
    return explicit_one.rename(path)


class TestDrivers:
    """A driver that the documents refuse and the loader takes, and the other way round."""

    @pytest.mark.parametrize(("after", "fields"), [("}", {}), ("\0", {})])
    def test_taken_against_the_documents(
        self, run: Run, root: Path, after: str, fields: dict[str, Any]
    ) -> None:
        """It is used, programs get an instance, and the documents have the second line."""
        put_driver(root, after, **fields)

        result = run("explain", "--root", str(root), MANIFEST)

        lines = result.stdout.splitlines()
        assert lines[0].startswith(
            f"{MANIFEST} is used with /usr/lib/libvulkan.so.1.3.239, release 1.3.239: "
        )
        assert lines[1] == "  by the documents it would be left out"
        assert "1 driver: x.json" in lines
        assert "  by the documents it returns VK_ERROR_INCOMPATIBLE_DRIVER" in lines
        assert "vkCreateInstance returns VK_ERROR_INCOMPATIBLE_DRIVER" not in lines
        assert result.exit_code == 0

    def test_refused_against_the_documents(self, run: Run, root: Path) -> None:
        """A byte order mark fails every program with this release; the change is one that helps with it."""
        put_driver(root, before="\ufeff")

        result = run("explain", "--root", str(root), MANIFEST)

        lines = result.stdout.splitlines()
        assert lines[0].startswith(f"{MANIFEST} is not used with /usr/lib/libvulkan.so.1.3.239")
        assert any(
            "to have no byte order mark" in line for line in lines if line.startswith("  to have it used")
        )
        assert "vkCreateInstance returns VK_ERROR_OUT_OF_HOST_MEMORY" in lines
        assert result.exit_code == 1

    def test_an_edit_leaves_the_byte_order_mark(self, run: Run, root: Path) -> None:
        """A key that is changed by hand does not take the mark away: no such change is proposed."""
        put_driver(root, before="\ufeff")

        lines = run("explain", "--root", str(root), "--as-loader", "1.3.239", MANIFEST).stdout.splitlines()

        change = next(line for line in lines if line.startswith("  to have it used"))
        assert "file_format_version" not in change
        assert "byte order mark" in change


class TestLayers:
    """A layer on which the loader and the documents differ."""

    def test_a_manifest_beside_a_layer_with_a_similar_name(self, run: Run, root: Path) -> None:
        """This release lacks the variable of the documents: the change is another one for the same layer."""
        put_driver(root)
        explicit(root)
        path = root / "opt/own.json"
        path.parent.mkdir()
        installed = Path(implicit(root))
        own = json.loads(installed.read_text())
        installed.unlink()
        own["layer"] |= {"name": "VK_LAYER_TEST_goods", "library_path": "/usr/lib/libVkLayer_good.so"}
        path.write_text(json.dumps(own))

        lines = run("explain", "--root", str(root), "/opt/own.json").stdout.splitlines()

        assert lines[0].startswith("VK_LAYER_TEST_goods is not found: ")
        change = next(line for line in lines if line.startswith("  to make it active"))
        assert "VK_ADD_LAYER_PATH=/opt" in change
        assert "VK_INSTANCE_LAYERS=VK_LAYER_TEST_goods" in change

    def test_a_settings_file_that_is_not_read(self, run: Run, root: Path) -> None:
        """This release reads none: the layer is in the chain, and the documents have the second line."""
        path = implicit(root).removeprefix(str(root))
        folder = root / "etc/vulkan/loader_settings.d"
        folder.mkdir(parents=True)
        entry = {"name": NAME, "path": path, "control": "off"}
        text = json.dumps({"file_format_version": "1.0.0", "settings": {"layers": [entry]}})
        (folder / "vk_loader_settings.json").write_text(text)

        named = run("explain", "--root", str(root), NAME)
        alone = run("explain", "--root", str(root))

        for result in (named, alone):
            assert f"  0. {NAME} (implicit)" in result.stdout
            assert "  by the documents: no layer" in result.stdout
            assert result.exit_code == 0
        assert "\nnot active: " not in alone.stdout
        assert "  by the documents it would be left out" in named.stdout

    def test_a_filter_that_the_documents_overrule(self, run: Run, root: Path) -> None:
        """The loader keeps the layer off: it is not in the chain."""
        explicit(root)
        variables = ("VK_LOADER_LAYERS_DISABLE=*good*", f"VK_INSTANCE_LAYERS={NAME}")
        words = [word for each in variables for word in ("--env", each)]

        result = run("explain", "--root", str(root), *words, NAME)

        assert result.stdout.startswith(f"{NAME} is not active with ")
        assert "\nno layer is active\n" in result.stdout
        assert f"  by the documents: {NAME}" in result.stdout
        assert result.exit_code == 1

    @pytest.mark.parametrize("fields", [{"drop": "implementation_version"}, {"implementation_version": 1}])
    def test_an_entry_without_a_library(self, run: Run, root: Path, fields: dict[str, Any]) -> None:
        """A release that lists half of an entry does not run it: the same answer for the release and in the table."""
        implicit(root, **fields)

        one = run("explain", "--root", str(root), "--as-loader", "1.4.335", NAME)
        table = run("explain", "--root", str(root), "--as-loader", "all", NAME)

        assert one.stdout.startswith(f"{NAME} is not active: ")
        assert "(implicit)" not in one.stdout
        assert one.exit_code == 1
        assert "from 1.4.303, before 1.4.357" in table.stdout.replace("  ", " ")

    def test_one_whose_library_is_missing(self, run: Run, root: Path) -> None:
        """It is not in the chain, as nothing of it runs."""
        implicit(root, library_path="libnone.so")

        lines = run("explain", "--root", str(root), NAME).stdout.splitlines()

        assert "no layer is active" in lines
        assert f"  without {NAME}: the library cannot be loaded" in lines

    def test_a_loader_in_the_place_of_a_layer(self, run: Run, root: Path) -> None:
        """It would break every program: no change leads to one, and it is no layer where a manifest names it."""
        library(root, "libvulkan.so.1.3.239", ELF_HEAD)
        implicit(root, library_path="libvulkan.so.1")

        result = run("explain", "--root", str(root), NAME)

        assert "is called like a loader and is no layer" in result.stdout.splitlines()[0]
        assert "install" not in result.stdout
        assert result.exit_code == 1

    def test_steps_by_hand(self, run: Run, root: Path) -> None:
        """A manifest that is no JSON and lacks keys: all that has to be done is said at once, with the column."""
        (root / SHARE / "implicit_layer.d").mkdir(parents=True, exist_ok=True)
        layer = f'{{"file_format_version":"1.2.0","layer":{{"name":"{NAME}","type":"GLOBAL",}}}}'
        (root / SHARE / "implicit_layer.d/good.json").write_text(layer)

        lines = run("explain", "--root", str(root), NAME).stdout.splitlines()

        assert f"in line 1, column {layer.index(',}') + 1}," in lines[0]
        change = next(line for line in lines if line.startswith("  to make it active: correct "))
        assert 'be valid JSON; add "library_path"; add "api_version"' in change
        assert not any("no change is known" in line for line in lines)


class TestNoInstance:
    """Where vkCreateInstance fails no program has the layer: that is the first sentence."""

    def test_no_driver(self, run: Run, root: Path) -> None:
        """What the layer would be comes after it, and what mends it is with the drivers."""
        explicit(root)
        (root / MANIFEST.lstrip("/")).unlink()

        result = run("explain", "--root", str(root), "--env", f"VK_INSTANCE_LAYERS={NAME}", NAME)

        lines = result.stdout.splitlines()
        assert lines[0] == (
            f"{NAME} is not active: vkCreateInstance returns VK_ERROR_INCOMPATIBLE_DRIVER, as no driver can be used; "
            f"otherwise it would be active: VK_INSTANCE_LAYERS names it"
        )
        assert any(line.startswith("no device: ") for line in lines)
        assert "chain once a driver can be used, from the application down" in lines
        assert result.exit_code == 1

    def test_another_cause_is_named_besides(self, run: Run, root: Path) -> None:
        """A layer that nothing asks for is so without a driver, too: the sentence on it stays."""
        explicit(root)
        (root / MANIFEST.lstrip("/")).unlink()

        result = run("explain", "--root", str(root), NAME)

        assert result.stdout.startswith(f"{NAME} is not active: nothing asks for this explicit layer")

    @pytest.mark.parametrize("first", [False, True], ids=["behind", "in-front"])
    def test_a_key_of_the_layer_beside_it(self, run: Run, root: Path, *, first: bool) -> None:
        """It belongs inside the layer: in front of it no loader reads it either."""
        path = among_implicit(root)
        value = json.loads(path.read_text())
        stray = {"disable_environment": {"NO_X": "1"}}
        path.write_text(json.dumps({**stray, **value} if first else {**value, **stray}))

        result = run("explain", "--root", str(root), NAME)
        lint = run("lint", "--root", str(root))

        assert 'stands beside the object "layer", where no loader reads a key of a layer' in result.stdout
        assert f'{path.name} to have "disable_environment" inside "layer"\n' in result.stdout
        assert "in front of" not in result.stdout
        assert "DISABLE_<LAYER>" not in lint.stdout
        assert 'make "layer" the last key' not in lint.stdout

    @pytest.mark.parametrize("separator", [",", ";", " "])
    def test_a_list_with_another_separator(self, run: Run, root: Path, separator: str) -> None:
        """Without a name on the command line, too, the answer is on the layer and the separator."""
        explicit(root)
        value = f"VK_INSTANCE_LAYERS={NAME}{separator}VK_LAYER_not_here"

        text = run("explain", "--root", str(root), "--env", value).stdout

        assert text.startswith(f"{NAME} is not active: VK_INSTANCE_LAYERS=")
        assert 'a loader splits it at ":" only' in text.splitlines()[0]
        assert f"set VK_INSTANCE_LAYERS={NAME}:VK_LAYER_not_here" in text

    def test_no_driver_on_a_mac(self, run: Run, tmp_path: Path) -> None:
        """The driver that is usual there is named, and not Mesa's."""
        root = tmp_path / "mac"
        manifest = root / "usr/local/share/vulkan/explicit_layer.d/one.json"
        manifest.parent.mkdir(parents=True)
        manifest.write_text("{}")

        text = run("explain", "--os", "macos", "--root", str(root)).stdout

        assert "install a driver, such as MoltenVK" in text
        assert "Mesa" not in text

    def test_a_folder_of_nearly_that_name(self, run: Run, root: Path) -> None:
        """A variable names a folder that does not exist; the one beside it has the manifest, on a snapshot too."""
        layers = root / "srv/acme/layers"
        layers.mkdir(parents=True)
        manifest = Path(explicit(root))
        manifest.rename(layers / manifest.name)
        env = ("--env", "VK_LAYER_PATH=/srv/acme/layer", "--env", f"VK_INSTANCE_LAYERS={NAME}")

        text = run("explain", "--root", str(root), *env).stdout
        run("snapshot", "--root", str(root), *env, "-o", str(root / "machine.json"))
        of_snapshot = run("explain", "--snapshot", str(root / "machine.json")).stdout

        assert 'VK_LAYER_PATH is "/srv/acme/layer", which does not exist' in text.splitlines()[0]
        assert "set VK_LAYER_PATH=/srv/acme/layers\n" in text
        assert of_snapshot.splitlines()[:4] == text.splitlines()[:4]

    def test_a_missing_library_beside_its_manifest(self, run: Run, root: Path) -> None:
        """It is named by its whole path: the manifest may be in any folder."""
        path = among_implicit(root)
        value = json.loads(path.read_text())
        value["layer"] |= {"library_path": "./libnone.so", "disable_environment": {"NO_X": "1"}}
        path.write_text(json.dumps(value))

        text = run("explain", "--root", str(root), NAME).stdout

        assert (
            '"./libnone.so" is not found for 64-bit processes: there is no "/usr/share/vulkan/implicit'
            in text
        )
        assert "install a 64-bit /usr/share/vulkan/implicit_layer.d/libnone.so" in text

    def test_two_faults_of_one_manifest(self, run: Run, root: Path) -> None:
        """Both changes of the file are said: the second alone does not make the layer active."""
        path = among_implicit(root)
        path.write_text(json.dumps({**json.loads(path.read_text()), "note": "x"}))

        text = run("explain", "--root", str(root), NAME).stdout

        assert "layer.disable_environment to " in text
        assert f'{path.name} to have "note" in front of "layer"' in text

    def test_a_manifest_that_ends_every_program(self, run: Run, root: Path) -> None:
        """This release takes no instance beside a manifest that is no JSON; the documents leave that file out."""
        path = Path(explicit(root))
        path.write_text(path.read_text().replace(",", ", // mine\n", 1))

        named = run("explain", "--root", str(root), NAME)
        checked = run("doctor", "--root", str(root))

        lines = named.stdout.splitlines()
        assert lines[0].startswith(
            f"{NAME} is not found with /usr/lib/libvulkan.so.1.3.239, release 1.3.239: "
            f"vkCreateInstance returns VK_ERROR_OUT_OF_HOST_MEMORY; "
        )
        assert lines[1] == "  by the documents it is not found, and vkCreateInstance returns VK_SUCCESS"
        assert "comment" in lines[0]
        assert checked.stdout.startswith(
            "1 thing is wrong with Vulkan here\n1. vkCreateInstance is not possible"
        )

    def test_what_follows_is_not_counted(self, run: Run, root: Path) -> None:
        """doctor names the file that fails all programs, and not the layers that none has therefore."""
        implicit(root)
        path = Path(explicit(root, name="other.json", layer_name="VK_LAYER_TEST_other"))
        path.write_text("{ // mine")

        out = run("doctor", "--root", str(root)).stdout

        assert out.startswith("1 thing is wrong with Vulkan here\n1. vkCreateInstance is not possible")
        assert f"{NAME} is not active" not in out
        assert "active in an ordinary program: none; 1 other installed" in out


class TestPage:
    """The page begins with the answers of the text, and its chain is that of the loader that is there."""

    def page(self, run: Run, root: Path) -> str:
        """Return the page on the layer, after checking that it has the exit code and the headline of the text."""
        words = ("explain", "--root", str(root), "--env", f"VK_INSTANCE_LAYERS={NAME}", NAME)
        text, page = run(*words), run(*words, "--format", "html")
        assert page.exit_code == text.exit_code
        shown = html.unescape(page.stdout)
        assert f'<p class="answer">{text.stdout.splitlines()[0]}</p>' in shown
        return shown

    def test_a_byte_order_mark(self, run: Run, root: Path) -> None:
        """It ends every program with this release; by the documents the layer is active."""
        path = Path(explicit(root))
        path.write_text(f"\ufeff{path.read_text()}")

        page = self.page(run, root)

        assert f"{NAME} is not active with /usr/lib/libvulkan.so.1.3.239, release 1.3.239: " in page
        assert "by the documents it would be active" in page
        assert "<b>To make it active:</b> change " in page
        assert (
            "0 layers and 1 driver in the call chain; vkCreateInstance returns VK_ERROR_OUT_OF_HOST" in page
        )
        assert f"{NAME} is active" not in page

    def test_a_key_behind_the_layer(self, run: Run, root: Path) -> None:
        """This release finds no layer then: it is not in the drawn chain."""
        path = Path(explicit(root))
        path.write_text(json.dumps({**json.loads(path.read_text()), "comment": "mine"}))

        page = self.page(run, root)

        assert "0 layers and 1 driver in the call chain; vkCreateInstance returns VK_SUCCESS." in page
        assert f"layer {NAME};" not in page
        assert "The loader here is /usr/lib/libvulkan.so.1.3.239, release 1.3.239." in page

    def test_an_active_layer(self, run: Run, root: Path) -> None:
        """How to keep it off is there as well."""
        explicit(root)

        page = self.page(run, root)

        assert "1 layer and 1 driver in the call chain; vkCreateInstance returns VK_SUCCESS." in page
        assert "to keep it off: unset VK_INSTANCE_LAYERS" in page


class TestExitCode:
    """It is about the layers that are named, or about all that are asked for if none is."""

    @pytest.mark.parametrize(("words", "code"), [((NAME,), 0), (("foo",), 1), ((), 1)])
    def test_another_name_in_a_variable(
        self, run: Run, root: Path, words: tuple[str, ...], code: int
    ) -> None:
        """A filter also has a name that no layer has: that concerns a question about the other one not."""
        explicit(root)

        result = run("explain", "--root", str(root), "--env", "VK_LOADER_LAYERS_ENABLE=*good*,foo", *words)

        assert result.exit_code == code

    def test_a_library_of_another_layer(self, run: Run, root: Path) -> None:
        """Nor does a layer that the same variable names and whose library is missing."""
        explicit(root)
        explicit(root, name="other.json", layer_name="VK_LAYER_TEST_other", library_path="libnone.so")
        both = ("--env", f"VK_INSTANCE_LAYERS={NAME}:VK_LAYER_TEST_other")

        assert run("explain", "--root", str(root), *both, NAME).exit_code == 0
        assert run("explain", "--root", str(root), *both, "VK_LAYER_TEST_other").exit_code == 1
        assert run("explain", "--root", str(root), *both).exit_code == 1


@pytest.mark.skipif(not NEWEST.is_file(), reason="no builds of loaders in ../shared/subjects/loaders")
def test_a_loader_without_a_release_in_its_name(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library is asked: this one keeps off what its filter matches, though VK_INSTANCE_LAYERS names it."""
    shutil.copy(NEWEST, tmp_path / "libvulkan.so.1")
    home = tmp_path / "home"
    manifest = Path(explicit(home / "x"))
    target = home / ".local/share/vulkan/explicit_layer.d"
    target.mkdir(parents=True)
    shutil.copy(manifest, target)
    for name, value in {
        "HOME": str(home),
        "LD_LIBRARY_PATH": str(tmp_path),
        "VK_LOADER_LAYERS_DISABLE": "*good*",
        "VK_INSTANCE_LAYERS": NAME,
    }.items():
        monkeypatch.setenv(name, value)

    result = run("explain", NAME)

    assert result.stdout.startswith(f"{NAME} is not active with {tmp_path}/libvulkan.so.1, release 1.4.335: ")
    assert result.exit_code == 1
