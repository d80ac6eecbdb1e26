"""Constants shared by commands and shell scripts: exit codes, and the variable for completion."""

COULD_NOT_RUN = 3
"""The exit code if the harness itself could not do its work."""

COMPLETION = "_REFLOADER_COMPLETE"
"""The variable with which a shell's script requests completions; see ``completing``."""
