// Fields of one body, joint, driver or force, read from YAML.
#pragma once

#include <map>
#include <memory>
#include <set>

#include "io/model_keys.hpp"
#include "mechanism/assembly.hpp"
#include "mechanism/fields.hpp"

namespace rheon::reader {

class YamlFields final : public mechanism::Fields {
 public:
  /// `element`: `joint "A" (revolute)`, for messages. `map` is the element's map and outlives this.
  YamlFields(Context& context, mechanism::Assembly& mechanism, const Yaml& key, const Yaml& map, std::string element,
             std::span<const mechanism::FieldSpec> specs);

  /// Expressions may contain t and nothing of the motion.
  void allow_only_time() { allowed_ = on_time; }
  const std::string& name() const override { return key_.text; }
  const Place& place() const override { return place_; }
  bool has(std::string_view field) const override;
  void expect(std::string_view field, std::vector<std::string_view> units) override;
  int body(std::string_view field) override;
  std::vector<int> bodies(std::string_view field) override;
  int point(std::string_view field) override;
  std::vector<int> points(std::string_view field) override;
  mechanism::Vec3 direction(std::string_view field) override;
  std::vector<mechanism::Vec3> directions(std::string_view field) override;
  double number(std::string_view field, double absent) override;
  std::vector<double> numbers(std::string_view field) override;
  std::string word(std::string_view field) override;
  std::vector<mechanism::Turning> joints(std::string_view field, std::span<const mechanism::Freedom> wanted) override;
  mechanism::Turning turning(std::string_view field, mechanism::Freedom wanted) override;
  mechanism::Scalar expression(std::string_view field, double absent) override;
  bool reading(std::string_view field) const override { return reading_.contains(field); }
  std::vector<mechanism::Scalar> expressions(std::string_view field) override;
  std::vector<mechanism::Scalar> equations(std::string_view field, const mechanism::Vector& local) override;
  void report(std::string_view field, std::string what, std::string numbers, std::string remedy) override;

 private:
  const Yaml* find(std::string_view field) const;
  const mechanism::FieldSpec& spec(std::string_view field) const;
  /// Of the field, or of the k-th number of its list; "" if none is expected.
  std::string_view unit_of(std::string_view field, std::size_t k = 0) const;
  /// Number of what a name means, of the kind; reports what is no such name.
  int named(const Yaml& value, Symbol::Kind kind);
  /// `hinge`, or `hinge.angle`; reports what is no joint, or has no such number.
  std::optional<mechanism::Turning> joint_of(const Yaml& value, std::string_view field, mechanism::Freedom wanted);
  /// Which number is meant; nothing if that is not clear.
  std::optional<mechanism::Freedom> freedom_of(int joint, const std::string& name, std::string_view field,
                                               mechanism::Freedom wanted);
  int stand_in_point();
  mechanism::Vec3 stand_in_direction();
  int body_of(const Yaml& value);
  int point_of(const Yaml& value);
  mechanism::Vec3 direction_of(const Yaml& value, std::string_view field);
  double value_of(const Yaml& value, std::string_view unit, std::string_view thing);
  mechanism::Scalar node_of(const Yaml& value, std::string_view unit);

  Context& context_;
  mechanism::Assembly& mechanism_;
  const Yaml& key_;
  std::string element_;
  std::span<const mechanism::FieldSpec> specs_;
  std::vector<KeySpec> keys_;
  std::unique_ptr<Keyed> values_;
  const Yaml& map_;
  Place place_;
  unsigned allowed_ = on_motion;
  int stand_in_directions_ = 0;
  std::map<std::string, std::vector<mechanism::Scalar>> expressions_;
  std::map<std::string, std::vector<std::string_view>, std::less<>> units_;  ///< beside those of the table
  std::set<std::string, std::less<>> reading_;  ///< fields whose expressions are being read
};

/// For the point with this number if its place is wrong: where nothing else is, so that nothing else looks wrong.
mechanism::Vec3 stand_in_place(std::size_t number);

/// Coordinates of a place or a direction as constants; reports what is not as long as the space has dimensions.
std::optional<mechanism::Vec3> read_coordinates_list(Context& context, const Yaml& value, const std::string& element,
                                                     std::size_t dimensions, std::string_view unit);

}  // namespace rheon::reader
