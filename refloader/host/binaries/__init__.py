"""Readers of the static facts of ELF, PE and Mach-O libraries. Never loads a library."""
