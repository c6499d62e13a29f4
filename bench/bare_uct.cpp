// Monte Carlo tree search without an engine: connect four, and Pig for 2 to 5 players, with whole random playouts, for
// one thread, the limit to compare ours with. No interface, no keys, no proofs, no ceiling; a node knows the value for
// the seat that chose it and nobody else's, which 16 bytes hold.
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "bare.hpp"

constexpr int kChance = -1, kOver = -2, kDraw = -1;

struct ConnectFour {
  std::uint64_t mine = 0, others = 0;  // of the seat on turn, and the other's: seven bits a column, the top one empty
  int ply = 0, over = 0;

  static constexpr std::uint64_t kBottom = 0x0000'0408'1020'4081ULL, kTopRow = kBottom << 5;
  static bool has_four(std::uint64_t s) {
    const auto along = [s](int step) { return s & s >> step & (s & s >> step) >> 2 * step; };
    return (along(1) | along(6) | along(7) | along(8)) != 0;
  }
  std::uint64_t squares() const { return ((mine | others) + kBottom) & kBottom * 63; }  // the next of each column

  int mover() const { return over != 0 ? kOver : ply & 1; }
  int winner() const { return has_four(others) ? ~ply & 1 : kDraw; }
  int moves(std::uint8_t* list) const {
    int n = 0;
    for (std::uint64_t rest = squares(); rest != 0; rest &= rest - 1)
      list[n++] = std::uint8_t(std::countr_zero(rest) / 7);
    return n;
  }
  void apply(int column) {
    const std::uint64_t stones = mine | (squares() & 63ULL << 7 * column);
    mine = others;
    others = stones;
    ++ply;
    over = has_four(stones) || ply == 42;
  }
  int playout() {
    std::uint64_t next[7];
    int open = 0;
    for (std::uint64_t rest = squares(); rest != 0; rest &= rest - 1) next[open++] = rest & -rest;
    for (;; ++ply) {
      std::uint64_t& square = next[below(std::uint64_t(open))];
      const std::uint64_t stones = mine | square;
      square = (square & kTopRow) == 0 ? square << 1 : next[--open];
      if (has_four(stones)) return ply & 1;
      if (open == 0) return kDraw;
      mine = others;
      others = stones;
    }
  }
};

template <int N>
struct Pig {
  int held[N] = {}, turn = 0, seat = 0;
  bool rolling = false;

  int mover() const { return held[seat] >= 100 ? kOver : rolling ? kChance : seat; }
  int winner() const { return seat; }
  int moves(std::uint8_t* list) const {  // 0: roll, 1: hold; at chance the faces
    if (rolling) {
      for (std::uint8_t face = 0; face < 6; ++face) list[face] = face;
      return 6;
    }
    int n = 0;
    if (held[seat] + turn < 100) list[n++] = 0;
    list[n++] = 1;
    return n;
  }
  void pass() {
    turn = 0;
    seat = seat + 1 == N ? 0 : seat + 1;
  }
  void apply(int action) {
    if (rolling) {
      rolling = false;
      action == 0 ? pass() : void(turn += action + 1);
    } else if (action == 0) {
      rolling = true;
    } else if ((held[seat] += turn) < 100) {
      pass();
    }
  }
  int playout() {
    if (rolling) apply(int(below(6)));
    while (true) {
      if (held[seat] + turn >= 100) return seat;
      if (below(2) == 0) {
        const int face = int(below(6));
        face == 0 ? pass() : void(turn += face + 1);
      } else {
        held[seat] += turn;
        pass();
      }
    }
  }
};

struct Node {
  std::uint32_t visits, first;  // 0: no children yet
  float mean;                   // of the seat that chose it
  std::uint8_t action, children;
};
static_assert(sizeof(Node) == 16);
std::vector<Node> tree;

template <class G>
void simulate(const G& root, float explore) {
  struct Step {
    std::uint32_t node;
    int chooser;
  } path[1024];
  G state = root;
  int length = 1, mover = state.mover();
  path[0] = {0, root.mover()};  // so the root's mean is its mover's
  for (std::uint32_t at = 0; mover != kOver && tree[at].visits != 0 && length < 1024; mover = state.mover()) {
    if (tree[at].first == 0) {
      std::uint8_t list[8];
      const int n = state.moves(list);
      tree[at].first = std::uint32_t(tree.size());
      tree[at].children = std::uint8_t(n);
      for (int i = 0; i < n; ++i) tree.push_back({0, 0, 0, list[i], 0});
    }
    const Node& node = tree[at];
    if (mover == kChance) {
      at = node.first + std::uint32_t(below(6));
    } else {
      const float bonus = explore * std::sqrt(std::log(float(node.visits)));
      float best = -1;
      for (std::uint32_t c = node.first; c < node.first + node.children; ++c) {
        if (tree[c].visits == 0) {
          at = c;
          break;
        }
        const float score = tree[c].mean + bonus / std::sqrt(float(tree[c].visits));
        if (score > best) best = score, at = c;
      }
    }
    state.apply(tree[at].action);
    path[length++] = {at, mover};
  }
  const int winner = mover == kOver ? state.winner() : state.playout();
  for (int i = 0; i < length; ++i) {
    Node& node = tree[path[i].node];
    const float value = winner == kDraw ? 0.5F : winner == path[i].chooser ? 1.0F : 0.0F;
    node.mean += (value - node.mean) / float(++node.visits);
  }
}

template <class G>
void measure(int simulations, float explore, double least) {
  double searches = 0;
  const double seconds = repeated(least, [&] {
    tree.assign(1, Node{});
    for (int i = 0; i < simulations; ++i) simulate(G{}, explore);
    ++searches;
  });
  std::printf("{\"sims_per_second\": %.0f, \"nodes\": %zu, \"node_bytes\": %zu, \"value\": %.4f}\n",
              searches * simulations / seconds, tree.size(), sizeof(Node), double(tree[0].mean));
}

// bare_uct [connect_four|pig [SIMULATIONS [SECONDS [PLAYERS [EXPLORE]]]]]
int main(int argc, char** argv) {
  const bool pig = argc > 1 && std::strcmp(argv[1], "pig") == 0;
  const int simulations = argc > 2 ? std::atoi(argv[2]) : 20'000, players = argc > 4 ? std::atoi(argv[4]) : 2;
  const double seconds = seconds_of(argc, argv, 3);
  const float explore = argc > 5 ? float(std::atof(argv[5])) : 1.0F;
  if (!pig) return measure<ConnectFour>(simulations, explore, seconds), 0;
  if (players == 2) return measure<Pig<2>>(simulations, explore, seconds), 0;
  if (players == 3) return measure<Pig<3>>(simulations, explore, seconds), 0;
  if (players == 4) return measure<Pig<4>>(simulations, explore, seconds), 0;
  return measure<Pig<5>>(simulations, explore, seconds), 0;
}
