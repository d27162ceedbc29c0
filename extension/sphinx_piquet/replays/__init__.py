"""Pages made from records: replays, variations, the list of deals, the workbench."""
