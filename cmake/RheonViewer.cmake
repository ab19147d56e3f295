# The report page: built from viewer/ with node and npm, and embedded in the library (src/report/viewer_template.cpp).
#   RHEON_VIEWER=OFF            a library without it: `rheon report` and its like say so
#   RHEON_VIEWER_TEMPLATE=FILE  a page that was built elsewhere, where there is no npm
option(RHEON_VIEWER "Embed the report page" ON)
set(RHEON_VIEWER_TEMPLATE "" CACHE FILEPATH "The built report page, where it shall not be built here")
if(NOT RHEON_VIEWER)
  return()
endif()

set(viewer_file "${RHEON_VIEWER_TEMPLATE}")
if(NOT viewer_file)
  find_program(NPM_PROGRAM npm)
  mark_as_advanced(NPM_PROGRAM)
  if(NOT NPM_PROGRAM)
    message(FATAL_ERROR "npm is missing, which builds the report page: install nodejs and npm, or name a built page "
      "with -DRHEON_VIEWER_TEMPLATE=FILE, or leave the page out with -DRHEON_VIEWER=OFF")
  endif()
  set(viewer_file "${PROJECT_BINARY_DIR}/generated/viewer.html")
  set(viewer_folder "${PROJECT_SOURCE_DIR}/viewer")
  file(GLOB_RECURSE viewer_sources CONFIGURE_DEPENDS "${viewer_folder}/src/*")
  add_custom_command(OUTPUT "${viewer_file}"
    COMMAND "${viewer_folder}/build" "${viewer_file}"
    DEPENDS ${viewer_sources} "${viewer_folder}/build" "${viewer_folder}/index.html" "${viewer_folder}/package.json"
            "${viewer_folder}/package-lock.json" "${viewer_folder}/tsconfig.json" "${viewer_folder}/vite.config.ts"
    COMMENT "Building the report page" VERBATIM)
endif()
set_source_files_properties("${PROJECT_SOURCE_DIR}/src/report/viewer_template.cpp" PROPERTIES
  COMPILE_DEFINITIONS "RHEON_VIEWER_FILE=\"${viewer_file}\""
  OBJECT_DEPENDS "${viewer_file}"
  SKIP_PRECOMPILE_HEADERS ON)
