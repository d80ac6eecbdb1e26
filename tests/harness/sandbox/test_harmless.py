"""A loader under test cannot change the machine it is tried on."""

from collections.abc import Callable
from pathlib import Path

import pytest

from refloader.sandbox.layouts import Way
from refloader.sandbox.loader import ForeignLoader
from refloader.sandbox.world import why_not
from refloader.scenario.scenario import Scenario

VANDAL = """
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
__attribute__((constructor)) static void destroy(void) {
    const char *victim = "VICTIM";
    unlink(victim);
    close(open("VICTIM.new", O_CREAT | O_WRONLY, 0644));
    FILE *file = fopen(victim, "w");
    if (file) { fputs("destroyed", file); fclose(file); }
}
"""


@pytest.mark.parametrize("way", [Way.ROOT, Way.USER], ids=lambda way: way.value)
class TestVandal:
    """Where there is a mount namespace everything but the child's own folder is read-only."""

    def test_files_of_the_machine_stay_as_they_were(
        self, way: Way, compile_loader: Callable[[str], str], tmp_path: Path
    ) -> None:
        """A library that removes, creates and overwrites files finds that it cannot."""
        refusal = why_not(way)
        if refusal:
            pytest.skip(refusal)
        victim = tmp_path / "victim.txt"
        victim.write_text("precious")

        ForeignLoader(compile_loader(VANDAL.replace("VICTIM", str(victim))), way=way).observe(Scenario())

        assert victim.read_text() == "precious"
        assert [each.name for each in tmp_path.iterdir()] == ["victim.txt"]
