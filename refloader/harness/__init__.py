"""Runs scenarios on subjects and records what was observed. Holds no rules of its own."""
