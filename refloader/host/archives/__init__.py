"""Hosts for package files: their content as it would be installed. Never unpacks a package into the system."""
