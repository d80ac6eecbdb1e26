"""Instances, devices, surfaces and other objects: their first words, their memory, their lives."""
