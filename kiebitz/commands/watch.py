"""``kiebitz watch``: referees a game from a stream of frames."""

from __future__ import annotations

from typing import Any

import click

from kiebitz.commands import announced, common
from kiebitz.commands.watched import Asked, refereed


@click.command(short_help="Referee a game in front of a camera, in a video or a folder of pictures.")
@click.argument("source")
@common.game_option
@click.option(
    "--start",
    metavar="POSITION|FILE",
    help="Begin a new game from this position (default: the first one seen), or from the end of the game in FILE, "
    "which stays as it is.",
)
@click.option(
    "--to-move",
    metavar="SEAT",
    help="The seat to move in the first position seen.  [default: A, until the moves tell otherwise]",
)
@common.players
@common.rule_options
@common.colours
@common.near
@common.corners
@common.camera
@common.profile
@click.option(
    "--resume",
    is_flag=True,
    help="Go on with the unfinished game that was watched last, in its journal; its start and rules are known.",
)
@click.option(
    "--journal",
    metavar="RECORD",
    help="Go on like --resume, but with this game: its number in `kiebitz list`, or its file.",
)
@click.option(
    "--follow", is_flag=True, help="Go on waiting for new pictures in the folder SOURCE, until Ctrl-C ends the game."
)
@click.option(
    "--beside",
    metavar="SOURCE2",
    help="A second view of the same table: what one does not see, the other tells; either may come and go.",
)
@click.option(
    "--control",
    is_flag=True,
    help="Read commands from standard input while watching, a JSON object a line (see above).",
)
@click.option(
    "--bot",
    "bots",
    metavar="SEAT:LEVEL|SEAT:ugi:COMMAND",
    multiple=True,
    help="Let Kiebitz play SEAT at LEVEL 1 to 10, or let COMMAND, a UGI engine, play it; repeatable.",
)
@click.option("--bot-seconds", type=float, default=2.0, show_default=True, help="Thinking time of a bot, in seconds.")
@click.option(
    "--clock",
    "clock_text",
    metavar="10+5|A=10+5,B=5+2",
    default=None,
    help="Clocks that a legal move presses: minutes, and seconds for each move; or 20+3x30 with byo-yomi.",
)
@click.option(
    "--twin",
    metavar="URL",
    help="Play with the table at URL, which has a board of its own; `kiebitz table` shows the address.",
)
@click.option("--seat", metavar="SEAT", default=None, help="With --twin: the seat to play, or several as B,D.")
@announced.options
@click.option("--names", metavar="NAME,NAME…", default=None, help="Who plays, in seat order, or as A=Ada,B=Bo.")
@click.option("--fair-play", is_flag=True, help="No bots, and no review of this game until it is over; that is kept.")
@click.option("--tentative", is_flag=True, help="With --json, also tell the best guess at a move that is not sure yet.")
@click.option("--no-crops", is_flag=True, help="Keep no small pictures of the cells that events are about.")
@click.option("--keep-pictures", is_flag=True, help="Keep whole pictures of the game as well, for `kiebitz harvest`.")
@common.language_option
@common.as_json
def command(**typed: Any) -> int:
    """Referee the game in SOURCE and keep it; `kiebitz list` shows the games kept.

    Without --game the first printed board in SOURCE says which game it is for, of what size and, on mini-boards, for
    how many. SOURCE is a camera (its number, or a part of its name; `kiebitz doctor` lists them), an address (MJPEG,
    RTSP), a video, a folder of pictures, or `demo`.

    --control takes {"do":"correct","cells":{"e4":"Am"}} (what cells hold, whatever the camera sees; . is empty),
    {"do":"takeback","plies":1}, {"do":"pass"}, {"do":"swap"}, {"do":"turn","seat":"B"} (whose turn it
    is), {"do":"agree"} (to the illegal change on the board), {"do":"corners","corners_px":[[x,y],…]} (the board's
    corners a1, h1, h8, a8, until it moves), {"do":"find"} (find it by itself again),
    {"do":"colours","colours":{"A":"red"}} (whose pieces these are), {"do":"seats","players":3} (how many play),
    {"do":"joined","colour":"green"} (somebody has sat down), {"do":"pause"} (the clocks stand until
    {"do":"continue"}), {"do":"total","seat":"A","total":17} (a hidden roll; null takes it back), {"do":"reveal"} (the
    dice lie open), {"do":"state"} and {"do":"stop"}. The events that it causes answer each, or an error event. When
    SOURCE ends, commands are taken until none has come for three seconds.

    --beside takes a second camera, or a film or folder that begins at the same moment, in which pictures of one moment
    go together. Each view finds the board by itself; --corners, --near and --camera are about SOURCE.

    --start takes a FILE, too: a record, a journal, or a photo of a score sheet (`kiebitz export RECORD --to sheet`).
    The new game goes on from its last position, with its rules and colours.

    --clock 10+5 gives each player 10 minutes, and 5 seconds for each move; 10 alone is sudden death, and 20+3x30 is 20
    minutes and then three periods of 30 seconds. The clock starts with the first move. A legal move presses it, at the
    moment when the table came to rest; it stands while the board is not in view. Time that has passed is spent, even
    if a move is taken back. A fallen flag is announced, and the game goes on: the players say what it means.

    --twin URL plays the game of another table on this board: game, rules, start and clocks are taken from there, and
    the first free seat after the other table's is this one's, or what --seat names. What is played there is asked for
    here, and a move made here is asked for there. Take-backs count once both tables have made them. To go on after a
    break, use --resume; add --twin only where the address has changed.

    For moves, take-backs, broken rules and questions, small pictures of the cells concerned are kept, before and after,
    in a folder beside the game's file: `kiebitz show RECORD --event N` names them. --no-crops keeps none.

    --keep-pictures keeps up to 200 whole pictures of the game as well, with all that the camera sees, people too. They
    stay on this machine, `kiebitz harvest` takes them, and `kiebitz delete` deletes them with the game.
    """
    return refereed(Asked(**typed))
