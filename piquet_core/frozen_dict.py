"""Read-only dictionary for tables that callers share with the engine."""

from __future__ import annotations

from typing import Any, NoReturn


class FrozenDict[K, V](dict[K, V]):
    """A read-only dictionary, which can be hashed, copied and pickled if its values can.

    It is a real `dict`, so a lookup costs no more, and ``json`` and ``==`` accept it. A
    `types.MappingProxyType` can be neither pickled nor deep-copied.

    >>> FrozenDict(trio=3) == {"trio": 3}
    True
    >>> FrozenDict(trio=3).pop("trio")
    Traceback (most recent call last):
    TypeError: this table is read-only; dict(table) makes a copy that can be changed
    """

    __slots__ = ("_hash",)
    _hash: int

    def __hash__(self) -> int:  # type: ignore[override]  # a dict has none, since it can change
        try:
            return self._hash
        except AttributeError:
            self._hash = hash(frozenset(self.items()))
            return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        # By default, pickle would fill an empty dictionary. The cached hash is left out: hashes of strings
        # differ between processes.
        return type(self), (dict(self),)

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("this table is read-only; dict(table) makes a copy that can be changed")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse


def frozen(value: Any) -> Any:
    """Return a value read from TOML or JSON with arrays as tuples and tables as read-only dictionaries.

    >>> frozen({"deals": [[120, 102]]})
    {'deals': ((120, 102),)}
    """
    if isinstance(value, dict):
        return FrozenDict((key, frozen(one)) for key, one in value.items())
    return tuple(map(frozen, value)) if isinstance(value, list) else value
