"""The loader's messages: the log on standard error, and debug messengers."""
