"""``kiebitz playtest``: plays many games automatically and reports on the rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kiebitz import output
from kiebitz.commands import common
from kiebitz.commands.choices import GAME
from kiebitz.disk import check_place, shown, why, write_file
from kiebitz.failure import Failure

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiebitz.programs.playtesting import Run
    from playtest.plan import Job, Plan
    from playtest.report import Report
    from printkit.paper import Paper

NODES = 100
_WORTH_SAYING_S = 5.0
"""If the games will take at least this many seconds, say so beforehand."""
MOST_VARIANTS = 6
"""Most curves in one plot that are still easy to tell apart."""


@click.command(short_help="Play many games automatically and report on the rules.")
@click.argument("game_name", type=GAME)
@click.option("--games", type=click.IntRange(1, 1_000_000), default=100, show_default=True, help="Games per variant.")
@common.players
@common.rule_options
@click.option(
    "--compare",
    "changes",
    metavar="K=V,…",
    multiple=True,
    help="Also play with these rule options, on the same seeds; repeatable.",
)
@click.option(
    "--even-out",
    is_flag=True,
    help="Try the other choices of every option, and say which would even out who wins.",
)
@click.option(
    "--by",
    type=click.Choice(["adviser", "chance"]),
    default="adviser",
    show_default=True,
    help="Who chooses the moves.",
)
@click.option(
    "--level", type=click.IntRange(1, 10), default=10, show_default=True, help="Playing strength of the adviser."
)
@click.option(
    "--nodes", type=click.IntRange(1, 1_000_000), help=f"Positions that level 10 examines per move (default {NODES})."
)
@click.option(
    "--compiled/--plain",
    "compiled",
    default=None,
    help="Search with the compiled kernel, built once per machine, or in plain Python, which takes longer and plays "
    "other games; without either, compiled where numba is installed.",
)
@click.option(
    "--random-plies",
    type=click.IntRange(0, 1000),
    default=2,
    show_default=True,
    help="Number of random actions at the start of each game.",
)
@click.option(
    "--longest",
    type=click.IntRange(1, 1_000_000),
    default=300,
    show_default=True,
    help="Stop each game after this many actions.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games.")
@click.option("--workers", type=click.IntRange(1, 1024), help="Number of processes (default: one per core).")
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder to which each game is written as it ends.",
)
@click.option("--resume", is_flag=True, help="Continue the playtest in --folder.")
@click.option(
    "--keep",
    type=click.Path(path_type=Path, file_okay=False),
    help="Also write every game to this folder, as a record.",
)
@click.option(
    "--pdf", type=click.Path(path_type=Path, dir_okay=False), help="Also write the report to this file, with plots."
)
@click.option(
    "--paper",
    metavar="PAPER",
    default="a4",
    show_default=True,
    help="Paper of the --pdf: a4, letter, a3 or both.",
)
@common.as_json
@common.language_option
def command(
    game_name: str,
    even_out: bool,
    workers: int | None,
    folder: Path | None,
    resume: bool,
    keep: Path | None,
    pdf: Path | None,
    paper: str,
    as_json: bool,
    **what: Any,
) -> int:
    """Let GAME play itself many times, and report on its rules.

    The report shows who wins, how long games are, how they end, how often each clause is used and what the
    first actions are worth, with confidence intervals. With --compare the same seeds are also played under
    other rules, and the report shows what changes. Ctrl-C stops and keeps the games played so far.

    --even-out changes every option in turn, to its other choices or one up and down, and tries what --compare
    names as well. The change that brings the first player nearest to an equal share is played again on new seeds.
    """
    from kiebitz.programs.playtesting import Run, cores
    from playtest.report import as_json as json_of
    from playtest.report import report
    from playtest.text import in_text

    if pdf is None:
        common.refuse("paper", why="without --pdf")
    else:
        check_place(pdf, remedy="name another place with --pdf")
    if resume and folder is None:
        raise Failure("--resume needs the --folder of the playtest to continue")
    if even_out and pdf:
        raise Failure("--pdf draws a few sets of rules; name those of interest with --compare, without --even-out")
    plan, sheet = _plan(game_name, even_out, **what), _paper(paper)
    folder = folder or _new_folder(plan)
    run = Run.resume(plan, folder) if resume else Run.begin(plan, folder)
    if plan.compiled:
        _get_ready(plan, workers or cores())
    stopped = _play(run, plan.jobs(), workers)
    if not run.played:
        return output.INTERRUPTED
    if even_out:
        return _even_out(run, workers, stopped, as_json, keep)
    found = report(plan, run.played)
    if keep:
        _keep(run, keep)
    if pdf:
        _write_pdf(found, pdf, sheet)
    if as_json:
        output.write_json({**json_of(found), "folder": str(folder)})
    else:
        click.echo(in_text(found, common.said), nl=False)
    return output.INTERRUPTED if stopped else 0


def _even_out(run: Run, workers: int | None, stopped: bool, as_json: bool, keep: Path | None) -> int:
    """Play the best change again, and report what was found; return the exit status."""
    from playtest.evening import as_json as evening_json
    from playtest.evening import evening, jobs_again
    from playtest.report import as_json as json_of
    from playtest.report import report
    from playtest.text import evening_in_text

    found = evening(run.plan, run.played)
    if found and not stopped and (jobs := [*jobs_again(run.plan, found)]):
        stopped = _play(run, jobs, workers)
        found = evening(run.plan, run.played)
    if keep:
        _keep(run, keep)
    if found is None:
        output.note("not every change has been played yet, so none is named")
        return output.INTERRUPTED
    told = report(run.plan, run.played)
    if as_json:
        output.write_json({**json_of(told), "even_out": evening_json(found), "folder": str(run.folder)})
    else:
        click.echo(evening_in_text(told, found, common.said), nl=False)
    return output.INTERRUPTED if stopped else 0


def _plan(
    game_name: str,
    even_out: bool,
    *,
    games: int,
    players: int | None,
    options_text: str,
    changes: tuple[str, ...],
    by: str,
    level: int,
    nodes: int | None,
    compiled: bool | None,
    random_plies: int,
    longest: int,
    seed: int,
) -> Plan:
    """Return the plan that the options describe. Raises ``Failure`` naming the one that is wrong."""
    from adviser.levels import HIGHEST
    from kiebitz.programs import warming
    from playtest.evening import changes_to_try
    from playtest.plan import Plan, Player, variants_of

    if len(changes) >= MOST_VARIANTS and not even_out:
        raise Failure(f"--compare is given at most {MOST_VARIANTS - 1} times")
    game = common.the_game(game_name)
    options = common.the_options(game, options_text, players)
    if even_out:
        changes = (*changes_to_try(options), *changes)
    try:
        variants = variants_of(game.name, options, changes, longest)
    except ValueError as error:
        raise Failure(str(error)) from None
    if by == "chance":
        common.refuse("level", "nodes", "random_plies", why="with --by chance")
        if compiled:
            raise Failure("--compiled is for the adviser's search; leave it out with --by chance")
        return Plan(game.name, games, variants, Player(), seed)
    if level == HIGHEST:
        nodes = nodes or NODES
    elif nodes:
        raise Failure(f"--nodes works only at level {HIGHEST}; level {level} sets its own")
    if compiled:
        _family(game.name)
    searches = warming.may_compile(game) if compiled is None else compiled
    return Plan(game.name, games, variants, Player(level, nodes or 0, random_plies), seed, searches)


def _family(game_name: str) -> str:
    """Return the family of kernels that searches *game_name*. Raises ``Failure`` if there is none."""
    from adviser.kernels import store
    from core.games import find

    family = store.family(find(game_name))
    if family is None:
        raise Failure(f"--compiled needs numba, and a kernel of {game_name}; without it plain Python searches")
    return family


def _get_ready(plan: Plan, workers: int) -> None:
    """Load or compile the kernels of the plan's game; say how long that takes, and how long plain Python would."""
    import time

    from kiebitz.programs import warming
    from kiebitz.programs.playtesting import forecast_s

    family = _family(plan.game)
    if not warming.is_compiled(family):
        games = plan.games * len(plan.variants)
        output.note(
            f"compiling the search, half a minute or more, once on this machine; plain Python would take about "
            f"{_in_time(forecast_s(plan) * games / workers)} for all games ({games})"
        )
    began = time.monotonic()
    if not warming.ready(family):
        output.note(f"compiled in {_in_time(time.monotonic() - began)}; from now on the games start at once")


