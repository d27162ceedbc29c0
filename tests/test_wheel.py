"""The two wheels in an empty environment: types, modules, and the project of someone else."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import sphinx

import piquet_core
from piquet_core import __version__
from sphinx_piquet import MINIMUM_SPHINX

ROOT = Path(__file__).parents[1]
OUTSIDER = Path(__file__).parent / "outsider"
# Modules for packages that an extra installs.
OPTIONAL = (
    "piquet_core.environments.open_spiel_game",
    "piquet_core.environments.piquet_v0",
    *(f"piquet_core.laboratory.{name}" for name in ("batches", "results", "running", "summary")),
)
USER_PROGRAM = Path(__file__).parent / "user_program.py"
PYRIGHT = ROOT / "node_modules" / ".bin" / "pyright"
WHEELS = {"piquet_core": ROOT, "sphinx_piquet": ROOT / "extension"}
PROGRAM = """\
from piquet_core import parse_hand

number: int = parse_hand("SA")
"""


def run(*command: str | Path, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "SOURCE_DATE_EPOCH": "1700000000", **variables}
    return subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )


@dataclass(frozen=True)
class Environment:
    """A virtual environment that contains some wheels."""

    folder: Path
    wheels: dict[str, Path]

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"

    @property
    def packages(self) -> Path:
        (found,) = self.folder.glob("lib/python*/site-packages")
        return found

    def modules(self, name: str) -> list[str]:
        """Return the modules that a wheel contains."""
        with zipfile.ZipFile(self.wheels[name]) as wheel:
            paths = [Path(path) for path in wheel.namelist() if path.endswith(".py")]
        return [".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in paths]


def install(folder: Path, *names: str) -> Environment:
    """Build wheels and install them into an empty environment, without their dependencies."""
    venv.create(folder / "environment")
    wheels = {}
    for name in names:
        target = folder / name
        target.mkdir()
        build = f"from flit_core.buildapi import build_wheel; build_wheel({str(target)!r})"
        made = run(sys.executable, "-c", build, cwd=WHEELS[name])
        assert made.returncode == 0, made.stderr
        (wheels[name],) = target.glob("*.whl")
    environment = Environment(folder / "environment", wheels)
    pip = (sys.executable, "-m", "pip", "--python", environment.python, "install")
    done = run(*pip, "--no-index", "--no-deps", *wheels.values(), cwd=folder)
    assert done.returncode == 0, done.stderr
    return environment


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    return install(tmp_path_factory.mktemp("library"), "piquet_core")


@pytest.fixture(scope="module")
def extension(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Return an environment with both wheels, where Sphinx and the themes are those of the tests."""
    made = install(tmp_path_factory.mktemp("extension"), *WHEELS)
    # Importable from there, but the editable installs of that folder are not.
    (made.packages / "tests.pth").write_text(str(Path(sphinx.__file__).parents[1]), "utf-8")
    return made


def import_all(environment: Environment, name: str, cwd: Path) -> None:
    program = "import importlib, sys\nfor name in sys.argv[1:]: importlib.import_module(name)"
    left_out = ("piquet_core.__main__", *OPTIONAL)
    names = [one for one in environment.modules(name) if one not in left_out]
    done = run(environment.python, "-c", program, *names, cwd=cwd)
    assert done.returncode == 0, done.stderr


def test_every_module_of_the_library_imports_alone(library: Environment, tmp_path: Path) -> None:
    modules = library.modules("piquet_core")
    assert len(modules) > 100
    assert all(name.startswith("piquet_core") for name in modules)
    assert set(OPTIONAL) < set(modules)
    import_all(library, "piquet_core", tmp_path)


@pytest.mark.parametrize("name", OPTIONAL)
def test_an_optional_module_names_the_package_that_is_missing(
    library: Environment, tmp_path: Path, name: str
) -> None:
    done = run(library.python, "-c", f"import {name}", cwd=tmp_path)
    missing = "pyarrow" if "laboratory" in name else "numpy"
    assert f"ModuleNotFoundError: No module named '{missing}'" in done.stderr


def test_every_module_of_the_extension_imports(extension: Environment, tmp_path: Path) -> None:
    assert all(name.startswith("sphinx_piquet") for name in extension.modules("sphinx_piquet"))
    import_all(extension, "sphinx_piquet", tmp_path)


def test_the_extension_needs_the_library_and_sphinx(extension: Environment) -> None:
    with zipfile.ZipFile(extension.wheels["sphinx_piquet"]) as wheel:
        (path,) = (name for name in wheel.namelist() if name.endswith("METADATA"))
        needs = re.findall(r"^Requires-Dist: (.*)$", wheel.read(path).decode(), re.MULTILINE)
    version = ".".join(map(str, MINIMUM_SPHINX))
    assert [one.replace(" ", "") for one in needs] == [
        f"piquet-core=={__version__}",
        f"sphinx>={version}",
    ]


# -- the project of someone else -----------------------------------------------------------------


def build(extension: Environment, out: Path, *, with_piquet: bool) -> dict[str, str]:
    """Return the pages of the outside project, which has to build without a warning."""
    command = (extension.python, "-m", "sphinx", "-q", "-W", "-b", "html")
    options = ("-d", out.with_suffix(".doctrees"))
    done = run(*command, *options, OUTSIDER, out, cwd=out.parent, PIQUET="1" * with_piquet)
    assert (done.returncode, done.stderr) == (0, "")
    return {path.stem: path.read_text("utf-8") for path in out.glob("*.html")}


