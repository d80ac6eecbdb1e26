"""Liberties in the loader's messages: other words, more and fewer lines, the other stream, other message names."""

from typing import Any

from refloader.dropin.python import _edge
from refloader.dropin.python.instances import listing
from refloader.dropin.python.messages import log, messengers
from refloader.selftest.variants.marks import Original, allows

_WORDS = "the documents show samples; anything else keeps its own words"


@allows(log.in_words, "AMB-LOG-WORDING", _WORDS)
def reasons_in_other_words(original: Original, reason: Any) -> Any:
    """The loader gives the reasons of its decisions in other words, without ids of rules."""
    return f"decided about {reason.subject}"


@allows(log.Log.reason, "DEBUG-LOG-05", _WORDS)
def reasons_are_not_told(original: Original, *arguments: Any) -> Any:
    """The loader gives no reasons beside the documented lines."""


@allows(log.Log.say, "DEBUG-LOG-05", _WORDS)
def a_second_line_for_each(original: Original, heard: Any, level: str, about: str, text: str) -> Any:
    """Each message is followed by another one of its kind."""
    original(heard, level, about, text)
    original(heard, level, about, "that was all about this")


@allows(_edge.stderr, "AMB-LOG-STREAM", "standard output is named")
def messages_on_standard_output(original: Original, text: str) -> Any:
    """Messages are written to standard output."""
    if not _edge.append_file("/dev/stdout", text):
        original(text)


@allows(_edge.stderr, "AMB-LOG-STREAM", "standard output is named")
def messages_on_both_streams(original: Original, text: str) -> Any:
    """Messages are written to standard output and to standard error."""
    _edge.append_file("/dev/stdout", text)
    original(text)


@allows(log.line, "DEBUG-LOG-04", "the prefix, the level words, a colon and the text")
def no_columns(original: Original, level: str, about: str, text: str) -> Any:
    """The text follows the words of a message's kinds without columns."""
    head, _, tail = original(level, about, text).partition(": ")
    return f"{head}: {tail.lstrip(' ')}" if text.strip() == text else original(level, about, text)


@allows(messengers.tell, "DEBUG-LOG-03", "nothing is said of the names of messages")
def messengers_hear_other_words(original: Original, listeners: Any, level: str, about: str, text: str) -> Any:
    """Messengers get each message with a text of its own."""
    original(listeners, level, about, f"loader says: {text}")


@allows(listing.tell_loader, "DEBUG-LOG-05", _WORDS)
def the_version_is_not_told(original: Original, heard: Any) -> Any:
    """No message tells the version of the loader."""
