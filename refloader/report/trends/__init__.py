"""The results of subjects over many runs: the values, and the documents that describe them."""
