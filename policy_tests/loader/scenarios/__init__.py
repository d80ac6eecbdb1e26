"""The scenarios of the corpus: one module for each topic, one function for each scenario."""
