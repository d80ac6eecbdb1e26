"""What a run is about: layers and drivers as files, and the request."""
