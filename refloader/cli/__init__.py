"""Arguments and wiring, one file per verb. Never decides, never renders a document."""

COULD_NOT_RUN = 3
"""The exit code of a run that the harness itself could not do."""

COMPLETION = "_REFLOADER_COMPLETE"
"""The variable by which a shell's script asks what can stand next; see ``completing``."""
