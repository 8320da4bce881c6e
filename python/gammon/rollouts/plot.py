"""Plots of rollouts, with matplotlib, which is optional (the extra ``plot``)."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from typing import Any

from gammon._engine import ArgumentError
from gammon.rollouts.shown import RolloutLike
from gammon.statistics import CONFIDENCE, quantile
from gammon.store.files import write_whole

_EXTRA = "plots need the extra `plot`: pip install 'gammon[plot]'"
_SHADE = 0.25


def figure() -> Any:  # noqa: ANN401  Types of matplotlib, which is optional.
    """Return an empty figure of matplotlib that opens no window.

    Raises
    ------
    ModuleNotFoundError
        If the extra ``plot`` is not installed.
    """
    try:
        from matplotlib.figure import Figure  # type: ignore[import-not-found, unused-ignore]
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(_EXTRA, name="matplotlib") from error
    return Figure(figsize=(8, 5), layout="constrained")


def running_mean(rollout: RolloutLike, axes: Any = None, *, label: str | None = None) -> Any:  # noqa: ANN401
    """Plot the mean equity over the number of trials, with its 95 % band.

    Parameters
    ----------
    rollout
        The rollout.
    axes
        The axes of matplotlib to draw on; those of a new figure if None.
    label
        The name of the line in a legend.

    Returns
    -------
    matplotlib.axes.Axes
        The axes; ``axes.figure.savefig(...)`` writes the plot to a file.

    Raises
    ------
    ModuleNotFoundError
        If the extra ``plot`` is not installed.
    """
    if axes is None:
        axes = figure().subplots()
    points = rollout.running
    (line,) = axes.plot([trials for trials, _, _ in points], [mean for _, mean, _ in points], label=label)
    banded = [(trials, mean, error) for trials, mean, error in points if error is not None]
    width = quantile(CONFIDENCE)
    axes.fill_between(
        [trials for trials, _, _ in banded],
        [mean - width * error for _, mean, error in banded],
        [mean + width * error for _, mean, error in banded],
        color=line.get_color(),
        alpha=_SHADE,
        linewidth=0,
    )
    axes.set_xlabel("trials")
    axes.set_ylabel("cubeful equity" if rollout.is_cubeful else "cubeless equity")
    return axes


def expect_format(path: str) -> None:
    """Check that a plot can be written in the format that a file's name ends with.

    Raises
    ------
    ModuleNotFoundError
        If the extra ``plot`` is not installed.
    ArgumentError
        If there is no such format.
    """
    known = sorted(figure().canvas.get_supported_filetypes())
    if _format(path) not in known:
        raise ArgumentError(f"{path}: expected a name that ends with a format for plots: {', '.join(known)}")


def save(rollouts: Mapping[str, RolloutLike], path: str) -> None:
    """Write a plot of one or more rollouts to a file, in the format that its name ends with.

    Raises
    ------
    ModuleNotFoundError
        If the extra ``plot`` is not installed.
    ArgumentError
        If there is no such format.
    OSError
        If the file cannot be written.
    """
    expect_format(path)
    made = figure()
    axes = made.subplots()
    for label, rollout in rollouts.items():
        running_mean(rollout, axes, label=label)
    if len(rollouts) > 1:
        axes.legend()
    content = io.BytesIO()
    made.savefig(content, format=_format(path))
    write_whole(path, content.getvalue())


def _format(path: str) -> str:
    """Return the ending of a file's name, in lower case and without the dot."""
    return os.path.splitext(path)[1][1:].lower()
