"""Windows loaders on this machine: scenarios run under Wine, in a sandbox, with a registry of their own."""
