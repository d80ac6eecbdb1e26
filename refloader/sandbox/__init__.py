"""Runs scenarios against a loader in isolated worker processes: layout, isolation, the application's steps."""
