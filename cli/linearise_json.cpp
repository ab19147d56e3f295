#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/linearise_output.hpp"
#include "rheon/sim/run.hpp"

namespace rheon::cli {

namespace {

using Json = nlohmann::ordered_json;

Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json matrix_json(const Eigen::MatrixXd& M) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < M.rows(); ++i) rows.push_back(std::vector<double>(M.row(i).begin(), M.row(i).end()));
  return rows;
}

/// Name to component; complex ones as [real, imaginary].
template <class Vector>
void add_components(Json& j, const std::vector<std::string>& names, const Vector& x) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto z = x[static_cast<Eigen::Index>(i)];
    if constexpr (std::is_same_v<std::decay_t<decltype(z)>, double>)
      j[names[i]] = z;
    else
      j[names[i]] = {z.real(), z.imag()};
  }
}

template <class AnyMode>
Json shape_json(const Linearisation& l, const AnyMode& m) {
  Json j = Json::object();
  add_components(j, l.coordinates, m.q);
  add_components(j, l.velocities, m.v);
  return j;
}

Json mode_json(const Linearisation& l, const Mode& m) {
  return {{"eigenvalue", {m.eigenvalue.real(), m.eigenvalue.imag()}},
          {"pair", m.pair},
          {"uncertainty", finite(m.uncertainty)},
          {"frequency", m.frequency()},
          {"natural_frequency", m.natural_frequency()},
          {"damping_ratio", m.damping_ratio()},
          {"time_constant", finite(m.time_constant())},
          {"integral_share", m.integral_share},
          {"shape", shape_json(l, m)}};
}

}  // namespace

std::string to_json(const Linearisation& l) {
  Json j{{"model", l.model},
         {"file", l.file},
         {"version", version()},
         {"time", l.time},
         {"reference", to_text(l.reference)},
         {"largest_rate", {{"value", l.largest_rate}, {"coordinate", l.rate_of}}},
         {"largest_acceleration", {{"value", l.largest_acceleration}, {"velocity", l.acceleration_of}}},
         {"violation", {{"position", l.position_violation}, {"velocity", l.velocity_violation}}},
         {"rank", l.rank},
         {"position_freedoms", l.position_freedoms},
         {"velocity_freedoms", l.velocity_freedoms},
         {"integrals", l.integrals},
         {"modes", Json::array()},
         {"zeros", l.zeros},
         {"zero_modes", Json::array()},
         {"notes", l.notes},
         {"matrix", matrix_json(l.matrix)},
         {"basis", matrix_json(l.basis)}};
  for (const Mode& m : l.modes) j["modes"].push_back(mode_json(l, m));
  for (const ZeroMode& z : l.zero_modes) j["zero_modes"].push_back(shape_json(l, z));
  return j.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace rheon::cli
