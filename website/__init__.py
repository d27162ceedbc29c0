"""What this site alone needs: its runtime, theme, imprint, search and data pages."""
