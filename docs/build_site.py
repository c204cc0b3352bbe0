"""Builds the site: `make docs`, or python docs/build_site.py [--source DIR] [--output DIR].

Steps, each of which must succeed. If Python for browsers has been fetched (`make try-page`), the
page on which rules are typed is built anew. Sphinx writes the pages, and every warning is an
error. The examples on the pages are run at the same time, in a process of their own. Then the
links of the finished pages are checked. Nothing of this needs a network.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import time
from pathlib import Path

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent

TRY_PAGE = ROOT / "build" / "page" / "try"
"""Where the page stands on which rules are typed. docs/conf.py takes it into the site."""

MADE = ("commands.md", "examples/*", "games/*", "gallery/*", "_*")
"""Pages that are generated, whose examples are not run a second time."""


def build(source: Path, output: Path, settings: list[str]) -> list[str]:
    """Build the site and return the names of the steps that failed.

    ``settings``: of Sphinx, as in ``library_games=nim``.
    """
    examples = subprocess.Popen(  # the pages' own doctests, as `make test` runs them
        [
            *(sys.executable, "-m", "pytest", "-n", "0", "-c", str(ROOT / "pyproject.toml")),
            *("--rootdir", str(source), "-o", "addopts=", "--doctest-glob=*.md", str(source)),
            *("-q", "-p", "no:cacheprovider", "--no-header"),
            *(f"--ignore-glob={source}/{made}" for made in MADE),
        ],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        failed = [] if _sphinx(source, output, settings) == 0 else ["the pages (Sphinx)"]
        said, _ = examples.communicate()
    finally:
        examples.kill()
    if examples.returncode not in (0, 5):  # 5: the pages have no examples
        sys.stderr.write(said)
        failed.append("the examples on the pages (pytest)")
    links = [sys.executable, str(DOCS / "check_links.py"), str(output)]
    if subprocess.run(links, check=False).returncode:
        failed.append("the links")
    return failed


def _emptied(output: Path) -> bool:
    """Remove an earlier site, so that no page of it remains; False if something else is there."""
    if (output / ".buildinfo").exists():
        shutil.rmtree(output)
    return not output.exists() or (output.is_dir() and not any(output.iterdir()))


def _sphinx(source: Path, output: Path, settings: list[str]) -> int:
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-W", "--keep-going", "-q"]
    command += [word for setting in settings for word in ("-D", setting)]
    command += ["-d", str(output.parent / "doctrees"), str(source), str(output)]
    return subprocess.run(command, check=False).returncode


def main() -> int:
    """Build, say how large the site is, and return the exit status."""
    parser = argparse.ArgumentParser(description="Builds the site of perfectplay.")
    parser.add_argument("--source", type=Path, default=DOCS, metavar="DIR")
    parser.add_argument("--output", type=Path, default=DOCS / "_build" / "html", metavar="DIR")
    parser.add_argument("-D", dest="settings", action="append", default=[], metavar="NAME=VALUE")
    given = parser.parse_args()
    begun = time.monotonic()
    if not _emptied(given.output):
        sys.stderr.write(
            f"{given.output} is no site that Sphinx has written: name a new folder, or empty it\n"
        )
        return 1
    if any((ROOT / "build").glob("pyodide-*")):
        command = [sys.executable, str(DOCS / "try" / "build.py"), str(TRY_PAGE)]
        if subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode:
            sys.stderr.write("failed: the page on which rules are typed\n")
            return 1
    failed = build(given.source.resolve(), given.output.resolve(), given.settings)
    for step in failed:
        sys.stderr.write(f"failed: {step}\n")
    if failed:
        return 1
    files = [path for path in given.output.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files) / 1e6
    seconds = time.monotonic() - begun
    sys.stdout.write(f"{given.output / 'index.html'}\n")
    sys.stdout.write(f"{len(files):,} files, {size:.0f} MB, {seconds:.0f} s\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
