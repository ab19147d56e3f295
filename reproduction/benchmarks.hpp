// Public benchmark problems of multibody dynamics under every formulation that applies: what each problem prescribes to
// be measured, the bound, the error found and the processor time.
#pragma once

#include <string>
#include <vector>

#include "reproduction/reproduce.hpp"

namespace rheon {

struct BenchmarkRequest {
  std::vector<std::string> problems;  ///< empty: all; see benchmark_names()
  bool long_runs = false;             ///< also what takes more than about twenty seconds
};

enum class BenchmarkVerdict : unsigned char {
  met,
  missed,
  stopped,  ///< the run did not come to its end
  refused,  ///< the formulation does not take on this model
  left_out  ///< takes long and was not asked for, or interrupted
};
std::string_view to_text(BenchmarkVerdict verdict);  ///< `met`, `missed`, `stopped`, `refused`, `left out`

/// One problem, one method to solve it, one prescribed measure.
struct BenchmarkRow {
  std::string problem;                  ///< as benchmark_names() has it
  std::string metric;                   ///< what is measured
  std::string formulation, integrator;  ///< `linearise` and "" for eigenvalues
  std::string options;                  ///< other than the defaults: `multipliers=none`
  double step = 0.0, tolerance = 0.0;   ///< one of them; none for eigenvalues
  double error = 0.0;                   ///< nan if there is none
  std::string unit;                     ///< of the error; "" if it is relative
  std::string bound;                    ///< text with the unit
  BenchmarkVerdict verdict = BenchmarkVerdict::left_out;
  std::string reason;        ///< why it is not met
  bool foreseen = false;     ///< missed or stopped for a reason that is known beforehand
  double cpu_seconds = 0.0;  ///< of the run alone, without reading the model
};

struct Benchmarks {
  std::vector<BenchmarkRow> rows;
};

std::vector<std::string> benchmark_names();

/// Throws UsageError for an unknown problem. A monitor that returns false leaves out the rest.
Benchmarks benchmarks(const ModelReader& reader, const BenchmarkRequest& request = {},
                      const ReproduceMonitor& monitor = {});

std::string to_text(const Benchmarks& benchmarks);
std::string to_json(const Benchmarks& benchmarks);
std::string to_markdown(const Benchmarks& benchmarks);

}  // namespace rheon
