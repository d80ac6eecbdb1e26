"""The build options that decisions depend on. The build of the drop-in library puts its own file in this place."""

from refloader.model.request import Build

BUILD = Build()
