"""Tests of a loader's search on macOS, Fuchsia and Android."""
