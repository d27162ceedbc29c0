"""How the site looks, as far as files decide it: the letters it is set in."""
