// Do the constraints determine the motion? And where is a fully driven mechanism close to a singular position?
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "rheon/model/system.hpp"

namespace rheon {

/// How far constraints determine a motion.
enum class Drive : unsigned char {
  positions,   ///< rows at position level determine the positions
  velocities,  ///< rows at velocity level complete what those at position level leave open
};

/// Throws ModelError, naming what is free, if the constraints at `s` leave a degree of freedom.
Drive examine_drive(const System& system, const State& s);

/// Names of the velocities that take part most in the motions that are left free by `terms`; "" if there are none.
std::string free_velocities(const System& system, const Eigen::MatrixXd& motions);

/// Refuses a section `nonideal`: ModelError.
void refuse_nonideal(const System& system, const char* command);
/// Refuses integrals of controllers: they are no positions, and only a motion determines their values. ModelError.
void refuse_integrals(const System& system, const char* command);

/// Follows the determinant of the rows from one position to the next: where it changes its sign, a singular position lies
/// between, and the mechanism had a choice.
class SingularWatch {
 public:
  explicit SingularWatch(const System& system);
  bool on() const { return on_; }  ///< off in systems so large that it would cost more than all the rest
  struct Finding {
    bool singular = false;  ///< here
    bool passed = false;    ///< since the position before
    std::string free;       ///< velocities that are not determined here
  };
  Finding look(const State& s);

 private:
  double sign_of(const Eigen::MatrixXd& A) const;  ///< of the determinant of the chosen rows
  void choose_rows(const Eigen::MatrixXd& A);

  const System* system_;
  Terms terms_;
  bool on_;
  std::vector<int> chosen_;  ///< rows that were independent at the position before
  double sign_ = 0.0;
};

}  // namespace rheon
