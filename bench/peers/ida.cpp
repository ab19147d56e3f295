// SUNDIALS IDA (BDF of variable order) on the stabilised index-2 equations in natural coordinates, y = [q v mu lambda],
// with an analytic sparse Jacobian (without the stiffness of springs) and KLU. Error control only; method: ggl.
//
//   q' = v - Phi_q^T mu,   M v' = Q - Phi_q^T lambda,   Phi = 0,   Phi_q v = 0
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_version.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <Eigen/Sparse>
#include <Eigen/SparseLU>
#include <stdexcept>

#include "peers/driver.hpp"
#include "peers/natural.hpp"

namespace {

using peers::NaturalModel;
using peers::Vec2;
using Triplet = Eigen::Triplet<double>;

constexpr long most_steps = 100'000'000;

/// A sparse matrix whose entries are put in the same order again and again: the first time their places are recorded.
class FixedPattern {
 public:
  void put(int row, int column, double value) {
    if (values_ == nullptr)
      triplets_.emplace_back(row, column, 1.0);
    else
      values_[slot_[cursor_++]] += value;
  }
  void finish(int n) {
    matrix_.resize(n, n);
    matrix_.setFromTriplets(triplets_.begin(), triplets_.end());
    matrix_.makeCompressed();
    for (const Triplet& t : triplets_) {
      int k = matrix_.outerIndexPtr()[t.col()];
      while (matrix_.innerIndexPtr()[k] != t.row()) ++k;
      slot_.push_back(static_cast<std::size_t>(k));
    }
  }
  void begin(double* values) {
    values_ = values;
    std::fill(values_, values_ + matrix_.nonZeros(), 0.0);
    cursor_ = 0;
  }
  const Eigen::SparseMatrix<double>& matrix() const { return matrix_; }

 private:
  Eigen::SparseMatrix<double> matrix_;
  std::vector<Triplet> triplets_;
  std::vector<std::size_t> slot_;
  std::size_t cursor_ = 0;
  double* values_ = nullptr;
};

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
  void state(peers::State& s) override { model_.state(NV_DATA_S(y_), NV_DATA_S(y_) + nq_, s); }
  long steps() const override {
    long count = 0;
    IDAGetNumSteps(memory_, &count);
    return count;
  }
  std::string version() const override { return "SUNDIALS " SUNDIALS_VERSION " IDA"; }

 private:
  void find_start();
  void jacobian(double cj, const double* y);
  void residual(const double* y, const double* yp, double* r);
  static int call_residual(realtype, N_Vector y, N_Vector yp, N_Vector r, void* self) {
    static_cast<IdaEngine*>(self)->residual(NV_DATA_S(y), NV_DATA_S(yp), NV_DATA_S(r));
    return 0;
  }
  static int call_jacobian(realtype, realtype cj, N_Vector y, N_Vector, N_Vector, SUNMatrix J, void* self, N_Vector,
                           N_Vector, N_Vector);

  NaturalModel model_;
  double tolerance_;
  int nq_, nc_, n_;
  SUNContext context_ = nullptr;
  void* memory_ = nullptr;
  N_Vector y_ = nullptr, yp_ = nullptr, differential_ = nullptr;
  SUNMatrix matrix_ = nullptr;
  SUNLinearSolver solver_ = nullptr;
  std::vector<double> force_, y0_, yp0_;
  FixedPattern pattern_;
};

IdaEngine::IdaEngine(const peers::Mechanism& m, const peers::Setting& setting)
    : model_(m),
      tolerance_(setting.tolerance),
      nq_(model_.coordinates()),
      nc_(model_.constraints()),
      n_(2 * nq_ + 2 * nc_),
      force_(static_cast<std::size_t>(nq_)) {
  SUNContext_Create(nullptr, &context_);
  for (N_Vector* v : {&y_, &yp_, &differential_}) *v = N_VNew_Serial(n_, context_);
  find_start();
  jacobian(1.0, y0_.data());
  pattern_.finish(n_);
}

IdaEngine::~IdaEngine() {
  if (memory_ != nullptr) IDAFree(&memory_);
  if (solver_ != nullptr) SUNLinSolFree(solver_);
  if (matrix_ != nullptr) SUNMatDestroy(matrix_);
  for (N_Vector v : {y_, yp_, differential_}) N_VDestroy(v);
  SUNContext_Free(&context_);
}

/// Consistent v' and lambda at t = 0 from the index-1 equations.
void IdaEngine::find_start() {
  const double *q = model_.q0.data(), *v = model_.v0.data();
  std::vector<Triplet> entries;
  Eigen::VectorXd right = Eigen::VectorXd::Zero(nq_ + nc_);
  for (const auto& e : model_.mass) entries.emplace_back(e.row, e.column, e.value);
  model_.force(q, right.data());
  for (int k = 0; k < nc_; ++k) {
    const auto& link = model_.links[static_cast<std::size_t>(k)];
    const Vec2 d = model_.position(link.j, q) - model_.position(link.i, q);
    for (const auto& [p, sign] : {std::pair{link.j, 1.0}, std::pair{link.i, -1.0}})
      for (int x = 0; x < 2 && model_.point(p).q >= 0; ++x) {
        entries.emplace_back(nq_ + k, model_.point(p).q + x, sign * d[x]);
        entries.emplace_back(model_.point(p).q + x, nq_ + k, sign * d[x]);
      }
    right[nq_ + k] = -(model_.velocity(link.j, v) - model_.velocity(link.i, v)).squaredNorm();
  }
  Eigen::SparseMatrix<double> matrix(nq_ + nc_, nq_ + nc_);
  matrix.setFromTriplets(entries.begin(), entries.end());
  const Eigen::SparseLU<Eigen::SparseMatrix<double>> lu(matrix);
  const Eigen::VectorXd solution = lu.solve(right);
  y0_.assign(static_cast<std::size_t>(n_), 0.0);
  yp0_ = y0_;
  std::copy_n(q, nq_, y0_.begin());
  std::copy_n(v, nq_, y0_.begin() + nq_);
  std::copy_n(v, nq_, yp0_.begin());
  std::copy_n(solution.data(), nq_, yp0_.begin() + nq_);
  std::copy_n(solution.data() + nq_, nc_, y0_.begin() + 2 * nq_ + nc_);
}

