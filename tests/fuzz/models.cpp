// Models: any text is refused or becomes a system that can be examined and stepped. Mutations know the structure of a model.
#include <algorithm>
#include <cstring>
#include <string>

#include "model_steps.hpp"
#include "mutate_model.hpp"
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 8192) return -1;  // longer texts cost time and show nothing new
  rheon::fuzz::allow_refusal([&] { rheon::fuzz::try_model(rheon::fuzz::text_of(data, size)); });
  return 0;
}

#ifdef RHEON_LIBFUZZER
static std::size_t put(const std::string& text, std::uint8_t* data, std::size_t room) {
  const std::size_t size = std::min(text.size(), room);
  std::memcpy(data, text.data(), size);
  return size;
}

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t room);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t room, unsigned seed) {
  if (seed % 8 == 0) return LLVMFuzzerMutate(data, size, room);  // bytes: the syntax too wants to be tried
  return put(rheon::fuzz::mutate_model(rheon::fuzz::text_of(data, size), seed), data, room);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* first, std::size_t first_size,
                                                 const std::uint8_t* second, std::size_t second_size, std::uint8_t* out,
                                                 std::size_t room, unsigned seed) {
  using rheon::fuzz::text_of;
  return put(rheon::fuzz::cross_models(text_of(first, first_size), text_of(second, second_size), seed), out, room);
}
#endif
