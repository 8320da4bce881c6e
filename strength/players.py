"""Engines as players: given positions and rolls, the position after the play that each would choose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from benches.peers.adapters import bgsage, gnubg_nn
from benches.peers.adapters.common import import_peer, version_of
from benches.peers.positions import Boards, Rolls
from strength.judges import load_network

SHIPPED = "shipped"
"""In place of a network's file: the one that comes with gammon."""


class Player(Protocol):
    """Whoever chooses plays for cubeless money."""

    name: str

    def best(self, boards: Boards, rolls: Rolls) -> Boards:
        """Choose a play for each position and roll.

        Returns
        -------
        numpy.ndarray
            The positions after the plays, shape ``(n, 2, 26)``, still seen from the player who moved. A roll
            that cannot be played leaves the position as it was.
        """
        ...


class GammonPlayer:
    """gammon with one of its networks, all positions in one call."""

    def __init__(self, ply: int, network: bytes | None = None, threads: int = 1) -> None:
        package = import_peer("gammon")
        self._batch = package.batch
        loaded = load_network(network)
        self._engine = package.Engine(loaded)
        self._ply = ply
        self._threads = threads
        self.name = f"gammon {loaded.name} {ply}-ply"

    def best(self, boards: Boards, rolls: Rolls) -> Boards:
        """Choose a play for each position and roll."""
        chosen: Boards = self._batch.best_plays(
            boards, rolls, ply=self._ply, threads=self._threads, engine=self._engine
        )
        # gammon hands the turn on; here the board stays the mover's.
        return chosen[:, ::-1]


class GnubgNNPlayer:
    """gnubg-nn, with its own filter of moves where it looks ahead."""

    def __init__(self, ply: int) -> None:
        self._engine = import_peer("gnubg_nn")
        self._ply = ply
        self.name = f"gnubg-nn {version_of('gnubg-nn')} {ply}-ply"

    def best(self, boards: Boards, rolls: Rolls) -> Boards:
        """Choose a play for each position and roll."""
        best_move, decode, ply = self._engine.best_move, self._engine.board_from_position_key, self._ply
        # Whole arrays are turned into lists at once: one by one it takes as long as the engine's answer.
        natives = zip(boards[:, 1, 1:].tolist(), boards[:, 0, 1:].tolist(), rolls.tolist(), strict=True)
        # The board of an answer has the sides exchanged already.
        answers = [decode(best_move((other, mover), *roll, n=ply, b=1)[1]) for other, mover, roll in natives]
        return gnubg_nn.boards_from_native([(opponent, mover) for mover, opponent in answers])


class BgsagePlayer:
    """bgsage's net alone, which it calls 1-ply, by cubeless equity."""

    def __init__(self) -> None:
        self._adapter = bgsage.Adapter()
        self.name = f"bgsage {version_of('bgsage')} 0-ply"

    def best(self, boards: Boards, rolls: Rolls) -> Boards:
        """Choose a play for each position and roll."""
        return self._adapter.best_plays(boards, rolls)


ENGINES = {"gammon": (0, 1, 2), "gnubg-nn": (0, 1, 2), "bgsage": (0,)}
"""Who can play, and how many plies ahead."""


@dataclass(frozen=True, kw_only=True)
class PlayerSpec:
    """A player that another process can make for itself."""

    engine: str
    ply: int = 0
    network: bytes | None = None
    """The weights; the network that comes with gammon if None. For gammon only."""

    threads: int = 1

    def __post_init__(self) -> None:
        """Refuse an engine that there is not.

        Raises
        ------
        ValueError
            If there is no such engine, or it does not play at such a depth here.
        """
        if self.engine not in ENGINES:
            raise ValueError(f"no engine {self.engine!r}; there are {', '.join(ENGINES)}")
        if self.ply not in ENGINES[self.engine]:
            depths = ", ".join(map(str, ENGINES[self.engine]))
            raise ValueError(f"{self.engine} plays here at {depths} plies, not at {self.ply}")

    def __call__(self) -> Player:
        """Make the player.

        Raises
        ------
        PeerMissingError
            If the engine is not installed.
        """
        if self.engine == "gammon":
            return GammonPlayer(self.ply, self.network, self.threads)
        return GnubgNNPlayer(self.ply) if self.engine == "gnubg-nn" else BgsagePlayer()


Maker = Callable[[], Player]
"""Makes a player; must be picklable where it goes to another process."""


def read_network(name: str) -> bytes | None:
    """Read a file of weights; None for `SHIPPED`.

    Raises
    ------
    OSError
        If it cannot be read.
    gammon.WeightsError
        If it holds no network.
    """
    if name == SHIPPED:
        return None
    weights = Path(name).read_bytes()
    load_network(weights)
    return weights


def parse_players(text: str, networks: list[bytes | None], *, threads: int) -> list[PlayerSpec]:
    """Read ``ENGINE:PLY,...``; every ``gammon:PLY`` stands for one player with each network.

    Raises
    ------
    ValueError
        If a word names no player.
    """
    specs = []
    for word in text.split(","):
        engine, colon, ply = word.strip().partition(":")
        if colon and not ply.isdecimal():
            raise ValueError(f"{word!r} names no player; write ENGINE:PLY")
        depth = int(ply) if colon else 0
        if engine == "gammon":
            specs += [PlayerSpec(engine=engine, ply=depth, network=one, threads=threads) for one in networks]
        else:
            specs.append(PlayerSpec(engine=engine, ply=depth))
    if len(set(specs)) < len(specs):
        raise ValueError(f"{text!r} names a player twice")
    return specs
