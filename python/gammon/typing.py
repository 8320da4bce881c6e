"""Types of what goes in and out of gammon."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Boards: TypeAlias = npt.NDArray[np.uint8]
"""Boards, shape ``(n, 2, 26)``: the player on roll, then his opponent, each counting off, points 1 to 24 and bar."""

Rolls: TypeAlias = npt.NDArray[np.uint8]
"""Rolls, shape ``(n, 2)``, in any order."""

Progress: TypeAlias = Callable[[int, int], object]
"""What a long call tells how far it is: called with the items done and the items in all."""
