#include "rheon/analysis/reproduce.hpp"
namespace rheon {
Conformance conformance(const ModelReader&, const ReproduceMonitor&) { return {}; }
std::string to_text(const Conformance&) { return {}; }
std::string to_json(const Conformance&) { return {}; }
std::string to_markdown(const Conformance&) { return {}; }
}
