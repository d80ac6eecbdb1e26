"""Libraries of layers and drivers: opened, negotiated with, asked, closed."""