def _in_time(seconds: float) -> str:
    from core.verdict import counted

    return counted(max(1, round(seconds)), "second") if seconds < 100 else counted(round(seconds / 60), "minute")


def _new_folder(plan: Plan) -> Path:
    from datetime import datetime

    from kiebitz.home import home

    return home() / "playtests" / f"{datetime.now():%Y%m%d-%H%M%S-%f}-{plan.game}"


def _play(run: Run, wanted: Iterable[Job], workers: int | None) -> bool:
    """Play the jobs in *wanted* that are still open, with a bar on a terminal; return whether somebody stopped it."""
    from core.verdict import counted
    from kiebitz.programs.playtesting import cores, local_workers

    jobs = run.open_jobs(wanted)
    if not jobs:
        return False
    before = len(run.played)
    count = min(workers or cores(), len(jobs))
    if not run.plan.compiled:
        _say_how_long(run.plan, len(jobs), count)
    try:
        with (
            local_workers(count, _family(run.plan.game) if run.plan.compiled else None) as executor,
            output.progress(run.plan.game, before + len(jobs), done=before) as tell,
        ):
            run.play_on(jobs, executor, count, lambda _: tell(len(run.played)))
    except KeyboardInterrupt:
        done = counted(len(run.played), "game")
        output.note(f"stopped after {done}, saved in {run.folder}; continue with --folder {run.folder} --resume")
        return True
    return False


def _say_how_long(plan: Plan, games: int, workers: int) -> None:
    """Say how long *games* of *plan* will take with this number of *workers*, if it is long."""
    from kiebitz.programs.playtesting import forecast_s

    seconds = forecast_s(plan) * games / workers
    if seconds >= _WORTH_SAYING_S:
        output.note(f"these games ({games}) will take about {_in_time(seconds)}")


def _paper(name: str) -> Paper:
    from printkit.paper import paper_named

    try:
        return paper_named(name)
    except ValueError as error:
        raise Failure(str(error)) from None


def _write_pdf(report: Report, path: Path, paper: Paper) -> None:
    from kiebitz.programs.playtest_pdf import draw_report
    from printkit.pdf import render

    data = render(draw_report(report, paper, common.reading()))
    write_file(path, data, remedy="name another place with --pdf", make_folder=False)


def _keep(run: Run, folder: Path) -> None:
    """Write the games as records, one file each."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for game in run.played:
            variant = f"-{game.variant + 1}" if len(run.plan.variants) > 1 else ""
            path = folder / f"game-{game.number:04}{variant}.txt"
            path.write_text(game.record(run.plan).format(), encoding="utf-8", newline="\n")
    except OSError as error:
        raise Failure(f"cannot write {shown(error.filename or folder)}: {why(error)}; name another --keep") from None
