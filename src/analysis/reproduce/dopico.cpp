#include "analysis/reproduce/claim.hpp"

namespace rheon::reproduction {

Paper dopico() {
  Paper paper;
  paper.name = "dopico";
  return paper;
}

}  // namespace rheon::reproduction
