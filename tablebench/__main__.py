"""An open benchmark of tables: ``python -m tablebench make`` draws pictures and games with their truth, and
``python -m tablebench score TRUTH ANSWERS.json`` says how well any program has read and refereed them.

tablebench/README.md describes both forms.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from tablebench import making, scoring


def main(arguments: Sequence[str] | None = None) -> None:
    """Make tables or score answers."""
    parser = argparse.ArgumentParser(
        prog="tablebench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    doing = parser.add_subparsers(required=True, metavar="make | score")
    make = doing.add_parser("make", help="draw tables with Blender, from seeds")
    making.add_arguments(make)
    make.set_defaults(do=making.make)
    score = doing.add_parser("score", help="compare a program's answers with the truth")
    score.add_argument("truth", type=Path, help="a folder of pictures with their truth")
    score.add_argument("answers", type=Path, help="a file, as tablebench/README.md describes it")
    score.set_defaults(do=_score)
    chosen = parser.parse_args(arguments)
    chosen.do(chosen)


def _score(chosen: argparse.Namespace) -> None:
    try:
        answers = scoring.answers_in(json.loads(chosen.answers.read_text(encoding="utf-8")))
        print("\n".join(scoring.table(chosen.truth, answers)))
    except (OSError, ValueError) as error:
        raise SystemExit(f"tablebench: {error}") from None


if __name__ == "__main__":
    main()
