"""The machine in a snapshot's file: what is written comes back, and whatever else is there is told with its place."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_snapshot_file import json_values, places, put

from refloader.host.machines.memory import MemoryHost
from refloader.host.machines.snapshot import SnapshotHost
from refloader.inspect.explain import explain
from refloader.inspect.explain.document import as_json
from refloader.inspect.lint.manifests import Linter
from refloader.inspect.snapshots.document import of_host, redacted_document
from refloader.inspect.snapshots.file import SCHEMA, read_machine
from refloader.inspect.snapshots.lint_targets import check_machine
from refloader.inspect.snapshots.recorded import recorded_json
from refloader.model.edition import Edition
from refloader.model.introspection import Introspected
from refloader.model.layer import Extension
from refloader.model.library import Format, Library
from refloader.model.platform import Device, Platform
from refloader.model.reason import Span
from refloader.model.recorded import Exports, Names, Recorded, RecordedAnswers, Refusal
from refloader.model.request import Build, Request
from refloader.model.system import System
from refloader.model.windows_registry import RegistryKey, RegistryValue, ValueType, registry_of

PATH = "/tmp/snapshot.json"
SPAN = Span("export.reg", 3, 1)
LAYER = Introspected("VK_LAYER_A_b", instance_extensions=(Extension("VK_EXT_a", 2, ("vkA",)),))
LIBRARY = Library(
    "C:\\a.dll",
    64,
    "X86_64",
    True,
    frozenset({"vkB", "vkA"}),
    needed=("b.dll",),
    format=Format.PE,
    others=(Library("C:\\a.dll", 32, "386", True, frozenset()),),
    introspected=(LAYER,),
)
KEY = RegistryKey(
    r"HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan\Drivers",
    (
        RegistryValue("C:\\a.json", ValueType.DWORD, 0, SPAN),
        RegistryValue("text", ValueType.SZ, "x", SPAN),
        RegistryValue("", ValueType.MULTI_SZ, ("x", "y"), SPAN),
        RegistryValue("odd", ValueType.BINARY, b"\x00\xff", SPAN),
    ),
    SPAN,
)
RECORDED = Recorded(
    Platform(
        System.WINDOWS,
        registry=registry_of([KEY], "export.reg", ("hkey_local_machine\\software",)),
        devices=(Device("key", True, 7), Device("other")),
        packages=("C:\\package",),
        adapters=(7, 8),
    ),
    32,
    "X86_64",
    True,
    "C:\\x.exe",
    {"VK_LAYER_PATH": "C:\\m\udcff"},
    (
        RecordedAnswers("C:\\a.json", "file", data=b'{\r\n  "a": 1\n}', real_path="C:\\A.json"),
        RecordedAnswers("C:\\a.dll", "file", head=b"MZ", library=Exports(LIBRARY, 5)),
        RecordedAnswers("C:\\b.json", data=b"\xff\xfe"),
        RecordedAnswers("C:\\c", names=Names(("x", "y\udcfe"), True, 4)),
        RecordedAnswers("C:\\f", names=Names(("x", "y"), folders=("y",))),
        RecordedAnswers("C:\\d", names=Names(("z",)), library=Refusal("cannot be read", "damaged")),
        RecordedAnswers("C:\\e.dll", links=LIBRARY),
    ),
    ("TOKEN",),
    ("a note",),
)


def document(recorded: Recorded = RECORDED) -> dict[str, Any]:
    """The document that holds a machine."""
    return {"schema": SCHEMA, **recorded_json(recorded)}


TAKEN = of_host(
    MemoryHost(
        files={
            "C:\\a.json": b'{"ICD": {"library_path": "a.dll", "api_version": "1.3.0"}}',
            "C:\\l\\b.json": b'{"layer": {"name": "VK_LAYER_A_b", "library_path": ".\\\\b.dll"}}',
        },
        environment={"VK_LAYER_PATH": "C:\\l"},
        system=RECORDED.platform,
    ),
    staged=False,
)
ODD = [
    "",
    "/",
    "\0",
    "..",
    "\ud800",
    "missing",
    "folder",
    -1,
    7,
    [""],
    {"trouble": "missing"},
    {"lines": ["{"]},
]
"""What stands where it should not, and is not refused everywhere."""


class TestReading:
    """A machine survives its file."""

    def test_what_is_written_comes_back(self) -> None:
        """Registry, devices, libraries, contents that are no text; of links the exports are left out."""
        read, reasons = read_machine(json.dumps(document()).encode(), PATH)

        assert reasons == ()
        assert read is not None
        assert recorded_json(read) == recorded_json(RECORDED)
        assert read.platform == RECORDED.platform
        assert {each.path: each.library for each in read.entries} == {
            each.path: each.library for each in RECORDED.entries
        }

    def test_what_is_missing_is_one_list(self) -> None:
        """A path about which all answers were that nothing is there."""
        entry = RecordedAnswers("/a", "missing", Refusal("missing"), Refusal("missing"))

        assert document(Recorded(entries=(entry,)))["missing"] == ["/a"]

    def test_a_text_stands_there_line_by_line(self) -> None:
        """So that people can read it."""
        (first, *_) = document()["paths"]
        content = {each["path"]: each.get("content") for each in document()["paths"]}

        assert first["path"] == "C:\\a.dll"
        assert content["C:\\a.json"] == {"lines": ["{\r", '  "a": 1', "}"]}

    @pytest.mark.parametrize(
        ("schema", "fact"),
        [
            ("refloader.snapshot/3", "a newer refloader wrote it"),
            ("refloader.snapshot/1", "refloader.snapshot/1 holds digests alone"),
            ("refloader.lint/1", 'its schema is "refloader.lint/1", not refloader.snapshot/2'),
        ],
    )
    def test_other_schemas(self, schema: str, fact: str) -> None:
        """Each has its own reason."""
        read, (reason,) = read_machine(json.dumps({"schema": schema}).encode(), PATH)

        assert read is None
        assert fact in reason.fact
        assert reason.span == Span(PATH, 1, 12)


class TestHostile:
    """A file may hold anything."""

    @given(st.sampled_from(places(document())), json_values)
    def test_any_value_anywhere_is_read_or_told(self, keys: tuple[str | int, ...], value: Any) -> None:
        """One value put in place of another gives a machine or one reason with a place."""
        read, reasons = read_machine(json.dumps(put(document(), keys, value)).encode(), PATH)

        assert (read is None) == (len(reasons) == 1)
        assert all(reason.span for reason in reasons)

    @given(st.sampled_from(places(TAKEN)), json_values | st.sampled_from(ODD))
    def test_whatever_is_read_can_be_asked(self, keys: tuple[str | int, ...], value: Any) -> None:
        """Explain, lint and redaction come to an end on a snapshot with anything in it."""
        changed = put(TAKEN, keys, value)
        read, _ = read_machine(json.dumps(changed).encode(), PATH)
        if read is None:
            return

        explanation = explain(SnapshotHost(read), Request(), Edition.E2026, Build(), ("VK_LAYER_A_b",))
        report = check_machine(Linter(SnapshotHost(read)), staged=False)

        assert as_json(explanation)
        assert report.files >= 0
        assert redacted_document(changed)["redacted"] is True

    @given(st.integers(0, len(json.dumps(document()))))
    def test_a_cut_file(self, size: int) -> None:
        """Nothing raises, and nothing less than the whole is taken for a machine."""
        data = json.dumps(document()).encode()

        assert (read_machine(data[:size], PATH)[0] is None) == (size < len(data))
