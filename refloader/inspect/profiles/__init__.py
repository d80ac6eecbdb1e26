"""Profiles of forks: files in which their authors declare what they do otherwise."""
