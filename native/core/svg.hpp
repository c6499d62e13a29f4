// A few helpers for pictures: games write SVG text, nothing else.
#pragma once

#include <string>
#include <string_view>

namespace embertree::svg {

// One colour a seat, told apart also by people who confuse red and green (Okabe and Ito's palette).
inline constexpr std::string_view kSeatColours[] = {"#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00"};

std::string open(int width, int height);
std::string close();
// Numbers are printed with at most two decimals. Text is escaped.
std::string rect(double x, double y, double width, double height, std::string_view fill, std::string_view extra = {});
std::string circle(double x, double y, double radius, std::string_view fill, std::string_view extra = {});
std::string polygon(std::string_view points, std::string_view fill, std::string_view extra = {});
std::string line(double x1, double y1, double x2, double y2, std::string_view stroke, double width);
// `anchor`: start, middle or end.
std::string text(double x, double y, double size, std::string_view anchor, std::string_view fill,
                 std::string_view words);
std::string number(double value);

}  // namespace embertree::svg
