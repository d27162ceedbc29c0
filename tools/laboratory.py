"""Run the experiments of docs/laboratory on all cores, and keep a summary of each (``make lab``).

    .venv/bin/python tools/laboratory.py [--player ID] [--against ID] [--jobs N] [NAME ...]
    .venv/bin/python tools/laboratory.py --pilot [--player ID] [NAME ...]
    .venv/bin/python tools/laboratory.py --stale [--player ID] [--against ID]
    .venv/bin/python tools/laboratory.py --exploiter

The player is Thumb, or another one that meets itself. With ``--against``, it meets that player in both seats;
without names, this is done for the questions whose effect on a deal can be told from chance. The tables are in
build/laboratory, so an interrupted run continues. A summary in docs/laboratory/results/PLAYER has the digest of all
rows, the commit that played them, and the digest of the first games, by which a change of the engine or the
players is noticed.

A pilot of 500 games with cards of its own fixes the number of games before an experiment is run: so many
that the interval of the effect on elder's lead reaches 0.2 points a deal, within `FEWEST` and `MOST`.
Experiments on whole parties or hundreds up have a fixed number.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from math import ceil
from pathlib import Path

from atomic_files import write_whole

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from piquet_core.laboratory.batches import all_batches, batches_of, play_batch  # noqa: E402 - from this tree
from piquet_core.laboratory.code_digest import FILES, FOLDERS, code_digest  # noqa: E402 - as above
from piquet_core.laboratory.experiment import Experiment, read_experiment  # noqa: E402 - as above
from piquet_core.laboratory.exploiter import EXPLOITING  # noqa: E402 - as above
from piquet_core.laboratory.game_statistics import (  # noqa: E402 - as above
    MEASURES,
    MEASURES_OF_PLAYERS,
    games_needed,
    measured,
    paired_differences,
    statistics_of,
)
from piquet_core.laboratory.games import GameRow  # noqa: E402 - as above
from piquet_core.laboratory.lab_players import ADAPTED, EXPLOITER, match_name  # noqa: E402 - as above
from piquet_core.laboratory.results import read_results, rows_digest  # noqa: E402 - as above
from piquet_core.laboratory.rule_effects import AIM, ranked, rule_effects  # noqa: E402 - as above
from piquet_core.laboratory.running import run_batches  # noqa: E402 - as above
from piquet_core.laboratory.summary import summary  # noqa: E402 - as above
from piquet_core.players import YARDSTICK  # noqa: E402 - as above

QUESTIONS = ROOT / "docs" / "laboratory"
SHAPES = "shapes"
"""Folder of the experiments with a single rule set, which show the shape of its deals."""
KEPT = QUESTIONS / "results"
TABLES = ROOT / "build" / "laboratory"
PILOT = 500
"""Number of games of a pilot."""
FEWEST, MOST, STEP = 2_000, 40_000, 500
"""Least and greatest number of games of an experiment. Numbers are multiples of `STEP`."""
WHOLE_GAMES = 10_000
"""Number of games of an experiment on whole parties or hundreds up, whose effects are not in points a deal."""
SLICES = {YARDSTICK: 20, ADAPTED: 3}
"""Number of first games by which a change is noticed, by player."""


def main() -> int:
    """Run experiments or their pilots, or name the stale summaries; return 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="experiments; all if left out")
    parser.add_argument("--jobs", type=int, help="processes at once; one on each core if left out")
    parser.add_argument("--player", metavar="ID", default=YARDSTICK, help="default: %(default)s")
    parser.add_argument("--against", metavar="ID", help="another player, to be met in both seats")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--pilot", action="store_true", help="fix the number of games")
    kind.add_argument("--stale", action="store_true", help="name the summaries to be made anew")
    kind.add_argument("--exploiter", action="store_true", help="measure what is won from adapted")
    args = parser.parse_args()
    if args.exploiter:
        keep_exploits(args.jobs)
        return 0
    players = (args.player, args.against or args.player)
    names = args.names or (matched_questions() if players[0] != players[1] else [])
    experiments = [one.with_players(*players) for one in experiments_named(names)]
    if args.stale:
        stale = [one.name for one in experiments if is_stale(one)]
        for name in stale:
            print(f"{name}: play it again with {command(players)} {name}")
        return int(bool(stale))
    for one in experiments:
        if args.pilot:
            fix_games(one, args.jobs)
        else:
            keep(one, args.jobs)
    return 0


