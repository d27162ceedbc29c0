"""Removal of docstrings and line tables from Python code for browsers.

Together these are more than a third of library and engine. The full library, which is the fallback,
keeps them.
"""

from __future__ import annotations

import ast
import marshal
from types import CodeType
from typing import Final

HEAD: Final = 16  # header bytes of a compiled module

_DOCUMENTED: Final = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def without_docstrings(source: bytes) -> bytes:
    """Return a module's source without docstrings.

    >>> without_docstrings(b'def f():\\n    "Do."\\n')
    b'def f():\\n    pass'
    """
    return ast.unparse(tree_without_docstrings(source)).encode()


def tree_without_docstrings(source: bytes) -> ast.Module:
    """Return a module's syntax tree without docstrings and with unchanged positions."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if not isinstance(node, _DOCUMENTED) or ast.get_docstring(node, clean=False) is None:
            continue
        if isinstance(node, ast.ClassDef) and node.decorator_list:
            # A dataclass without a docstring would generate one from its signature, which takes time.
            node.body[0] = ast.Expr(ast.Constant("."))
        else:
            node.body[:1] = [] if len(node.body) > 1 else [ast.Pass()]
    return ast.fix_missing_locations(tree)


def without_line_tables(compiled: bytes) -> bytes:
    """Return a compiled module without line tables."""
    return compiled[:HEAD] + marshal.dumps(_bare(marshal.loads(compiled[HEAD:])))  # noqa: S302 - made by ourselves


def _bare(code: CodeType) -> CodeType:
    constants = (_bare(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=tuple(constants))
