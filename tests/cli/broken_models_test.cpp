// Models that must be refused: every row states the file, the place, and what the message must say.
// The files are in tests/data/broken; those that cannot be files (50 MB, binary, unreadable) are made here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <set>

#include "cli/cli_runner.hpp"
#include "rheon/io/model_reader.hpp"

namespace rheon::test {
namespace {

using ::testing::HasSubstr;

const std::string folder = std::string(RHEON_SOURCE_DIR) + "/tests/data/broken/";

struct Broken {
  const char* file;
  const char* place;   ///< line:column, "" where the whole file is meant
  const char* what;    ///< part of the line with the place
  const char* remedy;  ///< part of the message
};

/// What reading the file finds.
constexpr Broken found_by_reading[] = {
    {"unknown_key", "3:1", "key \"kinetc\": is not known", "did you mean \"kinetic\"?"},
    {"unknown_key_in_simulate", "4:24", "key \"stepp\": is not known in simulate", "did you mean \"step\"?"},
    {"unknown_key_in_output", "5:17", "key \"units\": is not known in output \"o\"", "did you mean \"unit\"?"},
    {"unknown_key_in_table", "4:40", "key \"interpolate\": is not known in table \"f\"",
     "did you mean \"interpolation\"?"},
    {"missing_version", "1:1", "the key \"rheon\" is missing", "add a line such as `rheon: 1`"},
    {"missing_coordinates", "1:1", "the model has neither coordinates nor bodies",
     "add a line such as `coordinates: [x, y]`"},
    {"missing_inertia", "1:1", "the model has no inertia", "kinetic: m/2*(x'^2 + y'^2)"},
    {"kinetic_and_mass", "4:1", "kinetic and mass are both given", "keep one of them"},
    {"other_version", "1:8", "the format version must be 1, found \"2\"", "use a rheon that knows this version"},
    {"duplicate_key", "6:3", "key \"a\": is given twice", "remove one of them"},
    {"duplicate_section", "4:1", "key \"kinetic\": is given twice", "remove one of them"},
    {"empty", "", "the file is empty", "start with `rheon: 1`"},
    {"only_comment", "", "the file is empty", "start with `rheon: 1`"},
    {"list_instead_of_map", "1:1", "expected a map of keys, found a list", "start with `rheon: 1`"},
    {"plain_text", "1:1", "expected a map of keys, found \"hello world\"", "start with `rheon: 1`"},
    {"unclosed_brace", "4:13", "this is not valid YAML: this { is not closed", "close it with }"},
    {"tab_indent", "5:1", "this is not valid YAML: a tab in the indentation", "indent with blanks"},
    {"ternary_unquoted", "4:22", "this is not valid YAML: illegal map value", "write `a if condition else b`"},
    {"two_documents", "4:1", "the file holds more than one YAML document", "keep one model per file"},
    {"anchor_and_alias", "4:13", "anchors (&name) are not part of the format", "use a parameter or a definition"},
    {"tag", "4:17", "tags (!python/object) are not part of the format", "remove the tag"},
    {"key_is_list", "4:14", "a key must be a name, not a list", "write name: value"},
    {"latin1", "2:10", "the text is not valid UTF-8", "save the file as UTF-8"},
    {"bad_name", "4:14", "parameter \"2m\": is not a name", "start with a letter"},
    {"reserved_name", "2:18", "coordinate \"sin\": the name \"sin\" has a meaning of its own", "choose another name"},
    {"time_as_coordinate", "2:15", "coordinate \"t\": the name \"t\" has a meaning of its own", "choose another name"},
    {"name_taken", "4:15", "definition \"x\": the name is already taken by a coordinate", "choose another name"},
    {"coordinate_twice", "2:18", "coordinate \"x\": the name is already taken by a coordinate", "choose another name"},
    {"no_coordinates", "2:14", "a model needs at least one coordinate", "write [x, y]"},
    {"circular_parameters", "4:17", "parameter \"a\": is defined by itself, in a circle", "break the circle"},
    {"self_parameter", "4:17", "parameter \"a\": is defined by itself", "break the circle"},
    {"parameter_not_finite", "4:23", "parameter \"b\": its value is not finite: inf", "division by zero"},
    {"parameter_nan", "4:17", "parameter \"a\": \".nan\" is not a finite number", "give a number"},
    {"parameter_overflow", "4:17", "parameter \"a\": \"1e999\" is not a finite number", "give a number"},
    {"parameter_list", "4:17", "parameter \"a\": expected a number or an expression, found a list", ""},
    {"parameter_without_value", "5:3", "parameter \"a\": expected a number or an expression, found nothing",
     "give it a value"},
    {"parameter_boolean", "4:17", "parameter \"a\": expected a number or an expression, found \"true\"", ""},
    {"parameters_list", "4:13", "key \"parameters\": expected a map, found a list", "name: value"},
    {"unknown_unit", "4:19", "parameter \"m\": unknown unit \"kgg\"", "did you mean \"kg\"?"},
    {"unit_clash", "4:39", "parameter \"total\": the terms have different units: \"m1\" is in kg, \"L\" is in m",
     "correct the expression or the units"},
    {"parameter_uses_coordinate", "4:19", "parameter \"a\": unknown name \"x\"", ""},
    {"syntax_error", "4:16", "potential: a value is expected here", "write a number"},
    {"unclosed_parenthesis", "4:14", "potential: this parenthesis is not closed", "add a closing parenthesis"},
    {"unknown_name", "4:20", "potential: unknown name \"lenght\"", "did you mean \"length\"?"},
    {"unknown_function", "4:14", "there is no function \"sine\"", "did you mean \"sin\"?"},
    {"wrong_argument_count", "4:12", "\"atan2\" takes 2 arguments, 1 is given", "write atan2(y, x)"},
    {"parameter_called", "5:12", "\"k\" is a parameter, not a function", "k*("},
    {"implicit_product", "4:14", "potential: unknown unit \"x\"", "a product needs a *"},
    {"unit_in_equation", "4:24", "constraint \"c\": an operator is missing before this", "make it a parameter"},
    {"rate_of_parameter", "5:14", "\"k\" is a parameter and has no rate", "remove the '"},
    {"three_primes", "4:14", "\"x'''\" is not available here", "accelerations"},
    {"kinetic_without_rates", "3:10", "kinetic energy: does not depend on any rate", "x'^2"},
    {"kinetic_not_quadratic", "3:10", "kinetic energy: is not quadratic in the rates", "squares and products"},
    {"potential_with_rates", "4:18", "potential: the potential must not contain a rate; \"x'\" is one",
     "use coordinates"},
    {"force_with_acceleration", "4:15", "force \"x\": a force must not contain an acceleration; \"y''\" is one",
     "use coordinates"},
    {"force_with_multiplier", "5:13", "force \"x\": a force must not contain lambda(…)", "nonideal only"},
    {"force_on_unknown", "4:10", "force \"z\": there is no such coordinate", "known names: x, y"},
    {"mass_not_square", "3:7", "mass matrix: must be 2 x 2", "write rows"},
    {"mass_wrong_length", "3:7", "mass matrix: the diagonal must have one entry per coordinate", "a diagonal [m, m]"},
    {"mass_not_symmetric", "3:19", "mass matrix: is not symmetric: entries (x, y) and (y, x) differ",
     "make them equal"},
    {"mass_with_rates", "3:11", "the mass matrix must not contain a rate", "use coordinates"},
    {"missing_kinematics", "3:1", "with speeds, the rate of every coordinate must be given", "kinematics: {x': …}"},
    {"kinematics_incomplete", "4:1", "with speeds, the rate of every coordinate must be given", ""},
    {"kinematics_not_linear", "4:18", "kinematics of \"x'\": is not linear in the speeds", "choose speeds"},
    {"kinematics_with_rates", "4:27", "must not contain rates such as \"x'\"", "use the speeds"},
    {"constraint_without_equals", "4:27", "constraint \"rod\": an equation needs \"=\"", "write left = right"},
    {"constraint_two_equals", "4:24", "constraint \"c\": an equation has only one \"=\"", "one equation for each"},
    {"constraint_of_numbers", "4:18", "constraint \"c\": contains neither coordinates nor rates",
     "restrict the motion"},
    {"constraint_of_time", "5:6", "constraint \"c\": contains neither coordinates nor rates", "restrict the motion"},
    {"constraint_always_true", "4:18", "constraint \"c\": is always fulfilled", "remove it or correct it"},
    {"constraint_with_acceleration", "4:18", "a constraint must not contain an acceleration; \"x''\" is one",
     "use coordinates"},
    {"constraint_row_in_list", "5:26", "constraint \"rigid.2\": unknown name \"vz\"", "did you mean \"vx\""},
    {"initial_unknown", "4:11", "initial value \"z\": there is no such coordinate or rate",
     "known names: x, y, x', y'"},
    {"initial_rate_with_speeds", "6:11", "initial value \"x'\": this model has speeds of its own",
     "give the speeds: u"},
    {"initial_uses_coordinate", "4:17",
     "initial value \"x\": a constant value must not contain a coordinate; \"y\" is one", "parameters"},
    {"given_and_guessed", "5:9", "guess \"x\": is also given as an initial value", "keep the guess if"},
    {"table_not_increasing", "4:31", "table \"f\": the x of the points must increase", "sort the points"},
    {"table_one_point", "4:22", "table \"f\": a table needs at least two points", "[[0, 0], [1, 2]]"},
    {"table_interpolation", "5:22", "table \"f\": there is no interpolation \"spline\"", "write linear or cubic"},
    {"output_unknown_constraint", "5:27", "output \"o\": there is no constraint \"rodd\"", "did you mean \"rod\"?"},
    {"output_circular", "4:14", "output \"a\": is defined by itself, in a circle", "break the circle"},
    {"output_which_row", "5:14", "constraint \"c\" has 2 rows: say which", "lambda(c, 1)"},
    {"definition_circular", "4:18", "definition \"a\": is defined by itself, in a circle", "break the circle"},
    {"step_unit", "4:18", "setting \"step\": is in kg, but a time (s) is expected", "correct the unit"},
    {"step_negative", "4:18", "setting \"step\": must be greater than 0", "give a positive value"},
    {"samples_fraction", "4:21", "setting \"samples\": must be a whole number", "write a number such as 500"},
    {"several_problems", "3:1", "key \"kinetc\": is not known", "did you mean \"kinetic\"?"},
    {"mechanism_axis_of_equal_points", "6:37", "joint \"guide\" (on_line), along: the direction has length 0",
     "correct it"},
    {"mechanism_bodies_with_speeds", "6:1", "key \"speeds\": bodies move with the rates of their coordinates",
     "remove `speeds:`, or write the whole model as equations"},
    {"mechanism_body_named_ground", "5:10", "body \"ground\": the ground is always there", "choose another name"},
    {"mechanism_body_without_kind", "5:10", "body \"rod\": does not say what kind of body it is",
     "it needs one of the keys point, rod, box, disc, ring, centre"},
    {"mechanism_disconnected_point", "4:21", "point \"B\": belongs to no body",
     "list it under `points:` of a body, or fix it under `ground:`"},
    {"mechanism_distance_of_zero", "6:24", "joint \"d\" (distance): the distance must be greater than 0",
     "points at one place are a hinge: let both bodies have one point"},
    {"mechanism_gear_of_one", "6:57", "joint \"g\" (gear): needs two joints that have an angle or a distance",
     "name two joints defined before it"},
    {"mechanism_inertia_of_two", "4:43", "body \"b\" (centre), inertia: needs 1, 3 or 6 numbers, not 2",
     "write [Ixx, Iyy, Izz] or [Ixx, Iyy, Izz, Ixy, Ixz, Iyz]"},
    {"mechanism_joint_of_three", "6:20", "joint \"j\" (weld): needs two bodies, found a list",
     "write weld: [frame, rider]"},
    {"mechanism_joint_with_itself", "6:20", "joint \"j\" (weld): joins a body with itself",
     "name two different bodies"},
    {"mechanism_point_too_far", "6:40",
     "body \"crank\": its point \"pin\" is too far away for the numbers of a rigid body",
     "correct the place, or its unit"},
    {"mechanism_mass_and_density", "5:47", "body \"rod\" (rod), density: mass and density are both given",
     "keep one of them"},
    {"mechanism_angle_driven_in_metres", "9:41", "driver \"motor\" (angle): is in m, but this value (1) is expected",
     "correct the unit"},
    {"mechanism_bushing_in_newtons_per_metre", "9:76",
     "force \"rubber\" (bushing), stiffness: is in N/m, but stiffness (N*m) is expected", "correct the unit"},
    {"mechanism_friction_in_newtons", "9:42", "force \"brake\" (friction): is in N, but this value (N*m) is expected",
     "correct the unit"},
    {"mechanism_gain_of_another_unit", "9:52", "force \"motor\" (torque), p: is in N/m, but p (N*m) is expected",
     "correct the unit"},
    {"mechanism_gear_in_metres", "9:39", "joint \"gear\" (gear), ratio: is in m, but ratio (1) is expected",
     "correct the unit"},
    {"mechanism_initial_angle_in_metres", "9:24",
     "initial value \"hinge.angle\": is in m, but the unit of the left side (1) is expected", "correct the unit"},
    {"mechanism_initial_rate_in_metres", "9:23",
     "initial value \"rod.angle'\": is in m/s, but the unit of the left side (1/s) is expected", "correct the unit"},
    {"mechanism_speed_driven_in_metres", "9:41",
     "driver \"motor\" (speed): is in m/s, but this value (1/s) is expected", "correct the unit"},
    {"mechanism_torque_in_newtons", "9:41", "force \"motor\" (torque): is in N, but this value (N*m) is expected",
     "correct the unit"},
    {"mechanism_torsion_in_newtons_per_metre", "9:44",
     "force \"coil\" (torsion), stiffness: is in N/m, but stiffness (N*m) is expected", "correct the unit"},
    {"mechanism_torsion_zero_in_metres", "9:62", "force \"coil\" (torsion), zero: is in m, but zero (1) is expected",
     "correct the unit"},
    {"mechanism_mass_in_metres", "5:35", "body \"rod\" (rod), mass: is in m, but mass (kg) is expected",
     "correct the unit"},
    {"mechanism_mass_matrix_with_bodies", "6:1", "key \"mass\": bodies bring their own mass matrix",
     "give further inertia as `kinetic:`"},
    {"mechanism_misspelt_mass", "5:29", "key \"mas\": is not known in body \"rod\" (rod)", "did you mean \"mass\"?"},
    {"mechanism_name_twice", "5:10", "body \"A\": the name is already taken by a point", "choose another name"},
    {"mechanism_negative_inertia", "4:43", "body \"b\" (centre), inertia: is not positive",
     "look at the products of inertia and their signs"},
    {"mechanism_negative_mass", "5:35", "body \"rod\" (rod), mass: must be greater than 0", "correct the sign"},
    {"mechanism_no_bodies", "4:10", "point \"A\": belongs to no body",
     "list it under `points:` of a body, or fix it under `ground:`"},
    {"mechanism_no_inertia_like_this", "4:43",
     "body \"b\" (centre), inertia: no body has this inertia: one moment exceeds the sum of the other two",
     "correct it; moments about the centre of mass are expected"},
    {"mechanism_no_mass", "5:10", "body \"rod\" (rod): has no mass", "add `mass: 1 kg`, or a density"},
    {"mechanism_no_such_direction", "6:37", "joint \"guide\" (on_line), along: \"w\" is not a direction",
     "write an axis, a list of 2 numbers, or two points [A, B]"},
    {"mechanism_not_a_number", "6:14", "output \"a\": \"A\" is a point, not a number",
     "name one of its numbers, such as A.x"},
    {"mechanism_other_plane", "2:8", "key \"plane\": must be xy, xz or yz, found \"ab\"", "write `plane: xy`"},
    {"mechanism_parallel_arms", "5:51", "joint \"j\" (universal), axes: the two axes are parallel",
     "write axes: [y, z]"},
    {"mechanism_planar_joint_in_space", "5:13", "joint \"j\": \"slider\" exists only in the plane",
     "add `plane: xy` for a model of the plane"},
    {"mechanism_gravity_in_kilograms", "3:14", "gravity: is in kg, but an acceleration (m/s^2) is expected",
     "correct the unit"},
    {"mechanism_point_in_kilograms", "4:14", "point \"A\": is in kg, but a length (m) is expected", "correct the unit"},
    {"mechanism_revolute_without_axis", "5:10", "joint \"j\" (revolute): needs an axis",
     "add `axis: z`, or make it spherical"},
    {"mechanism_rod_of_no_length", "5:21", "body \"rod\" (rod): its two ends are at the same place",
     "correct one of the points"},
    {"mechanism_rod_of_three_points", "5:21", "body \"rod\" (rod): needs two points", "write rod: [A, B]"},
    {"mechanism_spatial_joint_in_plane", "6:13", "joint \"j\": \"spherical\" exists only in space",
     "remove the key `plane` for a model in space"},
    {"mechanism_spring_of_one_point", "6:22", "force \"s\" (spring): needs two points", "write [A, B]"},
    {"mechanism_spring_without_stiffness", "6:10", "force \"s\" (spring): has neither stiffness nor damping",
     "add `stiffness: 1e4 N/m`"},
    {"mechanism_unknown_body", "6:33", "joint \"j\" (revolute): there is no body \"rood\"", "did you mean \"rod\"?"},
    {"mechanism_unknown_kind_of_joint", "6:10", "joint \"j\": does not say what kind of joint it is",
     "did you mean \"revolute\" instead of \"revolut\"?"},
    {"view_plane_and_space", "6:16", "drawing \"rod\" (line): has 3 components, but line 5, column 16 has two",
     "draw everything in the plane, or everything in space"},
    {"view_unknown_point", "6:24", "drawing \"rod\" (line): there is no point \"bop\"", "did you mean \"bob\"?"},
    {"view_unknown_kind", "5:3", "drawing \"bob\": does not say what kind of drawing it is",
     "did you mean \"circle\" instead of \"circel\"?"},
    {"mechanism_unknown_quantity", "6:14", "output \"a\": unknown name \"rod.angel\"", "did you mean \"rod.angle\"?"},
    {"mechanism_misspelt_quantity_of_joint", "7:38", "unknown name \"hinge.angel\"", "did you mean \"hinge.angle\"?"},
    {"mechanism_misspelt_joint_of_quantity", "7:16", "unknown name \"hindge.angle\"", "did you mean \"hinge.angle\"?"},
    {"mechanism_no_such_quantity", "7:35", "unknown name \"hinge.colour\"", "known names: hinge.angle"},
    {"mechanism_no_quantity", "7:35", "unknown name \"plate.turn\"",
     "joint \"plate\" has no number that may be used here"},
    {"mechanism_plane_forgotten", "2:10", "points have two numbers, but no plane is named",
     "2 points and gravity with two numbers, none with three\n  add `plane: xy` (or xz, or yz)"},
    {"mechanism_part_named_violation", "6:10", "the name \"violation\" has a meaning of its own",
     "choose another name"},
    {"mechanism_zero_axis", "6:37", "joint \"guide\" (on_line), along: the direction has length 0", "correct it"},
    {"mechanism_force_of_its_joint", "7:44", "must not contain a constraint force; \"h.fx\" contains one",
     "use coordinates, rates, the time t, parameters only"},
    {"mechanism_force_of_itself", "7:35", "force \"f\" (torque): this value must not contain",
     "use coordinates, rates, the time t, parameters only"},
    {"mechanism_driver_of_the_motion", "7:33", "driver \"d\" (angle): this value must not contain a coordinate",
     "use the time t, parameters only"},
    {"mechanism_hinged_point", "5:39", "body \"bob\": is a mass at a point and has no axes", "leave the joint out"},
    {"mechanism_gear_with_itself", "5:55", "joint \"g\" (gear): names the joint itself", "name another joint"},
    {"mechanism_integral_without_gain", "7:49", "force \"f\" (torque), limit: needs a gain `p` of the same sign as `i`",
     "add `p: 100`"},
    {"mechanism_two_values", "7:33", "force \"f\" (torque), target: is given in addition to `equals`",
     "remove one of them"},
    {"mechanism_slider_of_shared_point", "6:10",
     "joint \"s\" (slider): \"a\" and \"block\" share the point \"A\" and are connected there, so nothing can slide",
     "let \"block\" have a point of its own there"},
    {"mechanism_slide_beside_hinge", "6:3",
     "joint \"s\" (prismatic): the ground and \"b\" share the place of joint \"h\"",
     "leave out joint \"h\", which holds them together there, or this one"},
    {"mechanism_point_on_its_own_line", "6:10",
     "joint \"c\" (on_line): point \"A\" is a point of \"a\" itself and cannot move on it",
     "name a point of another body"},
    {"mechanism_gear_of_one_twice", "6:55", "joint \"g\" (gear): names the same joint twice",
     "name two different joints"},
    {"mechanism_rack_of_two_hinges", "6:55", "joint \"g\" (rack): revolute \"h\" has no distance",
     "name a joint that slides"},
    {"mechanism_spring_of_one_point_twice", "6:22", "force \"s\" (spring): names the same point twice",
     "name two different points"},
    {"mechanism_driven_distance_of_one_point", "6:25", "driver \"d\" (distance): names the same point twice",
     "name two different points"},
    {"mechanism_negative_free_length", "6:52", "force \"s\" (spring), length: is negative", "correct the sign"},
    {"mechanism_negative_damping", "6:39", "force \"s\" (spring), damping: is negative", "correct the sign"},
    {"mechanism_curve_of_other_points", "5:47",
     "joint \"c\" (on_curve): the equation of a curve or surface must not contain a coordinate; \"A.y\" is one",
     "others belong under `constraints:`"},
    {"mechanism_displacement_of_hinge", "7:29", "driver \"d\" (displacement): revolute \"h\" has no distance",
     "name a joint that slides"},
    {"mechanism_which_freedom", "5:22", "force \"f\" (torque): cylindrical \"c\" has an angle and a distance",
     "write c.angle or c.distance"},
    {"mechanism_body_named_t", "5:10", "body \"t\": the name \"t\" has a meaning of its own", "choose another name"},
    {"mechanism_joint_named_floor", "6:10", "joint \"floor\": the name \"floor\" has a meaning of its own",
     "choose another name"},
    {"mechanism_rod_of_the_ground", "5:37", "\"r\": cannot hold: (D - O) . (D - O) = 4",
     "correct the length or the places"},
    {"mechanism_wheel_on_moving_circle", "6:52", "joint \"r\" (wheel), circle: the point moves as a function of time",
     "name a point that does not move"},
    {"mechanism_ball_on_itself", "4:60", "joint \"r\" (rolling_sphere), through: is a point of the sphere itself",
     "name a point of what it rolls on"},
    {"mechanism_zero_mass", "5:35", "body \"rod\" (rod), mass: must be greater than 0",
     "a link without mass is a joint: {distance: [A, B]}"},
};

/// What only the assembled equations or the plan of a run can find. `run` alone looks at the simulate section.
struct Later {
  const char* file;
  const char* place;  ///< line:column, "" if none is promised
  std::vector<const char*> fragments;
  bool by_check;  ///< `rheon check` finds it too
  int code = 3;
};

const Later found_later[] = {
    {"later_singular_mass", "3:1", {"mass matrix", "y"}, true, 3},
    {"later_indefinite_mass", "3:1", {"mass matrix", "indefinite"}, true, 3},
    {"later_inconsistent_initial", "5:3", {"rod", "residual"}, true, 3},
    {"later_inconsistent_rates", "5:3", {"rod", "residual"}, true, 3},
    {"later_conflicting_constraints", "6:3", {"left", "right", "conflict"}, true, 3},
    {"later_unknown_formulation", "4:25", {"ali3q", "ali3p"}, true, 3},
    {"later_unknown_integrator", "4:44", {"trapezoidl", "trapezoidal"}, true, 3},
    {"later_bad_option", "4:78", {"penalty", "-1"}, true, 3},
    {"later_gains_length", "5:79", {"alpha", "2 gains for 1 constraint row"}, true, 3},
    {"later_unknown_option", "4:77", {"penlty", "penalty"}, true, 3},
    {"later_refused_pairing", "4:44", {"ali3p", "rk4"}, true, 3},
    {"later_missing_step", "4:25", {"generalised-alpha", "step"}, true, 3},
    {"later_step_too_small", "4:1", {"1e-30", "sixteen digits"}, true, 3},
    {"later_tolerance_too_small", "4:1", {"1e-30", "between 1e-15 and 0.1"}, true, 3},
    {"later_switches_too_often", "4:10", {"the load on x", "meet too often"}, false, 3},
    {"mechanism_driver_of_what_stands", "6:11", {"motor", "no motion satisfies it"}, true, 3},
    {"mechanism_over_driven", "6:40", {"m1", "m2", "conflict"}, true, 3},
    {"mechanism_unreachable", "5:38", {"r1", "r2", "r3", "conflict"}, true, 3},
};

std::string at(const std::string& file, const std::string& place) {
  return file + ":" + (place.empty() ? "" : place + ":");
}

/// The line of a message that starts with the place and says what is wrong.
bool has_line(const std::string& text, const std::string& start, const std::string& what) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(start + " ") && line.find(what) != std::string::npos) return true;
  }
  return false;
}

