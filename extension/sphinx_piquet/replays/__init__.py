"""Pages made from records: the replay, its variations, the library, the workbench."""
