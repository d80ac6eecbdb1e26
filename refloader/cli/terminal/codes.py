"""Constants shared by commands and shell scripts: exit codes, and the variable for completion."""

COULD_NOT_RUN = 3
"""The exit code if the harness itself could not do its work."""

READER_GONE = 141
"""The exit code if the reader closes the pipe early, as in ``refloader rules | head``: that of a SIGPIPE."""

COMPLETION = "_REFLOADER_COMPLETE"
"""The variable with which a shell's script requests completions; see ``completing``."""
