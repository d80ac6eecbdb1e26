"""Windows loaders on this machine: scenarios on Windows run under Wine, in a sandbox, with a registry of their own."""
