// Sums, differences and products: unsigned, signed and mixed, with carries and cut results, narrow and wide.
module arithmetic(
  input [7:0] a, input [4:0] b, input signed [7:0] sa, input signed [4:0] sb,
  input [31:0] w, input signed [31:0] sw, input [63:0] v, input signed [69:0] sv, input c,
  output [8:0] add_carry, output [7:0] add_cut, output [12:0] mul, output signed [12:0] smul, output signed [9:0] smix,
  output signed [15:0] ssum, output [15:0] umix, output [31:0] wadd, output [32:0] wcarry, output [31:0] wmul, output [63:0] wide_mul,
  output signed [63:0] wide_smul, output [63:0] vadd, output [63:0] vsub, output [64:0] vcarry, output [63:0] vmul,
  output signed [69:0] ssub, output signed [8:0] neg, output [7:0] uneg, output signed [69:0] wneg, output [3:0] low, output [31:0] chain,
  output [15:0] plus, output [99:0] far
);
  assign add_carry = a + b + c;
  assign add_cut = a + 8'd200;
  assign mul = a * b;
  assign smul = sa * sb;
  assign smix = sa * b;
  assign ssum = sa + sb;
  assign umix = sa + b;
  assign wadd = w + sw;
  assign wcarry = w + w;
  assign wmul = w * 32'h9e3779b1;
  assign wide_mul = w * v[31:0];
  assign wide_smul = sw * sv;
  assign vadd = v + w;
  assign vsub = w - v;
  assign vcarry = {1'b0, v} + v;
  assign vmul = v * v;
  assign ssub = sv - sa;
  assign neg = -sa;
  assign uneg = -a;
  assign wneg = -sv;
  assign low = a * a + b;
  assign chain = (w + a) * b - (sw * 3) + 1;
  assign plus = +sa;
  assign far = sv * sw;
endmodule
