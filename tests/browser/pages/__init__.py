"""Page objects: the pages of the site as a reader uses them.

A page object locates an element by its role and label, or by ``data-part`` if it has neither, and offers the steps of
a user as methods. CSS classes are for looks: a locator uses one only if the look itself is under test.

Names of parts are nouns that a reader could use, in kebab case, without a prefix:

- replay: ``replay``, ``stage``, ``board``, ``elder-side``, ``younger-side``, ``hand``, ``centre``, ``timeline``,
  ``story``, ``sentence``, ``controls``, ``rule-sets``, ``steps``, ``what-if``, ``knowledge``, ``decision-review``
- table: ``game``, ``table``, ``felt``, ``prompt``, ``question``, ``question-text``, ``choices``, ``hint``, ``scores``,
  ``deal-result``, ``mistakes``, ``saved-game``, ``announcement``
- lesson: ``exercise``, ``exercise-item``, ``answer``, ``answers``, ``feedback``, ``verdict``, ``lesson-position``,
  ``lesson-end``
- others: ``citation``, ``comparison``, ``search-results``, ``workbench``, ``daily-deal``, ``saved-data``, ``offline``

States that a script sets are data attributes of their own: ``data-done``, ``data-hinted``, ``data-showing``,
``data-swept``, ``data-dragged``, ``data-single``, ``data-choices``.
"""
