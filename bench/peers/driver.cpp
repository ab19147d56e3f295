#include "peers/driver.hpp"

#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "peers/problems.hpp"

namespace peers {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* usage =
    "--problem NAME [--n N] --method NAME (--step H | --tolerance TOL) [--end T] [--look] [--reference FILE]\n"
    "[--repeat-for SECONDS] [--write-centres FILE] [--limit SECONDS]\n";
constexpr std::size_t most_repetitions = 25;
/// Beyond this part of its first value (or of 1 J) the energy shows that a run is lost.
constexpr double lost_energy = 1e6;

struct Options {
  std::string problem, reference, write_centres;
  int n = 1;
  Setting setting;
  double end = 0.0;         ///< 0: that of the problem
  double repeat_for = 0.0;  ///< seconds of timed passes; one pass at least
  double limit = 0.0;       ///< of processor time of a pass, 0: none
  bool look = false;        ///< a pass for accuracy as well
};

Options read_options(int argc, char** argv) {
  Options o;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--look") {
      o.look = true;
      continue;
    }
    if (++i == argc) throw std::invalid_argument(name + " needs a value");
    const std::string value = argv[i];
    if (name == "--problem")
      o.problem = value;
    else if (name == "--n")
      o.n = std::stoi(value);
    else if (name == "--method")
      o.setting.method = value;
    else if (name == "--step")
      o.setting.step = std::stod(value);
    else if (name == "--tolerance")
      o.setting.tolerance = std::stod(value);
    else if (name == "--end")
      o.end = std::stod(value);
    else if (name == "--reference")
      o.reference = value;
    else if (name == "--repeat-for")
      o.repeat_for = std::stod(value);
    else if (name == "--limit")
      o.limit = std::stod(value);
    else if (name == "--write-centres")
      o.write_centres = value;
    else
      throw std::invalid_argument("unknown option " + name);
  }
  return o;
}

/// Of this thread, the only one that computes: while a timer runs, the clock of the process only counts ticks.
double cpu_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// In bytes, of this program alone: ru_maxrss begins with what the process that started it had.
double peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (double kilobytes = 0.0; word == "VmHWM:" && status >> kilobytes) return 1024.0 * kilobytes;
  throw std::runtime_error("/proc/self/status does not contain VmHWM, the peak of memory");
}

/// Engines cannot be stopped inside a pass: the program ends with its report.
extern "C" void end_after_limit(int) {
  constexpr char report[] = "{\"failed\": \"took longer than the limit\"}\n";
  const auto written = write(STDOUT_FILENO, report, sizeof report - 1);
  _exit(written < 0 ? 1 : 0);
}

void limit_pass(double seconds) {
  if (!(seconds > 0.0)) return;
  signal(SIGPROF, end_after_limit);
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  timer.it_value.tv_usec = static_cast<suseconds_t>(1e6 * (seconds - std::floor(seconds)));
  setitimer(ITIMER_PROF, &timer, nullptr);
}

std::vector<Vec3> read_centres(const std::string& path, std::size_t count) {
  std::ifstream file(path);
  std::vector<Vec3> centres(count);
  for (Vec3& c : centres) file >> c.x() >> c.y() >> c.z();
  if (!file) throw std::runtime_error("cannot read " + std::to_string(count) + " centres from " + path);
  return centres;
}

void write_centres(const std::string& path, const State& s) {
  std::ofstream file(path);
  file.precision(17);
  for (const BodyState& b : s) file << b.x.transpose() << '\n';
  if (!file) throw std::runtime_error("cannot write " + path);
}

/// Work of the torques on bodies about z, from their rotation, looked at often enough to see every turn.
class TorqueWork {
 public:
  explicit TorqueWork(const Mechanism& m) : m_(m), angle_(m.torques.size()), before_(m.torques.size()) {}
  double after(const State& s) {
    double work = 0.0;
    for (std::size_t k = 0; k < angle_.size(); ++k) {
      const Mat3& R = s[static_cast<std::size_t>(m_.torques[k].body)].R;
      const double now = std::atan2(R(1, 0), R(0, 0));
      angle_[k] += std::remainder(now - before_[k], 2.0 * std::acos(-1.0));
      before_[k] = now;
      work += m_.torques[k].value * angle_[k];
    }
    return work;
  }

 private:
  const Mechanism& m_;
  std::vector<double> angle_, before_;
};

void look(const Mechanism& m, Engine& engine, const Options& o, Json& result) {
  State s(m.bodies.size());
  std::vector<Vec3> centres;
  if (!o.reference.empty()) centres = read_centres(o.reference, s.size());
  engine.reset();
  engine.state(s);
  const double at_start = engine.energy(m, s);
  TorqueWork work(m);
  const long count = std::max(1L, std::lround(m.end / m.sample / engine.stride()));
  double drift = 0.0, widest = 0.0;
  for (long k = 1; k <= count; ++k) {
    const double t = m.end * static_cast<double>(k) / static_cast<double>(count);
    engine.advance(t);
    engine.state(s);
    const double change = engine.energy(m, s) - at_start - work.after(s);
    if (!(std::abs(change) < lost_energy * std::max(1.0, std::abs(at_start))))
      throw std::runtime_error("energy lost at t = " + std::to_string(t));
    drift = std::max(drift, std::abs(change));
    widest = std::max(widest, engine.gap(m, s));
    if (std::abs(t - m.judged) > 0.5 * m.end / static_cast<double>(count)) continue;
    if (!centres.empty()) result["error"] = position_error(s, centres) / m.size;
    if (!o.write_centres.empty()) write_centres(o.write_centres, s);
  }
  result["energy"] = drift;
  result["gap"] = widest;
}

void take_time(const Mechanism& m, Engine& engine, const Options& o, Json& result) {
  std::vector<double> times;
  double sum = 0.0;
  do {
    engine.reset();
    const double begin = cpu_time();
    engine.advance(m.end);
    times.push_back(cpu_time() - begin);
    sum += times.back();
  } while (sum < o.repeat_for && times.size() < most_repetitions);
  std::sort(times.begin(), times.end());
  result["cpu"] = times[(times.size() - 1) / 2];  // of two, the one with warm caches
  result["passes"] = times.size();
  result["steps"] = engine.steps();
  result["divided"] = engine.divided_steps();
}

void race(const Options& o, MakeEngine make, Json& result) {
  Mechanism m = make_mechanism(o.problem, o.n);
  if (o.end > 0.0) {
    m.end = o.end;
    m.judged = std::min(m.judged, o.end);
  }
  const double begin = cpu_time();
  const auto engine = make(m, o.setting);
  engine->reset();
  result["version"] = engine->version();
  result["setup"] = cpu_time() - begin;
  result["loaded_memory"] = peak_memory();
  limit_pass(o.limit);
  take_time(m, *engine, o, result);
  result["peak_memory"] = peak_memory();
  if (!o.look || (o.limit > 0.0 && result["cpu"] > o.limit)) return;
  limit_pass(10.0 * o.limit);  // looking takes time of its own
  look(m, *engine, o, result);
}

}  // namespace

int run(int argc, char** argv, MakeEngine make) {
  Json result;
  try {
    const Options o = read_options(argc, argv);
    result = {{"problem", o.problem}, {"n", o.n}, {"method", o.setting.method}};
    try {
      race(o, make, result);
    } catch (const std::exception& e) {
      result["failed"] = e.what();
    }
  } catch (const std::invalid_argument& e) {
    std::cerr << e.what() << "\nusage: " << usage;
    return 2;
  }
  std::cout << result.dump() << std::endl;
  return 0;
}

}  // namespace peers
