"""The error of the build."""

import ast


class FreezeError(Exception):
    """The sources use something that cannot be frozen. The message names the module and line to correct."""

    def __init__(self, module: str, node: ast.AST | None, fact: str) -> None:
        line = getattr(node, "lineno", 0)
        super().__init__(f"{module}:{line}: {fact}" if line else f"{module}: {fact}")
