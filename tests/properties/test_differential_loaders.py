"""Generated worlds on real loaders: what is seen is what was predicted, or has a cause that is known."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refloader.campaign.ledger import Ledger, ledgers
from refloader.campaign.search import Search
from refloader.campaign.store import CampaignTarget
from refloader.campaign.summary import KnownCauses, is_of_age
from refloader.campaign.worlds.byte_source import CHUNK
from refloader.campaign.worlds.strategies import world_from
from refloader.native.dropin import dropin_library
from refloader.native.mocks import mock_library
from refloader.sandbox.loader import identify, system_loader
from refloader.shipped import shipped
from refloader.suite.run.targets import why_no_dropin

WORLD_SIZE = 12 * CHUNK


@pytest.fixture(scope="module")
def dropin() -> Search:
    """The search on the drop-in library."""
    reason = why_no_dropin()
    if reason:
        pytest.skip(reason)
    path = dropin_library()
    return Search(path, identify(path).version)


class TestDropin:
    """The drop-in library shows what the core predicts, on every world."""

    @settings(max_examples=40)
    @given(data=st.binary(max_size=WORLD_SIZE))
    def test_it_agrees(self, dropin: Search, data: bytes) -> None:
        """Results, layers, extensions, chain, drivers and devices."""
        result = dropin.look(world_from(data))

        assert result.seen.ended != "error", result.seen.detail
        assert result.differences == ()


@pytest.fixture(scope="module")
def system() -> tuple[Search, Ledger, CampaignTarget]:
    """The search on the machine's own loader, and the ledger about it."""
    path = system_loader()
    if path is None or mock_library("mock_layer") is None:
        pytest.skip("this machine has no loader, or the mocks are not built")
    identity = identify(path)
    target = CampaignTarget("", path, identity.version, identity.sha256)
    about = KnownCauses(tuple(ledgers(shipped("reports")))).about(target)
    if not about:
        pytest.skip(f"there is no ledger for {path} {identity.version}")
    return Search(path, identity.version), about[0], target


class TestSystemLoader:
    """What the machine's own loader does otherwise, its ledger or the table of ages accounts for."""

    @pytest.mark.parametrize("seed", range(16))
    def test_every_cause_is_known(self, system: tuple[Search, Ledger, CampaignTarget], seed: int) -> None:
        """A new one is a defect of ours, or an entry that is missing; ``refloader campaign`` looks for more."""
        search, ledger, target = system

        found = search.outcome(seed).findings

        new = [each.signature for each in found if ledger.cause(each.signature) is None]
        assert [signature for signature in new if not is_of_age(target, signature)] == []
