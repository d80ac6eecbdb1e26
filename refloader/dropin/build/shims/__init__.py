"""Small replacements for modules that frozen code cannot use, with the same behaviour as far as it is used."""
