"""A run as a document in one of the formats that tools read. A module for each; none changes a verdict."""
