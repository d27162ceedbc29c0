"""Forms of the game under every rule set, for tests of whole games."""

from case_selection import first

from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.sessions import session as sessions

# These have calls before the exchange, raising, 36 cards, looks that both see, and the usual order.
VARIED = ("hoyle1909", "picquet1651", "old36", "little", "cavendish")
ALL_FORMS = [(id, form) for id in ruleset_ids() for form in sessions.forms(load_ruleset(id))]
_FEW = [(id, form) for id, form in ALL_FORMS if id in VARIED]
SOME_FORMS = first(len(_FEW), [*_FEW, *(one for one in ALL_FORMS if one not in _FEW)])
"""The same forms for `parametrize`. Those outside the varied rule sets run with `make test-all` only."""
