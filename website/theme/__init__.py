"""How the site looks, as far as its build decides it: letters, the frame of a page, a lost reader's page."""