def imported_scripts(static: Path) -> Iterator[Path]:
    """Yield the modules that the scripts of the extension import."""
    for script in (ROOT / "extension" / "sphinx_piquet" / "static").rglob("*.js"):
        copied = static / script.relative_to(ROOT / "extension" / "sphinx_piquet" / "static")
        for name in re.findall(r'(?:from|import)\s*\(?\s*"(\.[^"]+)"', copied.read_text("utf-8")):
            if not name.endswith(".d.ts"):  # types, in comments
                yield copied.parent / name


@pytest.mark.site
def test_an_outside_project_builds(extension: Environment, tmp_path: Path) -> None:
    """tests/test_other_projects.py has further themes and builders."""
    without = build(extension, tmp_path / "without", with_piquet=False)
    pages = build(extension, tmp_path / "with", with_piquet=True)
    deal = pages.pop("deal")
    del without["deal"]
    assert pages == without
    assert {"index", "garden", "genindex", "search"} <= pages.keys()
    steps = re.findall(r'id="(deal|ce|t\d+[ey])"', deal)
    assert len(steps) > 20, "a replay has its steps"
    assert re.search(r'class="piquet [^"]*pq-', deal), "the replay is in the scope of its styles"
    unknown = [
        name for name in imported_scripts(tmp_path / "with" / "_static") if not name.is_file()
    ]
    assert unknown == []
    for address in re.findall(r'<(?:link|script)[^>]* (?:href|src)="([^"?#:]+\.(?:css|js))', deal):
        assert (tmp_path / "with" / address).is_file(), address


@pytest.mark.parametrize("name", ["sphinx_piquet", "sphinx_piquet.references"])
def test_an_older_sphinx_is_refused_by_name(
    extension: Environment, tmp_path: Path, name: str
) -> None:
    (tmp_path / "conf.py").write_text(f"extensions = [{name!r}]\n", "utf-8")
    (tmp_path / "index.rst").write_text("Top\n===\n", "utf-8")
    program = (
        "import sys, sphinx, sphinx.application\n"
        "sphinx.version_info = sphinx.application.sphinx.version_info = (8, 1, 3, 'final', 0)\n"
        "from sphinx.cmd.build import main\n"
        "sys.exit(main(['-q', '-b', 'dummy', '.', 'out']))\n"
    )
    done = run(extension.python, "-c", program, cwd=tmp_path)
    assert done.returncode == 2
    assert f"The {name} extension used by this project needs at least Sphinx v8.2" in done.stderr


# -- types ---------------------------------------------------------------------------------------


def test_a_strictly_typed_program_sees_the_types_of_the_wheel(
    library: Environment, tmp_path: Path
) -> None:
    """PEP 561: without ``py.typed``, everything imported from the package is Any."""
    (tmp_path / "program.py").write_text(PROGRAM, "utf-8")
    mypy = (sys.executable, "-m", "mypy", "--strict", "--no-incremental")
    checked = run(*mypy, "--python-executable", library.python, "program.py", cwd=tmp_path)
    assert "Any" not in checked.stdout
    (line, *_) = checked.stdout.splitlines()
    assert line.startswith("program.py:3: error: Incompatible types in assignment"), line
    assert 'expression has type "Hand"' in line
    assert "Found 1 error" in checked.stdout


def test_the_program_of_a_user_has_every_public_name() -> None:
    tree = ast.parse(USER_PROGRAM.read_text("utf-8"))
    imports = [
        node
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module == "piquet_core"
    ]
    imported = {alias.name for node in imports for alias in node.names}
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert imported == set(piquet_core.__all__)
    assert imported <= used


def test_the_program_of_a_user_runs(library: Environment, tmp_path: Path) -> None:
    done = run(library.python, USER_PROGRAM, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{__version__}\n")


def test_the_notebook_of_the_tutorial_runs_with_the_library_alone(
    library: Environment, tmp_path: Path
) -> None:
    notebook = ROOT / "docs" / "at-a-glance.ipynb"
    program = (
        "import json, pathlib, sys\n"
        "cells = json.loads(pathlib.Path(sys.argv[1]).read_text('utf-8'))['cells']\n"
        "code = [cell['source'] for cell in cells if cell['cell_type'] == 'code']\n"
        "names = {'__name__': 'notebook'}\n"
        "for source in code: exec(source, names)\n"
        "print(len(code), names['state'].score)\n"
    )
    done = run(library.python, "-c", program, notebook, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    count, score = done.stdout.splitlines()[-1].split(" ", 1)
    assert int(count) > 20
    # The score of the last game of the page, by the changed rule.
    assert score == "(10, 11)"


def test_mypy_accepts_the_program_of_a_user(library: Environment, tmp_path: Path) -> None:
    mypy = (sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--config-file=")
    checked = run(*mypy, "--python-executable", library.python, USER_PROGRAM, cwd=tmp_path)
    assert checked.returncode == 0, checked.stdout


def test_pyright_accepts_the_program_of_a_user(library: Environment, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(USER_PROGRAM.read_text("utf-8"), "utf-8")
    settings = {"typeCheckingMode": "strict", "pythonVersion": "3.12", "include": ["program.py"]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), "utf-8")
    checked = run(PYRIGHT, "--pythonpath", library.python, cwd=tmp_path)
    assert checked.returncode == 0, checked.stdout
    assert "0 errors" in checked.stdout
