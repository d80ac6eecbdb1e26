"""What is measured of each verb: the inputs that grow, or why it has none. The formats come from the verbs."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import grown_faults as faulty
import grown_manifests as made
import grown_options as options
import grown_packages as packages
import grown_recordings as recordings
import grown_runs as runs


@dataclass(frozen=True)
class Row:
    """An input that grows. ``make`` writes one of a size into an empty folder and gives the words of the command.

    ``size`` is the smallest one. ``shapes`` are the formats in which it is measured, None for all.
    ``cut`` says that the verb cannot come to an end with it: exit code 3. ``project`` says that the configuration in
    the folder counts. ``timed`` is false if only calls are counted, for inputs that differ a little from one another.
    """

    make: Callable[[Path, int], list[str]]
    size: int = 24
    shapes: tuple[str, ...] | None = ("text",)
    cut: bool = False
    project: bool = False
    timed: bool = True

    @property
    def name(self) -> str:
        """What the input is."""
        return self.make.__name__


_TREE = ("--root", "{}")


def _faulty(*inputs: faulty.Make, size: int = 64) -> tuple[Row, ...]:
    return tuple(Row(each, size, timed=False) for each in inputs)


ROWS: dict[str, tuple[Row, ...]] = {
    "lint": (
        Row(made.manifests, 36, shapes=None),
        Row(made.faults_on_a_line, 40, shapes=None),
        Row(made.manifests_by_release, 6),
        Row(made.layers_in_lines, 16, shapes=("sarif", "json")),
        Row(made.manifests_of_one_name, 12),
        Row(made.drivers, 12),
        Row(made.named_files, 12),
        Row(made.folders, 12),
        Row(made.files_of_others, 12),
        Row(made.deep_folders, 12),
        Row(made.nested_roots, 12),
        Row(made.named_nested_roots, 12, timed=False),
        Row(made.spelled_otherwise, 12),
        Row(faulty.linker_includes, 100, timed=False),
        Row(made.layers_on_a_line),
        Row(made.layers_without_a_type),
        Row(made.layers_of_one_name, shapes=("text", "sarif")),
        Row(made.faults_shown, 8),
        Row(made.deep_nesting),
        Row(made.never_closed),
        Row(made.a_long_string, 40),
        Row(made.many_keys, 40),
        Row(made.repeated_keys, 60),
        Row(made.extensions, 40),
        Row(made.components),
        Row(made.components_again),
        Row(made.nested_metas, 12),
        Row(made.links_to_a_folder, 30, timed=False),
        Row(made.settings, 60),
        Row(made.wrong_settings, 40),
        Row(made.registry_values, 60),
        Row(made.wrong_values, 40),
        Row(made.registry_keys, 60),
        Row(made.registry_of_a_tree, 12),
        Row(runs.a_snapshot_judged, 8),
        Row(runs.since_a_snapshot, 8),
        Row(runs.twins_since_a_snapshot, 60),
        Row(packages.a_tar, 12),
        Row(packages.a_deb, 40),
        Row(packages.an_rpm, 40),
        Row(packages.a_zip, 12),
        Row(packages.a_long_tag_of_a_wheel, 60),
        Row(packages.identities_of_a_package, 60),
        Row(options.libraries_of_an_apk, 24),
        Row(options.manifests_of_an_msix, 24),
        Row(options.values_of_a_hive, 60),
        Row(options.keys_of_a_hive, 24),
        Row(made.ignores_of_findings, 40, project=True),
        *_faulty(
            *faulty.one_file("lint", "--notes", "{}"), size=208
        ),  # of a smaller one every release is asked
        *_faulty(*faulty.mixed("lint", *_TREE)),
        *_faulty(*faulty.mixed("lint", "--loaders", "1.3.250..1.3.275", *_TREE), size=26),
    ),
    "explain": (
        Row(made.files_of_sessions, 12),
        Row(made.a_tree, shapes=None),
        Row(made.a_tree_of_implicit),
        Row(made.a_tree_with_a_loader),
        Row(made.a_tree_as_a_release),
        Row(made.layers_of_this_machine, 12),
        Row(made.metas_as_a_release),
        Row(made.a_tree_of_one_name, 60),
        Row(made.a_tree_of_drivers),
        Row(made.a_tree_of_broken),
        Row(made.a_tree_and_a_name, 4),
        Row(made.layers_in_a_tree, shapes=("text", "html")),
        Row(made.paths_of_a_variable),
        Row(made.names_of_a_variable),
        Row(faulty.missing_names_and_paths),
        Row(made.filters_of_a_variable),
        Row(made.filters_and_layers, 12),
        Row(made.settings_in_a_tree),
        Row(made.settings_of_programs, 40),
        Row(made.components_in_a_tree),
        Row(made.components_that_are_missing),
        Row(made.followed_links_to_a_folder, 36, timed=False),  # the first of them are all followed
        Row(made.explained_values, 60, shapes=None),
        Row(made.explained_values_off, 40),
        Row(runs.a_snapshot_explained, 8),
        Row(packages.a_package_explained),
        Row(packages.an_image_explained),
        Row(runs.a_log_explained, 60, shapes=("text", "json")),
        Row(runs.programs_explained, 60),
        Row(runs.counterparts_explained, 60),
        Row(runs.long_lines_explained),
        Row(runs.a_report_explained),
        Row(runs.escapes_in_a_report, 24),
        Row(options.a_profile_of_folders, 12),
        Row(faulty.folders_of_the_linker, 128, timed=False),
        Row(options.a_profile_of_variables, 60),
        Row(options.a_hive_explained, 60),
        *_faulty(*faulty.one_file("explain", *_TREE)),
        *_faulty(*faulty.every_kind("explain", *_TREE)),
        *_faulty(*faulty.mixed("explain", *_TREE)),
        *_faulty(*faulty.mixed("explain", *_TREE, "VK_LAYER_TEST_missing")),
        *_faulty(*faulty.mixed("explain", *_TREE, "--as-loader", "1.3.239")),
    ),
    "doctor": (
        Row(made.a_tree_looked_at, shapes=None),
        Row(made.broken_looked_at),
        Row(made.conflicts_looked_at, 16),
        Row(made.strays_looked_at),
        Row(options.a_package_looked_at, 12),
        *_faulty(*faulty.every_kind("doctor", *_TREE)),
        *_faulty(*faulty.mixed("doctor", *_TREE)),
    ),
    "config": (Row(made.ignores, shapes=None),),
    "observed": (
        Row(runs.recorded_calls, shapes=None),
        Row(runs.calls_in_one_another),
        Row(runs.broken_calls),
        Row(recordings.objects_of_one_number, 12),
        Row(recordings.lookups_of_one_name, 12),
        Row(recordings.resets_of_a_pool, 12),
        Row(recordings.devices_listed_again, 8),
        Row(recordings.blocks_at_one_address, 12),
        Row(recordings.threads_that_hang, 288, timed=False),  # of up to 256 each is compared with each
    ),
    "report": (
        Row(runs.results, 24, shapes=None),
        Row(runs.findings_of_one_rule, 24, shapes=None),
        Row(runs.subjects, 36, shapes=("text", "html", "junit", "sarif")),
        Row(runs.parts),
        Row(runs.stale_entries, 96, shapes=("text", "html", "junit", "json"), timed=False),
        Row(options.retried, 24),
        Row(options.releases, 24),
        Row(options.environments, 12, shapes=("text", "html", "markdown", "json")),
        Row(runs.cut, cut=True),
    ),
    "claim": (Row(runs.a_claim, 16),),
    "verify-claim": (
        Row(runs.a_bundle, 16, shapes=None),
        Row(runs.a_bundle_of_attachments, 60),
        Row(runs.a_bundle_of_runs),
        Row(runs.a_bundle_of_subjects),
    ),
    "diff": (Row(runs.two_runs, 24, shapes=None),),
    "trend": (Row(runs.many_runs, 4, shapes=None), Row(runs.large_runs, 24), Row(runs.runs_of_subjects, 120)),
    "snapshot": (
        Row(runs.a_snapshot, 8),
        Row(runs.a_log, 60),
        Row(options.snapshot_of_a_package, 12),
        Row(faulty.users, 200),
        *_faulty(*faulty.mixed("snapshot", "-o", "{}/a.snapshot", *_TREE)),
    ),
}

NOTHING_GROWS = {
    "conform": "it runs libraries in children, as many as it is asked to; report has what it writes",
    "campaign": "it runs loaders until its time is over; report has what it writes",
    "bisect": "it starts a program of the user's, log2(n) + 2 times for n layers, and refuses more than 128",
    "exec": "it becomes the program that it starts; observed has what it records",
    "rules": "the catalogue is what it is",
    "ages": "the table of traits is what it is",
    "selftest": "it runs the suite on the mutants that there are",
    "schema": "the schemas are what they are",
    "ctest": "the cases are what they are; it runs the suite's collection in a child",
    "export-scenarios": "the scenarios are what they are",
    "init-layer": "it writes one template",
    "completion": "it prints one script",
}
"""Verbs without an input that grows, each with the reason."""

PENDING: dict[tuple[str, str, str], str] = {}
"""What grows too fast today, by verb, format and input, and why it is not mended yet. Take out what is mended."""
