"""What tools/generate_rule_pages.py is made of: one file for each place that examples are taken from."""
