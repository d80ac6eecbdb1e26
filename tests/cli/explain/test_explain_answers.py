"""The first screen of ``refloader explain``, and the words by which a layer can be asked for."""

import json
from pathlib import Path

import pytest
from staged import NAME, driver, explicit, implicit, library
from verbs import Run, checked_json, manifest

from refloader.engine import decide

pytestmark = pytest.mark.slow(daily=True)

OVERLAY = "VK_LAYER_TEST_shiny_overlay"
FOLDER = "usr/share/vulkan/explicit_layer.d"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree with a driver and two explicit layers, good and shiny_overlay."""
    driver(tmp_path)
    explicit(tmp_path)
    library(tmp_path, "libVkLayer_good.so")
    manifest(tmp_path / FOLDER, "Shiny.json", layer_name=OVERLAY, library_path="libshiny.so")
    library(tmp_path, "libshiny.so")
    return tmp_path


class TestNames:
    """A layer is asked for as people say it."""

    @pytest.mark.parametrize(
        "word",
        [
            OVERLAY,
            OVERLAY.lower(),
            "shiny",
            "SHINY",
            "overlay",
            "Shiny.json",
            f"/{FOLDER}/Shiny.json",
            "libshiny.so",
            "/usr/lib/libshiny.so",
        ],
    )
    def test_a_word(self, run: Run, root: Path, word: str) -> None:
        """The name in any letter case, a part of it, the manifest, the library."""
        result = run("explain", "--root", str(root), word)

        assert result.stdout.startswith(f"{OVERLAY} is not active: nothing asks for this explicit layer\n")
        assert result.exit_code == 1

    def test_several(self, run: Run, root: Path) -> None:
        """All of them get an answer, and it is said that there are several."""
        lines = run("explain", "--root", str(root), "test").stdout.splitlines()

        assert lines[0].startswith("2 layers match test: ")
        assert {line.split()[0] for line in lines if " is not active: " in line} == {NAME, OVERLAY}

    def test_an_own_name_wins(self, run: Run, root: Path) -> None:
        """A layer whose name is a part of another's is meant by its own name."""
        manifest(root / FOLDER, "longer.json", layer_name=f"{NAME}_longer")

        document = checked_json(run("explain", "--root", str(root), "--format", "json", NAME), "explain-1")

        assert document["meant"] == [{"word": NAME, "layers": [NAME], "how": "", "more": 0}]

    @pytest.mark.parametrize("word", ["mangohud", "VK_LAYER_TEST_goood", "/no/such.json"])
    def test_no_manifest_is_invented(self, run: Run, root: Path, word: str) -> None:
        """For a word that means no layer, or is like an installed one, nothing is proposed to be written."""
        result = run("explain", "--root", str(root), word)

        assert result.stdout.startswith(f"{word} is not found: ")
        assert "a manifest that defines" not in result.stdout
        assert result.exit_code == 1

    def test_a_manifest_that_is_not_json(self, run: Run, root: Path) -> None:
        """That it is not JSON is said once."""
        (root / FOLDER / "odd.json").write_text('{"layer": {"name": "VK_LAYER_TEST_odd",, }}')

        first = run("explain", "--root", str(root), "VK_LAYER_TEST_odd").stdout.splitlines()[0]

        assert 'odd.json" is not valid JSON: ' in first
        assert "JSON: not JSON" not in first


