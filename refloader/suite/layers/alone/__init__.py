"""A layer alone in the prober: checks on its answers, one file for each act. They run nothing."""
