"""The plan of one instance, and what each participant of its chain is given."""
