"""What isolates third-party code: namespaces, mounts, limits, process trees, device nodes."""
