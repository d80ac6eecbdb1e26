"""Replaces the modules for other operating systems and for forks of the loader, none of which the library calls."""