std::string problems_of(const std::string& path) {
  try {
    read_model(path);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "no problem";
}

bool command_exists() { return std::filesystem::exists(RHEON_CLI); }

/// Runs `check` and `run` and looks at what a user would see: exit code, message, no file left behind.
void expect_refused(const Words& words, const std::string& start, const std::string& what, const std::string& remedy) {
  const TempFolder temp;
  const Outcome outcome = rheon_in(temp, words);
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_TRUE(has_line(outcome.err, start, what)) << start << " " << what << "\n" << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr(remedy));
  EXPECT_THAT(temp.names(), ::testing::IsEmpty());
}

class BrokenModel : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenModel, IsRefusedByTheReader) {
  const Broken& row = GetParam();
  const std::string path = folder + row.file + ".yaml";
  const std::string text = problems_of(path);
  EXPECT_TRUE(has_line(text, at(path, row.place), row.what)) << at(path, row.place) << " " << row.what << "\n" << text;
  EXPECT_THAT(text, HasSubstr(row.remedy));
}

TEST_P(BrokenModel, IsRefusedByTheCommand) {
  ASSERT_TRUE(command_exists()) << "the command is not built";
  const Broken& row = GetParam();
  const std::string path = folder + row.file + ".yaml";
  expect_refused({"check", path}, at(path, row.place), row.what, row.remedy);
  expect_refused({"run", path, "-o", "out.csv"}, at(path, row.place), row.what, row.remedy);
}

