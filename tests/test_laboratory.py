"""The laboratory: the same results however an experiment is run, interrupted and resumed."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

import pytest

from piquet_core.cards.seat import Seat
from piquet_core.cli import main
from piquet_core.engine.actions import Exchange
from piquet_core.engine.apply import start
from piquet_core.engine.state import Deal, shuffled_deal
from piquet_core.laboratory.adapted import AdaptedPlayer
from piquet_core.laboratory.batches import Batch, all_batches, write_batch
from piquet_core.laboratory.control_variates import adjusted, dealt_cards
from piquet_core.laboratory.experiment import ExperimentError, parse_experiment, read_experiment
from piquet_core.laboratory.exploiter import ExploitingPlayer
from piquet_core.laboratory.fitted_weights import base_weights, fitted_weights
from piquet_core.laboratory.fitting import FitRecipe, fit, random_turn
from piquet_core.laboratory.game_statistics import statistics_of
from piquet_core.laboratory.games import NAMES, SOURCES, GameRow, GameTerms, play_game
from piquet_core.laboratory.results import read_results, rows_digest
from piquet_core.laboratory.running import run_batches
from piquet_core.laboratory.thumb_deal import play_thumb
from piquet_core.players import ThumbPlayer, play_out, turn_of
from piquet_core.players.budgets import Budget
from piquet_core.players.discard_order import discard_order
from piquet_core.players.matches import play_match
from piquet_core.rules import RuleSet, load_ruleset, ruleset_ids
from piquet_core.rules.variants import find_ruleset

ROOT = Path(__file__).parents[1]
QUESTION = """\
question = "Does the last trick matter?"
players = ["thumb"]
seed = "test"
games = {games}
batch = {batch}
[[variants]]
rules = "hoyle1909"
[[variants]]
name = "no last trick"
rules = "hoyle1909"
answers = {{ "play.last-trick" = 0, "play.last-trick-low" = "absent", "play.last-trick-capot" = "absent" }}
"""


@pytest.fixture
def question(tmp_path: Path) -> Path:
    """Return the file of an experiment of twelve deals in batches of four."""
    return written(tmp_path)


@pytest.fixture(autouse=True)
def ctrl_c() -> Iterator[None]:
    """Hear Ctrl-C in this process and those that it starts: a shell lets its background jobs ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before or signal.SIG_DFL)


def written(folder: Path, games: int = 12, batch: int = 4) -> Path:
    path = folder / "last-trick.toml"
    path.write_text(QUESTION.format(games=games, batch=batch), "utf-8")
    return path


def run(path: Path, out: Path, *words: str) -> int:
    return main(["lab", "run", str(path), "--jobs", "1", "--out", str(out), *words])


def digest(path: Path, out: Path) -> str:
    return rows_digest(read_results(read_experiment(path), out).items())


# -- the rows ------------------------------------------------------------------------------------


@pytest.fixture(params=ruleset_ids())
def rules(request: pytest.FixtureRequest) -> RuleSet:
    return load_ruleset(request.param)


def deals(rules: RuleSet) -> Iterator[Deal]:
    """Yield random deals, and one with a carte blanche in each hand."""
    for number in range(8):
        yield shuffled_deal(rules, random.Random(number))
    plain = shuffled_deal(rules, random.Random(1))
    low, *others = sorted([*plain.elder, *plain.younger, *plain.talon], key=lambda card: card.rank)
    size = len(plain.elder)
    low_cards, high = [low, *others[: size - 1]], others[size - 1 :]
    for hands in ((low_cards, high[:size]), (high[:size], low_cards)):
        elder, younger = (type(plain.elder).of(hand) for hand in hands)
        yield Deal(elder=elder, younger=younger, talon=tuple(high[size:]))


def test_fast_thumb_plays_as_thumb_does(rules: RuleSet) -> None:
    thumb = ThumbPlayer()
    for deal in deals(rules):
        state, events = start(rules, deal)
        log = list(events)
        for _, after, more in play_out(state, thumb, thumb):
            state = after
            log += more
        assert play_thumb(rules, deal) == (state, log)


