"""What has changed between two runs: the pairing, the changes, and the documents that tell of them."""
