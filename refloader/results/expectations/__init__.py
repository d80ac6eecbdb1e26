"""What is known of a loader: expectation files, read, applied and written anew."""
