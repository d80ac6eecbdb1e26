"""The decisions for Android, where a loader queries libraries instead of reading manifests."""
