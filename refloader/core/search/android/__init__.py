"""What is decided for Android alone: libraries in the place of manifests."""
