"""A host that is recorded, and one that is only remembered: what was asked is kept, and what follows is told."""

from collections.abc import Iterator

from refloader.host.machines.memory import MemoryHost
from refloader.host.machines.recording import RecordingHost
from refloader.host.machines.snapshot import NOT_HELD, SnapshotHost
from refloader.host.port import Content, Failure, Kind, Listing, Trouble
from refloader.model.library import Library
from refloader.model.platform import Platform
from refloader.model.recorded import Exports, Names, Recorded, RecordedAnswers, Refusal
from refloader.model.system import System
from refloader.model.text import NOT_TOLD

LIBRARY = Library("/lib/a.so", 64, "X86_64", True, frozenset({"vkGetInstanceProcAddr"}))
MACHINE = MemoryHost(
    files={"/etc/a.json": b"{}", "/etc/b.json": b"[]", "/secret/c": b"c"},
    links={"/link": "/etc"},
    libraries={"/lib/a.so": LIBRARY},
    blocked=frozenset({"/secret"}),
    environment={"HOME": "/home/x", "PASSWORD": "x", "VK_LAYER_PATH": "/etc"},
)


def remembered(recording: RecordingHost) -> SnapshotHost:
    """What a recording host has been told, as a host."""
    return SnapshotHost(Recorded(entries=recording.memory.entries()))


class TestRecording:
    """Every answer is passed on and kept."""

    def test_the_answers_come_back(self) -> None:
        """Contents, listings, links, facts and refusals."""
        recording = RecordingHost(MACHINE)
        for path in ("/etc", "/etc/a.json", "/link/a.json", "/lib/a.so", "/secret", "/nowhere"):
            recording.kind(path)
            recording.list(path)
            recording.read(path)
            recording.head(path, 1)
            recording.real_path(path)
            recording.library(path)
        snapshot = remembered(recording)

        for path in ("/etc", "/etc/a.json", "/link/a.json", "/lib/a.so", "/secret", "/nowhere"):
            assert snapshot.kind(path) is MACHINE.kind(path)
            assert snapshot.list(path) == MACHINE.list(path)
            assert snapshot.read(path) == MACHINE.read(path)
            assert snapshot.head(path, 1) == MACHINE.head(path, 1)
            assert snapshot.real_path(path) == MACHINE.real_path(path)
            assert snapshot.library(path) == MACHINE.library(path)
        assert snapshot.unknown() == ()

    def test_variables_that_are_asked_for_are_heard(self) -> None:
        """Whoever copies all of them asks for none."""
        recording = RecordingHost(MACHINE)

        copy = dict(recording.variables())
        found = recording.variables().get("HOME"), "VK_DRIVER_FILES" in recording.variables()

        assert copy == MACHINE.environment
        assert found == ("/home/x", False)
        assert recording.memory.names == {"HOME", "VK_DRIVER_FILES"}

    def test_a_library_is_looked_at_once(self) -> None:
        """What it is linked with are all of its facts, where the host tells no less."""
        recording = RecordingHost(MACHINE)

        assert recording.linked_with("/lib/a.so") is recording.library("/lib/a.so") is LIBRARY


