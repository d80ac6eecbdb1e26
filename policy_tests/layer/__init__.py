"""What a layer does to those above and below it: one file for each topic."""
