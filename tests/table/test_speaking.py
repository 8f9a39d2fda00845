"""What people tell the referee: it is done at once, or an error says why not."""

from __future__ import annotations

from core.games import find
from kiebitz.calling import names_of
from kiebitz.language import language
from kiebitz.screen.views.words import sentence
from kiebitz.table.events import narrate
from tests.table.rows import Row, events_of, rows

STUCK = "2Cs5/2Cs2As2/8/8/Bs5Bs1/8/8/Bs2Bs2Bs1 B 0,1,0 37"
"""B of three players cannot move, and has fewer smalls on the board than the others will miss."""


@rows("""
A misread move is corrected, and the next one played from there | told; coloured; played Sc3
    > correct c3=. c4=As     : corrected ply=1 was=Sc3 action=Sc4 position=8/8/8/8/2As5/8/8/8_B_0,0_1
    Sc4 Sd5                  : Sd5

Moves that people tell at once say that their order is not known | told; coloured; seen
    > correct c3=As d5=Bs f4=As : Sc3 order=unknown; Sd5 order=unknown; Sf4 order=unknown

A cell that is as it was told changes nothing | told Sc3 Sh8 Sc4 Sh7; coloured; seen
    > correct a2=.           : state "Then nothing has changed."

What people told outweighs the reader until the cell changes | told; coloured; played Sc3
    > correct c3=. c4=As     : corrected
    Sc3                      : -
    Sc3 Sd5                  : Sd5

An earlier move is corrected, and the later ones stand | told Sc3 Sd4 Sf6; coloured; seen
    > correct d4=. e4=Bs     : corrected ply=2 was=Sd4 action=Se4; state position=8/8/5As2/8/4Bs3/2As5/8/8_B_0,0_3

A told cell answers the question | given Sc3 Sd4; coloured; seen
    Sc3 Sd4 Sf6 f6?.|As-3    : unsure
    > correct f6=As          : Sf6
    same                     : -

A told cell makes a legal move of what was called illegal | given Sc3; coloured; seen
    Sc3 e5=Bl                : illegal
    > correct e5=Bs          : Se5
    same                     : -

A board that no moves explain is taken as told, and the game goes on | given Sc3; coloured; seen
    > correct f6=Bl g7=Al    : state set=True to_move=B
    Sc3 Sd4 f6=Bl g7=Al      : Sd4

A correction before the start is seen helps to see it | coloured
    > correct c3=As          : state "Noted for the start: A's small on c3."
    Sc3 c3?As|Am-0.2         : found; state position=8/8/8/8/8/2As5/8/8_A_0,0_1

A correction settles the start that was in doubt | coloured
    Sc3 Sd4 c3?Am|As-0.2     : found; state position=8/8/8/8/3Bs4/2Am5/8/8_A_0,0_2; unsure cells=c3
    > correct c3=As          : state position=8/8/8/8/3Bs4/2As5/8/8_A_0,0_2
    Sc3 Sd4 Se5              : Se5

An answer about one cell leaves the others of the start in doubt | coloured
    Sc3 e5=Bs c3?Am|As-0.2 e5?Bm|Bs-0.3 : found; state; unsure cells=c3,e5
    > correct c3=As          : state position=8/8/8/4Bm3/8/2As5/8/8_A_0,0_2; unsure cells=e5
    > correct e5=Bs          : state position=8/8/8/4Bs3/8/2As5/8/8_A_0,0_2

A cell that the board has not, or a content that the game has not, is refused | given Sc3
    > correct z9=As          : error "No cell is called 'z9' on this board."
    > correct c3=Xq          : error "Cell c3 cannot hold 'Xq'; it holds one of"
    > correct a1=Al a3=Al a5=Al a7=Al c1=Al e1=Al g1=Al : error "That makes"
    mumble                   : error "That is no command."
    = after Sc3              :

A die that was misread is corrected | game tinker_tactics; position 2 A4a1=3,A6c2=4,A8c3=4,A6d1=2,A4d2=2,B6b4=6,\
B4c4=2,B4c5=3,B6d4=3,B8d6=1 A 0; shown
    start                    : found; state
    > correct c2=A6=5        : state set=True position=2_A4a1=3,A6c2=5,A8c3=4,A6d1=2,A4d2=2,B6b4=6,B4c4=2,B4c5=3,\
B6d4=3,B8d6=1_A_0
""")
def test_corrections(row: Row) -> None:
    row.check()


