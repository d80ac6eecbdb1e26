"""Packages as machines: what they would install, read where it lies and never unpacked into the system."""