void PrintTo(const Broken& row, std::ostream* out) { *out << row.file; }
std::string row_name(const ::testing::TestParamInfo<Broken>& info) { return info.param.file; }
INSTANTIATE_TEST_SUITE_P(Files, BrokenModel, ::testing::ValuesIn(found_by_reading), row_name);

class BrokenLater : public ::testing::TestWithParam<Later> {};

TEST_P(BrokenLater, IsRefused) {
  ASSERT_TRUE(command_exists()) << "the command is not built";
  const Later& row = GetParam();
  const std::string path = folder + row.file + ".yaml";
  EXPECT_NO_THROW(read_model(path));  // nothing wrong with the text as such
  std::vector<Words> commands = {{"run", path, "-o", "out.csv"}};
  if (row.by_check) commands.push_back({"check", path});
  for (const Words& words : commands) {
    const TempFolder temp;
    const Outcome outcome = rheon_in(temp, words);
    EXPECT_EQ(outcome.code, row.code) << words[0] << ": " << outcome.err;
    const std::string start = *row.place ? at(path, row.place) : "";
    EXPECT_THAT(outcome.err, HasSubstr(start));
    for (const char* fragment : row.fragments) EXPECT_THAT(outcome.err, HasSubstr(fragment)) << words[0];
    EXPECT_THAT(temp.names(), ::testing::IsEmpty());
  }
}

