// An array with a reset, of which Yosys makes registers: they are alike but for their places.
module arrays (
  input clk, rst_n, we,
  input [2:0] wa, ra, rb,
  input [7:0] wd,
  output [7:0] a, b
);
  reg [7:0] m [0:7];
  integer i;
  always @(posedge clk or negedge rst_n)
    if (!rst_n)
      for (i = 0; i < 8; i = i + 1) m[i] <= 8'd0;
    else if (we) m[wa] <= wd + m[ra];
  assign a = m[ra];
  assign b = m[rb];
endmodule
