// A mechanism on its way from what the user described to the coordinates, rows and forces of a Model.
//
//   1. bodies and features are made, components attach features      (Geometry)
//   2. plan: which features are coordinates                          (lay_out)
//   3. declare: coordinates and angles of the Model
//   4. express: features as expressions of the coordinates
//   5. write: kinetic energy, gravity, rigidity, what components say
//   6. reactions, once all rows of the model have their numbers      (Reactions)
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "mechanism/component.hpp"
#include "mechanism/element_equations.hpp"
#include "mechanism/feature_layout.hpp"
#include "mechanism/known_rows.hpp"

namespace rheon::mechanism {

/// A row that a body, a closure or a joint asked for. What the ground alone decides, or other rows say already, is not
/// written: it has no name. What it carries all the same is a share that rigid bodies leave open.
struct ElementRow {
  std::string name;
  std::vector<RowPart> follows_from;  ///< the rows that say it already; none: it is written, or the ground decides it
  int share = -1;                     ///< number among the open shares; -1: none
};
using ElementRows = std::vector<ElementRow>;

class Assembly {
 public:
  Assembly(Model& model, bool planar, std::string axes)
      : geometry(planar), model_(model), axes_(std::move(axes)), known_rows_(model.graph) {}

  struct Item {
    std::string name;
    std::string_view kind;  ///< `revolute`
    Place place;
    std::unique_ptr<Component> component;
    std::string_view thing;  ///< `joint`, `driver` or `force`
    ElementRows rows = {};   ///< once written
    std::string element() const { return std::string(kind) + " \"" + name + "\""; }
  };

  Geometry geometry;
  Vec3 gravity = Vec3::Zero();
  std::vector<Item> items;

  const std::string& axes() const { return axes_; }  ///< `xy`, `xyz`: names of the axes
  int axis_index(char axis) const;                   ///< of a component name in the axes of the ground; -1: none

  /// Adds a component and lets it attach its features.
  void add(Item item);
  void plan();
  void declare();
  void express();
  void write();

  Equations equations() {
    return {model_, geometry, frames_, body_angle_,
            [this](int k) -> const Component& { return *items[static_cast<std::size_t>(k)].component; }};
  }
  /// Rows that contain no coordinate and do not hold: everything that they connect stands still.
  struct Impossible {
    std::string group;
    Place place;
    std::string text;
    double off;
  };
  const std::vector<Impossible>& impossible() const { return impossible_; }
  const FeatureLayout& layout() const { return layout_; }
  const Frame& frame(int body) const { return frames_[static_cast<std::size_t>(body)]; }
  Model& model() { return model_; }
  Vector centre(const Equations& e, int body) const;
  /// In space, of a body with at least two directions: three unit vectors at right angles, in the reference
  /// configuration and as they are turned.
  std::vector<Vec3> body_axes(int body) const;
  std::vector<Vector> turned_axes(const Equations& e, int body) const;
  Vector angular_velocity(const Equations& e, int body) const;
  /// Angle of a body in the plane, -1 if it has none.
  int angle_of(int body) const { return body_angle_[static_cast<std::size_t>(body)]; }
  const ElementRows& body_rows(int body) const { return body_rows_[static_cast<std::size_t>(body)]; }

  /// Rows of a body's own rigidity, or of the closures of loops, in terms of possibly displaced features.
  void write_rigidity(int body, Equations& e) const;
  void write_closure(const Closure& closure, Equations& e) const;
  const ElementRows& closure_rows(std::size_t k) const { return closure_rows_[k]; }
  int open_shares() const { return open_shares_; }
  /// What stands in the text beside the mechanism: its energies, and how many of the model's forces.
  const std::optional<expr::Node>& text_kinetic() const { return text_kinetic_; }
  expr::Node text_potential() const { return text_potential_; }
  std::size_t text_forces() const { return text_forces_; }

 private:
  void body_angles();
  void add_coordinates(int feature);
  bool is_thin(int body) const;
  bool lacks_mass(expr::Node kinetic, const std::vector<int>& thin);
  void write_body(int body, std::vector<expr::Node>& kinetic, std::vector<expr::Node>& potential);
  void add_inertia_of_thin_body(int body, std::vector<expr::Node>& kinetic);
  ElementRows take_rows(const Written& written, const std::string& group, const Place& place, bool if_new = false);
  void take_loads(const Written& written, const Place& place, std::vector<expr::Node>& potential);
  void take_integrands(const Written& written, const Place& place, std::vector<expr::Node>& kinetic);

  Model& model_;
  std::string axes_;
  FeatureLayout layout_;
  std::vector<Frame> frames_;
  std::vector<int> body_angle_;
  std::vector<ElementRows> body_rows_, closure_rows_;
  int open_shares_ = 0;
  std::optional<expr::Node> text_kinetic_;
  expr::Node text_potential_{};
  std::size_t text_forces_ = 0;
  std::map<std::string, int> rows_of_group_;
  KnownRows known_rows_;
  std::vector<Impossible> impossible_;
};

}  // namespace rheon::mechanism
