"""What is known of libraries without loading them."""