@rows("""
After a told take-back the board is asked to follow | told Sc3 Sd4; coloured; seen
    > takeback               : takeback plies=1 wanted=d4=.
    Sc3 Sd4                  : unsure "Take B's small off d4."
    same                     : -
    Sc3 Sd4 h8=Bl            : no illegal
    Sc3                      : state
    Sc3 Sd4                  : Sd4

A board swept clear after a told take-back has not played what was taken back \
    | position 1As6/As6Bs/8/8/7Bs/2Am5/1Am6/BsAsBs4Bs A 0,1 23; coloured; seen
    Sd6                      : Sd6; result
    > takeback               : takeback
    Sd6                      : unsure
    bare                     : no move result
    bare                     : no move result
    bare                     : no move result
    bare e5=As               : no result
    bare e5=As               : no result
    = board bare e5=As       :

Another move may be made at once where one was taken back | told Sc3 Sd4; coloured; seen
    > takeback               : takeback
    Sc3 Se5                  : Se5

A take-back said while a broken rule stands does not forget its piece | told Sc3 Sd4; coloured; seen
    Sc3 Sd4 e5=Bl            : illegal GW-1
    > takeback               : takeback wanted=d4=.,e5=.
    same                     : unsure "Take B's small off d4 and take B's large off e5."
    Sc3 e5=Bl                : unsure "Take B's large off e5."
    Sc3                      : repaired GW-1

Two plies that are said to be taken back are waited for | told Sc3 Sd4 Sg7; coloured; seen
    > takeback 2             : takeback wanted=d4=.,g7=.
    Sc3 Sd4 Sg7              : unsure "Take B's small off d4 and take A's small off g7."
    Sc3                      : state "The board is as it was."

More than was played cannot be taken back | told Sc3
    > takeback 2             : error "2 plies cannot be taken back: the game has 1."

A change that was agreed to can be taken back | given Sc3; coloured; seen
    Sc3 e5=Bl                : illegal
    > agree                  : agreed
    > takeback               : takeback
    = after Sc3              :

A game that is over can be taken back and goes on | told Sc3 Sa1 Sd4 Sa2 Se5 Sa3 Sf6; coloured; seen
    > agree                  : error "Nothing illegal"
    > takeback               : takeback
    = to_move A              :

When watching has ended, the board is seen no more and people are still answered | told Sc3 Sd4; coloured; seen
    > stop                   : end
    Sc3 Sd4 Se5              : -
    gone                     : -
    > takeback               : takeback plies=1
    = after Sc3              :
""")
def test_take_backs(row: Row) -> None:
    row.check()


@rows("""
Agreement plays on from the board as it is | given Sc3; coloured; seen
    Sc3 e5=Bl                : illegal GW-14
    > agree                  : agreed GW-14 seat=B to_move=A ply=2 position=8/8/8/4Bl3/8/2As5/8/8_A_0,0_2
    Sc3 e5=Bl                : -
    Sc3 e5=Bl f6=As          : Sf6

People agree to what was touched, and not to what is misread beside it | told Sc3 Sg7; coloured; seen
    Sc3 Sg7 d5=As f5=As c3?Am|As-9|.-16 : unsure GW-5 cells=c3
    > agree                  : agreed
    = board Sc3 Sg7 d5=As f5=As :

What was misread before people agreed is not asked about afterwards | told; coloured; seen
    Sc3 c3?Am|As-9|.-16      : illegal GW-10
    Sc3 Sg7 c3?Am|As-9|.-16  : unsure GW-1 cells=c3 candidates=Sc3+Sg7
    Sc3 Sg7 Sf3 c3?Am|As-9|.-16 : repaired; Sc3; Sg7; Sf3
    Sc3 Sg7 Sf3 d5=Bs f5=Bs c3?Am|As-9|.-16 : unsure GW-5
    > agree                  : agreed
    same                     : -
    Sc3 Sg7 Sf3 d5=Bs f5=Bs g2=As c3?Am|As-9|.-16 : Sg2

A broken rule that play went on from was not put right | told Se5 Sd4 Sh8; coloured; seen
    Se5 Sd4 Sh8 e5=. d6=As   : illegal
    Se5 Sd4 Sh8 e5=. d6=As f4=Bs : state set=True; Sf4
    same                     : -

After an agreed move out of turn the seat after the mover is next | given Sc3; coloured; seen
    Sc3 e5=As                : illegal
    > agree                  : agreed to_move=B

After an agreement the next move tells whose turn it was | given Sc3; coloured; seen
    Sc3 e5=Bs e5?As|Bs-9|.-16 : illegal GW-1
    > agree                  : agreed to_move=B
    Sc3 e5=Bs g6=As e5?As|Bs-9|.-16 : takeback plies=1; state set=True "Then it is A's turn."; Sg6
    = to_move B              :
    = untold nothing         :

A piece that was misread when people agreed is put right by later looks | given Sc3; coloured; seen
    Sc3 e5=Bl e5?Bm|Bl-6|.-16 : illegal
    > agree                  : agreed
    = board Sc3 e5=Bm        :
    Sc3 e5=Bl g6=As          : takeback plies=1; state set=True "I had misread the board: B's large on e5."; Sg6
    Sc3 e5=Bl g6=As a1=Bs    : Sa1
    Sc3 e5=Bl g6=As a1=Bs h8=As : Sh8
    = board Sc3 e5=Bl g6=As a1=Bs h8=As :

What is agreed to is the board of the broken rule, and not what is doubtful beside it | given Sc3; coloured; seen
    Sc3 e5=Bl g7?As|.-0.8|Bs-9 : illegal
    > agree                  : agreed position=8/8/8/4Bl3/8/2As5/8/8_A_0,0_2

What is agreed to before it is announced stands as soon as it is announced | given Sc3; coloured; seen
    0.6s Sc3 e5=Bl           : -
    > agree                  : state "Noted. What breaks a rule stands as soon as I see it."
    3s Sc3 e5=Bl             : illegal GW-14; agreed GW-14
    3s Sc3 e5=Bl f6=As       : Sf6

Agreeing beforehand holds for what is on the board next | given Sc3; coloured; seen
    0.2s Sc3                 : -
    > agree                  : state
    1s Sc3                   : error "Nothing illegal"
    3s Sc3 e5=Bl             : illegal

A faulty start that is agreed to stays the start | game tinker_tactics; position 2 A4a1=3,A6c2=4,A8c3=4,A6d1=2,A4d2=2,\
B6b4=6,B4c4=2,B4c5=3,B6d4=3,B8d6=1 A 0; shown
    b4=B6=5                  : found; state; illegal TT-3
    > agree                  : agreed TT-3 start=True
    = board b4=B6=5          :
    same                     : -
""")
def test_agreements(row: Row) -> None:
    row.check()


