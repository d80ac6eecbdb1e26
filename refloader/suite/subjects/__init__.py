"""What is judged: layers and drivers as files, and the request for a run."""
