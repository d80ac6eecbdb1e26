"""Tests of a layer whose library is probed alone."""
