#include "core/options.hpp"

#include <algorithm>
#include <cassert>

#include "core/text.hpp"
#include "core/types.hpp"

namespace embertree {

OptionMap::OptionMap(std::span<const OptionSpec> specs) : specs_(specs) {
  for (const OptionSpec& spec : specs) values_.emplace_back(spec.default_value);
}

std::size_t OptionMap::index_of(std::string_view name) const {
  for (std::size_t i = 0; i < specs_.size(); ++i) {
    if (specs_[i].name == name) return i;
  }
  std::vector<std::string_view> names;
  for (const OptionSpec& spec : specs_) names.push_back(spec.name);
  throw UsageError("there is no rules option " + quoted(name) + did_you_mean(name, names));
}

void OptionMap::set(std::string_view name, std::string_view value) {
  const std::size_t i = index_of(trim(name));
  const OptionSpec& spec = specs_[i];
  value = trim(value);
  switch (spec.type) {
    case OptionSpec::Type::kChoice:
      if (std::find(spec.choices.begin(), spec.choices.end(), value) == spec.choices.end()) {
        throw UsageError("rules option " + std::string(spec.name) + ": there is no value " + quoted(value) +
                         did_you_mean(value, spec.choices));
      }
      values_[i] = value;
      break;
    case OptionSpec::Type::kInteger:
      values_[i] = std::to_string(parse_integer(value, "rules option " + std::string(spec.name), spec.low, spec.high));
      break;
    case OptionSpec::Type::kText:
      values_[i] = value;
      break;
  }
}

void OptionMap::set_all(std::string_view text) {
  text = trim(text);
  if (text.empty()) return;
  std::string name;
  std::string value;
  for (const std::string_view part : split(text, ',')) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) {
      if (name.empty()) throw UsageError("rules " + quoted(text) + ": expected name=value,name=value");
      value += ',';
      value += part;
      continue;
    }
    if (!name.empty()) set(name, value);
    name = part.substr(0, equals);
    value = part.substr(equals + 1);
  }
  set(name, value);
}

std::string_view OptionMap::text(std::string_view name) const { return values_[index_of(name)]; }

int OptionMap::integer(std::string_view name) const {
  const std::size_t i = index_of(name);
  assert(specs_[i].type == OptionSpec::Type::kInteger);
  return static_cast<int>(parse_integer(values_[i], name, specs_[i].low, specs_[i].high));
}

int OptionMap::choice(std::string_view name) const {
  const std::size_t i = index_of(name);
  const auto& choices = specs_[i].choices;
  assert(specs_[i].type == OptionSpec::Type::kChoice);
  return static_cast<int>(std::find(choices.begin(), choices.end(), values_[i]) - choices.begin());
}

std::string OptionMap::non_defaults() const {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < specs_.size(); ++i) {
    if (values_[i] != specs_[i].default_value) parts.push_back(std::string(specs_[i].name) + "=" + values_[i]);
  }
  return join(parts, ",");
}

}  // namespace embertree
