"""The build options that decisions depend on. The build of the drop-in library replaces this file by its own."""

from refloader.model.request import Build

BUILD = Build()
