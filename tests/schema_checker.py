"""A validator for the subset of JSON Schema (draft 2020-12) that our schemas use.

An unknown keyword is an error, so no part of a schema is ignored. As the standard says, a keyword for one
type accepts values of every other type.
"""

import re
from collections.abc import Iterator
from typing import Any

KINDS = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "null": type(None),
}
_SIZED: dict[str, type[Any]] = {"minLength": str, "minItems": list, "minProperties": dict}
IGNORED = {"$schema", "$defs", "title", "description", "then", "else"}


def faults(value: Any, rules: dict[str, Any], root: dict[str, Any], at: str = "$") -> list[str]:
    """Return the path and message of each violation of a schema."""
    return [fault for key in rules for fault in _check(key, value, rules, root, at)]


def _check(
    key: str, value: Any, rules: dict[str, Any], root: dict[str, Any], at: str
) -> Iterator[str]:
    rule = rules[key]

    def below(part: Any, inner: dict[str, Any], name: str) -> list[str]:
        return faults(part, inner, root, f"{at}.{name}")

    match key:
        case "$ref":
            target = root
            for name in rule.removeprefix("#/").split("/"):
                target = target[name]
            yield from faults(value, target, root, at)
        case "type":
            kinds = rule if isinstance(rule, list) else [rule]
            allowed = {KINDS[kind] for kind in kinds} | ({int} if "number" in kinds else set())
            if type(value) not in allowed:
                yield f"{at}: {value!r} is not {rule}"
        case "const" | "enum":
            if value not in ([rule] if key == "const" else rule):
                yield f"{at}: {value!r} is not {rule}"
        case "allOf":
            for inner in rule:
                yield from faults(value, inner, root, at)
        case "if":
            branch = "else" if faults(value, rule, root, at) else "then"
            yield from faults(value, rules.get(branch, {}), root, at)
        case "not":
            if not faults(value, rule, root, at):
                yield f"{at}: must not be {rule}"
        case "minLength" | "minItems" | "minProperties":
            if isinstance(value, _SIZED[key]) and len(value) < rule:
                yield f"{at}: fewer than {rule}"
        case "maxItems":
            if isinstance(value, list) and len(value) > rule:
                yield f"{at}: more than {rule}"
        case "minimum":
            if isinstance(value, int) and value < rule:
                yield f"{at}: less than {rule}"
        case "pattern":
            if isinstance(value, str) and not re.search(rule, value):
                yield f"{at}: {value!r} does not match {rule}"
        case "items":
            for i, one in enumerate(value if isinstance(value, list) else ()):
                yield from below(one, rule, str(i))
        case _:
            yield from _check_object(key, value, rules, root, at)


def _check_object(
    key: str, value: Any, rules: dict[str, Any], root: dict[str, Any], at: str
) -> Iterator[str]:
    """Yield the violations in an object's keys and values."""
    rule = rules[key]

    def below(part: Any, inner: dict[str, Any], name: str) -> list[str]:
        return faults(part, inner, root, f"{at}.{name}")

    match key:
        case "required":
            if isinstance(value, dict):
                yield from (f"{at}: {name} is missing" for name in rule if name not in value)
        case "properties":
            for name in rule.keys() & value.keys() if isinstance(value, dict) else ():
                yield from below(value[name], rule[name], name)
        case "propertyNames":
            for name in value if isinstance(value, dict) else ():
                yield from below(name, rule, f"<{name}>")
        case "additionalProperties":
            known = rules.get("properties", {})
            for name in value if isinstance(value, dict) else ():
                if name in known:
                    continue
                if rule is False:
                    yield f"{at}: {name} is not known"
                else:
                    yield from below(value[name], rule, name)
        case _:
            assert key in IGNORED, f"the checker does not know {key}"
