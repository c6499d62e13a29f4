#include "core/svg.hpp"

#include <cstdio>

namespace embertree::svg {
namespace {

std::string escaped(std::string_view words) {
  std::string result;
  for (const char c : words) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string attribute(std::string_view name, double value) {
  return " " + std::string(name) + "=\"" + number(value) + "\"";
}

std::string finish(std::string_view fill, std::string_view extra) {
  std::string result = " fill=\"" + std::string(fill) + "\"";
  if (!extra.empty()) result += " " + std::string(extra);
  return result + "/>\n";
}

}  // namespace

std::string number(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.2f", value);
  std::string result = buffer;
  while (result.back() == '0') result.pop_back();
  if (result.back() == '.') result.pop_back();
  return result == "-0" ? "0" : result;
}

std::string open(int width, int height) {
  const std::string w = std::to_string(width);
  const std::string h = std::to_string(height);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + w + "\" height=\"" + h + "\" viewBox=\"0 0 " + w + " " +
         h + "\" font-family=\"sans-serif\">\n" + rect(0, 0, width, height, "#ffffff");
}

std::string close() { return "</svg>\n"; }

std::string rect(double x, double y, double width, double height, std::string_view fill, std::string_view extra) {
  return "<rect" + attribute("x", x) + attribute("y", y) + attribute("width", width) + attribute("height", height) +
         finish(fill, extra);
}

std::string circle(double x, double y, double radius, std::string_view fill, std::string_view extra) {
  return "<circle" + attribute("cx", x) + attribute("cy", y) + attribute("r", radius) + finish(fill, extra);
}

std::string polygon(std::string_view points, std::string_view fill, std::string_view extra) {
  return "<polygon points=\"" + std::string(points) + "\"" + finish(fill, extra);
}

std::string line(double x1, double y1, double x2, double y2, std::string_view stroke, double width) {
  return "<line" + attribute("x1", x1) + attribute("y1", y1) + attribute("x2", x2) + attribute("y2", y2) +
         " stroke=\"" + std::string(stroke) + "\"" + attribute("stroke-width", width) + "/>\n";
}

std::string text(double x, double y, double size, std::string_view anchor, std::string_view fill,
                 std::string_view words) {
  return "<text" + attribute("x", x) + attribute("y", y) + attribute("font-size", size) + " text-anchor=\"" +
         std::string(anchor) + "\" fill=\"" + std::string(fill) + "\">" + escaped(words) + "</text>\n";
}

}  // namespace embertree::svg
