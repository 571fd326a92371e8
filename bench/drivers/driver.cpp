// Drives a Verilated circuit: "trace N" prints the output of the first N cycles, "run N" runs for N
// milliseconds and prints the cycles per second of the fastest window.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "Vtop.h"
#include "verilated.h"

double sc_time_stamp() { return 0; }

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  VerilatedContext context;
  Vtop top{&context};
  const long n = std::atol(argv[2]);
  top.clk = 0;
  top.eval();
  if (std::strcmp(argv[1], "trace") == 0) {
    for (long i = 0; i < n; i++) {
      std::printf("%08x\n", top.out);
      top.clk = 1;
      top.eval();
      top.clk = 0;
      top.eval();
    }
    return 0;
  }
  // The fastest window of a few milliseconds; n is the time to spend, in milliseconds.
  using clock = std::chrono::steady_clock;
  const double window = 0.002;
  long batch = 1;
  double best = 0;
  const auto began = clock::now();
  while (std::chrono::duration<double>(clock::now() - began).count() * 1000 < n) {
    const auto start = clock::now();
    for (long i = 0; i < batch; i++) {
      top.clk = 1;
      top.eval();
      top.clk = 0;
      top.eval();
    }
    const double took = std::chrono::duration<double>(clock::now() - start).count();
    if (took < window) {
      batch = 1 + static_cast<long>(1.2 * batch * window / (took > window / 8 ? took : window / 8));
    } else if (batch / took > best) {
      best = batch / took;
      batch = 1 + static_cast<long>(1.2 * best * window);
    }
  }
  std::printf("%.3f\n", best);
  return 0;
}
