// Which numbers the parts of a mechanism have: for names that are misspelt.
#include <fmt/format.h>

#include "core/index.hpp"
#include "io/mechanism_reader.hpp"
#include "rheon/core/names.hpp"

namespace rheon::reader {

using mechanism::ground;

/// `fx`, `fy`, `torque`, and the same along the axes of the body if it has any.
std::vector<std::string> MechanismReader::force_components(int body, bool with_torque) const {
  std::vector<std::string> all;
  const bool planar = mechanism_->geometry.planar();
  for (const char axis : mechanism_->axes()) all.push_back(std::string("f") + axis);
  if (with_torque && planar) all.emplace_back("torque");
  if (with_torque && !planar)
    for (const char axis : mechanism_->axes()) all.push_back(std::string("t") + axis);
  if (!has_axes(body)) return all;
  const std::vector<std::string> along_ground = all;
  for (const std::string& name : along_ground) all.push_back("local." + name);
  return all;
}

/// What may stand behind the name of the part and a point, in the order of use.
std::vector<std::string> MechanismReader::quantities_of(const Symbol& part, bool with_forces) {
  const mechanism::Equations e = mechanism_->equations();
  std::vector<std::string> all;
  std::vector<int> bodies;
  const bool point = part.kind == Symbol::Kind::point, body = part.kind == Symbol::Kind::body;
  if (body && mechanism_->angle_of(part.index) >= 0) all.emplace_back("angle");
  if (point || body)
    for (const char axis : mechanism_->axes()) all.emplace_back(1, axis);
  if (body && !mechanism_->geometry.planar() && mechanism_->frame(part.index).directions() >= 2)
    for (const char axis : mechanism_->axes()) all.push_back(std::string("w") + axis);
  if (point) {
    const auto& attachments = mechanism_->geometry.features[at(part.index)].attachments;
    if (attachments.size() > 1)
      for (const auto& a : attachments) bodies.push_back(a.body);
  }
  if (!point && !body) {
    const auto& component = *mechanism_->items[at(part.index)].component;
    for (const auto& q : component.quantities(e)) all.push_back(q.name);
    if (with_forces && !component.effort().empty()) all.emplace_back(component.effort());
    bodies = component.bodies(e);
  }
  if (!with_forces || bodies.empty()) return all;
  for (std::string& name : force_components(bodies.back(), !point)) all.push_back(std::move(name));
  for (const int b : bodies)
    for (const std::string& name : force_components(b, !point))
      all.push_back((b == ground ? "ground" : mechanism_->geometry.bodies[at(b)].name) + "." + name);
  return all;
}

/// Compared are the parts of the name one by one: a long name of a joint would make any two of its numbers look alike.
std::string MechanismReader::meant_by(const std::string& name, bool with_forces) {
  const auto dot = name.find('.');
  std::string part = name.substr(0, dot);
  const std::string what = name.substr(dot + 1);
  const Symbol* symbol = context_.find(part);
  if (!symbol) {
    std::vector<std::string> parts;
    for (const auto kind :
         {Symbol::Kind::point, Symbol::Kind::body, Symbol::Kind::joint, Symbol::Kind::driver, Symbol::Kind::force})
      for (std::string& known : context_.names_of(kind)) parts.push_back(std::move(known));
    part = nearest(part, parts);
    symbol = part.empty() ? nullptr : context_.find(part);
  }
  if (!symbol || symbol->failed || !is_part(symbol->kind)) return {};
  std::vector<std::string> known = quantities_of(*symbol, with_forces);
  if (const std::string near = nearest(what, known); !near.empty())
    return fmt::format("did you mean \"{}.{}\"?", part, near);
  if (known.empty()) return fmt::format("{} \"{}\" has no number that may be used here", to_text(symbol->kind), part);
  for (std::string& each : known) each = part + "." + each;
  return did_you_mean("", known);
}

}  // namespace rheon::reader
