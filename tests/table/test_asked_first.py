"""What one look, or one sentence, cannot tell is asked about, and told once it is confirmed."""

from __future__ import annotations

from tests.table.rows import Row, rows


@rows("""
A move and the next player's slip in one look are asked about | told Sc3 Sd4; coloured; seen
    Sc3 Sd4 Se5 f6=Bm        : unsure GW-1 "More has been played than one move."
    same                     : illegal GW-1 cells=f6 by=B
    Sc3 Sd4 Se5              : repaired GW-1 cells=f6; Se5

The opponent's piece placed alone is announced as what it is | told Sc3 Sd4; coloured; seen
    Sc3 Sd4 f6=Bs            : illegal GW-1

Many moves that nobody saw and a slip are asked about, and stand once they are agreed to | told Sc3 Sd4; coloured; seen
    Sc3 Sd4 Sa1 Sb2 Sg7 Sh8 Sa8 Sh1 f5=Am : -
    same                     : unsure "I have missed too much to follow."
    > agree                  : state set=True "I go on from the board as I see it"

They stand once they are played on, too | told Sc3 Sd4; coloured; seen
    Sc3 Sd4 Sa1 Sb2 Sg7 Sh8 Sa8 Sh1 f5=Am : -
    same                     : unsure "I have missed too much to follow."
    Sc3 Sd4 Sa1 Sb2 Sg7 Sh8 Sa8 Sh1 f5=Am c5=As : state set=True; Sc5
""")
def test_looks(row: Row) -> None:
    row.check()


@rows("""
A correction that cannot be is asked about, and taken when it is said once more | told Sc3 Sd4; coloured; seen
    > correct d4=Am          : unsure "No course of the game leads there."
    = told Sc3 Sd4           :
    > correct d4=Am          : state set=True

Said of another cell, it is asked about again | told Sc3 Sd4; coloured; seen
    > correct d4=Am          : unsure
    > correct c3=Bl          : unsure
    = told Sc3 Sd4           :

It is forgotten once a move is played | told Sc3 Sd4; coloured; seen
    > correct d4=Am          : unsure
    Sc3 Sd4 Se5              : Se5
    > correct d4=Am          : unsure

A correction elsewhere leaves the piece that breaks a rule illegal | told Sc3 Sd4; coloured; seen
    Sc3 Sd4 e5=Bl            : illegal
    > correct h8=.           : -
    = told Sc3 Sd4           :
    Sc3 Sd4                  : repaired
""")
def test_corrections(row: Row) -> None:
    row.check()
