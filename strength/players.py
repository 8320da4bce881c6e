"""Engines as players: for positions and rolls, each returns the position after the play it chooses."""

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
"""Name that stands for gammon's shipped network where a weight file is expected."""


class Player(Protocol):
    """An engine that chooses plays for cubeless money."""

    name: str

    def best(self, boards: Boards, rolls: Rolls) -> Boards:
        """Choose a play for each position and roll.

        Returns
        -------
        numpy.ndarray
            The positions after the plays, the player who moved still first, shape ``(n, 2, 26)``. A roll that cannot be
            played leaves the position unchanged.
        """
        ...


class GammonPlayer:
    """gammon with one of its networks; all positions go into one call."""

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
        # gammon puts the opponent, who is on roll next, first; here the mover stays first.
        return chosen[:, ::-1]


class GnubgNNPlayer:
    """gnubg-nn, with its own move filter when it searches."""

    def __init__(self, ply: int) -> None:
        self._engine = import_peer("gnubg_nn")
        self._ply = ply
        self.name = f"gnubg-nn {version_of('gnubg-nn')} {ply}-ply"

    def best(self, boards: Boards, rolls: Rolls) -> Boards:
        """Choose a play for each position and roll."""
        best_move, decode, ply = self._engine.best_move, self._engine.board_from_position_key, self._ply
        # Convert whole arrays to lists at once: board by board the conversion takes as long as the engine's answer.
        natives = zip(boards[:, 1, 1:].tolist(), boards[:, 0, 1:].tolist(), rolls.tolist(), strict=True)
        # The board in an answer already has the sides exchanged.
        answers = [decode(best_move((other, mover), *roll, n=ply, b=1)[1]) for other, mover, roll in natives]
        return gnubg_nn.boards_from_native([(opponent, mover) for mover, opponent in answers])


class BgsagePlayer:
    """bgsage at 0 plies, which it calls 1-ply, by cubeless equity."""

    def __init__(self) -> None:
        self._adapter = bgsage.Adapter()
        self.name = f"bgsage {version_of('bgsage')} 0-ply"

    def best(self, boards: Boards, rolls: Rolls) -> Boards:
        """Choose a play for each position and roll."""
        return self._adapter.best_plays(boards, rolls)


ENGINES = {"gammon": (0, 1, 2), "gnubg-nn": (0, 1, 2), "bgsage": (0,)}
"""The engines that can play, and the numbers of plies available for each."""


@dataclass(frozen=True, kw_only=True)
class PlayerSpec:
    """The parameters of a player. Unlike a player, they can be sent to another process, which makes the player."""

    engine: str
    ply: int = 0
    network: bytes | None = None
    """The weights, for gammon only; the shipped network if None."""

    threads: int = 1

    def __post_init__(self) -> None:
        """Check the name of the engine and the number of plies.

        Raises
        ------
        ValueError
            If the engine is not in `ENGINES`, or not available with this number of plies.
        """
        if self.engine not in ENGINES:
            raise ValueError(f"unknown engine {self.engine!r}; expected one of {', '.join(ENGINES)}")
        if self.ply not in ENGINES[self.engine]:
            depths = ", ".join(map(str, ENGINES[self.engine]))
            raise ValueError(f"{self.engine}: ply must be one of {depths}, got {self.ply}")

    def __call__(self) -> Player:
        """Return the player.

        Raises
        ------
        PeerMissingError
            If the engine is not installed.
        """
        if self.engine == "gammon":
            return GammonPlayer(self.ply, self.network, self.threads)
        return GnubgNNPlayer(self.ply) if self.engine == "gnubg-nn" else BgsagePlayer()


Maker = Callable[[], Player]
"""Makes a player; must be picklable if it is sent to another process."""


def read_network(name: str) -> bytes | None:
    """Return the contents of a weight file, or None if ``name`` is `SHIPPED`.

    Raises
    ------
    OSError
        If the file cannot be read.
    gammon.WeightsError
        If the file does not hold a network.
    """
    if name == SHIPPED:
        return None
    weights = Path(name).read_bytes()
    load_network(weights)
    return weights


def parse_players(text: str, networks: list[bytes | None], *, threads: int) -> list[PlayerSpec]:
    """Read a list of players, ``ENGINE:PLY,...``, where ``gammon:PLY`` stands for one player per network.

    Raises
    ------
    ValueError
        If an entry does not name a player, or a player is listed twice.
    """
    specs = []
    for word in text.split(","):
        engine, colon, ply = word.strip().partition(":")
        if colon and not ply.isdecimal():
            raise ValueError(f"expected a player as ENGINE:PLY, got {word!r}")
        depth = int(ply) if colon else 0
        if engine == "gammon":
            specs += [PlayerSpec(engine=engine, ply=depth, network=one, threads=threads) for one in networks]
        else:
            specs.append(PlayerSpec(engine=engine, ply=depth))
    if len(set(specs)) < len(specs):
        raise ValueError(f"the same player is listed twice: {text!r}")
    return specs
