"""Registries of Windows: hives, and the live one."""
