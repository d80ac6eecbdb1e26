"""Small changes of the reference loader's sources, one at a time, and the libraries that have them."""
