"""The differences between two runs: the pairing of subjects, the changes, and the documents that describe them."""
