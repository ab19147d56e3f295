// The sections that describe a mechanism: plane, gravity, ground, points, bodies, joints, drivers, and the forces that are
// maps.
#pragma once

#include <memory>

#include "io/mechanism_fields.hpp"
#include "io/model_sections.hpp"
#include "mechanism/assembly.hpp"
#include "mechanism/balance.hpp"
#include "mechanism/reactions.hpp"
#include "model/scene.hpp"
#include "rheon/io/model_reader.hpp"

namespace rheon::reader {

class MechanismReader {
 public:
  /// Reads everything but expressions of the motion, and chooses the coordinates.
  MechanismReader(Context& context, const Keyed& sections);
  ~MechanismReader();

  bool present() const { return mechanism_ != nullptr; }
  /// Coordinates of the mechanism; before those of the text.
  void declare();
  /// Points, vectors and angles get their meaning: once the model's coordinates are complete.
  void express();
  /// Kinetic energy, rows and forces; after the text's energies, before its constraints.
  void write();
  /// Channels of forces and of points that are no coordinates; after the text's outputs.
  void add_outputs(MechanismChannels channels);

  // --- the picture; after the outputs
  const std::string& axes() const { return mechanism_->axes(); }
  std::array<double, 3> up() const;
  view::Vector place_of(int feature) const;
  /// The value as it is reported, if it contains forces that rigid bodies leave open.
  expr::Node of_least_norm(expr::Node node) {
    return reactions().of_least_norm(mechanism::Scalar(context_.model().graph, node)).node();
  }
  void draw(SceneWriter& scene);

 private:
  void read_plane(const Keyed& sections);
  bool plane_forgotten(const Keyed& sections);
  void read_gravity(const Keyed& sections);
  void read_points(const Keyed& sections, std::string_view section, bool fixed);
  void read_bodies(const Keyed& sections);
  void read_components(const Keyed& sections, std::string_view section, std::string_view thing,
                       std::span<const mechanism::ComponentKind> kinds);
  void check_points();
  void check_bodies();
  void check_axes();
  /// What only shows once all parts are there.
  void check_components();
  void check_reach();
  void check_constants();
  std::optional<Meaning> quantity(const std::string& name);
  std::optional<Meaning> point_quantity(int feature, std::string_view what);
  std::optional<Meaning> body_quantity(int body, std::string_view what);
  std::optional<Meaning> item_quantity(int item, std::string_view what);
  std::optional<Meaning> force_component(const mechanism::Wrench& wrench, std::string_view what);
  bool is_force_component(std::string_view what) const;
  std::string meant_by(const std::string& name, bool with_forces);
  std::vector<std::string> quantities_of(const Symbol& part, bool with_forces);
  std::vector<std::string> force_components(int body, bool with_torque) const;
  bool has_axes(int body) const;
  mechanism::Vector in_body_axes(const mechanism::Vector& v, int body);
  mechanism::Wrench in_body_axes(const mechanism::Wrench& wrench, int body);
  void add_places();
  void add_pins(bool of_all);
  void add_reactions(int item, bool of_all);
  void add_balance();
  mechanism::Vector add_vector(const std::string& name, const std::string& unit, const mechanism::Vector& v,
                               const Place& place);
  mechanism::Vector add_force(const std::string& name, const mechanism::Vector& force, const Place& place);
  mechanism::Wrench add_wrench(const std::string& name, const mechanism::Wrench& wrench, const Place& place);
  void add_effort(int item);
  Meaning meaning(const mechanism::Scalar& value, std::string_view unit) const;
  Meaning unknown_reaction() const;
  mechanism::Reactions& reactions();
  /// The value as it is reported.
  mechanism::Scalar add_output(const std::string& name, const std::string& unit, const mechanism::Scalar& value,
                               const Place& place);
  std::optional<std::array<view::Vector, 3>> axes_of(int body);
  void draw_bodies(SceneWriter& scene);
  void draw_points(SceneWriter& scene);
  void draw_pins(SceneWriter& scene);
  void draw_joint(int item, SceneWriter& scene);
  void draw_force(int item, SceneWriter& scene);
  void draw_weights(SceneWriter& scene);
  std::vector<std::string> rows_of_joint(int item) const;
  std::vector<std::string> rows_of_pin(int feature) const;
  /// Numbers of the closures: by the joint that they belong to, or by the point where bodies merely share it.
  void sort_closures();

  /// Forces among the outputs, for the picture.
  struct Drawn {
    struct Pin {
      int feature, body;
      mechanism::Vector force;
    };
    std::vector<Pin> pins;
    std::map<int, mechanism::Wrench> wrenches;  ///< by item
    std::map<int, mechanism::Scalar> efforts;   ///< by item
    std::map<int, std::vector<std::size_t>> closures_of_joint, closures_of_point;
  };

  Context& context_;
  std::unique_ptr<mechanism::Assembly> mechanism_;
  std::unique_ptr<mechanism::Reactions> reactions_;
  std::vector<std::unique_ptr<YamlFields>> fields_;  ///< components keep referring to theirs
  std::unique_ptr<Drawn> drawn_;                     ///< only if there will be a picture
  bool written_ = false;                             ///< rows and forces are known: so are the forces of joints
  bool broken_ = false;                              ///< problems were found: no equations are written
};

}  // namespace rheon::reader
