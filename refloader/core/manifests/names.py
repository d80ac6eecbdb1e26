"""Decides which texts can be names of layers and extensions, in a manifest and in an application's request."""

NAME_SIZE = 256
"""VK_MAX_EXTENSION_NAME_SIZE and VK_MAX_DESCRIPTION_SIZE: bytes including the terminating NUL."""


def fits_name(text: str) -> bool:
    """Return whether a text and its NUL fit the 256 bytes of a name or description in a C structure."""
    return len(text) < NAME_SIZE // 4 or len(text.encode("utf-8", "surrogatepass")) < NAME_SIZE


def could_name_a_layer(text: str) -> bool:
    """Return whether a text is UTF-8 of at most 256 bytes without control characters, as in the field."""
    if any(character < " " or character == "\x7f" or "\ud800" <= character <= "\udfff" for character in text):
        return False
    return len(text.encode()) <= NAME_SIZE
