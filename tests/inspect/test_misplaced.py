"""Where manifests of a tree lie: in a place of the search, below a base that variables may name, or beside."""

import pytest

from refloader.core.json.reader import JsonValue
from refloader.inspect.lint.misplaced import looks_like_manifest, stray
from refloader.model.reason import Severity
from refloader.model.system import System

LAYER: JsonValue = {"file_format_version": "1.2.0", "layer": {"name": "VK_LAYER_a"}}
DRIVER: JsonValue = {"file_format_version": "1.0.0", "ICD": {"library_path": "a.so"}}
EGL_DRIVER: JsonValue = {"file_format_version": "1.0.0", "ICD": {"library_path": "libEGL_mesa.so.0"}}
LOOKED = frozenset({"/usr/share/vulkan/explicit_layer.d", "/usr/share/vulkan/icd.d", "c:\\named.json"})


class TestManifests:
    """JSON anywhere in a tree is a manifest where it says its format's version and holds a layer or a driver."""

    @pytest.mark.parametrize("value", [LAYER, DRIVER, {"file_format_version": "1.0.1", "layers": [{}]}])
    def test_ours(self, value: JsonValue) -> None:
        """One layer, several, or a driver."""
        assert looks_like_manifest("/opt/a.json", value)

    @pytest.mark.parametrize(
        "value",
        [
            None,
            [],
            {"layer": {}},
            {"file_format_version": 1, "layer": {}},
            {"file_format_version": "1.0.0", "layer": "roads"},
            {"file_format_version": "1.0.0", "layers": ["roads"]},
            EGL_DRIVER,
        ],
    )
    def test_not_ours(self, value: JsonValue) -> None:
        """Maps and pictures have layers too, and EGL's drivers an "ICD"."""
        assert not looks_like_manifest("/opt/a.json", value)


@pytest.mark.rule("DISC-LINUX-09", "DISC-DRIVER-LINUX-03")
class TestPlaces:
    """Only the folder that a base and its suffix name is read, not what is above, below or beside it."""

    @pytest.mark.parametrize(
        ("path", "value"),
        [
            ("/usr/share/vulkan/explicit_layer.d/a.json", LAYER),
            ("/usr/share/vulkan/icd.d/a.json", DRIVER),
            ("/usr/share/vulkan/loader_settings.d/a.json", LAYER),
        ],
    )
    def test_where_loaders_look_nothing_is_said(self, path: str, value: JsonValue) -> None:
        """Settings are somebody else's matter."""
        assert stray(path, value, LOOKED, System.LINUX, of_registry=False) is None

    def test_of_a_driver_of_egl_nothing_is_said(self) -> None:
        """GLVND reads it, and finds it; no variable makes it one of Vulkan's."""
        path = "/usr/share/glvnd/egl_vendor.d/50_mesa.json"

        assert stray(path, EGL_DRIVER, LOOKED, System.LINUX, of_registry=False) is None

    @pytest.mark.parametrize(
        ("path", "value", "right"),
        [
            ("/usr/share/vulkan/a.json", LAYER, "/usr/share/vulkan/explicit_layer.d"),
            ("/usr/share/vulkan/explicit_layers.d/a.json", LAYER, "/usr/share/vulkan/explicit_layer.d"),
            (
                "/usr/share/vulkan/explicit_layer.d/x/explicit_layer.d/a.json",
                LAYER,
                "/usr/share/vulkan/explicit_layer.d",
            ),
            ("/usr/share/implicit_layer.d/a.json", LAYER, "/usr/share/vulkan/implicit_layer.d"),
            ("/usr/lib/vulkan/icd.d/a.json", DRIVER, "/usr/share/vulkan/icd.d"),
            ("/usr/etc/vulkan/icd.d/a.json", DRIVER, "/etc/vulkan/icd.d"),
            ("/etc/vulkan/icd/a.json", DRIVER, "/etc/vulkan/icd.d"),
        ],
    )
    def test_beside_the_right_folder_is_a_mistake(self, path: str, value: JsonValue, right: str) -> None:
        """The right one is named."""
        found = stray(path, value, LOOKED, System.LINUX, of_registry=False)

        assert found is not None
        assert found.judged
        assert (found.reason.severity, found.reason.remedy) == (Severity.WARNING, f"move it to {right}")

    @pytest.mark.parametrize(
        ("path", "told"),
        [
            ("/opt/sdk/share/vulkan/explicit_layer.d/a.json", 'where XDG_DATA_DIRS holds "/opt/sdk/share"'),
            ("/opt/sdk/etc/vulkan/explicit_layer.d/a.json", 'where XDG_CONFIG_DIRS holds "/opt/sdk/etc"'),
            ("/home/me/.local/share/vulkan/implicit_layer.d/a.json", "only for that user"),
            (
                "/Applications/A.app/Contents/Resources/vulkan/icd.d/a.json",
                "only for programs of that bundle",
            ),
        ],
    )
    def test_other_bases_count_where_something_names_them(self, path: str, told: str) -> None:
        """So they are judged, and it is said when they count."""
        found = stray(path, LAYER, LOOKED, System.MACOS, of_registry=False)

        assert found is not None
        assert found.judged
        assert found.reason.severity is Severity.NOTE
        assert told in found.reason.fact

    def test_elsewhere_a_manifest_may_lie_on_purpose(self) -> None:
        """Applications bring their own, and name them in a variable."""
        found = stray("/opt/browser/driver.json", DRIVER, LOOKED, System.LINUX, of_registry=False)

        assert found is not None
        assert not found.judged
        assert "VK_ADD_DRIVER_FILES names it" in found.reason.fact


@pytest.mark.rule("DISC-WINDOWS-01", "DISC-WINDOWS-02", "DISC-DRIVER-WINDOWS-03")
class TestWindows:
    """A manifest may lie anywhere, if a value of the registry names it."""

    def test_what_no_value_names_is_told(self) -> None:
        """Where the registry is known."""
        found = stray("C:\\other.json", DRIVER, LOOKED, System.WINDOWS, of_registry=True)

        assert found is not None
        assert found.judged
        assert (found.reason.rule, found.reason.severity) == ("DISC-DRIVER-WINDOWS-03", Severity.NOTE)

    def test_without_a_registry_nothing_is_said(self) -> None:
        """Nor of what is named."""
        assert stray("C:\\other.json", DRIVER, LOOKED, System.WINDOWS, of_registry=False) is None
        assert stray("C:\\named.json", LAYER, LOOKED, System.WINDOWS, of_registry=True) is None
