"""Arguments and wiring, one file per verb. Never decides, never renders a document."""
