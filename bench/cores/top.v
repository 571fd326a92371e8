module core #(parameter [5:0] INDEX = 0) (input clk, input [5:0] which, input [31:0] chain, output [31:0] mixed);
  reg [31:0] a = INDEX + 1, b = 32'h9e37 + INDEX, c = 7, d = 0;
  reg [15:0] steps = 0;
  wire [31:0] x0 = a ^ (a << 13);
  wire [31:0] x1 = x0 ^ (x0 >> 17);
  wire [31:0] x = x1 ^ (x1 << 5);
  wire [31:0] y = b + x * 32'h2545f491;
  wire [31:0] z = {c[24:0], c[31:25]} ^ y;
  wire [31:0] w = d + (z & x) + ((y >> 3) ^ (z << 2));
  always @(posedge clk) if (which == INDEX) begin
    a <= x;
    b <= y;
    c <= z + w;
    d <= w[0] ? w ^ x : w + y;
    steps <= steps + 1;
  end
  assign mixed = a ^ d ^ chain;
endmodule

module top(input clk, output [31:0] out);
  reg [13:0] count = 0;
  always @(posedge clk) count <= count + 1;
  wire [31:0] chain [0:64];
  assign chain[0] = 0;
  genvar i;
  generate
    for (i = 0; i < 64; i = i + 1) begin : cores
      core #(i) c(clk, count[13:8], chain[i], chain[i + 1]);
    end
  endgenerate
  assign out = chain[64];
endmodule
