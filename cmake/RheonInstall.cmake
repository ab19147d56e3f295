# What `cmake --install` puts where: the library with its CMake package and rheon.pc, headers, the programs, documents.
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/rheon")

install(TARGETS rheon EXPORT rheonTargets
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/rheon" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING PATTERN "*.hpp")
if(TARGET rheon_cli)
  # A run path only where the library is shared, and the same one in the build tree: CMake would pad a shorter one with
  # colons until the installation, and the loader reads an empty entry as the current folder.
  if(BUILD_SHARED_LIBS)
    file(RELATIVE_PATH bin_to_lib "/${CMAKE_INSTALL_BINDIR}" "/${CMAKE_INSTALL_LIBDIR}")
    set_target_properties(rheon PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin/${bin_to_lib}")
    set_target_properties(rheon_cli rheon_reproduce PROPERTIES BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN/${bin_to_lib}")
  endif()
  install(TARGETS rheon_cli rheon_reproduce RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()

# ---- CMake package ------------------------------------------------------------------------------

install(EXPORT rheonTargets NAMESPACE rheon:: DESTINATION "${package_dir}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/rheonConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/rheonConfig.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/rheonConfigVersion.cmake" COMPATIBILITY ${rheon_compatibility})
install(FILES
  "${PROJECT_BINARY_DIR}/rheonConfig.cmake"
  "${PROJECT_BINARY_DIR}/rheonConfigVersion.cmake"
  "${PROJECT_SOURCE_DIR}/cmake/FindHDF5C.cmake"
  "${PROJECT_SOURCE_DIR}/cmake/FindKLU.cmake"
  DESTINATION "${package_dir}")

# ---- pkg-config ---------------------------------------------------------------------------------

# Paths relative to the file: the prefix is known only when installing.
file(RELATIVE_PATH pc_to_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" pc_to_prefix "${pc_to_prefix}")
get_filename_component(hdf5_name "${HDF5C_LIBRARY}" NAME_WE)
string(REGEX REPLACE "^lib" "" hdf5_name "${hdf5_name}")
set(pc_dependencies "-lfmt -lyaml-cpp -l${hdf5_name} -lklu -lz")
if(BUILD_SHARED_LIBS)
  set(pc_libs "")
  set(pc_libs_private "${pc_dependencies}")
else()
  # The archive names no dependencies itself: whoever links it needs them.
  set(pc_libs " ${pc_dependencies}")
  set(pc_libs_private "")
endif()
configure_file("${PROJECT_SOURCE_DIR}/cmake/rheon.pc.in" "${PROJECT_BINARY_DIR}/rheon.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/rheon.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

# ---- documents ----------------------------------------------------------------------------------

install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/CHANGELOG.md"
  DESTINATION "${CMAKE_INSTALL_DOCDIR}" OPTIONAL)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs/" DESTINATION "${CMAKE_INSTALL_DOCDIR}" OPTIONAL
  PATTERN "adr" EXCLUDE)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/examples" DESTINATION "${CMAKE_INSTALL_DATADIR}/rheon" OPTIONAL)
