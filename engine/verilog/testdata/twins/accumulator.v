module Accumulator (input clk, input [7:0] x, output [7:0] total);
  reg [7:0] sum = 0;
  wire signed [8:0] next = $signed(x) + $signed(sum);
  always @(posedge clk)
    if (next > 127) sum <= 8'h7F;
    else if (next < -128) sum <= 8'h80;
    else sum <= next[7:0];
  assign total = sum;
endmodule
