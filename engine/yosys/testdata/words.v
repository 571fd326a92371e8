// Words put together and taken apart: concatenation, repetition, extension by hand, swapped bytes, single bits.
module words(
  input [7:0] a, input [3:0] b, input p, q, input [31:0] w, input [99:0] v,
  output [11:0] ab, output [15:0] twice, output [31:0] swap, output [7:0] reverse, output [31:0] sext, zext, output [15:0] mixed, output [127:0] vast,
  output [6:0] consts, output [31:0] bytes, output [63:0] wide_sext, output [7:0] bits, output [31:0] top, output [4:0] vparts, output [99:0] rot,
  output [31:0] rep, output [31:0] imm, output [35:0] mid
);
  assign ab = {a, b};
  assign twice = {2{a}};
  assign swap = {w[7:0], w[15:8], w[23:16], w[31:24]};
  assign reverse = {a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]};
  assign sext = {{24{a[7]}}, a};
  assign zext = {24'b0, a};
  assign mixed = {p, a[6:2], 2'b10, b, {3{q}}, p};
  assign vast = {w, a, p, v[80:0], 6'h2a};
  assign consts = {2'b10, p, 4'b0110};
  assign bytes = {a, w[23:16], 8'hff, a};
  assign wide_sext = {{32{w[31]}}, w};
  assign bits = {p, q, a == 3, p & q, b[2], ~q, 1'b1, w[17]};
  assign top = {w[30:0], w[31]};
  assign vparts = {v[99], v[64], v[63], v[32], v[0]};
  assign rot = {v[30:0], v[99:31]};
  assign rep = {32{p}};
  assign imm = {{20{w[31]}}, w[7], w[30:25], w[11:8], 1'b0};
  assign mid = {b, {28{a[3]}}, b};
endmodule
