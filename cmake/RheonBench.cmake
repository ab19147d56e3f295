# Every bench/NAME.cpp becomes the Google Benchmark program bench_NAME; bench/support/*.cpp is shared by all.
find_package(benchmark REQUIRED)

file(GLOB bench_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/bench/*.cpp")
file(GLOB bench_support CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/bench/support/*.cpp")

add_custom_target(bench_all)
foreach(source IN LISTS bench_sources)
  get_filename_component(name "${source}" NAME_WE)
  set(target "bench_${name}")
  add_executable(${target} "${source}" ${bench_support})
  rheon_settings(${target})
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bench")
  target_include_directories(${target} PRIVATE
    "${PROJECT_SOURCE_DIR}/bench" "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/tests")
  target_compile_definitions(${target} PRIVATE RHEON_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_libraries(${target} PRIVATE rheon::rheon fmt::fmt benchmark::benchmark)
  add_dependencies(bench_all ${target})
endforeach()
