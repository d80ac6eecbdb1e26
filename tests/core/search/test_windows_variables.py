"""What variables and manifests say on Windows: names in any case, separators, spellings of paths."""

import json

import pytest
from windows_machines import DRIVERS, EXPLICIT, IMPLICIT, driver, layer, layers, plan_of, used, windows

from refloader.model.edition import Edition
from refloader.model.layer import Layer
from refloader.model.reason import Severity


class TestVariables:
    """Environment variables as Windows has them."""

    def test_names_match_in_any_case(self) -> None:
        """Those of the loader and those that manifests name."""
        files = {
            r"C:\p\one.json": layer(),
            r"C:\i.json": layer("VK_LAYER_TEST_i", disable_environment={"No_Layer": "1"}),
        }

        plan = plan_of(
            windows(used(IMPLICIT, r"C:\i.json")),
            files,
            environment={"vk_layer_path": r"C:\p", "NO_LAYER": "1"},
        )

        assert layers(plan) == ["VK_LAYER_TEST_i", "VK_LAYER_TEST_one"]
        assert [each.active for each in plan.layers] == [False, False]

    def test_instance_layers_are_separated_by_semicolons(self) -> None:
        """A colon joins two names to one."""
        platform = windows(used(EXPLICIT, r"C:\a.json"), used(EXPLICIT, r"C:\b.json"))
        files = {r"C:\a.json": layer("VK_LAYER_TEST_a"), r"C:\b.json": layer("VK_LAYER_TEST_b")}
        chains = [
            [each.name for each in plan_of(platform, files, environment={"VK_INSTANCE_LAYERS": value}).chain]
            for value in ("VK_LAYER_TEST_b;VK_LAYER_TEST_a", "VK_LAYER_TEST_b:VK_LAYER_TEST_a")
        ]

        assert chains == [["VK_LAYER_TEST_b", "VK_LAYER_TEST_a"], []]

    @pytest.mark.parametrize("filter_", ["one.json", "ONE.JSON", "one*"])
    def test_driver_filters_see_the_file_name(self, filter_: str) -> None:
        """The folder is no part of the name, whichever separator stands before it."""
        platform = windows(used(DRIVERS, r"C:\a\one.json"), used(DRIVERS, "C:/b/two.json"))
        files = {r"C:\a\one.json": driver(), r"C:\b\two.json": driver()}

        plan = plan_of(platform, files, environment={"VK_LOADER_DRIVERS_SELECT": filter_})

        assert [outcome.used for outcome in plan.drivers] == [True, False]

    @pytest.mark.parametrize("edition", Edition)
    def test_what_privilege_hides(self, edition: Edition) -> None:
        """The path variables since 2022; 2016 and 2018 speak of suid programs, which are not here."""
        names = {
            "VK_LAYER_PATH": r"C:\p",
            "VK_ICD_FILENAMES": r"C:\d.json",
            "XDG_DATA_HOME": "x",
            "HOME": "x",
        }

        plan = plan_of(windows(), {}, edition, environment=names, privileged=True)

        hidden = {each.subject for each in plan.reasons if "elevated privileges" in each.fact}
        late = edition in (Edition.E2022, Edition.E2026)
        assert hidden == ({"VK_LAYER_PATH", "VK_ICD_FILENAMES"} if late else set())

    @pytest.mark.parametrize(
        ("value", "words"),
        [
            ('"C:\\Program Files\\layers"', "quotation marks"),
            (r"%LOCALAPPDATA%\layers", "percent signs"),
            (r"C:\one:C:\two", "joins paths with a colon"),
        ],
    )
    def test_lists_that_are_written_wrongly(self, value: str, words: str) -> None:
        """What no loader mends is told."""
        plan = plan_of(windows(), {}, environment={"VK_ADD_LAYER_PATH": value})

        told = [each for each in plan.reasons if each.subject == "VK_ADD_LAYER_PATH" and words in each.fact]
        assert [each.severity for each in told] == [Severity.WARNING]

    @pytest.mark.parametrize(
        "value", [r"C:\Program Files (x86)\a;D:\b", r"\\server\100% sure\a", r"\\?\C:\a"]
    )
    def test_lists_that_are_written_rightly(self, value: str) -> None:
        """Ordinary paths give no remark but that there is nothing."""
        plan = plan_of(windows(), {}, environment={"VK_ADD_LAYER_PATH": value})

        assert [each for each in plan.reasons if each.subject == "VK_ADD_LAYER_PATH"] == []


class TestManifests:
    """What manifests say of libraries."""

    def found(self, library: str) -> Layer:
        """The layer whose library_path is this."""
        plan = plan_of(windows(used(EXPLICIT, r"C:\a\one.json")), {r"C:\a\one.json": layer(library=library)})
        return plan.layers[0].layer

    @pytest.mark.parametrize(
        "library", [".\\x.dll", "..\\lib\\x.DLL", "x.dll", "C:\\x\\x.dll", "./x.dll", "\\\\s\\d\\x.dll"]
    )
    def test_forms_that_are_right(self, library: str) -> None:
        """Full, relative and bare, with either separator."""
        assert self.found(library).reasons == ()

    @pytest.mark.parametrize("library", ["libx.so", ".\\x", "x.dylib", "x.dll.bak"])
    def test_suffixes_of_others(self, library: str) -> None:
        """A library that does not end in .dll is remarked on, from 2018 on."""
        (reason,) = self.found(library).reasons

        assert (reason.rule, reason.severity) == ("DISC-GEN-09", Severity.WARNING)
        assert reason.fact.endswith("does not end in .dll")
        assert Edition.E2016 not in reason.editions

    def test_an_override_layer_knows_the_program_byte_for_byte(self) -> None:
        """app_keys take no other letter case and no other separator (AMB-APPKEYS-MATCH)."""
        override = layer(
            "VK_LAYER_LUNARG_override",
            component_layers=["VK_LAYER_TEST_one"],
            app_keys=[r"C:\Games\game.exe"],
            disable_environment={"OFF": "1"},
        )
        body = json.loads(override)
        del body["layer"]["library_path"]
        files = {r"C:\o.json": json.dumps(body).encode(), r"C:\one.json": layer()}
        rows = [used(IMPLICIT, r"C:\o.json"), used(EXPLICIT, r"C:\one.json")]

        chains = [
            [each.name for each in plan_of(windows(*rows), files, program=program).chain]
            for program in (r"C:\Games\game.exe", r"C:\Games\GAME.exe", "C:/Games/game.exe")
        ]

        assert chains == [["VK_LAYER_TEST_one"], [], []]
