"""Output on the terminal, and the progress of a command."""
