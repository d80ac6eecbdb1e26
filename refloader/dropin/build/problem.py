"""The one way in which freezing fails."""

import ast


class FreezeError(Exception):
    """The sources use something that cannot be frozen. A mistake of ours, told with its place."""

    def __init__(self, module: str, node: ast.AST | None, fact: str) -> None:
        line = getattr(node, "lineno", 0)
        super().__init__(f"{module}:{line}: {fact}" if line else f"{module}: {fact}")
