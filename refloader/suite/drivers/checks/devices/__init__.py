"""Checks on what physical devices say of themselves: properties, limits, formats, identities."""
