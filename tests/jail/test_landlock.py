"""Landlock alone: what may be read, and that nothing may be written."""

import os
from pathlib import Path

import pytest

from tests.jail.conftest import Jailed

pytestmark = pytest.mark.usefixtures("landlock")
ALONE = "process.no_new_privileges(); landlock.confine()"


def refused(jailed: Jailed, code: str) -> bool:
    """Return whether Landlock alone refuses this line."""
    return "PermissionError: [Errno 13]" in jailed(code, ALONE).said


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "/proc/self/environ", "/proc/1/cmdline", "/dev/tty", __file__]
)
def test_a_file_outside_the_standard_library_cannot_be_read(jailed: Jailed, path: str) -> None:
    """No file outside the standard library opens, this project's own among them."""
    assert refused(jailed, f"open({path!r}).read()")


@pytest.mark.parametrize("folder", ["/", "/tmp", "/proc", str(Path(__file__).parent)])
def test_a_folder_outside_the_standard_library_cannot_be_listed(
    jailed: Jailed, folder: str
) -> None:
    """No folder outside the standard library can be listed."""
    assert refused(jailed, f"os.listdir({folder!r})")


def test_the_folder_that_may_hold_site_packages_is_not_readable_as_a_whole(jailed: Jailed) -> None:
    """Rules stand for entries of the library's folder, so what lies beside them stays closed."""
    library = Path(os.__file__).parent

    assert refused(jailed, f"os.listdir({str(library)!r})")
    for beside in library.glob("*-packages"):
        assert refused(jailed, f"os.listdir({str(beside)!r})")


def test_every_file_of_the_library_that_is_needed_to_import_it_is_readable(jailed: Jailed) -> None:
    """A module that was not loaded before can be imported afterwards."""
    ended = jailed("import fractions, xml.dom.minidom; print(fractions.__name__)", ALONE)

    assert ended.said == "fractions\n"


@pytest.mark.parametrize(
    "code",
    [
        "open({0!r}, 'w')",
        "os.mkdir({0!r} + 'd')",
        "os.symlink('/etc', {0!r} + 's')",
        "os.mkfifo({0!r} + 'f')",
        "os.unlink({1!r})",
        "os.rename({1!r}, {0!r})",
        "os.link({1!r}, {0!r})",
    ],
)
def test_nothing_can_be_made_or_removed(jailed: Jailed, code: str, tmp_path: Path) -> None:
    """No file, folder, link or pipe is made, none goes away."""
    place = tmp_path / "place"
    place.mkdir()
    victim = place / "victim"
    victim.write_text("whole")

    assert refused(jailed, code.format(str(place / "new"), str(victim)))
    assert [path.name for path in place.iterdir()] == ["victim"]
    assert victim.read_text() == "whole"


def test_it_names_its_version(jailed: Jailed) -> None:
    """The reason of a standing layer says which Landlock it found."""
    ended = jailed("", "process.no_new_privileges(); print(landlock.confine())")

    assert ended.said.startswith("version ")
