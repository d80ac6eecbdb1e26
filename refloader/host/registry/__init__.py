"""Readers of the Windows registry: offline hives and the live registry."""
