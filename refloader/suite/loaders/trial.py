"""One policy test on one loader: runs the subject, and stores the observation for the verdict. Holds no rules.

A policy test states what it expects with plain asserts; everything else that can end it is here.
"""

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

import pytest

from refloader.host.binaries.library_files import read_library_file
from refloader.host.port import Failure
from refloader.inspect.libraries.loader_library import loader_library
from refloader.inspect.lint.folder_purposes import local_folder
from refloader.inspect.lint.registries import leftovers
from refloader.inspect.registry.lint import checked_registry as judged_registry
from refloader.model.edition import Edition
from refloader.model.library import Library
from refloader.model.place import Use
from refloader.model.profile import Profile
from refloader.model.reason import InFile, Severity
from refloader.model.version import parse_loose
from refloader.model.windows_registry import Registry
from refloader.native.agent_target import agent
from refloader.native.windows_target import chosen
from refloader.predict.differential import listed_as
from refloader.predict.scenario_machine import machine_of
from refloader.results.results_file import OF_ENDING, Verdict
from refloader.rules import rule
from refloader.scenario import corpus
from refloader.scenario.actions import STEPS, Action
from refloader.scenario.corpus import Case
from refloader.scenario.observation import Observation
from refloader.scenario.platform import HostPlatform
from refloader.scenario.scenario import Scenario, World
from refloader.scenario.script import Script
from refloader.suite.loaders import blame, lacking, user_scenarios, vulkan_1_0
from refloader.suite.loaders.differences import plain, said
from refloader.suite.loaders.evidence import observed, offered
from refloader.suite.loaders.forks import Comparison, compared, homes, relocated
from refloader.suite.loaders.subjects import Foreign, Reference, Subject
from refloader.suite.loaders.unearned import Controls, unearned
from refloader.suite.subjects.ended import EndedError, in_words
from refloader.suite.subjects.request import holds

ANYTHING = object()
"""Any behaviour of a loader, where no document says what it has to do."""


