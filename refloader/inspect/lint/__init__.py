"""Static checks of manifests in any location: files, folders, packages, registries, installed ones."""
