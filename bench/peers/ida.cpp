// SUNDIALS IDA (BDF of variable order) on the stabilised index-2 equations (peers/dae.hpp), with a sparse Jacobian and KLU.
// Error control only. Methods: ggl; ggl-loose, where multipliers, which no error test sees, may hold up the iteration a
// thousand times less: needed at small tolerances with many bodies.
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_version.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <stdexcept>

#include "peers/dae.hpp"
#include "peers/driver.hpp"

namespace {

constexpr long most_steps = 100'000'000;

std::unique_ptr<peers::Dae> make_dae(const peers::Mechanism& m) {
  if (!m.skates.empty()) return peers::sleigh_dae(m);
  if (!m.discs.empty()) return peers::disc_dae(m);
  return m.planar ? peers::planar_dae(m) : peers::spatial_dae(m);
}

constexpr const char *plain = "ggl", *loose = "ggl-loose";
constexpr double looser_multipliers = 1e3;

class IdaEngine : public peers::Engine {
 public:
  IdaEngine(const peers::Mechanism& m, const peers::Setting& setting);
  ~IdaEngine() override;
  IdaEngine(const IdaEngine&) = delete;
  IdaEngine& operator=(const IdaEngine&) = delete;

  void reset() override;
  void advance(double t) override {
    double reached = 0.0;
    const int flag = IDASolve(memory_, t, &reached, y_, yp_, IDA_NORMAL);
    if (flag < 0)
      throw std::runtime_error("IDASolve gave " + std::to_string(flag) + " at t = " + std::to_string(reached));
  }
  void state(peers::State& s) override { dae_->state(NV_DATA_S(y_), s); }
  long steps() const override {
    long count = 0;
    IDAGetNumSteps(memory_, &count);
    return count;
  }
  std::string version() const override { return "SUNDIALS " SUNDIALS_VERSION " IDA"; }

 private:
  void set_tolerances();
  static int call_residual(realtype, N_Vector y, N_Vector yp, N_Vector r, void* self) {
    static_cast<IdaEngine*>(self)->dae_->residual(NV_DATA_S(y), NV_DATA_S(yp), NV_DATA_S(r));
    return 0;
  }
  static int call_jacobian(realtype, realtype cj, N_Vector y, N_Vector yp, N_Vector, SUNMatrix J, void* self, N_Vector,
                           N_Vector, N_Vector);

  std::unique_ptr<peers::Dae> dae_;
  double tolerance_, looser_;
  int n_;
  SUNContext context_ = nullptr;
  void* memory_ = nullptr;
  N_Vector y_ = nullptr, yp_ = nullptr, differential_ = nullptr;
  SUNMatrix matrix_ = nullptr;
  SUNLinearSolver solver_ = nullptr;
  peers::FixedPattern pattern_;
};

IdaEngine::IdaEngine(const peers::Mechanism& m, const peers::Setting& setting)
    : dae_(make_dae(m)),
      tolerance_(setting.tolerance),
      looser_(setting.method == loose ? looser_multipliers : 1.0),
      n_(dae_->size()) {
  SUNContext_Create(nullptr, &context_);
  for (N_Vector* v : {&y_, &yp_, &differential_}) *v = N_VNew_Serial(n_, context_);
  dae_->jacobian(1.0, dae_->y0.data(), dae_->yp0.data(), pattern_);
  pattern_.finish(n_);
}

IdaEngine::~IdaEngine() {
  if (memory_ != nullptr) IDAFree(&memory_);
  if (solver_ != nullptr) SUNLinSolFree(solver_);
  if (matrix_ != nullptr) SUNMatDestroy(matrix_);
  for (N_Vector v : {y_, yp_, differential_}) N_VDestroy(v);
  SUNContext_Free(&context_);
}

int IdaEngine::call_jacobian(realtype, realtype cj, N_Vector y, N_Vector yp, N_Vector, SUNMatrix J, void* self,
                             N_Vector, N_Vector, N_Vector) {
  auto& engine = *static_cast<IdaEngine*>(self);
  const auto& matrix = engine.pattern_.matrix();
  std::copy_n(matrix.outerIndexPtr(), engine.n_ + 1, SM_INDEXPTRS_S(J));
  std::copy_n(matrix.innerIndexPtr(), matrix.nonZeros(), SM_INDEXVALS_S(J));
  engine.pattern_.begin(SM_DATA_S(J));
  engine.dae_->jacobian(cj, NV_DATA_S(y), NV_DATA_S(yp), engine.pattern_);
  return 0;
}

void IdaEngine::set_tolerances() {
  N_Vector absolute = N_VClone(y_);
  for (int i = 0; i < n_; ++i) NV_Ith_S(absolute, i) = (i < dae_->differential ? 1.0 : looser_) * tolerance_;
  IDASVtolerances(memory_, tolerance_, absolute);  // copies them
  N_VDestroy(absolute);
}

void IdaEngine::reset() {
  std::copy(dae_->y0.begin(), dae_->y0.end(), NV_DATA_S(y_));
  std::copy(dae_->yp0.begin(), dae_->yp0.end(), NV_DATA_S(yp_));
  if (memory_ != nullptr) {
    IDAReInit(memory_, 0.0, y_, yp_);
    return;
  }
  for (int i = 0; i < n_; ++i) NV_Ith_S(differential_, i) = i < dae_->differential ? 1.0 : 0.0;
  memory_ = IDACreate(context_);
  IDAInit(memory_, call_residual, 0.0, y_, yp_);
  set_tolerances();
  IDASetUserData(memory_, this);
  IDASetId(memory_, differential_);
  IDASetSuppressAlg(memory_, SUNTRUE);
  IDASetMaxNumSteps(memory_, most_steps);
  matrix_ = SUNSparseMatrix(n_, n_, pattern_.matrix().nonZeros(), CSC_MAT, context_);
  solver_ = SUNLinSol_KLU(y_, matrix_, context_);
  IDASetLinearSolver(memory_, solver_, matrix_);
  IDASetJacFn(memory_, call_jacobian);
}

std::unique_ptr<peers::Engine> make_engine(const peers::Mechanism& m, const peers::Setting& setting) {
  if (setting.method != plain && setting.method != loose)
    throw std::runtime_error("IDA has no method \"" + setting.method + "\"");
  return std::make_unique<IdaEngine>(m, setting);
}

}  // namespace

int main(int argc, char** argv) { return peers::run(argc, argv, make_engine); }
