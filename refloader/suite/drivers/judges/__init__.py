"""The judges of drivers, one file for each topic: pure functions of what was answered or recorded."""
