// How this room writes squares, seats and pieces.
#pragma once

#include <string>
#include <string_view>

#include "games/volcano_island/questions.hpp"

namespace embertree::volcano {

inline constexpr std::string_view kKindLetters = "svtc";
inline constexpr std::string_view kKindNames[] = {"settlement", "village", "town", "city"};
inline constexpr std::string_view kKindPlurals[] = {"settlements", "villages", "towns", "cities"};

inline char seat_letter(int seat) { return static_cast<char>('A' + seat); }

inline std::string square_text(int square) {
  return static_cast<char>('a' + file_of(square)) + std::to_string(rank_of(square) + 1);
}

// The squares between separators, by file, then by rank: the order of the notation.
inline std::string squares_text(Bits128 squares, std::string_view separator) {
  std::string text;
  for (int file = 0; file < kWidth; ++file) {
    for (int rank = 0; rank < kWidth; ++rank) {
      const int square = square_at(file, rank);
      if (!squares.test(square)) continue;
      if (!text.empty()) text += separator;
      text += square_text(square);
    }
  }
  return text;
}

// Whose piece stands on a square, and of which kind; the square must be occupied.
struct Piece {
  int seat;
  int kind;
};
inline Piece piece_at(const State& state, int square) {
  Piece piece{0, kSettlement};
  while (!state.tribes[piece.seat].test(square)) ++piece.seat;
  while (!state.pieces[piece.kind].test(square)) ++piece.kind;
  return piece;
}

// Whose pawn stands on a square, or -1.
inline int pawn_at(const State& state, int square) {
  if (state.eruptions > 0) return -1;
  for (int s = 0; s < state.players; ++s) {
    if (kPawnSquare[s] == square) return s;
  }
  return -1;
}

// Round, phase and what the volcano is about to do, in one line.
std::string status_text(const State& state);

}  // namespace embertree::volcano
