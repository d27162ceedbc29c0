"""Python without what a browser has no use for: docstrings, and the tables that lead from bytecode to lines.

They are more than a third of the library and of the engine. The whole library keeps both: it is the
way out if something should be missing.
"""

from __future__ import annotations

import ast
import marshal
from types import CodeType
from typing import Final

HEAD: Final = 16  # bytes before the code in a compiled module

_DOCUMENTED: Final = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def without_docstrings(source: bytes) -> bytes:
    """Return a module's source without docstrings; Python must be able to read it.

    >>> without_docstrings(b'def f():\\n    "Do."\\n')
    b'def f():\\n    pass'
    """
    return ast.unparse(tree_without_docstrings(source)).encode()


def tree_without_docstrings(source: bytes) -> ast.Module:
    """Return the syntax of a module without docstrings; what is left stands where it stood in the source."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if not isinstance(node, _DOCUMENTED) or ast.get_docstring(node, clean=False) is None:
            continue
        if isinstance(node, ast.ClassDef) and node.decorator_list:
            # A dataclass without one would make itself one from its signature, which takes time.
            node.body[0] = ast.Expr(ast.Constant("."))
        else:
            node.body[:1] = [] if len(node.body) > 1 else [ast.Pass()]
    return ast.fix_missing_locations(tree)


def without_line_tables(compiled: bytes) -> bytes:
    """Return a compiled module in which no code knows its lines."""
    return compiled[:HEAD] + marshal.dumps(_bare(marshal.loads(compiled[HEAD:])))  # noqa: S302 - made by ourselves


def _bare(code: CodeType) -> CodeType:
    constants = (_bare(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=tuple(constants))