def experiments_named(names: Iterable[str]) -> list[Experiment]:
    """Return the experiments with these names, or all of them. A shape is called ``shapes/RULESET``."""
    return [named(name) for name in names] or [*questions(), *shapes()]


def questions() -> Iterator[Experiment]:
    """Yield the experiments that compare rules, by name."""
    for path in sorted(QUESTIONS.glob("*.toml")):
        yield named(path.stem)


def shapes() -> Iterator[Experiment]:
    """Yield the experiments that show the shape of a rule set's deals, by name."""
    for path in sorted((QUESTIONS / SHAPES).glob("*.toml")):
        yield named(f"{SHAPES}/{path.stem}")


def named(name: str) -> Experiment:
    """Return the experiment with a name."""
    return replace(read_experiment(QUESTIONS / f"{name}.toml"), name=name)


def matched_questions() -> list[str]:
    """Return the names of the questions that are also put to two different players.

    They are those whose effect on a deal can be told from chance when one player meets itself.
    """
    found = ranked(rule_effects(QUESTIONS))
    return [one.name for one in found if one.is_of_deals and one.first.shows_effect]


def keep(experiment: Experiment, jobs: int | None) -> None:
    """Run an experiment and write its summary."""
    results = run(experiment, jobs)
    found = summary(experiment, results)
    size = slice_of(experiment)
    first = ((name, [row for row in rows if row[0] < size]) for name, rows in results.items())
    played = commit()
    day = git("show", "--no-patch", "--format=%cs", played.partition(",")[0])
    found |= {"slice": rows_digest(first), "code": code_digest(), "commit": played, "date": day}
    path = kept_file(experiment)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, as_text(found))
    measure = "elders-lead" if len(set(experiment.players)) == 1 else "first-players-lead"
    for one in found["differences"]:
        lead = one["measures"].get(measure, {"mean": 0.0, "error": 0.0})
        print(
            f"  {measure} {lead['mean']:+.2f} ± {lead['error']:.2f}, "
            f"another winner in {one['winner-changes']['mean']:.1%} of games"
        )


def keep_exploits(jobs: int | None) -> None:
    """Let the exploiter meet adapted, and write its gain under each rule set."""
    found = []
    for path in sorted((QUESTIONS / EXPLOITER).glob("*.toml")):
        experiment = read_experiment(path)
        results = run(experiment, jobs)
        exploiter, player = experiment.players
        for one in experiment.variants:
            lead = measured(results[one.name], MEASURES_OF_PLAYERS["first-players-lead"])
            found.append(
                {
                    "rules": one.rules.id,
                    "player": player,
                    "exploiter": exploiter,
                    "gain": {"mean": round(lead.mean, 4), "error": round(lead.error, 4)},
                    "deals": experiment.games,
                    "budget": EXPLOITING.words,
                    "commit": commit(),
                    "seed": experiment.seed,
                    "digest": rows_digest([(one.name, results[one.name])]),
                }
            )
            print(f"  {one.rules.id}: {lead.mean:+.2f} ± {lead.error:.2f}")
    write_whole(KEPT / f"{EXPLOITER}.json", as_text(found))


def run(experiment: Experiment, jobs: int | None) -> dict[str, list[GameRow]]:
    """Return the rows of each variant, playing those that are missing."""
    progress = partial(show_progress, experiment.name)
    run_batches(all_batches(experiment), TABLES, jobs=jobs, progress=progress)
    return read_results(experiment, TABLES)


