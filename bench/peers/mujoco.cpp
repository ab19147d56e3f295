// MuJoCo: joint coordinates, loops closed by soft equalities, made as stiff as the step allows (solref = 2 h).
//
// Methods: rk4, euler, implicit; fixed steps.
#include <mujoco/mujoco.h>

#include <cmath>
#include <cstring>
#include <stdexcept>

#include "peers/driver.hpp"
#include "peers/mujoco_text.hpp"

namespace {

using peers::JointKind;

int integrator_of(const std::string& method) {
  if (method == "rk4") return mjINT_RK4;
  if (method == "euler") return mjINT_EULER;
  if (method == "implicit") return mjINT_IMPLICIT;
  throw std::runtime_error("MuJoCo has no method \"" + method + "\"");
}

mjModel* load(const peers::MujocoFiles& texts) {
  if (texts.size() > mjMAXVFS) throw std::runtime_error("mj_loadXML: more files than MuJoCo holds");
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  for (std::size_t k = 0; k < texts.size(); ++k) {
    const auto& [name, content] = texts[k];
    mj_makeEmptyFileVFS(files.get(), name.c_str(), static_cast<int>(content.size()));
    std::memcpy(files->filedata[k], content.data(), content.size());
  }
  char error[1000] = "";
  mjModel* model = mj_loadXML(texts.front().first.c_str(), files.get(), error, sizeof error);
  mj_deleteVFS(files.get());
  if (model == nullptr) throw std::runtime_error(std::string("mj_loadXML: ") + error);
  return model;
}

class MujocoEngine : public peers::Engine {
 public:
  MujocoEngine(const peers::Mechanism& m, const peers::Setting& setting) : m_(m), step_(setting.step) {
    if (!m.holonomic()) throw std::runtime_error("MuJoCo cannot express velocity constraints");
    model_.reset(load(peers::mujoco_files(m, setting.step)));
    model_->opt.timestep = setting.step;
    model_->opt.integrator = integrator_of(setting.method);
    for (int k = 0; k < 3; ++k) model_->opt.gravity[k] = m.gravity[k];
    model_->opt.disableflags |= mjDSBL_CONTACT;
    data_.reset(mj_makeData(model_.get()));
    for (std::size_t i = 0; i < m.bodies.size(); ++i)
      id_.push_back(mj_name2id(model_.get(), mjOBJ_BODY, ("b" + std::to_string(i)).c_str()));
  }

  void reset() override;
  void advance(double t) override {
    const long last = std::lround(t / step_);
    for (; taken_ < last; ++taken_) mj_step(model_.get(), data_.get());
  }
  void state(peers::State& s) override;
  long steps() const override { return taken_; }
  std::string version() const override { return std::string("MuJoCo ") + mj_versionString(); }

 private:
  struct Delete {
    void operator()(mjModel* m) const { mj_deleteModel(m); }
    void operator()(mjData* d) const { mj_deleteData(d); }
  };
  int first_dof(int body) const { return model_->body_dofadr[id_[static_cast<std::size_t>(body)]]; }

  const peers::Mechanism& m_;
  double step_;
  long taken_ = 0;
  std::unique_ptr<mjModel, Delete> model_;
  std::unique_ptr<mjData, Delete> data_;
  std::vector<int> id_;
};

void MujocoEngine::reset() {
  mj_resetData(model_.get(), data_.get());
  taken_ = 0;
  for (std::size_t i = 0; i < m_.bodies.size(); ++i) {
    const peers::Joint& j = m_.joints[i];
    const peers::Vec3 of_a =
        j.a == peers::ground ? peers::Vec3(0, 0, 0) : m_.bodies[static_cast<std::size_t>(j.a)].spin;
    const peers::Vec3 w = m_.bodies[i].spin - of_a;
    mjtNum* speed = data_->qvel + first_dof(j.b);
    if (j.kind == JointKind::revolute) speed[0] = w.dot(j.axis);
    if (j.kind == JointKind::spherical)
      for (int k = 0; k < 3; ++k) speed[k] = w[k];
  }
  for (const auto& t : m_.torques) data_->qfrc_applied[first_dof(t.body)] = t.value;  // such a body hangs on the ground
  mj_forward(model_.get(), data_.get());
}

void MujocoEngine::state(peers::State& s) {
  mj_forward(model_.get(), data_.get());
  for (std::size_t i = 0; i < s.size(); ++i) {
    mjtNum velocity[6];
    mj_objectVelocity(model_.get(), data_.get(), mjOBJ_BODY, id_[i], velocity, 0);
    const mjtNum *x = data_->xipos + 3 * id_[i], *R = data_->xmat + 9 * id_[i];
    for (int k = 0; k < 3; ++k) {
      s[i].x[k] = x[k];
      s[i].w[k] = velocity[k];
      s[i].v[k] = velocity[3 + k];
      for (int l = 0; l < 3; ++l) s[i].R(k, l) = R[3 * k + l];
    }
  }
}

std::unique_ptr<peers::Engine> make_engine(const peers::Mechanism& m, const peers::Setting& setting) {
  return std::make_unique<MujocoEngine>(m, setting);
}

}  // namespace

int main(int argc, char** argv) { return peers::run(argc, argv, make_engine); }