@rows("""
A pass that is not allowed is refused with its rule, and a swap that the game has not in words | given Sc3
    > pass                   : error GW-3
    > swap                   : error "Tink has no swap."

In Tabik the swap is said, refused when it is too late, and needs no board to be put back \
    | game tabik; options board_size=4; given b2+b3
    > swap                   : swap
    > swap                   : error TB-18
    > takeback               : takeback !wanted

The state tells the legal actions and the question | given Sc3; coloured; seen
    Sc3 e5=Bl                : illegal
    > state                  : state to_move=B plies=0 pending.event=illegal

The state counts the stashes after spent pieces came back | given Sc3 Sd4 Sd3 Sf6 Md2-c3-d3; coloured; seen
    > state                  : state stash.A=s=5,m=3,l=1 stash.B=s=3,m=4,l=1

Before a position is seen no stash is announced
    > state                  : state !stash position=None

Where pieces belong to nobody there is no stash | game tabik; given
    > state                  : state !stash
""")
def test_announcements(row: Row) -> None:
    row.check()


@rows("""
| coloured; seen
    Sc3 Sg7 Sd4 Sh8 Se6 Sb2 Sf3 Sc7 : -
    same                     : unsure "I have missed too much to follow."
    > agree                  : state "how that came about is not known"
    same                     : unsure seats=A,B "Whose turn is it?"

A board that nothing leads to is asked about, and then whose turn it is, once
    same                     : -

The next move tells that it was A's turn
    Sc3 Sg7 Sd4 Sh8 Se6 Sb2 Sf3 Sc7 f1=As : Sf1 seat=A

The next move tells that it was B's turn
    Sc3 Sg7 Sd4 Sh8 Se6 Sb2 Sf3 Sc7 f1=Bs : state; Sf1 seat=B

The answer that it is A's turn is taken at once
    > turn A                 : state to_move=A
    Sc3 Sg7 Sd4 Sh8 Se6 Sb2 Sf3 Sc7 f1=As : Sf1

The answer that it is B's turn is taken at once
    > turn B                 : state to_move=B
    Sc3 Sg7 Sd4 Sh8 Se6 Sb2 Sf3 Sc7 f1=As : illegal

What breaks another rule for each seat waits for the answer: it is A's turn
    Sc3 Sg7 Sd4 Sh8 Se6 Sb2 Sf3 Sc7 c3=Bs : -
    > turn A                 : illegal GW-9

What breaks another rule for each seat waits for the answer: it is B's turn
    Sc3 Sg7 Sd4 Sh8 Se6 Sb2 Sf3 Sc7 c3=Bs : -
    > turn B                 : state set=True to_move=B; illegal GW-2
""")
def test_whose_turn_it_is_where_nothing_tells(row: Row) -> None:
    row.check()