void IdaEngine::residual(const double* y, const double* yp, double* r) {
  const double *q = y, *v = q + nq_, *mu = v + nq_, *lambda = mu + nc_, *vp = yp + nq_;
  model_.force(q, force_.data());
  for (int i = 0; i < nq_; ++i) {
    r[i] = yp[i] - v[i];
    r[nq_ + i] = -force_[static_cast<std::size_t>(i)];
  }
  for (const auto& e : model_.mass) r[nq_ + e.row] += e.value * vp[e.column];
  for (int k = 0; k < nc_; ++k) {
    const auto& link = model_.links[static_cast<std::size_t>(k)];
    const Vec2 d = model_.position(link.j, q) - model_.position(link.i, q);
    const Vec2 dv = model_.velocity(link.j, v) - model_.velocity(link.i, v);
    for (const auto& [p, sign] : {std::pair{link.j, 1.0}, std::pair{link.i, -1.0}})
      for (int x = 0, c = model_.point(p).q; x < 2 && c >= 0; ++x) {
        r[c + x] += sign * d[x] * mu[k];
        r[nq_ + c + x] += sign * d[x] * lambda[k];
      }
    r[2 * nq_ + k] = 0.5 * (d.squaredNorm() - link.length * link.length);
    r[2 * nq_ + nc_ + k] = d.dot(dv);
  }
}

/// Of the residual in y, plus cj times that in y'. Loads that depend on positions are left out, as a Newton matrix may.
void IdaEngine::jacobian(double cj, const double* y) {
  const double *q = y, *v = q + nq_, *mu = v + nq_, *lambda = mu + nc_;
  const auto put = [this](int row, int column, double value) { pattern_.put(row, column, value); };
  for (int i = 0; i < nq_; ++i) {
    put(i, i, cj);
    put(i, nq_ + i, -1.0);
  }
  for (const auto& e : model_.mass) put(nq_ + e.row, nq_ + e.column, cj * e.value);
  for (int k = 0; k < nc_; ++k) {
    const auto& link = model_.links[static_cast<std::size_t>(k)];
    const Vec2 d = model_.position(link.j, q) - model_.position(link.i, q);
    const Vec2 dv = model_.velocity(link.j, v) - model_.velocity(link.i, v);
    const int ends[] = {model_.point(link.i).q, model_.point(link.j).q};
    const double signs[] = {-1.0, 1.0};
    const int mu_k = 2 * nq_ + k, lambda_k = mu_k + nc_;
    for (int a = 0; a < 2; ++a)
      for (int x = 0; x < 2 && ends[a] >= 0; ++x) {
        const int c = ends[a] + x;
        const double value = signs[a] * d[x];
        put(c, mu_k, value);
        put(nq_ + c, lambda_k, value);
        put(mu_k, c, value);
        put(lambda_k, nq_ + c, value);
        put(lambda_k, c, signs[a] * dv[x]);
        for (int b = 0; b < 2; ++b)
          if (ends[b] >= 0) {
            put(c, ends[b] + x, signs[a] * signs[b] * mu[k]);
            put(nq_ + c, ends[b] + x, signs[a] * signs[b] * lambda[k]);
          }
      }
  }
}

int IdaEngine::call_jacobian(realtype, realtype cj, N_Vector y, N_Vector, N_Vector, SUNMatrix J, void* self, N_Vector,
                             N_Vector, N_Vector) {
  auto& engine = *static_cast<IdaEngine*>(self);
  const auto& matrix = engine.pattern_.matrix();
  std::copy_n(matrix.outerIndexPtr(), engine.n_ + 1, SM_INDEXPTRS_S(J));
  std::copy_n(matrix.innerIndexPtr(), matrix.nonZeros(), SM_INDEXVALS_S(J));
  engine.pattern_.begin(SM_DATA_S(J));
  engine.jacobian(cj, NV_DATA_S(y));
  return 0;
}

void IdaEngine::reset() {
  std::copy(y0_.begin(), y0_.end(), NV_DATA_S(y_));
  std::copy(yp0_.begin(), yp0_.end(), NV_DATA_S(yp_));
  if (memory_ != nullptr) {
    IDAReInit(memory_, 0.0, y_, yp_);
    return;
  }
  for (int i = 0; i < n_; ++i) NV_Ith_S(differential_, i) = i < 2 * nq_ ? 1.0 : 0.0;
  memory_ = IDACreate(context_);
  IDAInit(memory_, call_residual, 0.0, y_, yp_);
  IDASStolerances(memory_, tolerance_, tolerance_);
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
  if (!m.planar || !m.skates.empty()) throw std::runtime_error("written for planar mechanisms of pins alone");
  if (setting.method != "ggl") throw std::runtime_error("IDA has no method \"" + setting.method + "\"");
  return std::make_unique<IdaEngine>(m, setting);
}

}  // namespace

int main(int argc, char** argv) { return peers::run(argc, argv, make_engine); }
