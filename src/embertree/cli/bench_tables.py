"""What `embertree bench` prints of speed, for eyes."""

from collections.abc import Sequence

from embertree.bench.compare import Compared, summaries
from embertree.bench.growth import MovePoint, TreePoint
from embertree.bench.speed import Speed

_NAME = 18

RATES_HEADING = (
    f"{'a second:':<{_NAME}}{'playouts':>12}{'actions':>14}{'policy':>12}"
    f"{'mcts':>12}{'2 threads':>18}{'expectimax':>14}{'2 threads':>18}"
)
COSTS_HEADING = (
    f"{'ns a call:':<{_NAME}}{'legal':>9}{'apply':>9}{'copy':>9}{'key':>9}{'evaluate':>10}"
    f"{'state':>10}{'node':>7}{'first move':>13}{'1e6 nodes':>22}"
)
TREE_HEADING = f"{'nodes':>12}{'a second':>12}{'ns a node':>11}{'memory':>12}{'hashfull':>10}"
MOVES_HEADING = f"{'ply':>12}{'round':>12}{'moves':>11}{'mcts':>12}{'expectimax':>14}"


def rates_row(speed: Speed) -> str:
    return (
        f"{speed.game + ' ' + str(speed.players):<{_NAME}}{speed.playouts:>12,.0f}{speed.actions:>14,.0f}"
        f"{speed.policy_playouts:>12,.0f}"
        f"{speed.mcts_nodes:>12,.0f}{_together(speed.mcts_nodes_2, speed.mcts_gain_2):>18}"
        f"{speed.expectimax_nodes:>14,.0f}{_together(speed.expectimax_nodes_2, speed.expectimax_gain_2):>18}"
    )


def _together(nodes: float, gain: float) -> str:
    return f"{nodes:,.0f} x{gain:.2f}"


def costs_row(speed: Speed) -> str:
    memory = "" if speed.memory_mib is None else f"{speed.memory_mib:,.0f} MiB"
    if speed.memory_nodes is not None and speed.memory_nodes < 1_000_000:
        memory += f" ({speed.memory_nodes:,} nodes)"  # the whole tree was proven before
    return (
        f"{speed.game + ' ' + str(speed.players):<{_NAME}}{speed.legal_actions_ns:>9.1f}{speed.apply_ns:>9.1f}"
        f"{speed.copy_ns:>9.1f}{speed.key_ns:>9.1f}{speed.evaluate_ns:>10.1f}"
        f"{str(speed.state_bytes) + ' B':>10}{str(speed.node_bytes) + ' B':>7}"
        f"{speed.first_move_ms:>10,.0f} ms{memory:>22}"
    ).rstrip()


def tree_row(point: TreePoint) -> str:
    memory = "-" if point.memory_mib is None else f"{point.memory_mib:,.0f} MiB"
    a_node = 1e9 / point.nodes_a_second if point.nodes_a_second else 0.0
    return (
        f"{point.nodes:>12,}{point.nodes_a_second:>12,.0f}{a_node:>11,.0f}{memory:>12}{point.hashfull / 10:>8.1f} %"
        + ("  at the ceiling" if point.ceiling else "")
    )


def move_row(point: MovePoint) -> str:
    return f"{point.ply:>12}{point.round:>12}{point.legal:>11}{point.mcts_ms:>9.2f} ms{point.expectimax_ms:>11.2f} ms"


def comparison(rows: Sequence[Compared], notes: Sequence[str]) -> list[str]:
    """Old, new and ratio of each figure, then the means; above 1 is faster or smaller."""
    lines = [f"{'':<{_NAME}}{'':<20}{'old':>14}{'new':>14} {'ratio':>9}"]
    for row in rows:
        ratio = "-" if row.ratio is None else f"{row.ratio:.3f}"
        lines.append(
            f"{row.game + ' ' + str(row.players):<{_NAME}}{row.measure:<20}"
            f"{_figure(row.old):>14}{_figure(row.new):>14} {ratio:>9}"
        )
    lines += ["", f"{'geometric means:':<{_NAME}}{'':<20}{'rows':>28} {'ratio':>9}"]
    for each in summaries(rows):
        lines.append(f"{'':<{_NAME}}{each.measure:<20}{each.rows:>28} {each.ratio:>9.3f}")
    return [*lines, *(f"Note: {note}" for note in notes)]


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"
