"""The reasons for which a target cannot be used."""


class TargetError(Exception):
    """The target cannot be used, whatever the machine. The message says why."""


class RefusedError(Exception):
    """The machine does not allow what a target takes. The message says why."""
