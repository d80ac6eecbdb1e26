"""The part of the suite that judges drivers."""
