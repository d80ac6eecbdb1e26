"""Arguments and wiring, one file per verb. Never decides, never renders a document."""

COULD_NOT_RUN = 3
"""The exit code of a run that the harness itself could not do."""
