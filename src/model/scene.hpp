// The scene of a model: its items as JSON text in which every number is a constant or a weighted sum of channels, see
// viewer/FORMAT.md.
#pragma once

#include <array>
#include <memory>
#include <string>

#include "model/view.hpp"
#include "rheon/model/model.hpp"

namespace rheon {

class SceneWriter {
 public:
  /// After all outputs of the model are there. `plane` names its two axes, "" in space. What no sum of channels gives
  /// becomes a further output of the model, `view.ITEM.FIELD`.
  SceneWriter(Model& model, std::string plane, std::array<double, 3> up);
  ~SceneWriter();

  void add(const view::Body& body);
  void add(const view::Point& point);
  void add(const view::Joint& joint);
  void add(const view::Spring& spring);
  void add(const view::Force& force);
  void add(const view::Line& line);
  void add(const view::Circle& circle);
  void add(const view::Box& box);
  void add(const view::Sphere& sphere);
  void add(const view::Arrow& arrow);
  void add(const view::Trace& trace);

  /// The text of the scene, "" without items. Ends the writing.
  std::string finish();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rheon
