"""Scenarios as data: how to build, script, read and write them. Independent of what is under test."""