@pytest.mark.parametrize(
    ("id", "objective", "fewest"),
    [("hoyle1909", "points", 1), ("hoyle1909", "partie", 6), ("old36", "hundred", 1)],
)
def test_the_sources_of_points_sum_to_the_score(id: str, objective: str, fewest: int) -> None:
    terms = GameTerms(
        rules=load_ruleset(id), players=("thumb", "thumb"), objective=objective, seed="test"
    )
    for number in range(4):
        row = dict(zip(NAMES, play_game(terms, number, swapped=False), strict=True))
        assert row["deals"] >= fewest
        assert row["elder_tricks"] + row["younger_tricks"] == 12 * row["deals"]
        for seat in ("elder", "younger"):
            assert row[f"{seat}_score"] == sum(row[f"{seat}_{one}_points"] for one in SOURCES)


def test_a_match_with_this_seed_has_the_same_deals() -> None:
    rules = load_ruleset("hoyle1909")
    terms = GameTerms(rules=rules, players=("thumb", "pupil"), objective="points", seed="test")
    match = play_match(rules, terms.players, deals=3, seed="test")
    elder, younger = NAMES.index("elder_score"), NAMES.index("younger_score")
    for number, pair in enumerate(match.pairs):
        rows = [play_game(terms, number, swapped=swapped) for swapped in (False, True)]
        leads = [row[elder] - row[younger] for row in rows]
        assert leads == [pair.as_elder, -pair.as_younger]


# -- running -------------------------------------------------------------------------------------


def test_parts_and_batches_of_another_size_give_the_same_rows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The digest is of the rows: it does not depend on files, nor on the order in which they are made."""
    path = written(tmp_path)
    assert run(path, tmp_path / "whole") == 0
    expected = digest(path, tmp_path / "whole")
    assert expected in capsys.readouterr().out
    for part in ("3/3", "1/3", "2/3"):
        assert run(path, tmp_path / "parts", "--part", part) == 0
    assert "part 2 of 3" in capsys.readouterr().out
    assert digest(path, tmp_path / "parts") == expected
    path = written(tmp_path, batch=5)
    assert main(["lab", "run", str(path), "--jobs", "2", "--out", str(tmp_path / "other")]) == 0
    assert digest(path, tmp_path / "other") == expected


def test_a_run_plays_what_is_missing_or_damaged_and_nothing_else(
    question: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(question, tmp_path / "out")
    expected = digest(question, tmp_path / "out")
    files = sorted((tmp_path / "out").iterdir())
    assert len(files) == 6
    kept = {path: path.stat().st_mtime_ns for path in files[2:]}
    files[0].unlink()
    files[1].write_bytes(files[1].read_bytes()[:-100])
    capsys.readouterr()
    run(question, tmp_path / "out")
    assert "6 batches, of which 2 were played now" in capsys.readouterr().out
    assert digest(question, tmp_path / "out") == expected
    assert {path: path.stat().st_mtime_ns for path in kept} == kept


def test_experiments_with_the_same_games_share_their_files(question: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    text = question.read_text("utf-8").replace("Does", "How much does")
    other.write_text(text.replace('name = "no last trick"\n', ""), "utf-8")
    run(question, tmp_path / "out")
    files = sorted((tmp_path / "out").iterdir())
    run(other, tmp_path / "out")
    assert sorted((tmp_path / "out").iterdir()) == files


@contextmanager
def started(*words: str | Path) -> Iterator[subprocess.Popen[str]]:
    """Provide a process of this Python, which is killed at the end."""
    # A lost connection is given up after this time, instead of half a minute.
    environment = os.environ | {"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "5s"}
    process = subprocess.Popen(
        [sys.executable, "-W", "ignore", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            process.communicate()


def wait_for_files(folder: Path, number: int, *processes: subprocess.Popen[str]) -> None:
    """Wait until a folder has a number of finished files while the processes run."""
    while True:
        if len([*folder.glob("[!.]*.parquet")]) >= number:
            return
        for process in processes:
            assert process.poll() is None, process.communicate()[0]
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("blow", "code"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)]
)
def test_an_interrupted_run_loses_no_finished_batch(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], blow: signal.Signals, code: int
) -> None:
    # Batches long enough that a busy machine cannot finish them all before the blow.
    path, out = written(tmp_path, games=1000, batch=20), tmp_path / "out"
    with started("-m", "piquet_core", "lab", "run", path, "--jobs", "2", "--out", out) as process:
        wait_for_files(out, 3, process)
        process.send_signal(blow)
        process.communicate()
        assert process.returncode == code
    finished = len([*out.glob("[!.]*.parquet")])
    assert 3 <= finished < 100
    capsys.readouterr()
    run(path, out)
    assert f"of which {100 - finished} were played now" in capsys.readouterr().out
    run(path, tmp_path / "whole")
    assert digest(path, out) == digest(path, tmp_path / "whole")


def test_ctrl_c_while_a_file_is_written_takes_effect_after_it(
    question: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An exception in the finalizer of a writer is lost, so a run once went on."""

    def write(batch: Batch, rows: list[GameRow], folder: Path) -> None:
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        write_batch(batch, rows, folder)

    monkeypatch.setattr("piquet_core.laboratory.running.write_batch", write)
    batches = all_batches(read_experiment(question))
    with pytest.raises(KeyboardInterrupt):
        run_batches(batches, tmp_path / "out", jobs=1)
    assert len([*(tmp_path / "out").glob("*.parquet")]) == 1


