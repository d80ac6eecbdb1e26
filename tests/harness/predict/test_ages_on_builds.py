"""The ages on real builds: what a release is predicted to do in generated worlds is what its build does.

How often that holds is known for each build from 1,000 worlds that the traits were not learnt from; it must not fall.
"""

from pathlib import Path

import pytest
from samples import LONG, WHOLE

from refloader.campaign.worlds.steps import scenario_of_seed
from refloader.core.ages import age_of
from refloader.model.edition import LATEST
from refloader.model.request import Build
from refloader.predict.differential import differences, listed_as
from refloader.predict.prediction import predict
from refloader.predict.script import predict_script
from refloader.sandbox.loader import ForeignLoader
from refloader.scenario.actions import EVERYTHING

pytestmark = pytest.mark.slow

LOADERS = Path(__file__).resolve().parents[4] / "shared" / "subjects" / "loaders"
BUILDS = sorted(folder.name for folder in LOADERS.glob("*") if (folder / "libvulkan.so.1").is_file())
FIRST, NUMBER = 11000, 1000 if LONG else 40 if WHOLE else 20
WORST = {"1.2.162.0": 0.99, "1.2.198.1": 0.997, "1.3.204.1": 0.997}
"""The least share of worlds that agree; 0.998 for the other builds. In a small sample four more may differ."""


@pytest.mark.skipif(not BUILDS, reason="no builds of loaders in ../shared/subjects/loaders")
@pytest.mark.whole(keep=5, rotate=True)
@pytest.mark.parametrize("build", BUILDS)
def test_what_a_build_does_is_predicted(build: str) -> None:
    """Of the worlds that the build runs and for which an answer is predicted, nearly all agree."""
    loader = ForeignLoader(str(LOADERS / build / "libvulkan.so.1"))
    release = Build(age=age_of(build))
    compared, other = 0, []
    for seed in range(FIRST, FIRST + NUMBER):
        scenario = scenario_of_seed(seed, frozenset())
        seen = loader.observe(scenario)
        predicting = predict if scenario.actions == EVERYTHING else predict_script
        predicted = predicting(listed_as(scenario, seen.listings), LATEST, release)
        if seen.ended in ("not covered", "error") or predicted.observation.ended != "ok":
            continue
        compared += 1
        other += [seed] if differences(predicted.observation, seen) else []

    assert compared > NUMBER * 0.8
    assert len(other) <= compared * (1 - WORST.get(build, 0.998)) + (0 if LONG else 4), other
