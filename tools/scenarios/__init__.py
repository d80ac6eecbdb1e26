"""The scenarios of ``fixtures/scenarios``: one module for each topic, one function for each scenario."""