def test_a_cluster_that_loses_a_worker_gives_the_same_rows(tmp_path: Path) -> None:
    path, out = written(tmp_path, games=200, batch=4), tmp_path / "out"
    place = tmp_path / "scheduler.json"
    with (
        a_scheduler(place) as scheduler,
        worker(place) as first,
        worker(place),
    ):
        address = address_in(place, scheduler)
        with started(
            *("-m", "piquet_core", "lab", "run", path, "--scheduler", address, "--out", out)
        ) as process:
            wait_for_files(out, 3, process)
            first.kill()
            assert len([*out.glob("[!.]*.parquet")]) < 100
            said = process.communicate()[0]
            assert process.returncode == 0, said
    run(path, tmp_path / "whole")
    assert digest(path, out) == digest(path, tmp_path / "whole")
    assert digest(path, out) in said


def test_a_run_that_loses_its_scheduler_goes_on_with_another_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = written(tmp_path, games=200, batch=4), tmp_path / "out"
    place = tmp_path / "scheduler.json"
    with (
        a_scheduler(place) as scheduler,
        worker(place),
    ):
        address = address_in(place, scheduler)
        with started(
            *("-m", "piquet_core", "lab", "run", path, "--scheduler", address, "--out", out)
        ) as process:
            wait_for_files(out, 3, process)
            scheduler.kill()
            said = process.communicate()[0]
            assert process.returncode == 2
            assert f"the scheduler at {address} is lost" in said
    finished = len([*out.glob("[!.]*.parquet")])
    capsys.readouterr()
    run(path, out)
    assert f"of which {100 - finished} were played now" in capsys.readouterr().out


def a_scheduler(place: Path) -> AbstractContextManager[subprocess.Popen[str]]:
    return started(
        *("-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"),
        *("--no-dashboard", "--scheduler-file", place),
    )


def worker(place: Path) -> AbstractContextManager[subprocess.Popen[str]]:
    return started(
        *("-m", "distributed.cli.dask_worker", "--scheduler-file", place, "--nthreads", "1"),
        *("--no-nanny", "--no-dashboard", "--host", "127.0.0.1"),
    )


def address_in(place: Path, scheduler: subprocess.Popen[str]) -> str:
    """Return the address that a scheduler writes to a file."""
    while True:
        assert scheduler.poll() is None, scheduler.communicate()[0]
        if place.is_file() and (text := place.read_text("utf-8")).endswith("}"):
            return str(json.loads(text)["address"])
        time.sleep(0.01)


