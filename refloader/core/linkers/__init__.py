"""Decides where the dynamic linker of each system searches."""
