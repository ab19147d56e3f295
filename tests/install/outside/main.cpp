// Uses the installed headers and library; what it prints is checked by ../test_install_full.py.
#include <cstdio>
#include <rheon/rheon.hpp>

// Two masses that must keep equal velocities, one of them pushed: the force between them is f m2 / (m1 + m2) = 5/6 N.
constexpr const char* text = R"yaml(rheon: 1
name: Two masses
parameters: {m1: 7 kg, m2: 5 kg, f: 2 N}
coordinates: [x1, x2]
kinetic: m1/2*x1'^2 + m2/2*x2'^2
forces: {x1: f}
constraints: {together: x1' - x2' = 0}
outputs: {f_c: "reaction(together, x2)"}
)yaml";

int main() {
  try {
    const rheon::System system(rheon::read_model_text(text, "two_masses.yaml"));
    rheon::RunRequest request;
    request.formulation = "ali3p";
    request.step = 0.01;
    request.duration = 1.0;
    const rheon::Results results = rheon::run(system, request);
    const int channel = results.find("f_c");
    if (channel < 0) return 1;
    std::printf("f_c = %.4f N after %lld steps\n", results.at(results.rows() - 1, static_cast<std::size_t>(channel)),
                results.summary.steps);
  } catch (const rheon::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
