"""Page objects: the pages of the site as a reader uses them.

A page object locates elements by role, label or ``data-part``, and offers the steps of a user as methods.
"""
