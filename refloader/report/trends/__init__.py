"""How subjects fared over many runs: the values, and the documents that tell of them."""