void PrintTo(const Later& row, std::ostream* out) { *out << row.file; }
std::string later_name(const ::testing::TestParamInfo<Later>& info) { return info.param.file; }
INSTANTIATE_TEST_SUITE_P(Files, BrokenLater, ::testing::ValuesIn(found_later), later_name);

TEST(BrokenModels, EveryFileHasARow) {
  std::set<std::string> rows, files;
  for (const Broken& row : found_by_reading) rows.insert(row.file);
  for (const Later& row : found_later) rows.insert(row.file);
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.insert(entry.path().stem().string());
  EXPECT_EQ(rows, files);
  EXPECT_GE(files.size(), 45u);
}

TEST(BrokenModels, AllProblemsAreReportedAtOnce) {
  const std::string path = folder + "several_problems.yaml";
  const std::string text = problems_of(path);
  EXPECT_TRUE(has_line(text, at(path, "3:1"), "key \"kinetc\": is not known")) << text;
  EXPECT_TRUE(has_line(text, at(path, "4:15"), "potential: a value is missing at the end")) << text;
  EXPECT_TRUE(has_line(text, at(path, "5:18"), "setting \"step\": is in kg")) << text;
}

TEST(BrokenModels, AMisspeltKeyIsNotMissingToo) {
  EXPECT_THAT(problems_of(folder + "mechanism_misspelt_mass.yaml"), ::testing::Not(HasSubstr("has no mass")));
}

