// Named options of a game's rules: declared as rows, checked in one place, written as `name=value,name=value`.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace embertree {

struct OptionSpec {
  enum class Type { kChoice, kInteger, kText };

  std::string_view name;
  Type type = Type::kChoice;
  std::string_view default_value;
  std::vector<std::string_view> choices{};  // kChoice
  int low = 0;                              // kInteger
  int high = 0;
  std::string_view help{};
};

// Every option of one game with a value that fits its spec. Made from text only, so it is always whole.
class OptionMap {
 public:
  explicit OptionMap(std::span<const OptionSpec> specs);

  // Sets one option; an unknown name or a value that does not fit is a UsageError that lists what would do.
  void set(std::string_view name, std::string_view value);
  // Reads "name=value,name=value"; a part without '=' belongs to the value before it (lists in a value).
  void set_all(std::string_view text);

  std::string_view text(std::string_view name) const;
  int integer(std::string_view name) const;
  // The index of the value in the spec's choices.
  int choice(std::string_view name) const;

  std::span<const OptionSpec> specs() const { return specs_; }
  // Only what differs from the defaults, in the order of the specs; empty where nothing does.
  std::string non_defaults() const;

 private:
  std::size_t index_of(std::string_view name) const;

  std::span<const OptionSpec> specs_;
  std::vector<std::string> values_;
};

}  // namespace embertree
