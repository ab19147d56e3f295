#include "model/scene.hpp"

#include "model/scene_values.hpp"

namespace rheon {

using view::Shape;

namespace {

std::string dump(const SceneJson& json) { return json.dump(-1, ' ', false, SceneJson::error_handler_t::replace); }

SceneJson to_json(const Shape& shape) {
  const auto& [a, b, c] = shape.size;
  switch (shape.kind) {
    case Shape::Kind::general: return {{"kind", "general"}};
    case Shape::Kind::point: return {{"kind", "point"}};
    case Shape::Kind::rod: return {{"kind", "rod"}};
    case Shape::Kind::box: return {{"kind", "box"}, {"size", {a, b, c}}};
    case Shape::Kind::disc: return {{"kind", "disc"}, {"radius", a}, {"thickness", b}};
    case Shape::Kind::cylinder: return {{"kind", "cylinder"}, {"radius", a}, {"length", b}};
    case Shape::Kind::sphere: return {{"kind", "sphere"}, {"radius", a}};
    case Shape::Kind::ring: return {{"kind", "ring"}, {"radius", a}};
  }
  return nullptr;
}

}  // namespace

class SceneWriter::Impl {
 public:
  Impl(Model& model, std::string plane, std::array<double, 3> up)
      : plane_(std::move(plane)), up_(up), values_(model, plane_.empty() ? "xyz" : plane_) {}

  static SceneJson item(std::string_view type, std::string_view name) { return {{"type", type}, {"name", name}}; }

  void take(const SceneJson& item) { items_ += (items_.empty() ? "" : ",\n") + dump(item); }

  SceneJson place(const view::Vector& at, std::string_view name, std::string_view suffix = {}) {
    return values_.vector(at, name, "", "m", suffix);
  }
  SceneJson places(const std::vector<view::Vector>& all, std::string_view name, const std::string& what = {}) {
    SceneJson list = SceneJson::array();
    for (std::size_t k = 0; k < all.size(); ++k) list.push_back(place(all[k], name, what + std::to_string(k + 1)));
    return list;
  }
  SceneJson direction(const std::optional<view::Vector>& vector, std::string_view name, std::string_view what) {
    return vector ? values_.vector(*vector, name, std::string(what) + "_", "1") : SceneJson(nullptr);
  }
  SceneJson force(const std::optional<view::Vector>& vector, std::string_view name) {
    return vector ? values_.vector(*vector, name, "f", "N") : SceneJson(nullptr);
  }
  SceneJson torque(const std::optional<view::Vector>& vector, std::string_view name) {
    return vector ? values_.vector(*vector, name, "t", "N*m") : SceneJson(nullptr);
  }
  SceneJson length(expr::Node node, std::string_view name, std::string field) {
    return values_.value(node, {name, std::move(field), "m"});
  }
  SceneJson frame(const view::Frame& frame, std::string_view name) {
    return {{"origin", place(frame.origin, name)},
            {"axes",
             {direction(frame.axes[0], name, "along"), direction(frame.axes[1], name, "up"),
              direction(frame.axes[2], name, "across")}}};
  }
  SceneJson guide(const std::optional<view::Guide>& guide, std::string_view name) {
    if (!guide) return nullptr;
    const SceneJson through = values_.vector(guide->through, name, "guide_", "m");
    const SceneJson along = direction(guide->along, name, "guide_along");
    switch (guide->kind) {
      case view::Guide::Kind::line: return {{"kind", "line"}, {"through", through}, {"along", along}};
      case view::Guide::Kind::plane: return {{"kind", "plane"}, {"through", through}, {"normal", along}};
      case view::Guide::Kind::circle:
        return {{"kind", "circle"}, {"centre", through}, {"axis", along}, {"radius", guide->radius}};
    }
    return nullptr;
  }
  SceneValues& values() { return values_; }

  std::string finish() {
    if (items_.empty()) return {};
    SceneJson head{{"format", 1}, {"plane", nullptr}, {"up", up_}, {"channels", values_.channels()}};
    if (!plane_.empty()) head["plane"] = plane_;
    std::string text = dump(head);
    text.pop_back();
    return text + ",\"items\":[\n" + std::move(items_) + "\n]}\n";
  }

