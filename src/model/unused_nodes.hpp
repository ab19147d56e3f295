// What of the graph of a model its equations do not need.
#pragma once

#include <vector>

#include "rheon/model/model.hpp"

namespace rheon {

/// Drops nodes that only served to make others, except what these lead to. Handles from before are invalid, but for those
/// in the model and these.
void drop_unused_nodes(Model& model, std::vector<expr::Node*> more = {});

}  // namespace rheon
