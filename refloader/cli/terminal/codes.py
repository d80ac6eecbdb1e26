"""What verbs and shells agree on: exit codes, and the variable of completion."""

COULD_NOT_RUN = 3
"""The exit code of a run that the harness itself could not do."""

COMPLETION = "_REFLOADER_COMPLETE"
"""The variable by which a shell's script asks what can stand next; see ``completing``."""