class TestFirstScreen:
    """The answer, and what is needed with it, fits 24 lines."""

    def test_the_change_can_be_copied(self, run: Run, root: Path) -> None:
        """As a command of the shell."""
        lines = run("explain", "--root", str(root), NAME).stdout.splitlines()

        assert lines[1] == f"  ACT-EXPLICIT-01  /{FOLDER}/good.json:3"
        assert lines[2:4] == [
            f"  to make it active: set VK_INSTANCE_LAYERS={NAME}",
            f"    export VK_INSTANCE_LAYERS={NAME}",
        ]
        assert len(lines) <= 24
        assert lines[-1].startswith("-v prints every layer")

    def test_the_trail_is_behind_v(self, run: Run, root: Path) -> None:
        """It has what the first screen leaves out, and the exit code is the same."""
        short, whole = (
            run("explain", "--root", str(root), NAME),
            run("explain", "--root", str(root), "-v", NAME),
        )

        assert "layers asked for" not in short.stdout
        assert "layers asked for" in whole.stdout
        assert short.exit_code == whole.exit_code

    def test_problems_of_other_layers(self, run: Run, root: Path) -> None:
        """They have one line where a layer is asked for, and their sentences without a name and with -v."""
        switch = {"disable_environment": {"DISABLE_LOST": "1"}}
        folder = root / "usr/share/vulkan/implicit_layer.d"
        manifest(folder, "lost.json", layer_name="VK_LAYER_TEST_lost", library_path="./gone.so", **switch)

        named, whole = (run("explain", "--root", str(root), *more, NAME).stdout for more in ((), ("-v",)))
        alone = run("explain", "--root", str(root)).stdout

        assert "gone.so" not in named
        assert "1 problem of other layers: refloader explain, without a name, shows it" in named.splitlines()
        assert "gone.so" in whole
        assert "gone.so" in alone
        assert "of other layers" not in alone

    def test_many_layers(self, run: Run, root: Path) -> None:
        """A machine with forty of them fits too."""
        for number in range(40):
            switch = {"disable_environment": {f"DISABLE_{number}": "1"}}
            folder = root / "usr/share/vulkan/implicit_layer.d"
            manifest(folder, f"{number}.json", layer_name=f"VK_LAYER_TEST_number_{number}", **switch)

        for words in ((), ("good",)):
            assert len(run("explain", "--root", str(root), *words).stdout.splitlines()) <= 24
        several = run("explain", "--root", str(root), "number").stdout.splitlines()
        assert several[0].startswith("40 layers match number: ")
        assert several[0].endswith("and 34 more: give more of the name")

    def test_how_to_keep_it_off(self, run: Run, tmp_path: Path) -> None:
        """By its own variable, or by the filter; both are tried."""
        driver(tmp_path)
        implicit(tmp_path)
        library(tmp_path, "libVkLayer_good.so")

        text = run("explain", "--root", str(tmp_path), NAME).stdout

        assert f"to keep it off: set DISABLE_GOOD=1 or set VK_LOADER_LAYERS_DISABLE={NAME}" in text

    @pytest.mark.parametrize("has_library", [True, False])
    def test_how_to_keep_it_off_with_an_old_loader(
        self, run: Run, tmp_path: Path, *, has_library: bool
    ) -> None:
        """Loaders before 1.3.234 read no filter, and the machine has one of those."""
        driver(tmp_path)
        implicit(tmp_path)
        if has_library:
            library(tmp_path, "libVkLayer_good.so")
        library(tmp_path, "libvulkan.so.1.2.162")
        (tmp_path / "usr/lib/libvulkan.so.1").symlink_to("libvulkan.so.1.2.162")

        text = run("explain", "--root", str(tmp_path), NAME).stdout

        assert "to keep it off: set DISABLE_GOOD=1\n" in text

    def test_a_misspelt_variable(self, run: Run, root: Path) -> None:
        """Without a word: what a variable asks for in vain comes first, and the variable is corrected."""
        words = ("explain", "--root", str(root), "--env", "VK_INSTANCE_LAYERS=VK_LAYER_TEST_Good")

        lines = run(*words).stdout.splitlines()

        assert lines[0].startswith("VK_LAYER_TEST_Good is not found: VK_INSTANCE_LAYERS asks for")
        assert f"  to make it active: set VK_INSTANCE_LAYERS={NAME}" in lines

    def test_a_misspelt_variable_of_an_implicit_layer(self, run: Run, tmp_path: Path) -> None:
        """This release passes implicit layers over in that variable: the layer's own switch is what helps."""
        driver(tmp_path)
        implicit(tmp_path, enable_environment={"ENABLE_GOOD": "1"})
        library(tmp_path, "libVkLayer_good.so")
        library(tmp_path, "libvulkan.so.1.3.239")
        (tmp_path / "usr/lib/libvulkan.so.1").symlink_to("libvulkan.so.1.3.239")
        words = ("explain", "--root", str(tmp_path), "--env", "VK_INSTANCE_LAYERS=VK_LAYER_TEST_god")

        off = run(*words).stdout.splitlines()
        on = run(*words, "--env", "ENABLE_GOOD=1").stdout.splitlines()

        assert off[0].endswith(f"; similar names: {NAME}")
        assert "  to make it active: set ENABLE_GOOD=1" in off
        assert f"  to make it active: set VK_INSTANCE_LAYERS={NAME}" in on

    def test_an_empty_name(self, run: Run) -> None:
        """It is a variable of a script that was not set, and no question about a layer."""
        result = run("explain", "")

        assert result.exit_code == 2
        assert "a LAYER is empty" in result.stderr

    @pytest.mark.parametrize("word", ["layers", "loader"])
    def test_a_word_that_is_no_name(self, run: Run, root: Path, word: str) -> None:
        """The answer names what was asked for, also where that is a word that answers begin with."""
        result = run("explain", "--root", str(root), word)

        assert result.exit_code == 1
        assert result.stdout.startswith(f"{word} is not found: ")

    def test_a_folder(self, run: Run, tmp_path: Path) -> None:
        """It is no layer, and the options that read one are named."""
        result = run("explain", str(tmp_path))

        assert result.exit_code == 2
        assert f"refloader explain --root {tmp_path}" in result.stderr

    def test_a_snapshot(self, run: Run, root: Path, tmp_path: Path) -> None:
        """It is no layer either, and the option that reads it is named."""
        file = tmp_path / "machine.json"
        run("snapshot", "--root", str(root), "-o", str(file))

        result = run("explain", str(file))

        assert result.exit_code == 2
        assert f"is a snapshot: refloader explain --snapshot {file}" in result.stderr

    def test_a_folder_without_a_slash(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It may be a layer's name as well, so that the folder is named only where no layer is found."""
        (tmp_path / "stage").mkdir()
        monkeypatch.chdir(tmp_path)

        result = run("explain", "--no-run", "stage")

        assert result.stdout.startswith("stage is not found: ")
        assert "stage is a folder here: refloader explain --root stage" in result.stdout
        assert "refloader explain MANIFEST, with its path" in result.stdout

    def test_everything(self, run: Run, root: Path) -> None:
        """Without a name: that nothing is wrong, what is active, the drivers, what is not."""
        lines = run("explain", "--root", str(root)).stdout.splitlines()

        assert lines[0] == "nothing is wrong with what programs get here, as far as files show"
        assert lines[2:5] == ["", "no layer is active", "1 driver: x.json"]
        assert lines[5].startswith("not active: ")


def test_an_override_layer_takes_the_force_of_a_variable(run: Run, root: Path) -> None:
    """VK_LAYER_PATH is not in force where the override layer has paths of its own."""
    switch = {"disable_environment": {"DISABLE_OVERRIDE": "1"}}
    folder = root / "usr/share/vulkan/implicit_layer.d"
    parts = {"component_layers": [NAME], "override_paths": [f"/{FOLDER}"]}
    manifest(folder, "o.json", "library_path", "VK_LAYER_LUNARG_override", **switch, **parts)
    words = ("explain", "--root", str(root), "--format", "json", "--env", "VK_LAYER_PATH=/opt")

    document = checked_json(run(*words), "explain-1")

    control = next(each for each in document["controls"] if each["name"] == "VK_LAYER_PATH")
    assert not control["in_force"]
    assert "override layer" in control["why"]


def test_what_a_registry_names(run: Run) -> None:
    """Values that are not followed, and manifests that were not supplied, are in the first screen."""
    registry = Path(__file__).parents[3] / "fixtures" / "registry" / "game-store-wrong.reg"

    lines = run("explain", "--reg", str(registry)).stdout.splitlines()

    path = r"C:\Program Files (x86)\Acme Store\AcmeStoreOverlay64.json"
    assert any(line.startswith("3 registry values not followed: ") and path in line for line in lines)
    assert f"1 manifest with unknown content: {path}" in lines
    assert "no layer is known to be active" in lines
    assert any(line.startswith("  to have them read: --root DIR") for line in lines)


def test_folders_of_which_nothing_is_known(run: Run, tmp_path: Path) -> None:
    """They are counted as folders: no manifest of theirs is known."""
    log, snapshot = tmp_path / "log.txt", str(tmp_path / "machine.json")
    log.write_text("Vulkan Instance Version: 1.3.239\n", encoding="utf-8")
    run("snapshot", "--from-log", str(log), "-o", snapshot)

    text = run("explain", "--snapshot", snapshot).stdout

    assert "the content of 4 folders of drivers is not known" in text
    assert "12 folders with unknown content: /etc/xdg/vulkan/implicit_layer.d, " in text
    assert "manifest" not in text


class TestThisMachine:
    """Words that mean files and programs here."""

    def test_a_manifest_where_no_loader_looks(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Its folder is what a variable has to name, also where the path is given from the working folder."""
        manifest(tmp_path, "mine.json", layer_name="VK_LAYER_ACME_only_here")
        monkeypatch.chdir(tmp_path)

        for word in ("mine.json", "./mine.json", str(tmp_path / "mine.json")):
            lines = run("explain", word).stdout.splitlines()

            assert lines[0].startswith(
                f'VK_LAYER_ACME_only_here is not found: "{tmp_path}/mine.json" defines it, and a loader does not '
                f'search "{tmp_path}"'
            )
            assert f"    export VK_ADD_LAYER_PATH={tmp_path}" in lines

    def test_a_name_that_has_only_the_prefix_in_common(self, run: Run, root: Path) -> None:
        """All layers begin with VK_LAYER_, so that is no likeness."""
        said = run("explain", "--root", str(root), "VK_LAYER_ACME_hud").stdout

        assert "similar names" not in said

    def test_a_program(self, run: Run, tmp_path: Path) -> None:
        """A program is no layer: it is asked about by its process."""
        said = run("explain", "sh").stdout

        assert said.splitlines()[-1] == (
            "sh is a program: --pid N asks about one that runs, with its process id"
        )


class TestManyLayers:
    """What is tried for each layer takes a plan of all: beyond a limit, it is tried for the first ones alone."""

    @pytest.fixture
    def plans(self, monkeypatch: pytest.MonkeyPatch) -> list[object]:
        """Every plan that is made."""
        made: list[object] = []

        def planned(*words: object, **options: object) -> object:
            made.append(words)
            return decide(*words, **options)  # type: ignore[arg-type]

        monkeypatch.setattr("refloader.inspect.whatif.smallest.decide", planned)
        return made

    @pytest.mark.parametrize("library", ["./libmissing.so", "/usr/lib/none/libmissing.so"])
    def test_without_libraries(self, run: Run, tmp_path: Path, plans: list[object], library: str) -> None:
        """A tree with 2,000 of them took minutes, and longer where their removal may bring a driver."""
        for number in range(300):
            switch = {"disable_environment": {f"OFF_{number}": "1"}}
            place = tmp_path / "usr/share/vulkan/implicit_layer.d"
            manifest(
                place, f"{number}.json", layer_name=f"VK_LAYER_TEST_{number}", library_path=library, **switch
            )

        answers = run("explain", "--root", str(tmp_path), "--format", "json")

        found = json.loads(answers.stdout)["answers"]
        assert len(plans) < 200
        assert [each["off"][:1] for each in found[:4]] == [
            [f"set OFF_{each['subject'][14:]}=1"] for each in found[:4]
        ]
        assert not found[299]["off"]
        assert found[299]["why"].endswith(
            "with so many layers, what keeps one off is tried only for the first ones"
        )

    def test_names_that_no_layer_has(self, run: Run, tmp_path: Path, plans: list[object]) -> None:
        """As the variable of a stranger's snapshot may ask for."""
        names = ":".join(f"VK_LAYER_TEST_{number}" for number in range(300))

        answers = run(
            "explain", "--root", str(tmp_path), "--env", f"VK_INSTANCE_LAYERS={names}", "--format", "json"
        )

        found = json.loads(answers.stdout)["answers"]
        assert len(plans) < 3000
        assert found[299]["change"]["value"].endswith(
            "with so many layers, a change is looked for only for the first ones"
        )

    def test_with_changes_that_lead_on_in_vain(self, run: Run, tmp_path: Path, plans: list[object]) -> None:
        """Each is found then, and lacks what it consists of: a change after that was looked for among 4,498 plans."""
        gone = ["VK_LAYER_TEST_gone_1", "VK_LAYER_TEST_gone_2"]
        names = [f"VK_LAYER_TEST_{number}" for number in range(20)]
        for name in names:
            manifest(tmp_path / FOLDER, f"{name}.json", "library_path", name, component_layers=gone)
        settings = ("VK_LAYER_PATH=/nowhere", "VK_LOADER_LAYERS_DISABLE=~all~")
        words = [word for each in settings for word in ("--env", each)]

        answers = run(
            "explain",
            "--root",
            str(tmp_path),
            *words,
            "--format",
            "json",
            *(f"--request={each}" for each in names),
        )

        found = json.loads(answers.stdout)["answers"]
        assert len(plans) < 1500
        assert any(
            each["change"]["value"].endswith("with so much to try, not all of it was tried") for each in found
        )
