"""Type aliases of arguments and results."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Boards: TypeAlias = npt.NDArray[np.uint8]
"""Boards, shape ``(n, 2, 26)``: counts (off, points 1 to 24, bar) of the player on roll, then of the opponent."""

Rolls: TypeAlias = npt.NDArray[np.uint8]
"""Rolls, shape ``(n, 2)``, the dice in any order."""

Progress: TypeAlias = Callable[[int, int], object]
"""Progress callback of a long call, called with the number of items done and the total."""
