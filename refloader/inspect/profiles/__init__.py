"""Profiles of forks: files in which the authors declare how their loader deviates from the documents."""
