#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/game.hpp"

namespace embertree {

void audit_failed(std::string_view game, const std::string& what, const std::string& before,
                  const std::string& action) {
  std::fprintf(stderr, "embertree: audit of %.*s failed: %s\n  position before: %s\n  action: %s\n",
               static_cast<int>(game.size()), game.data(), what.c_str(), before.c_str(), action.c_str());
  std::fflush(stderr);
  std::abort();
}

}  // namespace embertree