class TestWhatFollows:
    """What was not asked is told where it is certain."""

    def test_of_a_listing(self) -> None:
        """A name that is not in the list is not there; of one that is nobody knows what it holds."""
        snapshot = SnapshotHost(Recorded(entries=(RecordedAnswers("/etc", names=Names(("a.json",))),)))

        assert (snapshot.kind("/etc"), snapshot.kind("/etc/b.json")) == (Kind.FOLDER, Kind.MISSING)
        assert snapshot.read("/etc/b.json") == Failure(Trouble.MISSING)
        assert snapshot.read("/etc/b/c/d.json") == Failure(Trouble.MISSING)
        assert snapshot.read("/etc/a.json") == NOT_HELD
        assert snapshot.read("/etc") == Failure(Trouble.NOT_A_FILE)
        assert snapshot.unknown() == ("/etc/a.json",)

    def test_of_a_listing_that_is_not_whole(self) -> None:
        """Nothing follows from names that were left out."""
        entry = RecordedAnswers("/etc", names=Names(("a.json",), left_out=3))

        assert SnapshotHost(Recorded(entries=(entry,))).kind("/etc/b.json") is Kind.UNKNOWN

    def test_a_long_listing_is_gone_through_once(self) -> None:
        """Whatever number of its names is asked for: nothing grows with the square of it."""

        class Counted(tuple[str, ...]):
            __slots__ = ()
            times = 0

            def __iter__(self) -> Iterator[str]:
                Counted.times += 1
                return super().__iter__()

        names = Counted(f"{number}.json" for number in range(50))
        snapshot = SnapshotHost(Recorded(entries=(RecordedAnswers("/etc", names=Names(names)),)))

        kinds = {snapshot.kind(f"/etc/{number}.json") for number in range(100)}

        assert (kinds, Counted.times) == ({Kind.UNKNOWN, Kind.MISSING}, 1)

    def test_of_a_missing_folder(self) -> None:
        """Nothing is in it, however deep."""
        snapshot = SnapshotHost(Recorded(entries=(RecordedAnswers("/opt", names=Refusal("missing")),)))

        assert snapshot.kind("/opt/a/b/c") is Kind.MISSING
        assert snapshot.list("/opt/a") == Failure(Trouble.MISSING)

    def test_of_a_content(self) -> None:
        """It is a file, and begins with what it begins with."""
        snapshot = SnapshotHost(Recorded(entries=(RecordedAnswers("/a", data=b"abc"),)))

        assert (snapshot.kind("/a"), snapshot.head("/a", 2)) == (Kind.FILE, Content(b"ab"))
        assert snapshot.list("/a") == Failure(Trouble.NOT_A_FOLDER)
        assert snapshot.read("/a", 2) == Failure(Trouble.TOO_LARGE, "3 bytes, more than the 2 that are read")

    def test_on_windows_letter_case_does_not_count(self) -> None:
        """Nor does the separator."""
        entries = (
            RecordedAnswers("C:\\Layers", names=Names(("A.json",))),
            RecordedAnswers("C:\\Layers\\A.json", data=b"{}"),
        )
        snapshot = SnapshotHost(Recorded(Platform(System.WINDOWS), entries=entries))

        assert snapshot.read("c:/layers/a.JSON") == Content(b"{}")
        assert isinstance(snapshot.list("C:\\LAYERS\\"), Listing)
        assert snapshot.kind("C:\\layers\\b.json") is Kind.MISSING

    def test_of_a_library(self) -> None:
        """What it is linked with is told by its facts as well."""
        snapshot = SnapshotHost(Recorded(entries=(RecordedAnswers("/a.so", library=Exports(LIBRARY)),)))

        assert (snapshot.linked_with("/a.so"), snapshot.kind("/a.so")) == (LIBRARY, Kind.FILE)

    def test_a_hostile_depth_ends(self) -> None:
        """A path of a hundred thousand folders is unknown."""
        assert SnapshotHost(Recorded()).kind("/a" * 100_000) is Kind.UNKNOWN

    def test_another_process(self) -> None:
        """Variables, privilege, program and word size are replaced; what nobody gives stays."""
        snapshot = SnapshotHost(Recorded(variables={"A": "1"}, processor="X86_64"))

        other = snapshot.changed(variables={"B": "2"}, elevated=True, executable="/x", word_size=32)

        assert (dict(other.variables()), other.elevated(), other.executable()) == ({"B": "2"}, True, "/x")
        assert (other.word_size(), other.machine()) == (32, "X86_64")
        assert snapshot.changed().variables() == {"A": "1"}


def test_the_core_has_the_word_of_the_port() -> None:
    """What nobody told is called the same where the port cannot be asked: in the core and on pages."""
    assert NOT_TOLD == "not part of what is known of the machine" == Trouble.UNKNOWN
