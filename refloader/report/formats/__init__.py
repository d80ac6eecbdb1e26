"""A run as a document in the formats that tools read, one module each. None of them changes a verdict."""
