"""Notation round-trips, and every parser reads or refuses any text."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import gammon as bg
from tests.property.strategies import any_text, dice, positions, rolls, spoilt, xgids

START = bg.Position.start()


@given(positions(), dice, dice)
def test_every_play_can_be_read_from_its_text(position: bg.Position, die1: int, die2: int) -> None:
    """R3 to R5: the same result, without remarks."""
    for play in position.plays(die1, die2)[:100]:
        parsed = position.parse_play(str(play), die1, die2)
        assert parsed.play is not None
        assert parsed.play.position == play.position
        assert parsed.remarks == ()
        backwards = " ".join(reversed(str(play).split()))
        again = position.parse_play(backwards, die2, die1).play
        assert again is not None
        assert again.position == play.position


@given(positions(), dice, dice)
def test_texts_of_different_plays_are_different(position: bg.Position, die1: int, die2: int) -> None:
    """R4.1: hits on the way are marked, so different plays have different texts."""
    texts = [str(play) for play in position.plays(die1, die2)]
    assert len(set(texts)) == len(texts)


@given(positions())
def test_a_turn_that_passes_is_written_and_read(position: bg.Position) -> None:
    """R3.7: the text of a pass is accepted only if there is no legal play."""
    for roll in bg.Roll.all():
        if position.is_over or position.plays(*roll):
            with pytest.raises(bg.IllegalPlayError):
                position.parse_play("Cannot Move", *roll)
        else:
            play = position.parse_play("Cannot Move", *roll).play
            assert play is not None
            assert (play.moves, play.position, str(play)) == ((), position.swap(), "Cannot Move")


@given(positions())
def test_every_position_can_be_read_from_its_ids(position: bg.Position) -> None:
    """R1.2: for GNU Backgammon IDs and XGIDs, given the number of checkers; also in batches."""
    checkers = position.checkers
    assert bg.Position.from_gnubg_id(position.gnubg_id, checkers=checkers) == position
    assert bg.Position.from_xgid(position.xgid, checkers=checkers) == position
    assert bg.Xgid(position.xgid, checkers=checkers).position == position
    assert eval(repr(position), {"Position": bg.Position}) == position
    board = position.to_array()[None]
    ids = bg.batch.to_gnubg_ids(board)
    assert ids.tolist() == [position.gnubg_id.encode()]
    assert (bg.batch.from_gnubg_ids(ids, checkers=checkers) == board).all()


@given(xgids())
def test_every_xgid_round_trips(text: str) -> None:
    """R7, R8: directly, and through a GNU Backgammon ID, which loses only cube limits and the order of the dice."""
    read = bg.Xgid(text)
    assert str(read) == f"XGID={text}"
    assert bg.Xgid(str(read)) == read
    other = read.to_gnubg_id()
    assert bg.GnubgId(str(other)) == other
    assert other.state == ("over" if read.position.is_over else "playing")
    assert other.to_xgid().to_gnubg_id() == other
    for name in ("position", "cube", "cube_owner", "offer", "score", "match_length", "crawford", "jacoby"):
        assert getattr(other, name) == getattr(read, name), name
    assert other.dice == (read.dice and tuple(sorted(read.dice, reverse=True)))


def refusal(read: Callable[[str], object], text: str) -> str:
    """Read a text; return the reason if it is refused. Only errors of this package are allowed."""
    try:
        read(text)
    except bg.GammonError as error:
        return str(error)
    return "none"


GNUBG_IDS = xgids().map(lambda text: str(bg.Xgid(text).to_gnubg_id()))
READERS: dict[str, tuple[Callable[[str], object], st.SearchStrategy[str]]] = {
    "Xgid": (bg.Xgid, xgids()),
    "Position.from_xgid": (bg.Position.from_xgid, xgids()),
    "GnubgId": (bg.GnubgId, GNUBG_IDS),
    "Position.from_gnubg_id": (bg.Position.from_gnubg_id, GNUBG_IDS.map(lambda text: text[:14])),
    "batch.from_gnubg_ids": (lambda text: bg.batch.from_gnubg_ids([text]), GNUBG_IDS.map(lambda text: text[:14])),
    "Rollout.from_json": (bg.Rollout.from_json, st.just(bg.rollout(START, 2, seed=1).to_json())),
}


@pytest.mark.parametrize("name", READERS)
@given(st.data())
def test_every_reader_reads_or_refuses_any_text(name: str, data: st.DataObject) -> None:
    """P085, P105: valid, damaged and nonsense texts are all either read or refused."""
    read, right = READERS[name]
    assert refusal(read, data.draw(any_text | spoilt(right) | right))


@given(positions(), rolls, any_text, st.data())
def test_any_text_of_a_play_is_read_or_refused(
    position: bg.Position, roll: bg.Roll, text: str, data: st.DataObject
) -> None:
    """R3: a text is read as a legal play of the roll, or refused."""
    texts = [str(play) for play in position.plays(*roll)[:20]]
    text = data.draw(st.just(text) | spoilt(st.sampled_from(texts))) if texts else text
    legal = {play.position for play in position.plays(*roll)} or {position.swap()}

    def read(text: str) -> None:
        play = position.parse_play(text, *roll).play
        assert play is not None
        assert play.position in legal

    assert refusal(read, text)


@given(any_text | spoilt(st.just(START.xgid)))
def test_a_text_read_as_an_xgid_is_written_back_unchanged(text: str) -> None:
    """R1.2: reading loses nothing of the text."""
    try:
        read = bg.Xgid(text)
    except bg.GammonError:
        return
    assert bg.Xgid(str(read)) == read


@given(st.binary(max_size=200) | st.builds(lambda cut: bg.Network.shipped().to_bytes()[:cut], st.integers(0, 2000)))
@example(b"")
def test_any_bytes_as_weights_are_read_or_refused(weights: bytes) -> None:
    """Nonsense and truncated weight files are refused with a reason."""
    with pytest.raises(bg.WeightsError, match=r"\w"):
        bg.Network(weights)


@given(st.binary(min_size=14, max_size=14))
def test_any_bytes_in_a_batch_of_position_ids_are_read_or_refused(some: bytes) -> None:
    """P109: bytes give the same results as strings."""
    try:
        boards = bg.batch.from_gnubg_ids([some])
    except bg.GammonError:
        return
    assert bg.batch.to_gnubg_ids(boards).tolist() == [some]


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize(
    "text", ["\ud800", "-b----E-C---eE---c-e----B\udfff:0:0:1:00:0:0:0:0:10", "4HPwATDgc/ABM\ud800"]
)
def test_an_unpaired_surrogate_is_refused_like_any_invalid_character(name: str, text: str) -> None:
    """Text that cannot be encoded must not crash a reader."""
    read, _ = READERS[name]
    with pytest.raises(bg.GammonError):
        read(text)
