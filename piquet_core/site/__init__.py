"""What this site alone needs: its runtime, courts, theme, imprint, search and data pages."""
