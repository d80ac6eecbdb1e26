"""Which drivers are used, and which devices of theirs an application sees."""