class Trial:
    """A loader in a policy test.

    ``warning`` is set if the loader takes a tolerated reading, ``rules`` if they are known only after the run,
    ``differing`` if it is known what differs, ``blamed`` if of which rules alone; ``needs_library`` if the test asks
    a core for what only libraries show. With ``lenient``, the reference may take other readings, as others may.
    """

    def __init__(self, subject: Subject, profile: Profile | None = None, *, lenient: bool = False) -> None:
        self._subject = subject
        self._is_strict = isinstance(subject, Reference) and not lenient
        self._profile = profile
        self._scenario: Scenario | None = None
        self._seen: Observation | None = None
        self.warning = ""
        self.rules: tuple[str, ...] = ()
        self.differing: frozenset[blame.Fact] = frozenset()
        self.needs_library = False
        self.blamed: tuple[str, ...] = ()
        self._complained: tuple[str, ...] = ()
        self._complaints: list[blame.Complaints] = []
        self._case: Case | None = None
        self._unearned: dict[tuple[str, ...], dict[str, str]] = {}

    @property
    def loader(self) -> Subject:
        """The loader itself."""
        return self._subject

    @property
    def bits(self) -> int:
        """The size of a pointer in the process that the subject runs in."""
        other = agent()
        return other.bits if other and isinstance(self._subject, Foreign) else 64

    @property
    def edition(self) -> Edition:
        """The edition that the subject is tested against."""
        return self._subject.edition

    @property
    def seen(self) -> Observation | None:
        """The last observation, also of a loader that did not end by itself; None if there is none."""
        return self._seen

    def observe(self, world: World) -> Observation:
        """Run the world as built so far. Ends the test if there is nothing to check."""
        self._scenario = world.scenario()
        return self._judged(self._subject.observe(self._scenario))

    def calls(
        self, world: World, script: Script | None = None, *, actions: Sequence[Action] = ()
    ) -> Observation:
        """Run the world and a script, or actions, of the application; only a loader that opens libraries can."""
        steps = script.actions if script else tuple(actions)
        scenario = world.scenario()
        return self.runs(replace(scenario, actions=steps) if steps else scenario)

    def runs(self, scenario: Scenario) -> Observation:
        """Run a scenario, also one that does without a ``World``; only a loader that opens libraries can."""
        if not isinstance(self._subject, Foreign):
            self.needs_library = True
            pytest.skip("the core opens no library and calls nobody")
        self._scenario = scenario
        return self._judged(self._subject.observe(scenario))

    def allows_older(self, version: str, lacking: Collection[object]) -> None:
        """Skip the test if something of a Vulkan version is lacking that is newer than the one the loader reports.

        The script has to query the version. Whether a loader passes on what it does not know is for other tests.
        """
        reported, wanted = parse_loose((self._seen and self._seen.version) or ""), parse_loose(version)
        if lacking and reported is not None and wanted is not None and reported.feature < wanted.feature:
            pytest.skip(f"the loader reports Vulkan {reported} and need not know the commands of {version}")

    def allows_unknown(self, passed_on: bool, lacking: Collection[object]) -> None:
        """Skip the test if something is lacking and the loader does not pass on a command that nobody can know."""
        if lacking and not passed_on:
            pytest.skip(
                "the loader passes on no command that it does not know, and it need not know all of these"
            )

    @property
    def finds_no_driver(self) -> bool:
        """True if the last run lacks an installed driver, and the loader meets none where there is nothing else."""
        return lacking.any_driver(self._subject.observe, self._profile, self._seen, self._scenario)

    @property
    def leaves_out_older_drivers(self) -> bool:
        """True if the last run left out a driver of an older interface version, and none such is ever used."""
        if self._is_strict or self.complained:  # a complaint rests on no driver that is left out
            return False
        return lacking.any_older_driver(self._subject.observe, self._profile, self._seen, self._scenario)

    @property
    def unknown_extension(self) -> str:
        """An instance extension that the loader refused in the last run and never has; empty if there is none."""
        if isinstance(self._subject, Reference) or self.complained:
            return ""
        observe = self._subject.observe
        return lacking.unknown_extension(observe, self._profile, self._seen, self._scenario, self.edition)

    @cached_property
    def passes_nothing_unknown(self) -> bool:
        """True if the last run lacks a command that nobody knows, and the loader passes none of them on."""
        return self._seen is not None and lacking.any_unknown_command(
            self._subject.observe, self._profile, self._seen, self._scenario
        )

    def unearned(self, rule_ids: Sequence[str]) -> dict[str, str]:
        """Return the rules of which the last run shows nothing by what did not happen in it, each with the reason.

        It is asked after the test, and found out once.
        """
        if not isinstance(self._subject, Foreign):
            return {}
        if (known := tuple(rule_ids)) not in self._unearned:
            controls = self._controls(self._subject)
            self._unearned[known] = unearned(controls, self._seen, self._scenario, known)
        return self._unearned[known]

    def shows_nothing(self, rule_ids: Sequence[str]) -> str:
        """Return why the last run shows nothing of any of these rules; empty if it may show something of one."""
        found = self.unearned(rule_ids)
        return next(iter(found.values()), "") if len(found) == len({*rule_ids}) else ""

    def never(self, *kinds: str) -> str:
        """Return why nothing is shown of what a foreign loader never does; ``kinds`` are those of ``Controls``."""
        loader = self._subject
        return self._controls(loader).lacked(kinds, HostPlatform()) if isinstance(loader, Foreign) else ""

    def _controls(self, loader: Foreign) -> Controls:
        return Controls(loader.observe, homes(self._profile), loader.lacks, loader.edition)

    @property
    def against_profile(self) -> Comparison | None:
        """The comparison of the last observation with the subject's profile; None if it has none."""
        if self._profile is None or self._scenario is None or self._seen is None:
            return None
        return compared(self._scenario, self._seen, self.edition, self._profile)

    @property
    def missing_export(self) -> str:
        """A command that the last script called in vain by its export, which the library lacks; empty if none."""
        if self._is_strict or self.complained or self._seen is None or self._scenario is None:
            return ""
        name = lacking.export_without_answer(self._scenario.actions, self._seen.answers)
        return "" if self.exports(name) else name

    @property
    def shown(self) -> Case | None:
        """The last scenario that the subject ran, as a case; None if it ran none."""
        return self._case or (Case("", self._scenario) if self._scenario else None)

    @property
    def note(self) -> str:
        """The note of the last case if it has expectations; empty otherwise."""
        return self._case.scenario.note if self._case and self._case.expect else ""

    def keeps(self, case: Case) -> None:
        """Run a case of a corpus and check its expectations; only a foreign loader may take the other reading."""
        self._case, self._scenario = case, relocated(case.scenario, self._profile)
        seen = self._subject.observe(self._scenario)
        self.differing = blame.shown_by_end(seen)
        seen = self._judged(seen)
        found = corpus.differences(case, seen, self.edition)
        ambiguity = corpus.reading(case, seen, self.edition) if found else ""
        if found and (not ambiguity or self._is_strict):
            self.differing = blame.shown(case, seen, self.edition)
            self._complained = blame.complained(found, seen)
            raise AssertionError("; ".join(map(str, found)))
        if found:
            self.warning = f"the other reading of {ambiguity} is taken: {'; '.join(map(str, found))}"

    def as_given(self, case: Case) -> None:
        """Run a user's case and check its expectations for the edition; if it has none, the core's prediction."""
        self.rules = user_scenarios.rules_for(case, self.edition)
        if self.edition.value in (case.expect or {}):
            self.keeps(case)
            return
        self._case, self._scenario = case, case.scenario
        unlike = user_scenarios.unlike(
            case.scenario, self._judged(self._subject.observe(case.scenario)), self.edition
        )
        if unlike.why_not:
            pytest.skip(f"it says nothing of edition {self.edition.value}, and {unlike.why_not}")
        if unlike.differences:
            self.rules = self.rules if case.rules else (unlike.rule,)
            raise AssertionError("; ".join(map(str, unlike.differences)))

    def _judged(self, seen: Observation) -> Observation:
        """Return the observation, with the mocks' complaints about rules of the subject's edition only.

        Ends the test if the run was not covered or did not end by itself.
        """
        told = (blame.complaint_in(line, self.edition) for line in seen.violations)
        complaints = blame.Complaints(line for line in told if line)
        self._complaints.append(complaints)
        self._seen = seen = replace(seen, violations=complaints)
        if seen.left:
            self.warning = f"the loader left processes that could not be ended: {plain(seen.left)}"
        if seen.ended == "not covered":
            pytest.skip(seen.detail)
        if seen.ended != "ok":
            doing = self._scenario.actions if self._scenario else ()
            raise EndedError(OF_ENDING[seen.ended], in_words(seen.detail, doing))
        return seen

    @property
    def was_answered(self) -> bool:
        """True if a loader was run, so that the test reads its answers."""
        return self._seen is not None and isinstance(self._subject, Foreign)

    def reading(self, ambiguity: str, seen: object, *, chosen: object, tolerated: object = ANYTHING) -> None:
        """Check for the chosen reading of an ambiguity; a foreign loader may take the other, with a warning.

        Without ``tolerated`` it may do anything: no document says what it has to do.
        """
        if blame.same(seen, chosen, self._complaints):
            return
        if tolerated not in (seen, ANYTHING) or self._is_strict:
            raise AssertionError(said(seen, chosen))
        self.warning = f"the other reading of {rule(ambiguity)} is taken: {said(seen, chosen)}"

    def since(self, release: str) -> None:
        """Skip the test on a foreign loader of an older release, which the edition's documents came after."""
        reported = self._subject.version if isinstance(self._subject, Foreign) else ""
        own, first = parse_loose(reported), parse_loose(release)
        if own and first and own < first:
            pytest.skip(f"loaders do this from {release} on; this is {self._subject.version}")

    def order(self, seen: Sequence[str], expected: Sequence[str]) -> None:
        """Check that names of a chain stand in this order: a rule on an order says nothing of one that is missing."""
        there = tuple(each for each in expected if each in seen)
        if len(there) < min(2, len(expected)):
            pytest.skip(f"nothing has an order here: {said(seen, expected)}")
        found = tuple(each for each in seen if each in expected)
        if found != there:
            raise AssertionError(said(found, there))

    def implied(self, seen: object, expected: object, by: str) -> None:
        """Check what the documents imply without saying it, ``by`` this; a foreign loader that differs is warned."""
        if blame.same(seen, expected, self._complaints):
            return
        if self._is_strict:
            raise AssertionError(said(seen, expected))
        self.warning = f"only implied by {by}: {said(seen, expected)}"

    def lead(self, seen: Mapping[str, str | None], expected: Mapping[str, str], by: str) -> None:
        """Check in which file each function is. That the loader's own code stands between, ``by`` alone forbids.

        Code in no file ("?") may lead there straight: that it "would be" the function 2016 alone says, of an example.
        """
        wrong = {name: home for name, home in seen.items() if home != expected[name]}
        if not {"?", os.path.basename(getattr(self._subject, "path", ""))}.issuperset(wrong.values()):
            raise AssertionError(said(wrong, {}))
        if not holds(by, self.edition):
            self.implied(wrong, {}, f"{by}, which other editions have")
        elif {*wrong.values()} - {"?"}:
            self.blamed = (by,)
            raise AssertionError(said(wrong, {}))
        else:
            self.implied(wrong, {}, f"{by}, as code in no file may lead there straight")

    @property
    def complained(self) -> tuple[str, ...]:
        """The rules that mocks named if a check met nothing but their complaints."""
        return blame.named_in(self._complaints) or self._complained

    def library_faults(self, rule_id: str) -> tuple[str, ...]:
        """Return the errors in the subject's library alone against a rule. Lesser faults become a warning."""
        if isinstance(self._subject, Reference):
            self.needs_library = True
            pytest.skip("the core is no library")
        library = read_library_file(self._subject.path)
        if isinstance(library, Failure):
            why = f"the library cannot be read: {library.detail or library.trouble}"
            if chosen():
                pytest.skip(why)
            raise EndedError(Verdict.ERROR, why)
        version = vulkan_1_0.vulkan_of(self._subject.path, self._subject.version)
        reasons = loader_library(library, version, InFile(self._subject.path))
        about = [reason for reason in reasons if reason.rule == rule(rule_id)]
        self.warning = "; ".join(each.fact for each in about if each.severity is Severity.WARNING)
        return tuple(each.fact for each in about if each.severity is Severity.ERROR)

    def exports(self, command: str) -> bool:
        """Return whether the subject is a library that exports the command."""
        library = read_library_file(self._subject.path) if self._subject.path else None
        return isinstance(library, Library) and command in library.exports

    @property
    def is_of_1_0(self) -> bool:
        """True if the subject is a loader for Vulkan 1.0 alone."""
        return bool(vulkan_1_0.lacked(self._subject.path))

    def registered(self, world: World) -> tuple[tuple[str, str, str], ...]:
        """Return the findings on the world's registry in the subject's edition: rule, severity, manifest or key."""
        if not isinstance(self._subject, Reference):
            pytest.skip("no loader says what is wrong with a registry: that is lint's")
        self._scenario = world.scenario()
        host = machine_of(self._scenario)
        named, reasons = judged_registry(host.platform().registry or Registry())
        found = (*reasons, *leftovers(named, host))
        return tuple((str(e.rule), str(e.severity), e.subject) for e in found if self.edition in e.editions)

    def packaged(self, path: str, use: Use) -> str:
        """Return the rule that a system's package breaks by putting a manifest there; empty if there is none."""
        if not isinstance(self._subject, Reference):
            pytest.skip("no loader says what is wrong with a package: that is lint's")
        found = local_folder(path, use, "package.deb")
        return str(found.rule) if found and self.edition in found.editions else ""

    def decided(self) -> Mapping[str, object]:
        """Return the core's decisions on the last scenario of a foreign loader; empty for the core itself.

        It is empty for a script, too, because a script makes instances of its own.
        """
        shown = self._scenario
        is_script = shown is not None and any(each[0] in STEPS for each in shown.actions)
        if not shown or is_script or not isinstance(self._subject, Foreign):
            return {}
        listings = self._seen.listings if self._seen else {}
        from refloader.suite.loaders.explained import decided  # here: no run of layers or drivers explains

        return decided(listed_as(shown, listings), self.edition)

    def evidence(self, *, full: bool) -> Mapping[str, object]:
        """Return what was run and observed, as JSON can hold it; ``full`` is enough to build the case by hand."""
        shown = offered(self._scenario, full) if self._scenario else {}
        return {**shown, **(observed(self._seen, full) if self._seen else {})}
