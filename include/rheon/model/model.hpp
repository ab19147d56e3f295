// Model: what the user wrote, checked and given meaning, but not yet turned into equations of motion (see System).
//
// Made by read_model (rheon/io/model_reader.hpp) or Mechanism (rheon/io/mechanism.hpp), then handed to a System, which keeps
// it. Everything is in SI units and in rad. Nodes belong to `graph` of the same model.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rheon/core/api.hpp"
#include "rheon/core/error.hpp"
#include "rheon/core/options.hpp"
#include "rheon/expr/graph.hpp"

namespace rheon {

/// Numbers of the expression inputs: t, side, then anchors of the tracked angles, q, v, a = v', lambda, each as a block.
struct InputMap {
  int nq = 0, nv = 0, nc = 0;
  int na = 0;  ///< tracked angles
  int t() const { return expr::time_input; }
  int side() const { return expr::side_input; }
  int anchor(int k) const { return 2 + k; }
  int q(int i) const { return 2 + na + i; }
  int v(int i) const { return 2 + na + nq + i; }
  int a(int i) const { return 2 + na + nq + nv + i; }
  int lambda(int k) const { return 2 + na + nq + 2 * nv + k; }
  int size() const { return 2 + na + nq + 2 * nv + nc; }
};

/// An angle that may grow beyond a turn: given by its sine and cosine (to a common factor), it is the value nearest to
/// its anchor, which is part of the State and stays near the angle from step to step.
struct TrackedAngle {
  std::string name;
  expr::Node sine{}, cosine{};
};

struct Parameter {
  std::string name;
  double value = 0.0;  ///< in SI units
  std::string unit;    ///< SI dimension as text, "" if none was given
  Place place;
};

/// An initial value: given ones are kept, others start from `guess` and are solved for.
struct InitialValue {
  std::optional<double> given;
  double guess = 0.0;
  Place place;  ///< of the given value or guess, if any
};

/// A generalised coordinate q_i.
struct Coordinate {
  std::string name;
  std::string unit;
  Place place;
  InitialValue position;
};

/// A velocity coordinate v_i: the rate of coordinate i (named `x'`), or a generalised speed with a name of its own.
struct Speed {
  std::string name;
  std::string unit;
  Place place;
  InitialValue value;
};

enum class ConstraintKind : unsigned char {
  holonomic,           ///< phi(q) = 0
  rheonomic,           ///< phi(q, t) = 0
  linear_velocity,     ///< psi(q, v, t) = 0, linear in v
  nonlinear_velocity,  ///< psi(q, v, t) = 0, nonlinear in v; the reaction acts along psi_v (Chetaev)
};
constexpr bool is_position_level(ConstraintKind kind) { return kind <= ConstraintKind::rheonomic; }
RHEON_API const char* to_text(ConstraintKind kind);

/// One scalar constraint row.
struct ConstraintRow {
  std::string name;   ///< unique: the constraint's name, with `.2` for the second equation of a list
  std::string group;  ///< the constraint's name as written
  expr::Node residual{};
  ConstraintKind kind = ConstraintKind::holonomic;
  std::string text;
  Place place;
};

/// Which account the work of a force goes to. A signal is no mechanics: its coordinate integrates something.
enum class ForceKind : unsigned char { applied, friction, signal };

/// A generalised force on one velocity coordinate: the component along q_i, or along a generalised speed.
struct Force {
  int index = 0;
  bool on_speed = false;  ///< index counts speeds instead of coordinates
  expr::Node value{};
  Place place;
  ForceKind kind = ForceKind::applied;
};

struct Output {
  std::string name;
  std::string unit;
  expr::Node value{};
  Place place;
  bool split = false;     ///< the force of a joint that others hold its bodies besides: rigid bodies leave it open
  bool for_view = false;  ///< nobody asked for it by name: the picture needs it
};

/// Joints that hold their bodies by more numbers than needed, although no row is redundant: bodies share what they hold.
struct Overheld {
  std::vector<std::string> joints;
  int too_many = 0;
};

/// The `simulate:` section as written; what is absent gets its default when a run is planned.
struct SimulateSection {
  std::optional<Setting> formulation, integrator;
  std::optional<double> step, tolerance, duration;
  std::optional<int> samples;
  std::vector<Setting> options;
  Place place;
};

/// A value that owns all it has. Parts refer to each other by index, as the readers make them: changing it by hand is for
/// those who know what belongs together. One thread at a time, and none once a System has it.
struct Model {
  std::string name;
  std::string file;  ///< name for messages
  std::string text;  ///< the source, for result files
  expr::Graph graph;
  InputMap inputs;
  std::vector<Parameter> parameters;
  std::vector<Coordinate> coordinates;
  std::vector<Speed> speeds;                  ///< always nv entries
  bool general_speeds = false;                ///< speeds are the user's own; otherwise v = q'
  std::vector<expr::Node> rate;               ///< q'_i in terms of (q, v, t): input v(i), or the kinematical equation
  std::optional<expr::Node> kinetic;          ///< T(q, v, t); absent if `mass` is given
  std::vector<std::vector<expr::Node>> mass;  ///< nq x nq; empty if `kinetic` is given
  Place inertia_place;
  /// The part of `kinetic` that is no mechanics: coordinates that integrate signals. Not part of the energy reported.
  std::optional<expr::Node> signal_energy;
  expr::Node potential{};  ///< V(q, t); constant 0 if absent
  std::vector<Force> forces;
  std::vector<Force> nonideal;  ///< work that constraints do: may contain the multipliers of the ideal constraints
  std::vector<ConstraintRow> constraints;  ///< position level first, each level in the user's order
  std::vector<Output> outputs;
  std::vector<Overheld> overheld;    ///< by joints of a mechanism
  std::vector<TrackedAngle> angles;  ///< inputs.na of them
  /// Of each body: the number of axes, then first coordinates of the points (in m) and unit vectors (in 1) of its basis.
  std::vector<std::vector<int>> triads;
  std::vector<ConstraintRow> starting;  ///< equations that hold at the start only, position level first
  SimulateSection simulate;
  std::string scene;  ///< what is drawn, as in viewer/FORMAT.md; "" if there is nothing to draw
};

// What follows adds nodes to the graph of the model and changes nothing else.

/// The value of tracked angle k: anchor + atan2 of sine and cosine turned back by the anchor.
RHEON_API expr::Node angle_value(Model& model, int k);

/// d/dt of a node along the motion: inputs q move with model.rate, v with a; a and lambda must not appear.
RHEON_API expr::Node time_derivative(Model& model, expr::Node n);

/// n with all velocities set to zero.
RHEON_API expr::Node at_rest(Model& model, expr::Node n);

/// Kind of a residual from what it depends on; linear if every second derivative in v vanishes identically.
RHEON_API ConstraintKind classify(Model& model, expr::Node residual);

/// Row k of A times -lambda_k: the generalised force of constraint row k on velocity coordinate i.
RHEON_API expr::Node reaction(Model& model, int row, int i);

}  // namespace rheon
