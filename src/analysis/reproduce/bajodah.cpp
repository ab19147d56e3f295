#include "analysis/reproduce/claim.hpp"

namespace rheon::reproduction {

Paper bajodah() {
  Paper paper;
  paper.name = "bajodah";
  return paper;
}

}  // namespace rheon::reproduction
