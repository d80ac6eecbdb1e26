"""A layer alone in the prober's hands: judges of its answers, one file for each act. They run nothing."""
