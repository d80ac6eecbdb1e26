"""What tools/fuzz.py is made of: targets, what is fed to them, what is wrong with their output, and who runs them."""
