"""What is said of a text without a known problem: that its programs work, or that something failed, not why."""

from refloader.inspect.logs.log_facts import Fact
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.wholes.outcome import outcome
from refloader.model.text import quote

HEALTHY = "no line that refloader knows shows a problem of Vulkan"
_SHOWN = 120


def ending(log: Log) -> Fact:
    """Return what a text without a known problem shows of its end."""
    ended = outcome(log)
    if log.trouble is not None and not (ended.works and ended.reached_line > log.trouble[0]):
        line, text = log.trouble
        text = text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
        return Fact(f"something failed, and refloader does not know why: {quote(text)}", line, line, bad=True)
    if not ended.works:
        return Fact(HEALTHY)
    return Fact(f"{HEALTHY}, and a program of the text works", ended.reached_line, ended.reached_line)
