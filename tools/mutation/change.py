"""One small change of one source file, as a value. Writes nothing."""

from dataclasses import dataclass
from difflib import unified_diff


@dataclass(frozen=True, slots=True)
class Change:
    """Replaces ``old``, at ``start`` in the text of ``file`` (relative to the checkout), by ``new``."""

    file: str
    line: int
    kind: str
    start: int
    old: str
    new: str

    @property
    def name(self) -> str:
        """A name that is unique in the checkout and may be that of a file."""
        stem = self.file.removeprefix("refloader/").replace("/", ".")
        return f"{stem}-{self.line}-{self.start}+{len(self.old)}-{self.kind}"

    def applied(self, text: str) -> str:
        """Return the text with the change. Raises ValueError if the text is another one."""
        end = self.start + len(self.old)
        if text[self.start : end] != self.old:
            raise ValueError(f"{self.file} is not the file that the change was made for")
        return text[: self.start] + self.new + text[end:]

    def diff(self, text: str) -> str:
        """Return the lines that differ, without context."""
        before, after = text.splitlines(), self.applied(text).splitlines()
        lines = [
            each for each in unified_diff(before, after, lineterm="", n=0) if each[:3] not in ("---", "+++")
        ]
        return "\n".join(each for each in lines if not each.startswith("@@"))