std::size_t problems_in(const std::string& text) {
  try {
    read_model_text(text, "m.yaml");
  } catch (const ModelError& error) {
    return error.problems().size();
  }
  return 0;
}

TEST(BrokenModels, AForgottenPlaneIsReportedOnce) {
  const std::string rest = "bodies: {a: {rod: [O, A], mass: 1}, b: {rod: [A, B], mass: 1}}\n";
  const std::string two = "gravity: [0, -9.81]\nground: {O: [0, 0]}\npoints: {A: [1, 0], B: [2, 0]}\n" + rest;
  EXPECT_EQ(problems_in("rheon: 1\nplane: xy\n" + two), 0u);
  EXPECT_EQ(problems_in("rheon: 1\n" + two), 1u);
  EXPECT_EQ(problems_in("rheon: 1\nplan: xy\n" + two), 1u);  // the misspelt key
  // one place of three numbers: the model is in space, and the others are wrong one by one
  EXPECT_EQ(
      problems_in("rheon: 1\ngravity: [0, 0, -9.81]\nground: {O: [0, 0]}\npoints: {A: [1, 0], B: [2, 0]}\n" + rest),
      3u);
}

// --- what is no file of the repository

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST(BrokenFiles, MissingFileAndFolder) {
  const TempFolder temp;
  EXPECT_TRUE(has_line(problems_of(temp / "none.yaml"), temp / "none.yaml:", "there is no such file"));
  EXPECT_TRUE(has_line(problems_of(temp.path()), temp.path() + ":", "this is a folder, not a model file"));
  EXPECT_THAT(problems_of(""), HasSubstr("there is no such file"));
}

