"""Stands for the modules of other systems and of forks, none of which the library asks."""
