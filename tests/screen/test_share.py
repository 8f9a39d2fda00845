"""A game as one page that needs nothing else."""

from __future__ import annotations

import base64
import io
import re
import zipfile
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page

from core.record import Record
from kiebitz.archive.recorded import load
from kiebitz.archive.records import record_of
from kiebitz.home import games_folder
from kiebitz.language import language
from kiebitz.programs.turns import turns_of
from kiebitz.screen.views.share import journal_page, record_page
from tests.kiebitz.language.test_catalogue import ENGLISH
from tests.screen.browser import in_browser
from tests.screen.kept_game import ILLEGAL, WON, first_actions, keep, moves

NASTY = '"><script>alert(1)</script>'


def test_every_position_stands_in_it_with_what_was_said(tmp_path: Path) -> None:
    page = journal_page(load(keep(tmp_path, *moves(*WON[:2]), ILLEGAL, *moves(*WON)[2:])))
    assert page.count("<figure>") == len(WON) + 1
    assert "7. Red plays Sf3." in page
    assert "Not allowed: f4 is not next to d3. (GW-17)" in page
    assert "Red wins with a line." in page


def test_it_is_in_german_where_that_is_asked_for(tmp_path: Path) -> None:
    recorded = load(keep(tmp_path, *moves(*WON[:2]), ILLEGAL, *moves(*WON)[2:]))
    page = journal_page(recorded, (), language("de"))
    assert '<html lang="de">' in page
    assert "Nicht erlaubt: f4 liegt nicht neben d3. (GW-17)" in page
    assert "Rot gewinnt mit einer Reihe." in page
    assert 'data-words="Anfang|◀ Zurück|Weiter ▶|Ende|Durchspielen"' in page
    diagrams = [base64.b64decode(data).decode() for data in re.findall(r"base64,([\w+/=]+)", page)]
    seen = [word for diagram in diagrams for word in re.findall(r"<text[^>]*>([^<]*)", diagram)]
    assert "A (rot)" in seen
    assert not [word for word in seen if ENGLISH.search(word)]


def test_it_says_who_played_who_broke_rules_and_who_has_agreed(tmp_path: Path) -> None:
    players = {"event": "players", "names": {"A": f"Ann {NASTY}", "B": "to move"}}
    signed = {"event": "signed", "seat": "A", "message": "A agrees to the result."}
    broken: list[dict[str, object]] = [{**ILLEGAL, "seat": "B"}, {"event": "repaired", "message": "It is right."}]
    path = keep(tmp_path, players, *moves(*WON[:3]), *broken, *moves(*WON)[3:], signed)
    page = journal_page(load(path), (), language("de"))
    assert "<p>Rot: Ann &quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; · Gelb: to move</p>" in page
    assert "<p>Regelverstöße: Gelb 1.</p>" in page
    assert "<p>Zugestimmt: Rot.</p>" in page
    assert NASTY not in page


def test_it_loads_nothing_from_anywhere(tmp_path: Path) -> None:
    page = journal_page(load(keep(tmp_path, *moves(*WON))))
    assert re.findall(r'(?:src|href)="(?!#|data:image/svg\+xml;base64,)', page) == []
    assert "default-src 'none'" in page


def test_what_people_wrote_is_text_and_nothing_else() -> None:
    quoted = NASTY.replace('"', r"\"")
    record = Record.parse(f'[Game "tink"]\n[A "Ann {quoted}"]\n\n1. Sc3 {{ {NASTY} }} *\n')
    page = record_page(record)
    assert "<script>alert" not in page
    assert page.count("&lt;script&gt;alert(1)") >= 3


def test_where_it_turned_is_told_with_the_graph(tmp_path: Path) -> None:
    recorded = load(keep(tmp_path, *moves(*first_actions(3), sides="BW"), game="tabik", board_size=3))
    turns = list(turns_of(record_of(recorded), 1.0))
    page = journal_page(recorded, turns)
    assert "Where it turned" in page
    assert "What the game was worth" in page
    best = [turn.assessment.best.action for turn in turns]
    assert re.findall(r"Best here: (\S+)\.</li>", page) == best
    diagrams = [base64.b64decode(data).decode() for data in re.findall(r"base64,([\w+/=]+)", page)]
    assert sum("Pointed out: " in diagram for diagram in diagrams) == len(turns)


@pytest.mark.parametrize(
    ("form", "kind", "beginning"),
    [("html", "text/html", "<!doctype"), ("record", "text/plain", "[Game"), ("sgf", "application/x-go-sgf", "(;")],
)
def test_the_screen_hands_it_out_as_a_file(client: httpx.Client, form: str, kind: str, beginning: str) -> None:
    name = keep(games_folder(), *moves(*WON)).name.partition("-")[0]
    answer = client.get(f"kept/{name}/exports/{form}")
    assert answer.text.startswith(beginning)
    assert answer.headers["content-type"].startswith(kind)
    assert answer.headers["content-disposition"].startswith("attachment;")


def test_a_report_of_a_fault_is_handed_out_without_names(client: httpx.Client) -> None:
    players = {"event": "players", "names": {"A": "Ada", "B": "Bo"}}
    name = keep(games_folder(), players, *moves(*WON), source="/home/ada/x.mp4").name.partition("-")[0]
    answer = client.get(f"kept/{name}/report")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        assert {"READ-ME.txt", "game.jsonl", "machine.json"} <= {*file.namelist()}
        assert not any(private in file.read("game.jsonl") for private in (b"Ada", b"/home"))
    assert client.get("kept/99/report").status_code == 404


def replayed_by_keys_e3(page: Page) -> None:
    """Go through the open game by keys, and play it at another speed."""
    pace = page.get_by_role("combobox", name="How fast")
    assert pace.input_value() == "1500"
    page.locator("h1").click()
    page.keyboard.press("Home")
    page.get_by_text("The start.").last.wait_for()
    page.keyboard.press("ArrowRight")
    page.get_by_text("1. Red plays Sc3.").last.wait_for()
    page.keyboard.press("+")
    assert pace.input_value() == "600"
    page.keyboard.press("+")
    assert pace.input_value() == "600"
    page.keyboard.press("Space")
    page.get_by_text("2. Yellow").last.wait_for()  # the first step comes at once
    page.clock.run_for(1250)  # and two more, of 0.6 s each
    page.get_by_text("4. Yellow").last.wait_for()
    page.keyboard.press("Space")
    shown = page.get_by_role("figure").inner_text()
    page.clock.run_for(1300)
    assert page.get_by_role("figure").inner_text() == shown
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")


@in_browser
def test_it_opens_from_a_disk_and_is_replayed_with_scripts_and_without_e3(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    file.write_text(journal_page(load(keep(tmp_path, *moves(*WON)))), encoding="utf-8")
    complaints: list[str] = []
    for scripts in (True, False):
        with browser.new_context(java_script_enabled=scripts, offline=True) as context:
            page = context.new_page()
            if scripts:
                page.clock.install(time=0)
                page.clock.pause_at(1000)
            page.on("console", lambda said: complaints.append(said.text))
            page.goto(file.as_uri())
            if scripts:
                page.get_by_role("button", name="Play through").click()
                page.get_by_text("The start.").last.wait_for()
                page.clock.run_for(1550)
                page.get_by_text("1. Red plays Sc3.").last.wait_for()
                page.get_by_role("button", name="End").click()
                page.get_by_role("button", name="Back").click()
                replayed_by_keys_e3(page)
            assert page.get_by_role("figure").count() == (1 if scripts else len(WON) + 1)
            assert page.get_by_text("6. Yellow plays Se4.").is_visible()
    assert complaints == []
