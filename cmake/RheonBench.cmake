# Every bench/NAME.cpp becomes the program bench_NAME; bench/support/*.cpp is shared by all.
# Nothing here is part of a plain build, but for race_rheon where there are tests: name bench_all, race_all or a program.
find_package(benchmark)
if(NOT benchmark_FOUND)
  message(STATUS "benchmarks: Google Benchmark (libbenchmark-dev) is missing: left out")
  return()
endif()

# Calls that bench/support/trace.cpp catches on their way into the library (which must be static for that).
set(bench_caught
  _ZNK5rheon6System8evaluateERKNS_5StateENS_4WantERNS_5TermsE
  _ZNK5rheon4expr4Tape8evaluateEPKdPdS4_
  _ZN5rheon12SaddleSolverC1ERKNS_7PatternES3_S3_bdb
  _ZN5rheon12SaddleSolver5weighERKSt6vectorIdSaIdEES5_
  _ZN5rheon12SaddleSolver6factorERKSt6vectorIdSaIdEES5_
  _ZN5rheon12SaddleSolver5solveERKSt6vectorIdSaIdEES5_PKdS7_PdS8_
  _ZN5rheon12SaddleSolver12solve_afreshERKSt6vectorIdSaIdEES5_PKdS7_PdS8_
  _ZN5rheon12SaddleSolver5applyEPKdS2_PdS3_
  _ZN5rheon12SaddleSolver15solve_augmentedEPd
  _ZN5rheon18make_linear_solverERKNS_7PatternEb
  _ZN5rheon10RateKernel3runEPKdPdS3_
  _ZN5rheon19RedundantRateKernel3runEPKdPdS3_
  _ZN5rheon11StepProgram3runERKNS_5StateEdPd
  _ZN5rheon16ProjectionKernel3runERKNS_5StateE
  _ZN5rheon11Ali3pKernel7improveEb
  _ZN5rheon11Ali3pKernel18project_velocitiesEv
  _ZN5rheon11Ali3pKernel21project_accelerationsEv)

string(TOUPPER "${CMAKE_BUILD_TYPE}" bench_build_type)
file(GLOB bench_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/bench/*.cpp")
file(GLOB bench_support CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/bench/support/*.cpp")

add_custom_target(bench_all)
foreach(source IN LISTS bench_sources)
  get_filename_component(name "${source}" NAME_WE)
  set(target "bench_${name}")
  add_executable(${target} EXCLUDE_FROM_ALL "${source}" ${bench_support})
  rheon_settings(${target})
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bench")
  target_include_directories(${target} PRIVATE
    "${PROJECT_SOURCE_DIR}/bench" "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/tests")
  target_compile_definitions(${target} PRIVATE RHEON_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
    RHEON_BENCH_FLAGS="${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${bench_build_type}}")
  target_link_libraries(${target} PRIVATE rheon_inside fmt::fmt nlohmann_json::nlohmann_json benchmark::benchmark)
  foreach(symbol IN LISTS bench_caught)
    target_link_options(${target} PRIVATE "LINKER:--wrap=${symbol}")
  endforeach()
  add_dependencies(bench_all ${target})
endforeach()

include(RheonPeers)
