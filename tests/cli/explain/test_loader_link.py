"""``explain`` of a machine on which the name of the loader is a link: whether programs find a loader by it."""

from pathlib import Path

from verbs import Run

LIB = "usr/lib/x86_64-linux-gnu"
NOTHING = "programs find no loader"


def machine(root: Path, *, target: str, has_target: bool) -> Path:
    """A machine whose libvulkan.so.1 is a link."""
    folder = root / LIB
    folder.mkdir(parents=True)
    (root / "etc/ld.so.conf.d").mkdir(parents=True)
    (root / "etc/ld.so.conf").write_text("include /etc/ld.so.conf.d/*.conf\n")
    (root / "etc/ld.so.conf.d/x86_64-linux-gnu.conf").write_text(f"/{LIB}\n")
    (root / "etc/os-release").write_text("ID=debian\n")
    (folder / "libvulkan.so.1").symlink_to(target)
    if has_target:
        (folder / target).write_bytes(b"not asked for its content")
    return root


def test_a_link_that_leads_nowhere(run: Run, tmp_path: Path) -> None:
    """As after an upgrade that was broken off: the link is of the old release."""
    root = machine(tmp_path, target="libvulkan.so.1.3.239", has_target=False)

    lines = run("explain", "--root", str(root)).stdout

    assert (
        f'"/{LIB}/libvulkan.so.1" is a link to "/{LIB}/libvulkan.so.1.3.239", which does not exist' in lines
    )
    assert "apt install --reinstall libvulkan1" in lines
    assert NOTHING not in run("doctor", "--root", str(root)).stdout  # it has a sentence of its own


def test_a_link_that_leads_to_the_loader(run: Run, tmp_path: Path) -> None:
    """As on each machine."""
    root = machine(tmp_path, target="libvulkan.so.1.3.239", has_target=True)

    assert NOTHING not in run("explain", "--root", str(root)).stdout


def test_no_loader_at_all(run: Run, tmp_path: Path) -> None:
    """A tree without one is as one that is still to be installed."""
    root = machine(tmp_path, target="libvulkan.so.1.3.239", has_target=False)
    (root / LIB / "libvulkan.so.1").unlink()

    assert NOTHING not in run("explain", "--root", str(root)).stdout
