"""The templates for the files of a new layer, and the code that fills them in."""
