"""What of the runs of a subject stays in memory: as much as others need again, whatever a library says in them."""

from refloader.sandbox.said import said_in
from refloader.suite.sessions import checked_trial
from refloader.suite.sessions.checked_trial import Few
from refloader.suite.sessions.outcome import session
from refloader.suite.sessions.session import Session

MIB = 1 << 20


class TestFew:
    """A run is made once, unless it is too long ago or too large."""

    def few(self, heard: int) -> tuple[Few[int], list[int]]:
        """One that keeps sessions of so many bytes, and what it made, which grows."""
        made: list[int] = []

        def make(asked: int) -> Session:
            made.append(asked)
            return Session(heard=heard)

        return Few(make), made

    def test_made_once(self) -> None:
        """All that a subject is usually run in is kept."""
        few, made = self.few(MIB // 4)

        assert [few(each) for each in range(40)] == [few(each) for each in range(40)]
        assert made == [*range(40)]

    def test_too_many(self) -> None:
        """The one that was asked for longest ago is made again."""
        few, made = self.few(0)
        for each in (*range(checked_trial._MOST_KEPT), 0, 100):
            few(each)

        few(0)
        few(1)

        assert made == [*range(checked_trial._MOST_KEPT), 100, 1]

    def test_too_large(self) -> None:
        """Of those in which a library said all that it can say, the last one alone is kept."""
        few, made = self.few(64 * MIB)

        for each in (1, 1, 2, 2, 1):
            few(each)

        assert made == [1, 2, 1]
        assert len(few._sessions) == 1

    def test_what_was_heard_is_counted(self) -> None:
        """All that a library can say something in."""
        said = said_in(
            {
                **dict.fromkeys(("timed_out", "still", "flooded", "cut"), False),
                "problem": "",
                "status": 0,
                "left": [],
                "listings": {},
                "events": b"1",
                "stdout": b"22",
                "stderr": b"4444",
                "trace": b"8" * 8,
                "recording": b"1" * 16,
            }
        )

        assert session(said, (), (), 1.0, 1.0).heard == 31
