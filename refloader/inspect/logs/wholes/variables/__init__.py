"""What the variables of a text do to its programs, drawn from the text as a whole."""
