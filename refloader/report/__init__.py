"""Documents made from a results file. Does not change verdicts."""
