// A reset that begins at once and ends with an edge of the clock of each domain: registers that see it end at their
// own edge are still reset by that edge.
module resetsync(
  input clk_a,
  input clk_b,
  input rst_n,
  input [3:0] d,
  output reg [7:0] a,
  output reg [7:0] b,
  output [1:0] stages
);
  reg [1:0] hold_a;
  reg [1:0] hold_b;
  always @(posedge clk_a or negedge rst_n)
    if (!rst_n) hold_a <= 2'b11;
    else hold_a <= {hold_a[0], 1'b0};
  always @(posedge clk_b or negedge rst_n)
    if (!rst_n) hold_b <= 2'b11;
    else hold_b <= {hold_b[0], hold_a[1]};
  wire rst_a = hold_a[1];
  wire rst_b = hold_b[1];
  always @(posedge clk_a or posedge rst_a)
    if (rst_a) a <= 8'h10;
    else a <= a + d;
  always @(posedge clk_b or posedge rst_b)
    if (rst_b) b <= 8'h20;
    else b <= b ^ {d, a[3:0]};
  assign stages = {rst_b, rst_a};
endmodule