TEST(BrokenFiles, UnreadableFile) {
  const TempFolder temp;
  const std::string path = temp.write("secret.yaml", "rheon: 1\n");
  std::filesystem::permissions(path, std::filesystem::perms::none);
  if (::access(path.c_str(), R_OK) == 0) GTEST_SKIP() << "this user may read everything";
  EXPECT_TRUE(has_line(problems_of(path), path + ":", "the file cannot be read"));
}

TEST(BrokenFiles, HugeFileIsRefusedBySize) {
  const TempFolder temp;
  const std::string path = temp.write("huge.yaml", "");
  std::filesystem::resize_file(path, 50u << 20);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(has_line(problems_of(path), path + ":", "the file is too large for a model"));
  EXPECT_LT(seconds_since(start), 2.0);  // generous: reading 16 MB takes 10 ms
}

TEST(BrokenFiles, LargeFileOfUselessTextEndsSoon) {
  const TempFolder temp;
  std::string text;
  while (text.size() < (15u << 20))
    text += "key" + std::to_string(text.size()) + ": value of some length, nothing more\n";
  const std::string path = temp.write("large.yaml", text);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THAT(problems_of(path), HasSubstr("further problems are not shown"));
  EXPECT_LT(seconds_since(start), 60.0);  // generous: some seconds
}

