"""Expands dataclasses, named tuples and enums, which the standard library generates at run time, to plain classes.

The result is created once at import, without ``exec``. Assignments to a frozen dataclass are not prevented: the type
checker has verified that the code has none.
"""

import ast
from dataclasses import dataclass

from refloader.dropin.build.problem import FreezeError

_ENUMS = {"Enum", "StrEnum", "IntEnum"}
_WITHOUT_EFFECT = {"Protocol", "Generic", "Mapping"}
_OPTIONS = {"frozen", "slots", "eq"}
_HELPERS = "refloader.dropin.build.shims.dataclasses"


@dataclass
class _Field:
    """One field of a dataclass or named tuple."""

    name: str
    default: ast.expr | None = None
    factory: ast.expr | None = None


class Classes(ast.NodeTransformer):
    """Expands the classes of one module."""

    def __init__(self, module: str) -> None:
        self.module = module
        self.needs: dict[str, set[str]] = {}

    def visit_Module(self, node: ast.Module) -> ast.Module:
        """Expand the module's classes and import the helpers that they need."""
        self.generic_visit(node)
        imports = [
            ast.ImportFrom(source, [ast.alias(name)], 0)
            for source, names in self.needs.items()
            for name in sorted(names)
        ]
        node.body = [*imports, *node.body]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST | list[ast.AST]:
        """Expand a dataclass, named tuple or enum; return any other class without bases that have no effect."""
        self.generic_visit(node)
        node.bases = [base for base in node.bases if _base(base) not in _WITHOUT_EFFECT]
        bases = {_base(base) for base in node.bases}
        if "NamedTuple" in bases:
            return self._named_tuple(node)
        if bases & _ENUMS:
            return self._enum(node)
        options = self._dataclass_options(node)
        return node if options is None else self._dataclass(node, options)

    # Dataclasses.

    def _dataclass_options(self, node: ast.ClassDef) -> dict[str, bool] | None:
        for decorator in node.decorator_list:
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            if isinstance(called, ast.Name) and called.id == "dataclass":
                node.decorator_list.remove(decorator)
                keywords = decorator.keywords if isinstance(decorator, ast.Call) else []
                options = {str(each.arg): bool(ast.literal_eval(each.value)) for each in keywords}
                if not options.keys() <= _OPTIONS or node.bases:
                    raise FreezeError(self.module, node, "this kind of dataclass cannot be frozen")
                return options
        return None

    def _dataclass(self, node: ast.ClassDef, options: dict[str, bool]) -> ast.ClassDef:
        fields, rest = self._fields(node)
        own = {each.name for each in rest if isinstance(each, ast.FunctionDef)}
        lines = [f"__slots__ = {tuple(field.name for field in fields)!r}", "__match_args__ = __slots__"]
        body = ast.parse("\n".join(lines)).body
        if "__init__" not in own:
            body.append(self._initializer(fields, "__post_init__" in own))
        shared = {"__repr__": "shown"}
        if options.get("eq", True):
            shared["__eq__"] = "equal"
            shared["__hash__"] = "hashed" if options.get("frozen") else "None"
        for method, helper in shared.items():
            if method not in own:
                body += ast.parse(f"{method} = {helper}").body
                if helper != "None":
                    self._need(_HELPERS, helper)
        node.body = [*body, *rest]
        return node

    def _initializer(self, fields: list[_Field], after: bool) -> ast.FunctionDef:
        function = ast.parse("def __init__(self): pass").body[0]
        assert isinstance(function, ast.FunctionDef)
        function.body = []
        for field in fields:
            function.args.args.append(ast.arg(field.name))
            value: ast.expr = ast.Name(field.name, ast.Load())
            if field.factory is not None:
                self._need(_HELPERS, "UNSET")
                test = ast.parse(f"{field.name} is UNSET", mode="eval").body
                value = ast.IfExp(test, ast.Call(field.factory, [], []), value)
                function.args.defaults.append(ast.Name("UNSET", ast.Load()))
            elif field.default is not None:
                function.args.defaults.append(field.default)
            target = ast.Attribute(ast.Name("self", ast.Load()), field.name, ast.Store())
            function.body.append(ast.Assign([target], value))
        if after:
            function.body += ast.parse("self.__post_init__()").body
        if not function.body:
            function.body = [ast.Pass()]
        return function

    def _fields(self, node: ast.ClassDef) -> tuple[list[_Field], list[ast.stmt]]:
        fields, rest = [], []
        for each in node.body:
            if isinstance(each, ast.AnnAssign) and "ClassVar" not in ast.unparse(each.annotation):
                fields.append(self._field(each))
            else:
                rest.append(each)
        return fields, rest

    def _field(self, node: ast.AnnAssign) -> _Field:
        assert isinstance(node.target, ast.Name)
        name, value = node.target.id, node.value
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "field":
            options = {each.arg: each.value for each in value.keywords}
            if not options.keys() <= {"default", "default_factory"}:
                raise FreezeError(self.module, node, "this kind of field cannot be frozen")
            return _Field(name, options.get("default"), options.get("default_factory"))
        return _Field(name, value)

    # Named tuples.

    def _named_tuple(self, node: ast.ClassDef) -> ast.ClassDef:
        fields, rest = self._fields(node)
        names = [field.name for field in fields]
        listed = ", ".join(names) + ("," if len(names) == 1 else "")
        lines = ["__slots__ = ()", f"_fields = __match_args__ = {tuple(names)!r}"]
        lines.append(f"def __new__(cls, {', '.join(names)}): return new_tuple(cls, ({listed}))")
        lines += [f"{name} = item_getter({place}, None)" for place, name in enumerate(names)]
        lines += ["_make = classmethod(new_tuple)", "_replace = replaced"]
        body = ast.parse("\n".join(lines)).body
        maker = body[2]
        assert isinstance(maker, ast.FunctionDef)
        maker.args.defaults = [field.default for field in fields if field.default is not None]
        if not any(isinstance(each, ast.FunctionDef) and each.name == "__repr__" for each in rest):
            body += ast.parse("__repr__ = shown_tuple").body
        for helper in ("new_tuple", "item_getter", "replaced", "shown_tuple"):
            self._need("refloader.dropin.build.shims.tuples", helper)
        node.bases = [ast.Name("tuple", ast.Load())]
        node.body = [*body, *rest]
        return node

    # Enums.

    def _enum(self, node: ast.ClassDef) -> list[ast.AST]:
        """Return the class with its methods, and a call that adds the members. The hash is the shim's."""
        members, rest = [], []
        for each in node.body:
            if isinstance(each, ast.Assign) and _is_hash(each.targets[0]):
                continue
            if isinstance(each, ast.Assign) and not _dunder(each.targets[0]):
                assert isinstance(each.targets[0], ast.Name)
                try:
                    members.append((each.targets[0].id, ast.literal_eval(each.value)))
                except ValueError:
                    raise FreezeError(self.module, each, "the value of the member is no constant") from None
            else:
                rest.append(each)
        node.body = [*ast.parse("__slots__ = ()").body, *rest]
        self._need("refloader.dropin.build.shims.enum", "add_members")
        return [node, ast.parse(f"add_members({node.name}, {tuple(members)!r})").body[0]]

    def _need(self, source: str, name: str) -> None:
        self.needs.setdefault(source, set()).add(name)


def _base(node: ast.expr) -> str:
    """Return the name of a base class without its type arguments."""
    named = node.value if isinstance(node, ast.Subscript) else node
    return named.id if isinstance(named, ast.Name) else ""


def _dunder(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id.startswith("__")


def _is_hash(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "__hash__"
