# The engines of the race (bench/race.py): rheon, and those of its peers whose libraries are found. Each is one program,
# race_NAME, of bench/peers/NAME.cpp and what they share.
add_custom_target(race_all)

set(peers_folder "${PROJECT_SOURCE_DIR}/bench/peers")
add_library(race_common STATIC EXCLUDE_FROM_ALL
  "${peers_folder}/mechanism.cpp" "${peers_folder}/problems.cpp" "${peers_folder}/references.cpp"
  "${peers_folder}/dense_reference.cpp" "${peers_folder}/spatial_reference.cpp" "${peers_folder}/natural.cpp" "${peers_folder}/driver.cpp")
rheon_settings(race_common)
target_include_directories(race_common PUBLIC "${PROJECT_SOURCE_DIR}/bench")
target_link_libraries(race_common PUBLIC Eigen3::Eigen nlohmann_json::nlohmann_json)

# race_program(NAME SOURCES...)
function(race_program name)
  set(target "race_${name}")
  list(TRANSFORM ARGN PREPEND "${peers_folder}/" OUTPUT_VARIABLE sources)
  add_executable(${target} EXCLUDE_FROM_ALL ${sources})
  rheon_settings(${target})
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bench")
  target_link_libraries(${target} PRIVATE race_common)
  add_dependencies(race_all ${target})
endfunction()

race_program(reference reference_main.cpp)

race_program(rheon rheon.cpp rheon_motion.cpp rheon_text.cpp)
target_include_directories(race_rheon PRIVATE "${PROJECT_SOURCE_DIR}/src")
target_link_libraries(race_rheon PRIVATE rheon_inside fmt::fmt)
if(RHEON_BUILD_TESTS)  # it leans on the inside of the library: changes there shall not leave it behind
  set_target_properties(race_rheon PROPERTIES EXCLUDE_FROM_ALL FALSE)
endif()

find_package(Simbody QUIET)
if(Simbody_FOUND)
  race_program(simbody simbody.cpp)
  target_include_directories(race_simbody SYSTEM PRIVATE ${Simbody_INCLUDE_DIR})
  target_link_libraries(race_simbody PRIVATE ${Simbody_LIBRARIES})
  set_target_properties(race_simbody PROPERTIES CXX_STANDARD 17)  # its headers do not compile as C++20
else()
  message(STATUS "race: Simbody (libsimbody-dev) is not installed, left out")
endif()

find_path(MUJOCO_INCLUDE mujoco/mujoco.h)
find_library(MUJOCO_LIBRARY mujoco)
if(MUJOCO_INCLUDE AND MUJOCO_LIBRARY)
  race_program(mujoco mujoco.cpp mujoco_text.cpp)
  target_include_directories(race_mujoco SYSTEM PRIVATE "${MUJOCO_INCLUDE}")
  target_link_libraries(race_mujoco PRIVATE "${MUJOCO_LIBRARY}")
else()
  message(STATUS "race: MuJoCo (libmujoco-dev) is not installed, left out")
endif()

find_path(SUNDIALS_INCLUDE ida/ida.h)
find_path(KLU_HEADERS klu.h PATH_SUFFIXES suitesparse)
set(ida_found TRUE)
foreach(part ida nvecserial sunmatrixsparse sunlinsolklu)
  find_library(SUNDIALS_${part} sundials_${part})
  if(NOT SUNDIALS_${part})
    set(ida_found FALSE)
  endif()
endforeach()
if(SUNDIALS_INCLUDE AND KLU_HEADERS AND ida_found)
  race_program(ida ida.cpp planar_dae.cpp spatial_dae.cpp rolling_dae.cpp)
  target_include_directories(race_ida SYSTEM PRIVATE "${SUNDIALS_INCLUDE}" "${KLU_HEADERS}")
  target_link_libraries(race_ida PRIVATE "${SUNDIALS_ida}" "${SUNDIALS_nvecserial}" "${SUNDIALS_sunmatrixsparse}"
    "${SUNDIALS_sunlinsolklu}" KLU::KLU)
else()
  message(STATUS "race: SUNDIALS IDA (libsundials-dev) is not installed, left out")
endif()
mark_as_advanced(MUJOCO_INCLUDE MUJOCO_LIBRARY SUNDIALS_INCLUDE KLU_HEADERS SUNDIALS_ida SUNDIALS_nvecserial
  SUNDIALS_sunmatrixsparse SUNDIALS_sunlinsolklu)
