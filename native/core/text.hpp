// Small helpers for reading and writing words. Everything here is for people, so nothing here is fast.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace embertree {

std::string_view trim(std::string_view text);
// Parts between separators, empty ones included; `words` splits at runs of blanks and has no empty ones.
std::vector<std::string_view> split(std::string_view text, char separator);
std::vector<std::string_view> words(std::string_view text);
std::string join(std::span<const std::string> parts, std::string_view separator);
std::string lower(std::string_view text);

// The text in quotes for an error line: cut after 60 characters, control characters shown as \xNN.
std::string quoted(std::string_view text);

// A whole number in [low, high]; anything else is a UsageError that names `what`.
std::int64_t parse_integer(std::string_view text, std::string_view what, std::int64_t low, std::int64_t high);

// The candidate nearest to `word` by edit distance, or empty where none is near.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);
// "; did you mean 'nodes'?" or, where nothing is near, "; there are: a, b, c".
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace embertree
