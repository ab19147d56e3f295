// The functions caught, by their names in object files, and what they did before. Another signature there is a link error
// here: correct the name in this file and in cmake/RheonBench.cmake.
#pragma once

#include <memory>

#include "integrators/step_program.hpp"
#include "kernels/ali3p_kernel.hpp"
#include "kernels/projection_kernel.hpp"
#include "kernels/rate_kernel.hpp"
#include "kernels/redundant_rate_kernel.hpp"
#include "la/saddle_solver.hpp"
#include "rheon/expr/graph.hpp"
#include "rheon/model/system.hpp"

#define RHEON_EVALUATE "_ZNK5rheon6System8evaluateERKNS_5StateENS_4WantERNS_5TermsE"
#define RHEON_TAPE "_ZNK5rheon4expr4Tape8evaluateEPKdPdS4_"
#define RHEON_SADDLE "_ZN5rheon12SaddleSolverC1ERKNS_7PatternES3_S3_bdb"
#define RHEON_WEIGH "_ZN5rheon12SaddleSolver5weighERKSt6vectorIdSaIdEES5_"
#define RHEON_FACTOR "_ZN5rheon12SaddleSolver6factorERKSt6vectorIdSaIdEES5_"
#define RHEON_SOLVE "_ZN5rheon12SaddleSolver5solveERKSt6vectorIdSaIdEES5_PKdS7_PdS8_"
#define RHEON_AFRESH "_ZN5rheon12SaddleSolver12solve_afreshERKSt6vectorIdSaIdEES5_PKdS7_PdS8_"
#define RHEON_APPLY "_ZN5rheon12SaddleSolver5applyEPKdS2_PdS3_"
#define RHEON_AUGMENTED "_ZN5rheon12SaddleSolver15solve_augmentedEPd"
#define RHEON_RATE "_ZN5rheon10RateKernel3runEPKdPdS3_"
#define RHEON_REDUNDANT "_ZN5rheon19RedundantRateKernel3runEPKdPdS3_"
#define RHEON_STEP "_ZN5rheon11StepProgram3runERKNS_5StateEdPd"
#define RHEON_PROJECTION "_ZN5rheon16ProjectionKernel3runERKNS_5StateE"
#define RHEON_NEWTON "_ZN5rheon11Ali3pKernel7improveEb"
#define RHEON_VELOCITIES "_ZN5rheon11Ali3pKernel18project_velocitiesEv"
#define RHEON_ACCELERATIONS "_ZN5rheon11Ali3pKernel21project_accelerationsEv"
#define RHEON_MAKE "_ZN5rheon18make_linear_solverERKNS_7PatternEb"

namespace bench {

using rheon::Ali3pKernel;
using rheon::LinearSolver;
using rheon::Pattern;
using rheon::ProjectionKernel;
using rheon::RateKernel;
using rheon::RedundantRateKernel;
using rheon::SaddleSolver;
using rheon::SparseValues;
using rheon::State;
using rheon::Status;
using rheon::StepProgram;
using rheon::System;
using rheon::Terms;
using rheon::Want;
using rheon::expr::Tape;
using SolverPointer = std::unique_ptr<LinearSolver>;

Status real_evaluate(const System*, const State&, Want, Terms&) asm("__real_" RHEON_EVALUATE);
void real_tape(const Tape*, const double*, double*, double*) asm("__real_" RHEON_TAPE);
void real_saddle(SaddleSolver*, const Pattern&, const Pattern&, const Pattern&, bool, double,
                 bool) asm("__real_" RHEON_SADDLE);
void real_weigh(SaddleSolver*, const SparseValues&, const SparseValues&) asm("__real_" RHEON_WEIGH);
Status real_factor(SaddleSolver*, const SparseValues&, const SparseValues&) asm("__real_" RHEON_FACTOR);
Status real_solve(SaddleSolver*, const SparseValues&, const SparseValues&, const double*, const double*, double*,
                  double*) asm("__real_" RHEON_SOLVE);
Status real_afresh(SaddleSolver*, const SparseValues&, const SparseValues&, const double*, const double*, double*,
                   double*) asm("__real_" RHEON_AFRESH);
Status real_apply(SaddleSolver*, const double*, const double*, double*, double*) asm("__real_" RHEON_APPLY);
void real_augmented(SaddleSolver*, double*) asm("__real_" RHEON_AUGMENTED);
bool real_rate(RateKernel*, const double*, double*, double*) asm("__real_" RHEON_RATE);
bool real_redundant(RedundantRateKernel*, const double*, double*, double*) asm("__real_" RHEON_REDUNDANT);
bool real_step(StepProgram*, const State&, double, double*) asm("__real_" RHEON_STEP);
bool real_projection(ProjectionKernel*, const State&) asm("__real_" RHEON_PROJECTION);
bool real_newton(Ali3pKernel*, bool) asm("__real_" RHEON_NEWTON);
bool real_velocities(Ali3pKernel*) asm("__real_" RHEON_VELOCITIES);
bool real_accelerations(Ali3pKernel*) asm("__real_" RHEON_ACCELERATIONS);
SolverPointer real_make(const Pattern&, bool) asm("__real_" RHEON_MAKE);

}  // namespace bench
