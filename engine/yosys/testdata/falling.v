// Everything on the falling edge of one clock.
module falling(input clk, input rst, input [7:0] d, output reg [7:0] q, output reg [3:0] n);
  initial n = 5;
  always @(negedge clk) if (rst) q <= 0; else q <= d;
  always @(negedge clk) n <= n + 1;
endmodule