 private:
  std::string plane_;
  std::array<double, 3> up_;
  SceneValues values_;
  std::string items_;
};

SceneWriter::SceneWriter(Model& model, std::string plane, std::array<double, 3> up)
    : impl_(std::make_unique<Impl>(model, std::move(plane), up)) {}
SceneWriter::~SceneWriter() = default;

std::string SceneWriter::finish() { return impl_->finish(); }

void SceneWriter::add(const view::Body& b) {
  SceneJson item = Impl::item("body", b.name);
  item["kind"] = b.kind;
  item["mass"] = b.mass;
  item["shape"] = to_json(b.shape);
  if (b.frame) item["frame"] = impl_->frame(*b.frame, b.name);
  if (!b.ends.empty()) item["ends"] = impl_->places(b.ends, b.name);
  item["points"] = impl_->places(b.points, b.name, "_of_point");
  item["rows"] = b.rows;
  impl_->take(item);
}

void SceneWriter::add(const view::Point& p) {
  SceneJson item = Impl::item("point", p.name);
  item["at"] = impl_->place(p.at, p.name);
  item["ground"] = p.ground;
  if (!p.colour.empty()) item["colour"] = p.colour;
  impl_->take(item);
}

void SceneWriter::add(const view::Joint& j) {
  SceneJson item = Impl::item(j.type, j.name);
  item["kind"] = j.kind;
  item["at"] = impl_->place(j.at, j.name);
  item["axis"] = impl_->direction(j.axis, j.name, "axis");
  item["bodies"] = j.bodies;
  item["rows"] = j.rows;
  if (!j.ends.empty()) item["ends"] = impl_->places(j.ends, j.name);
  item["guide"] = impl_->guide(j.guide, j.name);
  item["force"] = impl_->force(j.force, j.name);
  item["torque"] = impl_->torque(j.torque, j.name);
  impl_->take(item);
}

void SceneWriter::add(const view::Spring& s) {
  SceneJson item = Impl::item("spring", s.name);
  item["kind"] = s.kind;
  item["ends"] = impl_->places({s.ends.begin(), s.ends.end()}, s.name);
  item["force"] = s.pull ? impl_->values().value(*s.pull, {s.name, "force", "N"}) : SceneJson(nullptr);
  impl_->take(item);
}

void SceneWriter::add(const view::Force& f) {
  SceneJson item = Impl::item("force", f.name);
  item["kind"] = f.kind;
  item["at"] = impl_->place(f.at, f.name);
  item["guide"] = impl_->guide(f.guide, f.name);
  item["force"] = impl_->force(f.force, f.name);
  item["torque"] = impl_->torque(f.torque, f.name);
  impl_->take(item);
}

void SceneWriter::add(const view::Line& l) {
  SceneJson item = Impl::item("line", l.name);
  item["points"] = impl_->places(l.points, l.name);
  item["colour"] = l.colour;
  impl_->take(item);
}

void SceneWriter::add(const view::Circle& c) {
  SceneJson item = Impl::item("circle", c.name);
  item["at"] = impl_->place(c.at, c.name);
  item["axis"] = impl_->direction(c.axis, c.name, "axis");
  item["radius"] = impl_->length(c.radius, c.name, "radius");
  item["filled"] = c.filled;
  item["spoke"] = impl_->direction(c.spoke, c.name, "spoke");
  item["colour"] = c.colour;
  impl_->take(item);
}

void SceneWriter::add(const view::Box& b) {
  SceneJson item = Impl::item("box", b.name);
  item["frame"] = impl_->frame(b.frame, b.name);
  item["size"] = SceneJson::array();
  for (std::size_t k = 0; k < 3; ++k)
    item["size"].push_back(impl_->length(b.size[k], b.name, "size" + std::to_string(k + 1)));
  item["colour"] = b.colour;
  impl_->take(item);
}

void SceneWriter::add(const view::Sphere& s) {
  SceneJson item = Impl::item("sphere", s.name);
  item["at"] = impl_->place(s.at, s.name);
  item["radius"] = impl_->length(s.radius, s.name, "radius");
  item["colour"] = s.colour;
  impl_->take(item);
}

void SceneWriter::add(const view::Arrow& a) {
  const bool force = a.quantity == "force", velocity = a.quantity == "velocity";
  SceneJson item = Impl::item("arrow", a.name);
  item["at"] = impl_->place(a.at, a.name);
  item["vector"] = impl_->values().vector(a.vector, a.name,
                                          force      ? "f"
                                          : velocity ? "v"
                                                     : "d",
                                          force      ? "N"
                                          : velocity ? "m/s"
                                                     : "");
  item["quantity"] = a.quantity;
  item["colour"] = a.colour;
  impl_->take(item);
}

void SceneWriter::add(const view::Trace& t) {
  SceneJson item = Impl::item("trace", t.name);
  item["at"] = impl_->place(t.at, t.name);
  item["colour"] = t.colour;
  impl_->take(item);
}

}  // namespace rheon
