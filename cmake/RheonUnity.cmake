# Files compiled a few at a time: most of what a file costs are the templates that its neighbours need too.
option(RHEON_UNITY "Compile the files of a folder a few at a time: the first build is much shorter" ON)

# rheon_compile_together(TARGET PATTERN [APART FILE...]): the files of a folder that match, but for those APART, eight at a
# time. Names at file scope must then differ among them; the compiler tells where they do not.
function(rheon_compile_together target pattern)
  if(NOT RHEON_UNITY)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 2 argument "" "" "APART")
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${pattern}")
  get_filename_component(folder "${pattern}" DIRECTORY)
  list(TRANSFORM argument_APART PREPEND "${PROJECT_SOURCE_DIR}/${folder}/")
  list(REMOVE_ITEM sources ${argument_APART})
  string(REGEX REPLACE "[/_]?\\*\\.cpp$" "" name "${pattern}")
  string(MAKE_C_IDENTIFIER "${name}" name)
  set(number 0)
  foreach(source IN LISTS sources)
    math(EXPR group "${number} / 8")
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${name}_${group}")
    math(EXPR number "${number} + 1")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # A class of one source may hold what is local to it; the compiler takes sources that are included for headers.
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()
