#include "analysis/reproduce/claim.hpp"

namespace rheon::reproduction {

Paper natsiavas() {
  Paper paper;
  paper.name = "natsiavas";
  return paper;
}

}  // namespace rheon::reproduction