def test_a_scheduler_that_does_not_answer_is_named(
    question: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [
        "lab",
        "run",
        str(question),
        "--scheduler",
        "nonsense://x",
        "--out",
        str(question.parent),
    ]
    assert main(words) == 2
    assert "no scheduler at nonsense://x" in capsys.readouterr().err


# -- players -------------------------------------------------------------------------------------


def test_a_player_of_the_command_replaces_those_of_the_file(
    question: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = question.read_text("utf-8").replace("games = 12", "games = 12\ngames-of = { pupil = 8 }")
    question.write_text(text, "utf-8")
    out = tmp_path / "out"
    assert run(question, out, "--player", "pupil") == 0
    assert "4 batches, of which 4" in capsys.readouterr().out
    assert main(["lab", "show", str(question), "--player", "pupil", "--out", str(out)]) == 0
    assert "pupil against pupil: 8 deals, with the seed 'test'" in capsys.readouterr().out
    match = ("--player", "pupil", "--against", "thumb")
    assert run(question, out, *match) == 0
    assert main(["lab", "show", str(question), *match, "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "pupil against thumb: 12 deals, each twice with the seats swapped" in said
    assert "first-players-lead" in said
    assert main(["lab", "run", str(question), "--against", "thumb"]) == 2
    assert "--against needs --player" in capsys.readouterr().err
    assert main(["lab", "run", str(question), "--player", "tumb"]) == 2
    assert "unknown player 'tumb'" in capsys.readouterr().err


def test_the_adapted_player_needs_weights_for_exactly_its_rule_set(
    question: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A book has them; a changed rule set gets them from a command, which the refusal names."""
    assert run(question, tmp_path / "out", "--player", "adapted") == 2
    said = capsys.readouterr().err
    assert "hoyle1909,play.last-trick=0" in said
    assert "piquet lab fit" in said
    question.write_text(question.read_text("utf-8").replace("games = 12", "games = 4"), "utf-8")
    made = []
    for _ in range(2):
        assert main(["lab", "fit", str(question), "--hands", "20"]) == 0
        path = Path(capsys.readouterr().out.strip())
        made.append(path.read_text("utf-8"))
        assert main(["lab", "fit", str(question)]) == 0
        assert "has its weights already" in capsys.readouterr().out
        assert run(question, tmp_path / "out", "--player", "adapted") == 0
        assert "2 batches" in capsys.readouterr().out
        path.unlink()
    assert made[0] == made[1]
    assert "piquet lab fit --hands 20 --seed tables" in made[0]


def test_a_change_that_matters_to_no_discard_fits_the_weights_of_the_book() -> None:
    rules = find_ruleset("hoyle1909,set.missing=not-told")
    assert fit(rules, FitRecipe(hands=10)) == base_weights(load_ruleset("hoyle1909"))


def test_the_adapted_player_lays_out_what_its_weights_put_first() -> None:
    rules = load_ruleset("cavendish")
    weights = fitted_weights(rules, None)
    state, _ = start(rules, shuffled_deal(rules, random.Random(3)))
    turn = turn_of(state)
    chosen = AdaptedPlayer(weights).choose(turn)
    order = discard_order(32)
    ways = order.ordered(weights[0], turn.cards.mask, turn.least, turn.most)
    assert isinstance(chosen, Exchange)
    assert chosen.discards.mask == ways[0][1]


def test_the_exploiter_meets_adapted_in_both_seats(
    question: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each deal is played twice, so that the luck of the cards cancels out."""
    text = question.read_text("utf-8").partition("\n[[variants]]\nname")[0]
    text = text.replace('["thumb"]', '["exploiter", "adapted"]').replace("games = 12", "games = 4")
    question.write_text(text, "utf-8")
    assert run(question, tmp_path / "out") == 0
    capsys.readouterr()
    assert main(["lab", "show", str(question), "--json", "--out", str(tmp_path / "out")]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["players"] == ["exploiter", "adapted"]
    assert found["swap-seats"]


@pytest.mark.parametrize("seat", Seat)
def test_the_exploiter_lays_out_a_legal_number_of_cards(seat: Seat) -> None:
    rules = load_ruleset("hoyle1909")
    turn = random_turn(rules, random.Random(5), seat)
    budget = Budget(hands=1, guessed=((4, 4),), searched=((2, 4),))
    chosen = ExploitingPlayer(fitted_weights(rules, None), budget).choose(turn)
    assert isinstance(chosen, Exchange)
    assert turn.least <= len(chosen.discards) <= turn.most
    assert chosen.discards <= turn.cards


# -- results -------------------------------------------------------------------------------------


def test_show_prints_effects_with_their_intervals(
    question: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(question, tmp_path / "out")
    capsys.readouterr()
    assert main(["lab", "show", str(question), "--out", str(tmp_path / "out"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["about"] == ["play.last-trick", "play.last-trick-low", "play.last-trick-capot"]
    base, changed = (one["measures"] for one in found["variants"])
    (effect,) = found["differences"]
    play = effect["measures"]["elder-play"]
    assert play["mean"] == pytest.approx(changed["elder-play"]["mean"] - base["elder-play"]["mean"])
    # One point for each deal, to one of the players.
    both = (effect["measures"][f"{seat}-play"]["mean"] for seat in ("elder", "younger"))
    assert sum(both) == pytest.approx(-1, abs=0.001)
    assert main(["lab", "show", str(question), "--out", str(tmp_path / "out")]) == 0
    said = capsys.readouterr().out
    assert "no last trick, less hoyle1909 with the same cards" in said
    assert "12 of 12 games differ: 75.75% to 100.00% of all" in said  # 1/(1 + 1.96² / 12)
    assert "of the variance removed" in said


def test_compare_gives_the_difference_that_show_gives(
    question: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ("--out", str(tmp_path / "out"))
    run(question, tmp_path / "out")
    capsys.readouterr()
    main(["lab", "show", str(question), *out])
    shown = capsys.readouterr().out
    assert main(["lab", "compare", str(question), f"{question}#no last trick", *out]) == 0
    line = next(one for one in capsys.readouterr().out.splitlines() if "elder-score" in one)
    assert line in shown


def test_two_players_are_compared_in_both_seats(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The figures are those of a match with the same seed."""
    path = tmp_path / "skill.toml"
    text = QUESTION.format(games=12, batch=4).replace('["thumb"]', '["thumb", "beginner"]')
    path.write_text(text, "utf-8")
    run(path, tmp_path / "out")
    capsys.readouterr()
    main(["lab", "show", str(path), "--out", str(tmp_path / "out"), "--json"])
    found = json.loads(capsys.readouterr().out)["variants"][0]["measures"]
    match = play_match(load_ruleset("hoyle1909"), ("thumb", "beginner"), deals=12, seed="test")
    lead = found["first-players-lead"]
    assert lead["mean"] == pytest.approx(match.points.mean, abs=0.0001)
    assert lead["error"] == pytest.approx(match.points.high - match.points.mean, abs=0.0001)
    won = sum((one.as_elder > 0) + (one.as_younger > 0) for one in match.pairs)
    assert found["first-player-wins"]["mean"] == pytest.approx(won / 24, abs=0.0001)


def test_results_that_are_missing_are_not_shown(
    question: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(question, tmp_path / "out", "--part", "1/2")
    capsys.readouterr()
    assert main(["lab", "show", str(question), "--out", str(tmp_path / "out")]) == 2
    assert "3 batches of no last trick are missing" in capsys.readouterr().err


def test_a_measure_that_the_cards_decide_has_no_error_left(question: Path) -> None:
    experiment = read_experiment(question)
    terms = all_batches(experiment)[0].terms
    rows = [play_game(terms, number, swapped=False) for number in range(60)]
    variates = dealt_cards(rows, terms.rules)
    decided = [2 * sum(one[:3]) - one[-1] + 700 for one in variates]
    found = adjusted(decided, 100, variates)
    assert (found.mean, found.error, found.gain) == (7.0, 0.0, 1.0)


@pytest.mark.parametrize("id", ["hoyle1909", "old36"])
def test_the_control_variates_have_a_mean_of_zero(id: str) -> None:
    """The means of many deals are within five standard errors of 0."""
    rules, rng = load_ruleset(id), random.Random(1)
    share = rules.number("exchange.elder-max").value
    rows = []
    for _ in range(4000):
        deal = shuffled_deal(rules, rng)
        drawn = type(deal.elder).of(deal.talon[:share])
        masks = (deal.elder.mask, deal.younger.mask, drawn.mask)
        rows.append((*[0] * (len(NAMES) - 3), *masks))
    for column in zip(*dealt_cards(rows, rules), strict=True):
        found = statistics_of(column)
        assert abs(found.mean) <= 2.6 * found.error


# -- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"play.last-trick" = 0', '"play.last" = 0', "x.toml.variants[1]: play.last: no such rule"),
        ('"play.last-trick" = 0', '"play.last-trick" = "no"', "expected int, found str"),
        ("answers = {", 'answers = { "play.lead" = 1,', "play.lead is 1 in hoyle1909 already"),
        ('players = ["thumb"]', 'players = ["tumb"]', "x.toml.players: unknown player 'tumb'"),
        ('players = ["thumb"]', "players = []", "x.toml.players: name two players"),
        ("batch = 4", "batch = 0", "x.toml.batch: 0 is not between 1 and 12"),
        ("games = 12", "games = 1", "x.toml.games: 1 is not between 2 and"),
        ("games = 12", "game = 12", "x.toml: unknown key 'game'"),
        ('seed = "test"', "", "x.toml: 'seed' is missing"),
        ('seed = "test"', 'seed = "test"\nswap-seats = true', "x.toml.swap-seats"),
        (
            'seed = "test"',
            'seed = "test"\nobjective = "win"',
            "x.toml.objective: unknown objective",
        ),
        ('"no last trick"', '"hoyle1909"', "a second variant is called 'hoyle1909'"),
        ('name = "no last trick"\nrules = "hoyle1909"', 'rules = "old36"', "pack.size is 36 here"),
        ("[[variants]]\nrules", "variants]]\nrules", "x.toml: "),
    ],
)
def test_an_invalid_experiment_is_refused_with_the_place(old: str, new: str, said: str) -> None:
    text = QUESTION.format(games=12, batch=4)
    assert text.count(old) == 1
    with pytest.raises(ExperimentError) as error:
        parse_experiment(text.replace(old, new), "x", "x.toml")
    assert said in str(error.value)
    assert str(error.value).startswith("x.toml")


def test_an_objective_needs_its_form_of_the_game() -> None:
    text = QUESTION.format(games=12, batch=4).replace("hoyle1909", "rubicon")
    with pytest.raises(ExperimentError, match=r"x\.toml\.objective: rubicon has no hundred"):
        parse_experiment(text.replace("seed", 'objective = "hundred"\nseed', 1), "x", "x.toml")


@pytest.mark.parametrize("words", ["0/2", "3/2", "1", "a/b"])
def test_an_invalid_part_is_refused(
    question: Path, capsys: pytest.CaptureFixture[str], words: str
) -> None:
    assert run(question, question.parent, "--part", words) == 2
    assert "--part: expected a part" in capsys.readouterr().err


def test_a_missing_package_is_named_with_its_extra(question: Path) -> None:
    program = (
        "import sys; sys.modules['pyarrow'] = None; from piquet_core.cli import main; "
        f"sys.exit(main(['lab', 'run', {str(question)!r}]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert 'install "piquet-core[lab]"' in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_another_version_of_the_engine_does_not_use_the_files(
    question: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run(question, tmp_path / "out")
    monkeypatch.setattr("piquet_core.laboratory.batches.code_digest", lambda: "0" * 16)
    capsys.readouterr()
    run(question, tmp_path / "out")
    assert "6 batches, of which 6 were played now" in capsys.readouterr().out
