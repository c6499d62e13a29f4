"""pgx on the CPU: everything in one compiled step over arrays."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

from versus.contest import paced

FUSED = 32  # steps in one call: the best for pgx, whose calls cost more than small batches


def batch_games(size: int, fused: int = FUSED) -> Callable[[float], float]:
    """Steps a second of random games of connect four, `size` at once; a row that is over begins anew."""
    env = pgx.make("connect_four")
    step_or_restart = jax.vmap(auto_reset(env.step, env.init))

    def one(_: int, carried: tuple[Any, Any]) -> tuple[Any, Any]:
        key, state = carried
        key, choosing, restarting = jax.random.split(key, 3)
        actions = jax.random.categorical(choosing, jnp.where(state.legal_action_mask, 0.0, -jnp.inf))
        return key, step_or_restart(state, actions, jax.random.split(restarting, size))

    run = jax.jit(lambda carried: jax.lax.fori_loop(0, fused, one, carried))
    carried: tuple[Any, Any] | None = None

    def step() -> float:
        nonlocal carried
        if carried is None:  # compiled here, in the round that is not counted
            carried = jax.random.PRNGKey(1), jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), size))
        carried = jax.block_until_ready(run(carried))
        return fused * size

    return paced(step)
