#include "io/view_kinds.hpp"

#include <algorithm>

namespace rheon::reader {

namespace {

using Type = ViewFieldType;

constexpr ViewField at_field{"at", Type::place, true, "its centre", "at: [x, y]"};
constexpr ViewField colour_field{"colour", Type::colour, false,
                                 "name of a colour as in CSS, or #rrggbb; chosen by the page if absent",
                                 "colour: tomato"};

constexpr ViewField fields_of_point[] = {
    {"point", Type::coordinates, true, "where it is; other drawings may name it", "point: [x, y]"},
    colour_field,
};

constexpr ViewField fields_of_line[] = {
    {"line", Type::places, true, "the places that it joins, at least two", "line: [[0, 0], bob]"},
    colour_field,
};

constexpr ViewField fields_of_circle[] = {
    {"circle", Type::length, true, "its radius", "circle: r"},
    at_field,
    {"axis", Type::components, false, "normal of its plane, of any length; needed in space, and only there",
     "axis: [0, 1, 0]"},
    {"spoke", Type::components, false, "direction of a spoke, of any length, that shows how it turns",
     "spoke: [cos(phi), sin(phi)]"},
    {"filled", Type::flag, false, "`yes`: a disc instead of its rim", "filled: yes"},
    colour_field,
};

constexpr ViewField fields_of_box[] = {
    {"box", Type::lengths, true, "lengths of its edges: three, in the plane two", "box: [0.3, 0.1]"},
    at_field,
    {"angle", Type::angle, false, "by which it is turned, in the plane; 0 if absent", "angle: theta"},
    {"along", Type::components, false, "direction of its first edge, of any length, in space; x if absent",
     "along: [ux, uy, uz]"},
    {"up", Type::components, false, "towards its second edge, in space; y if absent", "up: [vx, vy, vz]"},
    colour_field,
};

constexpr ViewField fields_of_sphere[] = {
    {"sphere", Type::length, true, "its radius", "sphere: 0.05"},
    at_field,
    colour_field,
};

constexpr ViewField fields_of_arrow[] = {
    {"arrow", Type::components, true, "its components", "arrow: [f, 0]"},
    {"at", Type::place, true, "where it starts", "at: bob"},
    {"quantity", Type::quantity, false, "`force` or `velocity`: drawn at the scale of the others; else in metres",
     "quantity: force"},
    colour_field,
};

constexpr ViewField fields_of_trace[] = {
    {"trace", Type::place, true, "the point whose path is shown", "trace: bob"},
    colour_field,
};

constexpr ViewKind table[] = {
    {"point", "point", true, true, fields_of_point},
    {"line", "line through places", true, true, fields_of_line},
    {"circle", "circle or disc", true, true, fields_of_circle},
    {"box", "box, or rectangle in the plane", true, true, fields_of_box},
    {"sphere", "sphere", true, true, fields_of_sphere},
    {"arrow", "arrow: a force, a velocity or another vector", true, true, fields_of_arrow},
    {"trace", "path of a point", true, true, fields_of_trace},
};

std::string in_words(Type type) {
  switch (type) {
    case Type::coordinates: return "coordinates in m";
    case Type::place: return "a point, or coordinates in m";
    case Type::places: return "places";
    case Type::components: return "expressions";
    case Type::length: return "an expression in m";
    case Type::lengths: return "expressions in m";
    case Type::angle: return "an expression in rad";
    case Type::quantity:
    case Type::flag:
    case Type::colour: return "a word";
  }
  return "";
}

}  // namespace

std::span<const ViewKind> view_kinds() { return table; }

std::vector<PartKind> drawing_kinds() {
  std::vector<PartKind> all;
  for (const ViewKind& kind : table) {
    PartKind& part = all.emplace_back();
    part.section = "view";
    part.name = kind.name;
    part.title = kind.title;
    part.planar = kind.planar;
    part.spatial = kind.spatial;
    for (const ViewField& f : kind.fields)
      part.fields.push_back(
          {std::string(f.name), in_words(f.type), f.required, std::string(f.help), std::string(f.example)});
  }
  return all;
}

std::span<const std::string_view> colour_names() {
  // clang-format off
  static constexpr std::string_view names[] = {
      "aliceblue", "antiquewhite", "aqua", "aquamarine", "azure", "beige", "bisque", "black", "blanchedalmond",
      "blue", "blueviolet", "brown", "burlywood", "cadetblue", "chartreuse", "chocolate", "coral", "cornflowerblue",
      "cornsilk", "crimson", "cyan", "darkblue", "darkcyan", "darkgoldenrod", "darkgray", "darkgreen", "darkgrey",
      "darkkhaki", "darkmagenta", "darkolivegreen", "darkorange", "darkorchid", "darkred", "darksalmon",
      "darkseagreen", "darkslateblue", "darkslategray", "darkslategrey", "darkturquoise", "darkviolet", "deeppink",
      "deepskyblue", "dimgray", "dimgrey", "dodgerblue", "firebrick", "floralwhite", "forestgreen", "fuchsia",
      "gainsboro", "ghostwhite", "gold", "goldenrod", "gray", "green", "greenyellow", "grey", "honeydew", "hotpink",
      "indianred", "indigo", "ivory", "khaki", "lavender", "lavenderblush", "lawngreen", "lemonchiffon", "lightblue",
      "lightcoral", "lightcyan", "lightgoldenrodyellow", "lightgray", "lightgreen", "lightgrey", "lightpink",
      "lightsalmon", "lightseagreen", "lightskyblue", "lightslategray", "lightslategrey", "lightsteelblue",
      "lightyellow", "lime", "limegreen", "linen", "magenta", "maroon", "mediumaquamarine", "mediumblue",
      "mediumorchid", "mediumpurple", "mediumseagreen", "mediumslateblue", "mediumspringgreen", "mediumturquoise",
      "mediumvioletred", "midnightblue", "mintcream", "mistyrose", "moccasin", "navajowhite", "navy", "oldlace",
      "olive", "olivedrab", "orange", "orangered", "orchid", "palegoldenrod", "palegreen", "paleturquoise",
      "palevioletred", "papayawhip", "peachpuff", "peru", "pink", "plum", "powderblue", "purple", "rebeccapurple",
      "red", "rosybrown", "royalblue", "saddlebrown", "salmon", "sandybrown", "seagreen", "seashell", "sienna",
      "silver", "skyblue", "slateblue", "slategray", "slategrey", "snow", "springgreen", "steelblue", "tan", "teal",
      "thistle", "tomato", "turquoise", "violet", "wheat", "white", "whitesmoke", "yellow", "yellowgreen"};
  // clang-format on
  return names;
}

bool is_colour(std::string_view text) {
  if (!text.starts_with('#')) {
    const auto names = colour_names();
    return std::find(names.begin(), names.end(), text) != names.end();
  }
  const auto is_digit = [](char c) {
    return std::string_view("0123456789abcdefABCDEF").find(c) != std::string_view::npos;
  };
  return (text.size() == 4 || text.size() == 7) && std::all_of(text.begin() + 1, text.end(), is_digit);
}

}  // namespace rheon::reader
