"""What manifests and settings files say."""
