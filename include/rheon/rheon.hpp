// All of rheon's public interface.
//
//   rheon::System system(rheon::read_model("model.yaml"));
//   rheon::Results results = rheon::run(system, {});
//   rheon::write_results(results, "motion.csv");
#pragma once

#include "rheon/analysis/check.hpp"
#include "rheon/analysis/compare.hpp"
#include "rheon/analysis/kinematics.hpp"
#include "rheon/analysis/linearise.hpp"
#include "rheon/analysis/statics.hpp"
#include "rheon/analysis/tune.hpp"
#include "rheon/core/error.hpp"
#include "rheon/core/options.hpp"
#include "rheon/core/parallel.hpp"
#include "rheon/core/status.hpp"
#include "rheon/core/units.hpp"
#include "rheon/expr/graph.hpp"
#include "rheon/expr/syntax.hpp"
#include "rheon/formulations/kind.hpp"
#include "rheon/integrators/kind.hpp"
#include "rheon/io/mechanism.hpp"
#include "rheon/io/model_reader.hpp"
#include "rheon/io/result_reader.hpp"
#include "rheon/io/result_writer.hpp"
#include "rheon/io/series_reader.hpp"
#include "rheon/mechanism/kinds.hpp"
#include "rheon/model/model.hpp"
#include "rheon/model/state.hpp"
#include "rheon/model/system.hpp"
#include "rheon/report/report.hpp"
#include "rheon/report/view.hpp"
#include "rheon/sim/checkpoint.hpp"
#include "rheon/sim/initial.hpp"
#include "rheon/sim/results.hpp"
#include "rheon/sim/run.hpp"
#include "rheon/sim/runs.hpp"
#include "rheon/sim/stepper.hpp"
