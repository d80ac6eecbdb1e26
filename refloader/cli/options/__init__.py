"""Options that several verbs share, and what they mean. Renders nothing."""
