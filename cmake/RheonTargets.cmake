# What every target of rheon is compiled with.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Type of build" FORCE)
endif()

# docs/versioning.md: before 1.0 a minor version may break the sources of programs, from then on a major one; binaries are
# compiled anew for each minor version.
set(rheon_soversion "${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(rheon_compatibility SameMinorVersion)
else()
  set(rheon_compatibility SameMajorVersion)
endif()

find_program(CCACHE_PROGRAM ccache)
mark_as_advanced(CCACHE_PROGRAM)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # with precompiled headers ccache asks for these two leniencies; nothing here uses __TIME__ or macros from outside
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros "${CCACHE_PROGRAM}")
endif()

include(CheckPIESupported)
check_pie_supported()

function(rheon_settings target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fpch-preprocess)  # lets ccache see through precompiled headers
    # The compiler looks for what it may forget once it holds 512 MB rather than 128: a twentieth of its time.
    target_compile_options(${target} PRIVATE --param=ggc-min-heapsize=524288)
  endif()
  target_compile_definitions(${target} PRIVATE RHEON_VERSION="${PROJECT_VERSION}")
  # Symbols are hidden but for what RHEON_API marks (include/rheon/core/api.hpp).
  set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  # Same input, same bits: no contraction into fused multiply-add, no fast-math.
  target_compile_options(${target} PRIVATE -ffp-contract=off -fno-fast-math)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
    -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual)
  if(RHEON_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  # Files of strangers are read here. Programs are position independent by CMAKE_POSITION_INDEPENDENT_CODE; the linker makes
  # the tables of addresses read-only before main (full RELRO). tests/tools/test_binaries.py reads the results.
  target_compile_options(${target} PRIVATE -fstack-protector-strong)
  target_link_options(${target} PRIVATE "LINKER:-z,relro,-z,now,-z,noexecstack")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # These come from the optimiser and change with its level. The first is wrong in g++ 12 for sums of strings
    # (GCC bug 105651); the others are often wrong inside Eigen: seen, not fatal.
    target_compile_options(${target} PRIVATE
      -Wno-restrict
      -Wno-error=maybe-uninitialized -Wno-error=array-bounds
      -Wno-error=stringop-overflow -Wno-error=stringop-overread)
  endif()
  if(RHEON_SANITIZE)
    # The four left out stand at every access and every call, and nearly double the time of compiling. What they would
    # find, others do: a null pointer stops the program anyway, the address sanitizer watches bounds, and nothing here
    # casts pointers to where they could be misaligned or of another class.
    target_compile_options(${target} PRIVATE
      -fsanitize=${RHEON_SANITIZE} -fno-sanitize=null,alignment,vptr,object-size
      -fno-sanitize-recover=all -fno-omit-frame-pointer)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
      # Eigen adds offsets to the null pointer of an empty matrix, and reads nothing there.
      target_compile_options(${target} PRIVATE -fno-sanitize=pointer-overflow)
    endif()
    target_link_options(${target} PRIVATE -fsanitize=${RHEON_SANITIZE})
  endif()
  if(RHEON_COVERAGE)
    target_compile_options(${target} PRIVATE --coverage -fprofile-update=atomic)
    target_link_options(${target} PRIVATE --coverage)
  endif()
endfunction()

# What a shared librheon shows: rheon's own symbols alone, not those of the templates that it instantiates.
# rheon_inside: the library for programs that reach behind the public headers (tests, fuzz targets, benchmarks). Where the
# library is shared it hides that, and they link its objects as an archive.
function(rheon_library_symbols)
  if(NOT BUILD_SHARED_LIBS)
    add_library(rheon_inside INTERFACE)
    target_link_libraries(rheon_inside INTERFACE rheon::rheon)
    return()
  endif()
  set(map "${PROJECT_SOURCE_DIR}/cmake/rheon.map")
  target_link_options(rheon PRIVATE "LINKER:--version-script=${map}")
  set_property(TARGET rheon APPEND PROPERTY LINK_DEPENDS "${map}")
  set_target_properties(rheon PROPERTIES DEFINE_SYMBOL "")  # objects are the same as for an archive
  add_library(rheon_inside STATIC EXCLUDE_FROM_ALL "$<TARGET_OBJECTS:rheon>")
  set_target_properties(rheon_inside PROPERTIES LINKER_LANGUAGE CXX)
  target_include_directories(rheon_inside INTERFACE "${PROJECT_SOURCE_DIR}/include")
  target_compile_features(rheon_inside INTERFACE cxx_std_20)
  target_link_libraries(rheon_inside INTERFACE Eigen3::Eigen fmt::fmt yaml-cpp HDF5C::HDF5C KLU::KLU ZLIB::ZLIB)
endfunction()

# For programs around the library, whose own code needs no optimisation. The library is linked before them: of templates
# that both have compiled the linker takes the first, so that the library runs as fast as the preset says.
function(rheon_outer_settings target)
  if(RHEON_OUTER_OPTIONS)
    target_compile_options(${target} PRIVATE ${RHEON_OUTER_OPTIONS})
    if(NOT BUILD_SHARED_LIBS)
      target_link_options(${target} PRIVATE "LINKER:--whole-archive,$<TARGET_FILE:rheon>,--no-whole-archive")
    endif()
  endif()
endfunction()
