// CSV series: any bytes are read or refused; what is read has as many values as its header has names.
#include "rheon/io/series_reader.hpp"
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rheon;
  fuzz::allow_refusal([&] {
    const Results series = read_series_text(fuzz::text_of(data, size), "fuzz.csv");
    fuzz::require(!series.channels.empty() && series.channels.front().name == "t", "the first channel is t");
  });
  return 0;
}