TEST(BrokenFiles, BinaryData) {
  const TempFolder temp;
  const std::string zero = temp.write("zero.yaml", std::string("rheon: 1\nname: a\0b\n", 19));
  EXPECT_TRUE(has_line(problems_of(zero), at(zero, "2:8"), "it contains a control character"));
  const std::string elf = temp.write("program.yaml", read_text("/proc/self/exe").substr(0, 4096));
  EXPECT_TRUE(has_line(problems_of(elf), at(elf, "1:5"), "it contains a control character") ||
              has_line(problems_of(elf), at(elf, "1:1"), "it contains a control character"))
      << problems_of(elf);
  const std::string utf16 = temp.write("utf16.yaml", std::string("\xff\xfer\0h\0", 6));
  EXPECT_TRUE(has_line(problems_of(utf16), at(utf16, "1:1"), "not valid UTF-8"));
}

TEST(BrokenFiles, DeepNesting) {
  const TempFolder temp;
  const std::string path = temp.write("deep.yaml", "rheon: 1\na: " + std::string(100000, '[') + "\n");
  EXPECT_TRUE(has_line(problems_of(path), at(path, "2:203"), "nested too deeply")) << problems_of(path);
  if (command_exists()) expect_refused({"check", path}, at(path, "2:203"), "nested too deeply", "close the brackets");
}

}  // namespace
}  // namespace rheon::test
