"""Checks on what calls lead to: what they leave behind, who hears a message, what a cache has, what is signaled."""
