"""Tests layers together: sets, orders, and the smallest set that fails."""
