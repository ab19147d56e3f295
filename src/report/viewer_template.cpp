#include "report/viewer_template.hpp"

// The assembler takes in the file as it is: no compiler has to read a megabyte of text. RHEON_VIEWER_FILE is set for this
// source alone, which is compiled anew when the file changes.
#ifdef RHEON_VIEWER_FILE
asm(R"(
  .pushsection .rodata
  .local rheon_viewer_begin, rheon_viewer_end
rheon_viewer_begin:
  .incbin ")" RHEON_VIEWER_FILE R"("
rheon_viewer_end:
  .byte 0
  .popsection
)");
extern "C" {
extern const char rheon_viewer_begin, rheon_viewer_end;
}
#endif

namespace rheon::report {

std::string_view viewer_template() {
#ifdef RHEON_VIEWER_FILE
  const char* const begin = &rheon_viewer_begin;
  return {begin, static_cast<std::size_t>(&rheon_viewer_end - begin)};
#else
  return {};
#endif
}

}  // namespace rheon::report
