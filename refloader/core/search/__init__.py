"""Where a loader looks: variables, folders, and what each system adds."""
