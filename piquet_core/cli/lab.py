"""`piquet lab`: experiments on rules, run in bulk on one machine or many."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from piquet_core.cli.shared_options import GOOD, Commands, InputError
from piquet_core.laboratory.experiment import TABLES, Experiment, RuleVariant, read_experiment
from piquet_core.laboratory.fitting import HANDS, FitRecipe, fit_missing

FOLDER = Path("lab-results")
"""Default folder of the results."""
_BAR = 40
_EXTRA = {"pyarrow", "distributed"}


def add_to(commands: Commands) -> None:
    """Add the subcommand `lab` with its own subcommands."""
    lab = commands.add_parser(
        "lab",
        help="experiments on rules: the same cards under several rule sets",
        description="Run the experiment in a file, show its results, compare two results, or fit the "
        "discards of the player adapted. "
        'It needs pip install "piquet-core[lab]".',
    )
    kinds = lab.add_subparsers(required=True, metavar="COMMAND")
    run = kinds.add_parser(
        "run",
        help="play the games of an experiment that are missing",
        description="Play the games that are missing, and write them to the folder in batches. "
        "After an interruption, the same command continues.",
    )
    run.add_argument("path", type=Path, metavar="FILE", help="an experiment, in TOML")
    run.add_argument(
        "--part", metavar="I/N", help="only the I-th of N equal parts, for a queue of jobs"
    )
    run.add_argument("--jobs", metavar="N", type=int, help="processes; the default is one a core")
    run.add_argument("--scheduler", metavar="ADDRESS", default="", help="a Dask scheduler")
    _add_player(run)
    _add_folder(run)
    run.set_defaults(run=run_experiment)
    show = kinds.add_parser("show", help="the results of an experiment, with 95%% intervals")
    show.add_argument("path", type=Path, metavar="FILE", help="an experiment, in TOML")
    show.add_argument("--json", action="store_true", help="the results as JSON")
    _add_player(show)
    _add_folder(show)
    show.set_defaults(run=show_experiment)
    fit = kinds.add_parser(
        "fit",
        help="fit the discards of the player adapted under changed rules",
        description="Fit the weights of each rule set of an experiment that has none, and write them to "
        f"the folder {TABLES} beside the file. A fit takes about a minute.",
    )
    fit.add_argument("path", type=Path, metavar="FILE", help="an experiment, in TOML")
    fit.add_argument("--hands", metavar="N", type=int, default=HANDS, help="default: %(default)s")
    fit.add_argument("--seed", default="tables", help="random seed; the default is %(default)s")
    fit.set_defaults(run=fit_weights)
    compare = kinds.add_parser(
        "compare",
        help="the paired difference of two results with the same cards",
        description="Print by how much B differs from A, game by game. FILE means the first "
        "rule set of an experiment, FILE#NAME the one with that name.",
    )
    compare.add_argument("first", metavar="A", help="FILE or FILE#NAME")
    compare.add_argument("second", metavar="B", help="FILE or FILE#NAME")
    _add_folder(compare)
    compare.set_defaults(run=compare_results)


def _add_player(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--player", metavar="ID", help="a player that meets itself, instead of those of the file"
    )
    parser.add_argument(
        "--against", metavar="ID", help="another player, which --player meets in both seats"
    )


def _read(args: argparse.Namespace) -> Experiment:
    """Return the experiment of a command, with the players that it names."""
    experiment = read_experiment(args.path)
    if args.against and not args.player:
        raise InputError("--against needs --player")
    if not args.player:
        return experiment
    return experiment.with_players(args.player, args.against or args.player)


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out",
        type=Path,
        default=FOLDER,
        metavar="DIR",
        help="the folder of the results; the default is %(default)s",
    )


def run_experiment(args: argparse.Namespace) -> int:
    """Play the missing games of an experiment."""
    part, parts = _part(args.part)
    if args.jobs is not None and args.jobs < 1:
        raise InputError(f"--jobs: {args.jobs} is less than 1")
    if args.jobs is not None and args.scheduler:
        raise InputError("--jobs and --scheduler exclude each other")
    experiment = _read(args)
    with _extra_needed():
        from piquet_core.laboratory.batches import all_batches  # noqa: PLC0415 - needs the extra
        from piquet_core.laboratory.results import read_results, rows_digest  # noqa: PLC0415
        from piquet_core.laboratory.running import part_of, run_batches  # noqa: PLC0415
    batches = part_of(all_batches(experiment), part, parts)
    played = run_batches(
        batches,
        args.out,
        jobs=args.jobs,
        scheduler=args.scheduler,
        progress=_show_progress,
    )
    told = f"{len(batches)} batches, of which {played} were played now"
    if parts > 1:
        print(f"{experiment.name}: part {part} of {parts} has {told}")
    else:
        digest = rows_digest(read_results(experiment, args.out).items())
        print(f"{experiment.name}: {told}; the digest of all rows is {digest}")
    return GOOD


def show_experiment(args: argparse.Namespace) -> int:
    """Print the results of an experiment."""
    experiment = _read(args)
    with _extra_needed():
        from piquet_core.laboratory.results import read_results  # noqa: PLC0415 - needs the extra
        from piquet_core.laboratory.summary import summary  # noqa: PLC0415
    found = summary(experiment, read_results(experiment, args.out))
    if args.json:
        print(json.dumps(found, indent=1, ensure_ascii=False))
        return GOOD
    print(found["question"])
    if experiment.caution:
        print(f"Caution: {experiment.caution}")
    print(_conditions(experiment))
    print(f"digest of all rows: {found['digest']}")
    for one in found["variants"]:
        print(f"\n{one['name']}")
        _print_measures(one["measures"])
    for one in found["differences"]:
        print(f"\n{one['variant']}, less {one['from']} with the same cards")
        _print_difference(one, experiment.games)
    return GOOD


def fit_weights(args: argparse.Namespace) -> int:
    """Fit the weights that an experiment lacks."""
    if args.hands < 2:
        raise InputError(f"--hands: {args.hands} is less than 2")
    experiment = read_experiment(args.path)
    assert experiment.tables is not None
    made = fit_missing(
        (one.rules for one in experiment.variants),
        experiment.tables,
        FitRecipe(hands=args.hands, seed=args.seed),
        lambda done, of: _show_progress(done, of, "hands"),
    )
    for path in made:
        print(path)
    if not made:
        print(f"{experiment.name}: each rule set has its weights already")
    return GOOD


def compare_results(args: argparse.Namespace) -> int:
    """Print the paired difference of two results."""
    (first, one), (second, two) = (_result(text) for text in (args.first, args.second))
    for name in ("seed", "objective", "swap_seats"):
        if getattr(first, name) != getattr(second, name):
            raise InputError(
                f"{args.first} and {args.second} cannot be compared: their {name.replace('_', '-')} differs"
            )
    sizes = [
        [variant.rules.number(id).value for id in ("pack.size", "deal.hand", "deal.talon")]
        for variant in (one, two)
    ]
    if sizes[0] != sizes[1]:
        raise InputError(f"{args.first} and {args.second} have not the same cards")
    with _extra_needed():
        from piquet_core.laboratory.results import read_variant  # noqa: PLC0415 - needs the extra
        from piquet_core.laboratory.summary import difference  # noqa: PLC0415
    games = min(first.games, second.games)
    base, rows = (
        [row for row in read_variant(experiment, variant, args.out) if row[0] < games]
        for experiment, variant in ((first, one), (second, two))
    )
    found = difference(rows, base, first, None)
    print(f"{args.second}, less {args.first} with the same cards: {games} games")
    _print_difference(found, games)
    return GOOD


def _result(text: str) -> tuple[Experiment, RuleVariant]:
    """Return the experiment and the variant that ``FILE`` or ``FILE#NAME`` means."""
    path, mark, name = text.partition("#")
    experiment = read_experiment(Path(path))
    return experiment, experiment.variant(name) if mark else experiment.variants[0]


