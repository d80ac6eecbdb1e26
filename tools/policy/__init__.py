"""The sentences of the policy documents, the rows of the catalogue that rest on each, and what changed in them."""
