"""What tools/generate_rule_examples.py is made of: one file for each place that examples are taken from."""
