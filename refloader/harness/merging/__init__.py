"""Makes one run of several: the parts of a run, runs of several machines, and what was tried again."""
