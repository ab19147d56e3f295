# The models and reference solutions of the published examples, made into one source file at build time: the installed
# command needs no source tree. Sets rheon_embedded, the file. As a script (cmake -P) it writes that file.
#
# A reference solution is thinned: NAME:k keeps every k-th row, so that those of the papers are 0.2 s apart.

set(embedded_examples pendulum pursuit rolling_wheel two_masses)
set(embedded_benchmarks
  andrews andrews_angles bicycle bricard car_axis elastic_crank four_bar four_bar_spring four_bar_windows
  four_bar_windows_1 four_bar_windows_40 governor heavy_top pendulum_a01 pendulum_double pendulum_moving_pivot
  slider_crank slider_crank_free spinning_body)
set(embedded_references
  bicycle_eigenvalues:1 c_double_pendulum:4 c_four_bar_driven:4 c_free_body_dzhanibekov:4 c_heavy_top:4
  c_slider_crank_driven:4 c_slider_crank_free:4 iftomm_a01_10s:1 iftomm_a01_2000s:1 iftomm_a02_n1:2 iftomm_a02_n2:2
  iftomm_a02_n40:2 iftomm_a02_n1000:2 iftomm_a03:4 iftomm_a04:4 iftomm_a05:4 ivp_andrews:4 ivp_car_axis:4
  ivp_elastic_crank:4
  c_constant_speed_particle:10 c_pendulum_moving_pivot:4 c_simple_pendulum:4 s000_ex1_two_masses:4 s000_ex2_pursuit:8
  s000_ex3_wheel:8 s002_one_constraint:2 s002_sweep:1 s002_two_constraints:2 s003_spherical_compound_pendulum:4
  s004_ex1_appell_hamel:4 s004_ex2_parabola_10s:4 x_bennett:5 x_rolling_disc:8 x_two_wheels:5)

if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(rheon_embedded "${PROJECT_BINARY_DIR}/generated/embedded.cpp")
  file(GLOB embedded_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/models/*.yaml")
  foreach(example IN LISTS embedded_examples embedded_benchmarks)
    list(APPEND embedded_files "${PROJECT_SOURCE_DIR}/examples/${example}/model.yaml")
  endforeach()
  foreach(entry IN LISTS embedded_references)
    string(REGEX REPLACE ":.*" "" name "${entry}")
    list(APPEND embedded_files "${PROJECT_SOURCE_DIR}/tests/data/reference/${name}.csv")
  endforeach()
  add_custom_command(OUTPUT "${rheon_embedded}"
    COMMAND "${CMAKE_COMMAND}" "-DSOURCE=${PROJECT_SOURCE_DIR}" "-DOUTPUT=${rheon_embedded}"
            -P "${CMAKE_CURRENT_LIST_FILE}"
    DEPENDS ${embedded_files} "${CMAKE_CURRENT_LIST_FILE}"
    COMMENT "Embedding models and reference solutions" VERBATIM)
  return()
endif()

# ---- script -------------------------------------------------------------------------------------

set(models "")
file(GLOB model_files "${SOURCE}/models/*.yaml")
foreach(file IN LISTS model_files)
  get_filename_component(name "${file}" NAME_WE)
  file(READ "${file}" content)
  string(APPEND models "    {\"${name}\", R\"rheon(${content})rheon\"sv},\n")
endforeach()
foreach(example IN LISTS embedded_examples)
  file(READ "${SOURCE}/examples/${example}/model.yaml" content)
  string(APPEND models "    {\"${example}\", R\"rheon(${content})rheon\"sv},\n")
endforeach()

set(benchmarks "")
foreach(example IN LISTS embedded_benchmarks)
  file(READ "${SOURCE}/examples/${example}/model.yaml" content)
  string(APPEND benchmarks "    {\"${example}\", R\"rheon(${content})rheon\"sv},\n")
endforeach()

set(references "")
foreach(entry IN LISTS embedded_references)
  string(REPLACE ":" ";" entry "${entry}")
  list(GET entry 0 name)
  list(GET entry 1 keep)
  file(STRINGS "${SOURCE}/tests/data/reference/${name}.csv" lines)
  set(content "")
  set(number -1)   # the header is kept, then rows 0, k, 2k, ...
  foreach(line IN LISTS lines)
    math(EXPR remainder "${number} % ${keep}")
    if(number EQUAL -1 OR remainder EQUAL 0)
      string(APPEND content "${line}\n")
    endif()
    math(EXPR number "${number} + 1")
  endforeach()
  string(APPEND references "    {\"${name}\", R\"rheon(${content})rheon\"sv},\n")
endforeach()

file(WRITE "${OUTPUT}" "// Made by reproduction/embed.cmake; do not edit.
#include \"reproduction/embedded.hpp\"

namespace rheon::reproduction {

using namespace std::string_view_literals;  // lengths that nobody has to count

namespace {
constexpr EmbeddedText models[] = {
${models}};
constexpr EmbeddedText benchmarks[] = {
${benchmarks}};
constexpr EmbeddedText references[] = {
${references}};
}  // namespace

std::span<const EmbeddedText> embedded_models() { return models; }
std::span<const EmbeddedText> embedded_benchmarks() { return benchmarks; }
std::span<const EmbeddedText> embedded_references() { return references; }

}  // namespace rheon::reproduction
")