@rows("""
People may say whose turn it is on a board that is met in the middle | coloured
    Sc3 Sg7 Sd4 Sh8 Se6 Sb2 Sf3 Sc7 : found; state
    > turn B                 : state to_move=B "Then it is B's turn."
    Sc3 Sg7 Sd4 Sh8 Se6 Sb2 Sf3 Sc7 f1=As : illegal

A move that was refused is legal once it is that seat's turn | told Sc3; coloured; seen
    Sc3 d4=As                : illegal GW-1
    > turn A                 : state to_move=A
    Sc3 d4=As                : Sd4

Saying what is known changes nothing | told Sc3; coloured; seen
    > turn B                 : state position=8/8/8/8/8/2As5/8/8_B_0,0_1
    = told Sc3               :
    Sc3 Sd4                  : Sd4

Only a seat that is in play can be to move | coloured
    > turn A                 : error "No position has been seen yet. Show the whole board first."
    start                    : found; state
    > turn C                 : error "No seat 'C' is in play; it is the turn of A or B."
""")
def test_turns(row: Row) -> None:
    row.check()


@rows("""
Colours told before the game decide who has moved | seen
    > colours A=blue B=red   : state "A plays blue, B plays red."
    c3=Bs                    : Sc3 seat=A

A game met in the middle is read again when its colours change hands
    Sc3 Sd4 Se5              : found; state
    = colours A=red,B=blue   :
    > colours A=blue         : state
    = position None          :
    Sc3 Sd4 Se5              : state position=8/8/8/4Bs3/3As4/2Bs5/8/8_A_0,0_3
    = colours A=blue,B=red   :

Colours in which moves were played do not change hands | played Sc3 Sd4
    > colours A=blue B=red   : error "begin a new game"
    = colours A=red,B=blue   :
    Sc3 Sd4 Se5              : Se5

A colour that was read wrong gets another name in mid-game | played Sc3
    > colours B=yellow       : state
    = told Sc3               :
    = colours A=red,B=yellow :

Pieces that belong to nobody have no players' colours | game tabik
    > colours A=red          : error "The pieces of this game belong to no seat, so nobody has a colour."

Colours that cannot be are refused in words
    > colours C=red          : error "No seat"
    > colours A=beige        : error "known are red"
    > colours A=red B=red    : error "own"
    = colours                :
""")
def test_colours(row: Row) -> None:
    row.check()


@rows("""
A guess is announced once, and again when it changes | guesses; coloured; played Sc3
    Sc3 Sd4 d4?Bs|.--1|Bm-6  : unsure; tentative action=Sd4 actions=Sd4 seat=B
    same                     : -
    Sc3 Sd4                  : Sd4

Guesses are told beside the clocks | guesses; coloured; clock 10+5; played Sc3
    Sc3 Sd4 d4?Bs|.--1|Bm-6  : unsure; tentative action=Sd4
    same                     : -
    Sc3 Sd4                  : Sd4; clock
""")
def test_guesses(row: Row) -> None:
    row.check()


def test_a_pass_that_puts_a_player_out_says_so() -> None:
    (out, *_) = events_of("> pass", setup=f"options players=3; position {STUCK}; coloured")
    assert out.fields["message"] == "B has no legal move and passes. B is out of the game."
    assert [announced["code"] for announced in out.fields["announcements"]] == ["3.7"]
    told = sentence(find("tink"), out, {"B": "blue"})
    assert told.endswith("Blue has no legal move and passes. Blue is out of the game.")
    assert narrate(out, {}, language("de")).endswith("B hat keinen erlaubten Zug und passt. B ist ausgeschieden.")


def test_agreements_and_states_read_well() -> None:
    tink = find("tink")
    _, illegal, told, agreed = events_of("Sc3", "Sc3 e5=Bl", "> state", "> agree", setup="given Sc3; coloured")
    assert narrate(illegal, {}) in narrate(told, {})
    assert told.fields["legal"] == list(tink.actions(tink.play(tink.start(tink.options()), "Sc3")))
    assert "Red is to play." in narrate(agreed, names_of(tink, {"A": "red", "B": "blue"}))
    (stash,) = events_of("> state", setup="given Sc3 Sd4 Sd3 Sf6 Md2-c3-d3")
    assert narrate(stash, {}).splitlines()[1:] == ["     In the stash: A 5 S, 3 M, 1 L; B 3 S, 4 M, 1 L."]
