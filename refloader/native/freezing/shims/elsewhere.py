"""Stands for the modules of other systems, none of which is asked on Linux."""
