"""Makes the image of the started interpreter and writes it into the library (c/image/image.h)."""
