"""The smallest change that makes a layer active."""
