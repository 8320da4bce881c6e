"""Train a small network by self-play, then search, roll out and play a match with it."""

import numpy as np

import gammon as bg

rng = np.random.default_rng(1)
hidden, output = rng.normal(0, 0.1, (4 * 52 + 1, 40)), np.zeros((41, 5))


def forward(boards):
    """Return inputs (per place: at least 1, 2, 3 checkers, and the excess over 3), hidden layer and probabilities."""
    counts = boards.reshape(len(boards), 52).astype(np.float32)
    ones = np.ones((len(boards), 1), np.float32)
    inputs = np.hstack([counts >= 1, counts >= 2, counts >= 3, np.maximum(counts - 3, 0) / 4, ones])
    inner = np.hstack([np.tanh(inputs @ hidden), ones])
    return inputs, inner, 1 / (1 + np.exp(-inner @ output))


def evaluate(boards):
    """Evaluate boards, uint8 of shape (n, 2, 26); used in place of gammon's network."""
    return forward(boards)[2]


engine = bg.Engine(evaluate)


def train(steps, games=64, rate=0.003):
    """Train by TD(0) with Adam on parallel games: the target of each board is its evaluation after the next play."""
    moments = [np.zeros((2, *weights.shape)) for weights in (hidden, output)]
    boards = np.repeat(bg.Position.start().to_array()[None], games, axis=0)
    for turn in range(1, steps + 1):
        played = bg.batch.best_plays(boards, bg.batch.rolls(games, seed=1, turn=turn), engine=engine)
        win, *gammons = bg.batch.evaluate(played, engine=engine).T  # exact where the game is over
        targets = np.stack([1 - win, *gammons[2:], *gammons[:2]], axis=1)  # for the player who moved
        inputs, inner, found = forward(boards)
        error = (found - targets) / games
        into_hidden = (error @ output[:-1].T) * (1 - inner[:, :-1] ** 2)
        for weights, (mean, square), slope in zip(
            (hidden, output), moments, (inputs.T @ into_hidden, inner.T @ error), strict=True
        ):
            mean += 0.1 * (slope - mean)
            square += 0.01 * (slope**2 - square)
            weights -= rate * mean / (np.sqrt(square) + 1e-8)
        is_over = (played[:, :, 0] == 15).any(axis=1)
        boards = np.where(is_over[:, None, None], bg.Position.start().to_array(), played)


def choose(state):
    """Choose the network's best play or answer; never double."""
    if state.phase is bg.match.Phase.PLAY:
        ranked = bg.rank_plays(state, engine=engine)
        return bg.match.MakePlay(ranked[0].play if ranked else None)
    if state.phase is bg.match.Phase.ANSWER:
        decision = bg.cube_decision(state, engine=engine)
        return bg.match.Take() if decision.double_take <= decision.double_pass else bg.match.Pass()
    return bg.match.Throw()


def main(steps=2000, trials=144, length=3):
    """Train the network, then rank plays, roll out and play a match with it."""
    train(steps)
    for ranked in bg.rank_plays(bg.Position.start(), (3, 1), ply=1, engine=engine)[:3]:
        print(ranked)
    print(bg.rollout(bg.Position.start(), trials=trials, seed=1, engine=engine))
    match = bg.play_match(choose, "club", rules=bg.MatchRules(match_length=length), seed=1)
    print("the network" if match.winner is bg.match.Player.ZERO else "gammon", "wins", match.state.score)


if __name__ == "__main__":
    main()
