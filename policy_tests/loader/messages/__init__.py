"""What a loader writes and tells to messengers."""
