"""How the loader that is installed on a machine compares with the documents and with itself, as values."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TypeAlias

from refloader.core.ages import age_of
from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.whatif.change import Change
from refloader.inspect.whatif.smallest import WhatIf, deciding
from refloader.model.age import DOCUMENTED
from refloader.model.edition import LATEST
from refloader.model.layer import Layer
from refloader.model.library import Obstacle
from refloader.model.path_rules import rules_of
from refloader.model.plan import Plan, VkResult
from refloader.model.request import Build
from refloader.model.text import quote

There: TypeAlias = Callable[[], WhatIf]
"""Gives the question to the machine's own loader, which is made when it is first asked for: it takes a plan."""


@dataclass(frozen=True, slots=True)
class Otherwise:
    """A layer for which the installed loader decides otherwise: whether it is active there, and why."""

    name: str
    active: bool
    fact: str


@dataclass(frozen=True, slots=True)
class OwnLoader:
    """The loader that programs on the machine get: its file, its release, and where it decides otherwise.

    ``result`` is what vkCreateInstance returns if that differs, ``order`` the chain if only its order differs.
    ``plan`` is all that it decides, ``obstacles`` are those of the libraries in it (see Explanation).
    ``drivers`` are the manifests that it uses if those differ and vkCreateInstance succeeds with both, None else.
    ``because`` has the layers that are active neither with it nor by the documents, where only the loader takes
    the layer's manifest, and why they are not active with it: what is to be mended is what this loader lacks.
    ``changes`` are the changes that make layers active with this loader, for those asked for that are not.
    ``instead`` has the layers that it takes from another manifest than the one whose library cannot be loaded: both;
    ``rescued`` are those of them that would lack their library by the documents. ``broken`` has the layers that it
    takes from another manifest than the documents do, whose library cannot be loaded; ``taken`` has those whose
    library can be: the entry of the documents and its own. ``fault`` is on what it crashes, or what it leaves to
    chance; empty if nothing.
    """

    path: str
    release: str
    otherwise: tuple[Otherwise, ...] = ()
    result: VkResult | None = None
    order: tuple[str, ...] = ()
    drivers: tuple[str, ...] | None = None
    changes: dict[str, tuple[Change, ...]] = field(default_factory=dict)
    instead: dict[str, tuple[Layer, Layer]] = field(default_factory=dict)
    rescued: tuple[str, ...] = ()
    fault: str = ""
    broken: dict[str, Layer] = field(default_factory=dict)
    plan: Plan | None = None
    obstacles: dict[tuple[str, str], Obstacle] = field(default_factory=dict)
    because: dict[str, str] = field(default_factory=dict)
    taken: dict[str, tuple[Layer, Layer]] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """How the loader is named in sentences; without a file it stands for all loaders of its release."""
        return f"{self.path}, release {self.release}" if self.path else f"loaders of release {self.release}"

    @property
    def agrees(self) -> bool:
        """True if it decides as the documents say."""
        crashes = self.plan is not None and self.plan.crash
        differs = self.otherwise or self.because or self.order or self.rescued or self.broken or crashes
        return not (differs or self.taken) and self.result is None and self.drivers is None


@dataclass(frozen=True, slots=True)
class Unlike:
    """A difference between what a loader did and what was predicted of it: a clause on each, and the rule.

    ``about`` is "layer", "driver", "result" or "end", ``name`` the layer's name or the driver's manifest. ``is_loss``
    is whether the loader leaves the layer out, or makes no instance.
    """

    about: str
    name: str
    did: str
    predicted: str
    rule: str = ""
    is_loss: bool = False


@dataclass(frozen=True, slots=True)
class Ran:
    """What the loader at a path did when it was run in the sandbox; ``why_not`` says why that was not compared.

    ``listed`` and ``chain`` are names of layers, ``drivers`` manifests, ``result`` is that of vkCreateInstance.
    ``because`` says which releases do so too, if one trait of theirs accounts for all that is ``unlike``.
    """

    path: str
    why_not: str = ""
    result: str = ""
    listed: tuple[str, ...] = ()
    chain: tuple[str, ...] = ()
    drivers: tuple[str, ...] = ()
    unlike: tuple[Unlike, ...] = ()
    because: str = ""


def used_all_the_same(own: OwnLoader | None, drivers: int) -> str:
    """Say that the machine's own loader uses its only driver against the documents; empty if it does not."""
    if own is None or own.result is not VkResult.SUCCESS or drivers != 1:
        return ""
    return f"; {own.label}, uses it all the same"


def asked_there(what_if: WhatIf, own: OwnLoader | None) -> There:
    """Return what gives the same question to the machine's own loader; without one, to one as the documents say."""

    @cache
    def there() -> WhatIf:
        age = age_of(own.release) if own is not None else DOCUMENTED
        build = replace(what_if.build or Build(), age=age)
        return WhatIf(what_if.host.base, what_if.request, LATEST, build)

    return there


def taken_there(answer: Answer, own: OwnLoader) -> Answer:
    """Return the answer on a layer that the machine's own loader takes from another manifest than the documents."""
    first, used = own.taken[answer.subject]
    why = (
        f"it takes {quote(used.manifest)}; {answer.why}" if answer.why else f"it takes {quote(used.manifest)}"
    )
    documented = f"taken from {quote(first.manifest)}"
    return replace(answer, why=why, loader=own.label, documented=documented)


def by_this_loader(answer: Answer, own: OwnLoader, more: str = "") -> Answer:
    """Return the answer of the documents on a layer that the machine's own loader leaves out for another reason.

    ``more`` ends the sentence on that reason.
    """
    plan, name = own.plan, answer.subject
    taken = (o for o in plan.layers if o.layer.name == name) if plan is not None else ()
    reason = next(
        (deciding(o.reasons) for o in taken if own.because[name] in {r.fact for r in o.reasons}), None
    )
    return replace(
        answer,
        state=State.INACTIVE,
        why=own.because[name] + more,
        rule=str(reason.rule) if reason is not None else "",
        where=reason.span if reason is not None else answer.where,
        loader=own.label,
        documented=f"{answer.state.words}: {answer.why}",
    )


def as_spelt_in(known: Sequence[str], used: Sequence[str]) -> tuple[str, ...]:
    """Return paths of manifests in the spelling in which they are known, if the loader uses each file once."""
    plain = [rules_of(each).plain(each) for each in used]
    return tuple(
        short if each not in known and short in known and plain.count(short) == 1 else each
        for each, short in zip(used, plain, strict=True)
    )
