// What was only needed on the way to a model's expressions.
#pragma once

#include "rheon/model/model.hpp"

namespace rheon {

/// Drops the nodes of the graph that nothing in the model refers to. Handles kept elsewhere become invalid.
void drop_unused_nodes(Model& model);

}  // namespace rheon
