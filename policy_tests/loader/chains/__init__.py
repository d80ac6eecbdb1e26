"""Whose code each call goes through: the chains of instances and devices, lookups, and their ends."""
