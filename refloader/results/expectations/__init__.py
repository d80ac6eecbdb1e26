"""Expectation files, which list the known findings on a subject: reads, applies and updates them."""
