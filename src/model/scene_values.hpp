// Numbers of a scene: from expressions to constants and weighted sums of channels.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/view.hpp"
#include "rheon/model/model.hpp"

namespace rheon {

using SceneJson = nlohmann::ordered_json;

/// What a number is named if it needs a channel of its own: `view.ITEM.FIELD`.
struct SceneName {
  std::string_view item;
  std::string field;
  std::string_view unit;
};

class SceneValues {
 public:
  SceneValues(Model& model, std::string axes);

  /// A number, or [c, k1, w1, k2, w2, ...].
  SceneJson value(expr::Node node, const SceneName& name);
  /// Three of them; channels of their own are named `prefix` + axis + `suffix`.
  SceneJson vector(const view::Vector& vector, std::string_view item, std::string_view prefix, std::string_view unit,
                   std::string_view suffix = {});
  /// Channels that values refer to, in the order of their numbers.
  const std::vector<std::string>& channels() const { return channels_; }

 private:
  void know(expr::Node node, int source);
  int add_output(expr::Node node, const SceneName& name);
  int channel_of(int source);
  std::string name_of(int source) const;

  Model& model_;
  std::string axes_;
  bool measured_;  ///< the model says units somewhere: then channels of the view have theirs
  std::unordered_map<std::uint32_t, int> sources_;  ///< by node: number of the source, see name_of
  std::unordered_map<int, int> numbers_;            ///< of sources in use: number among `channels_`
  std::vector<std::string> channels_;
};

}  // namespace rheon
