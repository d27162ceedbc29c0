"""Double-dummy solver of the play, for points, goals and game objectives."""
