"""The reasons for which scenarios cannot run under Wine."""


class WineError(Exception):
    """This machine cannot run Windows loaders, or not in a sandbox. The message says what is missing."""


class PrefixError(Exception):
    """The prefix that the user names cannot be used. The message says why."""
