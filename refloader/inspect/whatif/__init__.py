"""Finds the smallest change that makes a layer active."""
