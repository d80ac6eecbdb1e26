"""What a new layer starts from: files with gaps, and what fills them."""
