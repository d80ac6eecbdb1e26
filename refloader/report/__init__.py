"""Documents made from a results file. Never changes a verdict."""
