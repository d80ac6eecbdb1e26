"""What is said about machines and files. Runs nothing."""
