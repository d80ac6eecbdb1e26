"""What is wrong with Vulkan on a machine: collects what the other parts of refloader decide, and decides nothing."""
