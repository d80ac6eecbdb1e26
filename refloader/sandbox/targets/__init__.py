"""Targets besides the machine itself: root filesystems in which refloader runs with their own C library."""
