"""Set up .venv and node_modules from the lock files, with nothing prepared by hand.

    python3 tools/bootstrap.py site     what `make serve` needs
    python3 tools/bootstrap.py dev      what `make test` needs as well
    python3 tools/bootstrap.py lock     write the lock files again

Standard library only: it runs on whatever Python a machine has (3.8 or later).  Each step leaves a
stamp with the digest of what it was made from, so a second run does nothing.
"""

from __future__ import annotations

import glob
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
SCRATCH = ROOT / "build" / "bootstrap"
OWN = (ROOT, ROOT / "extension")  # folders with a pyproject.toml of ours

# The library and the engine are shipped as bytecode, which fits only one minor version of Python. Pyodide
# 0.29.5 contains 3.13, whose bytecode begins with this number.
WANTED = "3.13"
MAGIC = 3571

PROBE = (
    "import sys, importlib.util as u, ensurepip, venv, ssl, zlib;"
    "print(int.from_bytes(u.MAGIC_NUMBER[:2], 'little'), sys.implementation.name,"
    " '%d.%d.%d' % sys.version_info[:3])"
)


def say(text: str) -> None:
    """Print a progress message."""
    print("piquet: " + text, flush=True)


def fail(text: str) -> NoReturn:
    """Print an error message and exit with code 1."""
    print("piquet: " + text, file=sys.stderr, flush=True)
    raise SystemExit(1)


# --- the interpreter -------------------------------------------------------------------------------


def homes() -> list[Path]:
    """Return the home folders according to the environment and to the password database, which may differ."""
    found = [Path(os.path.expanduser("~"))]
    try:
        import pwd

        found.append(Path(pwd.getpwuid(os.getuid()).pw_dir))
    except (ImportError, KeyError):
        pass
    return list(dict.fromkeys(found))


def candidates(version: str = WANTED) -> Iterator[str]:
    """Yield paths at which a Python of this minor version may be, the most likely first."""
    chosen = os.environ.get("PIQUET_PYTHON")
    if chosen and version == WANTED:
        yield chosen
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        for name in (f"python{version}", "python3", "python"):
            yield os.path.join(folder, name)
    patterns = []
    for variable in ("PYENV_ROOT", "UV_PYTHON_INSTALL_DIR"):
        if os.environ.get(variable):
            patterns.append(os.environ[variable] + f"/versions/{version}*/bin/python{version}")
            patterns.append(os.environ[variable] + f"/cpython-{version}*/bin/python{version}")
    for home in homes():
        patterns += [
            f"{home}/.pyenv/versions/{version}*/bin/python{version}",
            f"{home}/.local/share/uv/python/cpython-{version}*/bin/python{version}",
            f"{home}/Library/Application Support/uv/python/cpython-{version}*/bin/python{version}",
            f"{home}/.local/bin/python{version}",
            f"{home}/.asdf/installs/python/{version}*/bin/python{version}",
            f"{home}/.local/share/mise/installs/python/{version}*/bin/python{version}",
            f"{home}/mini*/envs/*/bin/python{version}",
        ]
    patterns += [
        f"/usr/local/bin/python{version}",
        f"/usr/bin/python{version}",
        f"/opt/homebrew/bin/python{version}",
        f"/opt/python*/bin/python{version}",
        f"/opt/python/*/bin/python{version}",
        f"/opt/pyenv/versions/{version}*/bin/python{version}",
        f"/usr/local/pyenv/versions/{version}*/bin/python{version}",
        f"/Library/Frameworks/Python.framework/Versions/{version}/bin/python{version}",
    ]
    for pattern in patterns:
        yield from sorted(glob.glob(pattern), reverse=True)