def _part(text: str | None) -> tuple[int, int]:
    if text is None:
        return 1, 1
    found = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise InputError(
            f"--part: expected a part and the number of parts, such as 2/5, not {text!r}"
        )
    return int(found[1]), int(found[2])


@contextmanager
def _extra_needed() -> Iterator[None]:
    """Provide a context in which a missing package of the extra is an `InputError`."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name not in _EXTRA:
            raise
        raise InputError(str(error)) from None


def _show_progress(done: int, of: int, what: str = "batches") -> None:
    """Draw a progress bar on a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        return
    full = _BAR * done // of if of else _BAR
    end = "\n" if done == of else ""
    print(
        f"\r[{'#' * full}{'.' * (_BAR - full)}] {done} of {of} {what}",
        end=end,
        file=sys.stderr,
        flush=True,
    )


def _conditions(experiment: Experiment) -> str:
    first, second = experiment.players
    unit = {"points": "deals", "partie": "parties", "hundred": "hundreds up"}[experiment.objective]
    twice = ", each twice with the seats swapped" if experiment.swap_seats else ""
    return f"{first} against {second}: {experiment.games} {unit}{twice}, with the seed {experiment.seed!r}"


def _print_difference(found: dict[str, Any], games: int) -> None:
    changed = found["games-that-differ"]
    print(
        f"  {changed['number']} of {games} games differ: "
        f"{changed['low']:.2%} to {changed['high']:.2%} of all"
    )
    _print_line("winner-changes", found["winner-changes"])
    _print_measures(found["measures"])


def _print_measures(measures: dict[str, Any]) -> None:
    for name, found in measures.items():
        _print_line(name, found)


def _print_line(name: str, found: dict[str, float]) -> None:
    line = (
        f"  {name:<20}{found['mean']:+10.4f} ± {found['error']:.4f}  (s.d. {found['spread']:.2f})"
    )
    if "gain" in found:
        line += (
            f"; by the cards dealt {found['adjusted']:+.4f} ± {found['adjusted-error']:.4f}, "
            f"{found['gain']:.0%} of the variance removed"
        )
    print(line)
