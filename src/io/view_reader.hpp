// Section `view`: what is drawn, besides the parts of a mechanism.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "io/mechanism_reader.hpp"
#include "io/view_kinds.hpp"
#include "mechanism/symbol.hpp"
#include "model/view.hpp"

namespace rheon::reader {

/// One drawing as it stands in the file.
class Drawing {
 public:
  Drawing(Context& context, const Yaml& key, const Yaml& map, const ViewKind& kind);

  const Yaml* operator[](std::string_view field) const { return (*values_)[field]; }
  std::string_view name() const { return key_.text; }
  std::string_view kind() const { return kind_.name; }
  std::span<const ViewField> fields() const { return kind_.fields; }
  const Yaml& key() const { return key_; }
  const Yaml* key(std::string_view field) const { return values_->key(field); }
  bool misspelt(std::string_view field) const { return values_->misspelt(field); }
  /// `drawing "wheel" (circle), spoke`: for messages.
  std::string element(std::string_view field = {}) const;

 private:
  const Yaml& key_;
  const ViewKind& kind_;
  std::vector<KeySpec> keys_;
  std::unique_ptr<Keyed> values_;
};

class ViewReader {
 public:
  ViewReader(Context& context, MechanismReader& mechanism);

  void read(const Yaml& section);
  bool planar() const { return axes_ == 2; }
  void draw(SceneWriter& scene) const;

 private:
  using Item = std::variant<view::Point, view::Line, view::Circle, view::Box, view::Sphere, view::Arrow, view::Trace>;

  void declare(const Yaml& key, const Yaml& value);
  /// Plane or space: what most of the lists of coordinates say, so that a single other one is what is wrong.
  void settle_axes();
  std::optional<Item> item(const Drawing& d);
  std::optional<Item> line(const Drawing& d);
  std::optional<Item> circle(const Drawing& d);
  std::optional<Item> box(const Drawing& d);
  std::optional<Item> arrow(const Drawing& d);
  std::optional<view::Frame> flat_frame(const Drawing& d, const view::Vector& origin);
  std::optional<view::Frame> frame(const Drawing& d, const view::Vector& origin);

  std::optional<view::Vector> place(const Drawing& d, std::string_view field);
  std::optional<view::Vector> place(const Drawing& d, std::string_view field, const Yaml& value);
  std::optional<view::Vector> named(const Drawing& d, std::string_view field, const Yaml& name);
  std::optional<view::Vector> components(const Drawing& d, std::string_view field, const Yaml& value,
                                         std::string_view unit, std::string_view thing);
  /// Components of any size but 0.
  std::optional<view::Vector> direction(const Drawing& d, std::string_view field);
  bool fits(const Drawing& d, std::string_view field, const Yaml& value);
  std::optional<expr::Node> expression(const Drawing& d, std::string_view field, const Yaml& value,
                                       std::string_view unit, std::string_view thing);
  std::optional<expr::Node> length(const Drawing& d, std::string_view field, const Yaml& value);
  /// Says that a field makes no sense here; false if it was given.
  bool without(const Drawing& d, std::string_view field, std::string_view why);
  bool flag(const Drawing& d, std::string_view field);
  std::string colour(const Drawing& d);
  mechanism::Vector symbol(const view::Vector& v) const;

  Context& context_;
  MechanismReader& mechanism_;
  std::vector<Drawing> drawings_;
  std::vector<Item> items_;
  std::map<std::string, std::optional<view::Vector>, std::less<>> points_;  ///< nothing: it was reported
  std::size_t axes_ = 0;                                                    ///< 2 or 3; 0: not known yet
  Place first_;                                                             ///< the place that determined it
};

}  // namespace rheon::reader