def probe(path: str) -> str | None:
    """Return the version of the Python at ``path``, or None if it is unsuitable.

    It must run, be CPython of the wanted minor version, and be able to create virtual environments.
    A shim may be executable and still refuse to run, so the program is run.
    """
    if not os.access(path, os.X_OK):
        return None
    try:
        done = subprocess.run(
            [path, "-I", "-c", PROBE],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
            timeout=30,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    words = done.stdout.decode("utf-8", "replace").split()
    if done.returncode == 0 and words[:2] == [str(MAGIC), "cpython"]:
        return words[2]
    return None


def find_uv() -> str:
    """Return the path of an installed uv that runs. If there is none, install one into a scratch folder."""
    own = SCRATCH / "uv"
    places = [shutil.which("uv")] + [str(home / ".local/bin/uv") for home in homes()]
    for place in [*places, str(own / "bin" / "uv")]:
        if place and os.access(place, os.X_OK) and quiet([place, "--version"]):
            return place
    say(f"no uv here; installing it into {own.relative_to(ROOT)}")
    SCRATCH.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(str(own), ignore_errors=True)
    locked = ["install", "-q", "--require-hashes", "-r", str(ROOT / "requirements" / "uv.txt")]
    if quiet([sys.executable, "-m", "venv", str(own)]):
        run([str(own / "bin" / "python"), "-m", "pip", *locked])
    elif quiet([sys.executable, "-m", "pip", "--version"]):  # Debian without python3-venv
        run([sys.executable, "-m", "pip", *locked, "--target", str(own)])
    else:
        fail("this Python has neither venv nor pip: install python3-venv, or uv, or Python 3.13")
    return str(own / "bin" / "uv")


def find_python() -> str:
    """Return the path of a Python 3.13 on this machine. If there is none, let uv download one."""
    seen = set()
    for path in candidates():
        real = os.path.realpath(path)
        # A virtual environment links to its base interpreter. Use the name of the link, but run nothing
        # twice.
        if path in seen or VENV in Path(path).parents:
            continue
        seen.add(path)
        version = probe(path)
        if version:
            say(f"using Python {version} at {real}")
            return path
    say(f"no Python {WANTED} on this machine; asking uv to fetch one")
    uv = find_uv()
    if not passes([uv, "python", "install", WANTED]):
        fail(f"uv could not fetch Python {WANTED}; install it, or name it in PIQUET_PYTHON")
    path = output([uv, "python", "find", "--no-project", "--system", WANTED])
    version = probe(path)
    if not version:
        fail(f"the Python that uv fetched does not run: {path}")
    say(f"using Python {version}, fetched by uv, at {path}")
    return path


# --- small tools -----------------------------------------------------------------------------------


def passes(command: list[str]) -> bool:
    """Run a command, show its output, and return whether it succeeded."""
    try:
        return subprocess.run(command, cwd=str(ROOT), check=False).returncode == 0
    except OSError:
        return False


def quiet(command: list[str]) -> bool:
    """Run a command, hide its output, and return whether it succeeded."""
    try:
        return (
            subprocess.run(
                command,
                cwd=str(ROOT),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                check=False,
            ).returncode
            == 0
        )
    except OSError:
        return False


def output(command: list[str]) -> str:
    """Return the output of a command without surrounding whitespace, or "" if the command fails."""
    try:
        done = subprocess.run(command, cwd=str(ROOT), stdout=subprocess.PIPE, check=False)
    except OSError:
        return ""
    return done.stdout.decode("utf-8", "replace").strip() if done.returncode == 0 else ""


def run(command: list[str]) -> None:
    """Run a command, show its output, and exit if it fails."""
    if not passes(command):
        fail("this command failed: " + " ".join(command))


def digest(*paths: Path) -> str:
    """Return a common digest of the contents of several files."""
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in paths)).hexdigest()


def stamped(stamp: Path, value: str) -> bool:
    """Return whether a stamp file exists and contains exactly this value."""
    return stamp.is_file() and stamp.read_text() == value


# --- the steps -------------------------------------------------------------------------------------


def make_venv() -> Path:
    """Return the Python of .venv. Create .venv if it is missing, broken or of another version."""
    python = VENV / "bin" / "python"
    if probe(str(python)):
        return python
    base = find_python()
    shutil.rmtree(str(VENV), ignore_errors=True)
    run([base, "-m", "venv", str(VENV)])
    return python


