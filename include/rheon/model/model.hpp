// Model: what the user wrote, checked and given meaning, but not yet turned into equations of motion (see System).
//
// Made by read_model (rheon/io/model_reader.hpp) or Mechanism (rheon/io/mechanism.hpp), then handed to a System, which keeps
// it. Everything is in SI units and in rad. Nodes belong to `graph` of the same model.
//
//   Model model = read_model("pendulum.yaml");
//   for (const Coordinate& c : model.coordinates) std::printf("%s in %s\n", c.name.c_str(), c.unit.c_str());
//   model.outputs.push_back({.name = "height", .unit = "m", .value = model.graph.input(model.inputs.q(1)), .place = {}});
//   const System system(std::move(model));                         // results have a channel `height` now
//
// A model is there to be read. Values of parameters are in the expressions already: to change one, read the model again, with
// another value. What may be changed before a System is made: names, texts, `simulate`, and outputs, as above. All else is
// connected by index (inputs, coordinates, speeds, rate, rows), and a System does not check that it fits: a model with other
// equations is to be made as text or as a Mechanism.
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

/// For names and messages; see above.
struct Parameter {
  std::string name;
  double value = 0.0;  ///< in SI units
  std::string unit;    ///< SI dimension as text, "" if none was given
  Place place;
};

/// An initial value: given ones are kept, others start from `guess` and are solved for. In SI units.
struct InitialValue {
  std::optional<double> given;
  double guess = 0.0;
  Place place;  ///< of the given value or guess, if any
};

/// A generalised coordinate q_i.
struct Coordinate {
  std::string name;
  std::string unit;  ///< SI dimension as text, here and below; "" if it is not known
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
  std::string name;       ///< unique: the constraint's name, with `.2` for the second equation of a list
  std::string group;      ///< the constraint's name as written
  expr::Node residual{};  ///< phi or psi: 0 where the constraint holds
  ConstraintKind kind = ConstraintKind::holonomic;
  std::string text;  ///< the equation as written
  Place place;
};

/// Which account the work of a force goes to. A signal is no force: it is what a coordinate without mechanical meaning integrates
/// (of a controller), and is in no account.
enum class ForceKind : unsigned char { applied, friction, signal };

/// A generalised force: the component along q_i, or along a generalised speed. Its power is value times q'_i, or times v_i.
struct Force {
  int index = 0;
  bool on_speed = false;  ///< index counts speeds instead of coordinates
  expr::Node value{};
  Place place;
  ForceKind kind = ForceKind::applied;
};

/// A named result: a channel of that name.
struct Output {
  std::string name;
  std::string unit;
  expr::Node value{};  ///< may contain everything that inputs has: t, q, v, a, lambda
  Place place;
  /// Of the force of a joint whose bodies are held by other joints too: rigid bodies do not determine how it is shared out, and the
  /// value follows a convention. `check` says so.
  bool split = false;
  bool for_view = false;  ///< a mechanism's, made for the picture: not listed among the outputs of the model
};

/// Joints of a mechanism that together hold their bodies by more forces than needed, although no row is redundant, since points and
/// vectors are shared. For `check`.
struct Overheld {
  std::vector<std::string> joints;
  int too_many = 0;  ///< forces and torques more than are determined
};

/// The `simulate:` section as written; what is absent gets its default when a run is planned. As in RunRequest, which takes
/// precedence.
struct SimulateSection {
  std::optional<Setting> formulation, integrator;
  std::optional<double> step, tolerance, duration;  ///< step and duration in s
  std::optional<int> samples;
  std::vector<Setting> options;
  Place place;
};

/// A value that owns all it has; copies are independent. One thread at a time, since even asking for a derivative may add nodes to
/// the graph.
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
  /// The part of `kinetic` that is not of bodies: of coordinates that integrate signals. Not part of the energy reported.
  std::optional<expr::Node> signal_energy;
  expr::Node potential{};  ///< V(q, t); constant 0 if absent
  std::vector<Force> forces;
  std::vector<Force> nonideal;  ///< work that constraints do: may contain the multipliers of the ideal constraints
  std::vector<ConstraintRow> constraints;  ///< position level first, each level in the user's order
  std::vector<Output> outputs;
  std::vector<TrackedAngle> angles;     ///< inputs.na of them
  std::vector<ConstraintRow> starting;  ///< equations that hold at the start only, position level first
  SimulateSection simulate;
  std::string scene;  ///< what is drawn, as in viewer/FORMAT.md; "" if there is nothing to draw

  // --- what a mechanism of parts tells `check` and `linearise`; empty in a model of equations
  std::vector<Overheld> overheld;
  /// One list for each body whose points or vectors are coordinates: the number of axes (2 or 3), then the index of the first
  /// coordinate of each point (unit m) and unit vector (unit 1) that says where the body is; its others follow.
  std::vector<std::vector<int>> triads;
};

// What follows adds nodes to the graph of the model and changes nothing else. Indices must be in range; that is not checked.

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
