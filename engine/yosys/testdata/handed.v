// A clock that other modules hand on: one is a module of clocks, as those of chips have, one has an inverter, one only
// passes it to the next.
module handed(
  input osc,
  input rst_n,
  input [3:0] d,
  output reg [3:0] q,
  output [7:0] count,
  output [3:0] deep
);
  wire clk, fallen, reset;
  handed_clocks clocks(.in(osc), .reset_in(rst_n), .clk(clk), .fallen(fallen), .reset(reset));
  always @(posedge clk)
    if (reset) q <= 0;
    else q <= d;
  handed_counter counter(.clk_n(fallen), .reset(reset), .step(q), .count(count));
  handed_chain chain(.clk(clk), .d(q), .q(deep));
endmodule

module handed_clocks(input in, input reset_in, output clk, output fallen, output reset);
  assign clk = in;
  assign fallen = ~in;
  assign reset = ~reset_in;
endmodule

module handed_counter(input clk_n, input reset, input [3:0] step, output reg [7:0] count);
  always @(negedge clk_n)
    if (reset) count <= 8'd1;
    else count <= count + step;
endmodule

module handed_chain(input clk, input [3:0] d, output reg [3:0] q);
  wire next, unused;
  handed_clocks clocks(.in(clk), .reset_in(1'b1), .clk(next), .fallen(), .reset(unused));
  always @(posedge next) q <= d ^ {3'b0, unused};
endmodule