def install_lock(python: Path, kind: str) -> None:
    """Install requirements/<kind>.txt with hashes, and this project's own packages in editable mode.

    Does nothing if a stamp in .venv shows that this has been done.
    """
    stamps: dict[str, str] = {}
    for name in ("site", "dev"):
        lock = ROOT / "requirements" / (name + ".txt")
        stamps[name] = name + " " + digest(lock, *(folder / "pyproject.toml" for folder in OWN))
    stamp = VENV / "piquet-lock"
    # dev includes everything in site, so either stamp is enough for site
    if any(stamped(stamp, stamps[name]) for name in {kind, "dev"}):
        return
    lock = ROOT / "requirements" / (kind + ".txt")
    total = sum(1 for line in lock.read_text().splitlines() if line[:1].isalnum())
    say(f"installing up to {total} locked packages into .venv")
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--progress-bar=off"]
    # Python compiles a module on its first import, and most modules of a library are never imported.
    # The lock is complete, and has an override that pip would refuse (pyproject.toml).
    stream([*pip, "--no-compile", "--no-deps", "--require-hashes", "-r", str(lock)], total)
    own = [argument for folder in OWN for argument in ("-e", str(folder))]
    run([*pip, "-q", "--no-index", "--no-deps", "--no-build-isolation", *own])
    stamp.write_text(stamps[kind])


def stream(command: list[str], total: int) -> None:
    """Run pip and print a numbered line per package. The rest of the output is shown only if pip fails.

    ``total`` is the expected number of packages.
    """
    kept: list[str] = []
    count = 0
    process = subprocess.Popen(
        command, cwd=str(ROOT), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert process.stdout is not None
    for raw in process.stdout:
        line = raw.decode("utf-8", "replace").rstrip()
        kept.append(line)
        if line.startswith(("Collecting ", "Requirement already satisfied: ")):
            count += 1
            name = line.split(": ")[-1].replace("Collecting ", "").split(" ")[0]
            print(f"  {count:2}/{total} {name}", flush=True)
        elif line.startswith("Installing collected"):
            print("  unpacking", flush=True)
    if process.wait() != 0:
        print("\n".join(kept[-30:]), file=sys.stderr)
        fail("the locked packages could not be installed; pip's last words are above")


def check_node() -> None:
    """Exit unless Node and npm are installed in a recent version.

    npm installs Pyodide, and Node runs the checkers of the scripts.
    """
    version = output(["node", "--version"]).lstrip("v")
    if not version or not shutil.which("npm"):
        fail("Node.js with npm is missing on PATH: install Node 20 or later (nodejs and npm)")
    if int(version.split(".")[0]) < 20:
        fail(f"Node {version} is too old: install Node 20 or later")


def install_node() -> None:
    """Install node_modules from package-lock.json, unless a stamp shows that this has been done."""
    stamp = ROOT / "node_modules" / "piquet-lock"
    value = digest(ROOT / "package-lock.json")
    if stamped(stamp, value):
        return
    say("installing the locked npm packages (Pyodide among them)")
    # No package needs its install script, and such a script could run anything.
    run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"])
    stamp.write_text(value)


def write_locks() -> None:
    """Re-resolve the dependencies and rewrite the lock files, with hashes but no index URLs."""
    uv = find_uv()
    common = [
        uv,
        "pip",
        "compile",
        "--quiet",
        "--universal",
        "--generate-hashes",
        "--no-header",
        "--no-emit-index-url",
        "--python-version=" + WANTED,
        "--upgrade",
    ]
    site, dev = "requirements/site.txt", "requirements/dev.txt"
    run([*common, "--extra=site", "pyproject.toml", "-o", site])
    run([*common, "--extra=dev", "-c", site, "pyproject.toml", "-o", dev])
    for name in ("bench", "uv"):
        run([*common, f"requirements/{name}.in", "-o", f"requirements/{name}.txt"])
    for folder in (".", "tests/bench/lighthouse-tool"):
        npm = ["npm", "install", "--package-lock-only", "--omit-lockfile-registry-resolved"]
        run([*npm, "--ignore-scripts", "--prefix", folder])


def main(arguments: list[str]) -> None:
    """Run the command named on the command line: *site*, *dev* or *lock*."""
    if sys.version_info < (3, 8):
        fail(f"this script wants Python 3.8 or later to find Python {WANTED} with")
    if arguments == ["lock"]:
        write_locks()
    elif arguments in (["site"], ["dev"]):
        check_node()
        # In parallel, since each keeps one core busy only part of the time.
        with ThreadPoolExecutor(max_workers=1) as beside:
            npm = beside.submit(install_node)
            install_lock(make_venv(), arguments[0])
            npm.result()
    else:
        fail("usage: bootstrap.py site | dev | lock")


if __name__ == "__main__":
    main(sys.argv[1:])
