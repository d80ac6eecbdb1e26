"""Which instance and device extensions a loader reports, passes on and emulates."""
