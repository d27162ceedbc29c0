"""Every sentence about a deal."""
