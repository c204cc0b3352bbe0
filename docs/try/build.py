"""Builds the page on which rules are typed: ``python docs/try/build.py FOLDER``.

The folder gets the page, a wheel of perfectplay, and Pyodide (Python for browsers), which npm
brings; it is kept in ``build/`` for the next time. Any web server can serve the folder.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
STATIC = ROOT / "src" / "perfectplay" / "web" / "static"

PYODIDE = "314.0.7"
"""The version of the npm package pyodide: Python 3.14."""

PYODIDE_FILES = (
    "package.json", "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip",
    "pyodide-lock.json",
)  # fmt: skip

NO_MODULES = '{"imports": {}}'
"""Where the page names its modules; the build fills it in."""

KEPT = ROOT / "build" / f"pyodide-{PYODIDE}"


def pyodide() -> Path:
    """The folder with the files of Pyodide; npm fetches them and checks their digest.

    Raises RuntimeError if there is no npm, or it cannot fetch them.
    """
    if all((KEPT / name).exists() for name in PYODIDE_FILES):
        return KEPT
    npm = shutil.which("npm")
    if npm is None:
        raise RuntimeError("npm is not installed, which fetches Pyodide; install Node.js")
    with TemporaryDirectory() as folder:
        command = [npm, "pack", f"pyodide@{PYODIDE}", "--json", "--pack-destination", folder]
        done = subprocess.run(
            command, check=False, capture_output=True, text=True, timeout=600, cwd=folder
        )
        archives = list(Path(folder).glob("*.tgz"))
        if done.returncode or not archives:
            raise RuntimeError(f"npm cannot fetch pyodide@{PYODIDE}: {done.stderr.strip()[-500:]}")
        new = Path(folder) / "new"
        with tarfile.open(archives[0]) as archive:
            for name in PYODIDE_FILES:
                member = archive.getmember(f"package/{name}")
                member.name = name
                archive.extract(member, new, filter="data")
        shutil.rmtree(KEPT, ignore_errors=True)
        KEPT.parent.mkdir(exist_ok=True)
        shutil.move(new, KEPT)
    version = json.loads((KEPT / "package.json").read_text(encoding="utf-8"))["version"]
    assert version == PYODIDE
    return KEPT


def modules(*names: str) -> list[str]:
    """Modules of the explorer's page, and those that they import."""
    found: list[str] = []
    waiting = list(names)
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found.append(name)
            text = (STATIC / f"{name}.js").read_text(encoding="utf-8")
            waiting += re.findall(r'from "pp/(\w+)"', text)
    return found


def wheel(folder: Path) -> Path:
    """A wheel of perfectplay as it is now, in a folder."""
    pip = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    subprocess.run([*pip, str(ROOT)], check=True, capture_output=True, timeout=600)
    [found] = folder.glob("perfectplay-*.whl")
    return found


def build(folder: Path) -> None:
    """Write the whole page into a folder, over an older one. Raises RuntimeError."""
    from perfectplay.drawing.board.svg import STYLE

    parts = pyodide()
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("try.css", "cannot.js", "try.js", "editor.js", "worker.js"):
        shutil.copy(HERE / name, folder)
    used = modules("dom", "board")
    for name in used:
        shutil.copy(STATIC / f"{name}.js", folder)
    page = (HERE / "index.html").read_text(encoding="utf-8")
    places = json.dumps({"imports": {f"pp/{name}": f"./{name}.js" for name in used}})
    (folder / "index.html").write_text(page.replace(NO_MODULES, places), encoding="utf-8")
    style = (STATIC / "style.css").read_text(encoding="utf-8")
    (folder / "style.css").write_text(f"{STYLE}\n{style}", encoding="utf-8")
    shutil.copytree(HERE / "examples", folder / "examples", dirs_exist_ok=True)
    shutil.copytree(parts, folder / "pyodide", dirs_exist_ok=True)
    with TemporaryDirectory() as made:
        shutil.copy(wheel(Path(made)), folder / "perfectplay.whl")


def main() -> None:
    """Build into the folder that the command names."""
    if len(sys.argv) != 2:
        raise SystemExit("usage: python docs/try/build.py FOLDER")
    folder = Path(sys.argv[1])
    try:
        build(folder)
    except RuntimeError as problem:
        raise SystemExit(str(problem)) from None
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    sys.stdout.write(f"{folder}: {size / 1e6:.1f} MB; serve it with: python -m http.server -b "
                     f"127.0.0.1 -d {folder}\n")  # fmt: skip


if __name__ == "__main__":
    main()
