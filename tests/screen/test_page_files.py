"""Every page stands in the one frame, with nothing left to fill in."""

from __future__ import annotations

import re

import pytest

from kiebitz.screen.doors.page_files import PAGES, PLAIN_PAGES, content, served


@pytest.mark.parametrize("name", sorted({*PAGES.values(), *PLAIN_PAGES.values()}))
def test_a_page_has_one_head_one_title_and_one_bar(name: str) -> None:
    data, kind = content(name)
    text = data.decode()
    assert kind == "text/html; charset=utf-8"
    once = ("<!doctype html>", "<head>", "</head>", "<title>", "<body>", '<header class="bar">', "</body>", "</html>")
    assert {tag: text.count(tag) for tag in once} == dict.fromkeys(once, 1)
    assert text.index("</title>") < text.index("</head>") < text.index("<header")
    assert re.findall(r"\$\w+", text) == []


def test_frame_and_bar_are_no_pages_of_their_own() -> None:
    assert not {"frame.html", "bar.html"} & set(served(PAGES).values())
