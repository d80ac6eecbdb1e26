"""Reads manifests and settings files and checks their fields."""
