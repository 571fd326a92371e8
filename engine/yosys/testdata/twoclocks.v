// Two clocks and both edges.
module twoclocks(input clk_a, clk_b, input rst, input [7:0] d, input en, output reg [7:0] a, b, n, output reg [7:0] sync, output reg [3:0] up, output [7:0] mixed, output [7:0] q);
  reg [7:0] meta;
  reg [7:0] mem [0:3];
  integer i;
  initial begin a = 0; b = 0; n = 0; up = 0; meta = 0; sync = 0; for (i = 0; i < 4; i = i + 1) mem[i] = i; end
  always @(posedge clk_a) if (rst) a <= 0; else if (en) a <= d;
  always @(posedge clk_b) begin meta <= a; sync <= meta; b <= b + 1; end
  always @(negedge clk_a) n <= n ^ d;
  always @(posedge clk_b or posedge rst) if (rst) up <= 0; else up <= up + 1;
  always @(posedge clk_a) if (en) mem[d[1:0]] <= d;
  assign mixed = a ^ b ^ n;
  assign q = mem[b[1:0]];
endmodule