def show_progress(name: str, done: int, of: int) -> None:
    """Print the number of finished batches on a terminal, and the last one elsewhere too."""
    if sys.stdout.isatty() or done == of:
        print(f"\r{name}: {done} of {of} batches", end="\n" if done == of else "", flush=True)


def fix_games(experiment: Experiment, jobs: int | None) -> None:
    """Run the pilot of an experiment, and write the number of games to its file."""
    if experiment.objective != "points":
        write_games(experiment, WHOLE_GAMES)
        return
    pilot = replace(experiment, seed="pilot", games=PILOT, batch=PILOT)
    base, *others = run(pilot, jobs).values()
    effects = [paired_differences(rows, base, MEASURES["elders-lead"]) for rows in others]
    needed = max(games_needed(statistics_of(*one), AIM) for one in effects)
    games = min(MOST, max(FEWEST, STEP * ceil(needed / STEP)))
    print(f"  {needed} games for ± {AIM}; {games} are played")
    write_games(experiment, games)


def write_games(experiment: Experiment, games: int) -> None:
    """Write the number of games of an experiment's player to its file."""
    path = QUESTIONS / f"{experiment.name}.toml"
    text, player = path.read_text("utf-8"), experiment.players[0]
    if player == YARDSTICK:
        text = re.sub(r"(?m)^games = \d+$", f"games = {games}", text)
    else:
        text = re.sub(r"(?m)^games-of = .*\n", "", text)
        line = f"games-of = {{ {player} = {games} }}"
        text = re.sub(r"(?m)^(games = \d+)$", rf"\1\n{line}", text)
    write_whole(path, text)


def is_stale(experiment: Experiment) -> bool:
    """Return whether the first games of an experiment differ from those in its summary, or it has none."""
    path = kept_file(experiment)
    if not path.is_file():
        return True
    found = json.loads(path.read_text("utf-8"))
    return (found["games"], found["slice"]) != (experiment.games, slice_digest(experiment))


def command(players: tuple[str, str]) -> str:
    """Return the command that plays experiments with two players, without their names."""
    first, second = players
    against = f" --against {second}" if second != first else ""
    return f"tools/laboratory.py --player {first}{against}"


def slice_of(experiment: Experiment) -> int:
    """Return the number of first games of an experiment by which a change is noticed."""
    return SLICES[experiment.players[0]]


def slice_digest(experiment: Experiment) -> str:
    """Return the digest of the first games, played now."""
    size = slice_of(experiment)
    short = replace(experiment, games=size, batch=size)
    return rows_digest(
        (variant.name, play_batch(batch))
        for variant in short.variants
        for batch in batches_of(short, variant)
    )


def kept_file(experiment: Experiment) -> Path:
    """Return the path of the summary of an experiment, in the folder of its players."""
    return KEPT / match_name(experiment.players) / f"{experiment.name}.json"


def as_text(found: object) -> str:
    """Return a summary as JSON with each list of figures on one line."""
    text = json.dumps(found, indent=1, ensure_ascii=False)
    text = re.sub(r"\[[^\[\]{}]*\]", lambda one: " ".join(one[0].split()), text)
    return re.sub(r"\{[^\[\]{}]*\}", lambda one: " ".join(one[0].split()), text) + "\n"


def commit(*more: str) -> str:
    """Return the last commit that changed the code of games, with a note if there are uncommitted changes.

    ``more`` are further modules of the library on which results depend.
    """
    paths = [f"piquet_core/{name}" for name in (*FOLDERS, *FILES, *more)]
    last = git("log", "-1", "--format=%h", "--abbrev=12", "--", *paths)
    return f"{last}, changed since" if git("status", "--porcelain", "--", *paths) else last


def git(*words: str) -> str:
    """Return the output of a git command; raise CalledProcessError if it fails."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
