"""Whose code each call goes through: the chains of instances and devices, and their ends."""
