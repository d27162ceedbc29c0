"""The build-time parts of the theme: fonts, page frame, typography and special pages."""
