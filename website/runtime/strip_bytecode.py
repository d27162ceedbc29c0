"""Removal of parts of Python code that browsers can spare: docstrings, annotations and line numbers.

Together these are more than a third of library and engine. The full library, which is the fallback,
keeps them. The cut library keeps its annotations, since ``functools.singledispatch`` reads some of them.
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


def engine_tree(source: bytes) -> ast.Module:
    """Return the syntax tree of an engine module without docstrings and annotations.

    Positions are unchanged. Annotations in a class body stay, since they define the fields of data classes.
    """
    tree = tree_without_docstrings(source)
    _WithoutAnnotations().visit(tree)
    return ast.fix_missing_locations(tree)


def engine_source(source: bytes) -> bytes:
    """Return the source of an engine module without docstrings and annotations.

    >>> engine_source(b'SIZE: Final = 5\\ndef f(x: int) -> int:\\n    "Do."\\n    return x')
    b'SIZE = 5\\n\\ndef f(x):\\n    return x'
    """
    return ast.unparse(engine_tree(source)).encode()


class _WithoutAnnotations(ast.NodeTransformer):
    def __init__(self) -> None:
        self._in_class = False

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self._inside(node, in_class=True)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self._inside(node, in_class=False)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        if self._in_class or node.value is None:
            return node
        return ast.copy_location(ast.Assign([node.target], node.value), node)

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        typing = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        return node.orelse if typing else node

    def _inside(self, node: ast.AST, *, in_class: bool) -> ast.AST:
        outer, self._in_class = self._in_class, in_class
        self.generic_visit(node)
        self._in_class = outer
        return node


def without_line_tables(compiled: bytes) -> bytes:
    """Return a compiled module without line tables and line numbers."""
    return compiled[:HEAD] + marshal.dumps(_bare(marshal.loads(compiled[HEAD:])))  # noqa: S302 - made by ourselves


def _bare(code: CodeType) -> CodeType:
    constants = (_bare(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=b"", co_firstlineno=1, co_consts=tuple(constants))
