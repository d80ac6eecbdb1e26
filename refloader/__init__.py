"""refloader: a conformance harness for the Vulkan loader interface and the reference it measures against."""

__version__ = "0.1.0"
