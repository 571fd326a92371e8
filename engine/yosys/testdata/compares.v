// Comparisons: unsigned, signed and mixed, of different widths.
module compares(
  input [7:0] a, input [11:0] b, input signed [7:0] sa, input signed [11:0] sb, input [31:0] w, x, input signed [31:0] sw, sx,
  input [63:0] v, u, input signed [69:0] sv, su, input p, q,
  output [5:0] uu, ss, mix, ww, sww, vv, svv, output [5:0] k, sk, output eqx, nex, bits, output [7:0] wide_flag, output signed [3:0] sflag
);
  assign uu = {a < b, a <= b, a > b, a >= b, a == b, a != b};
  assign ss = {sa < sb, sa <= sb, sa > sb, sa >= sb, sa == sb, sa != sb};
  assign mix = {sa < b, sa <= b, sa > b, sa >= b, sa == b, sa != b};
  assign ww = {w < x, w <= x, w > x, w >= x, w == x, w != x};
  assign sww = {sw < sx, sw <= sx, sw > sx, sw >= sx, sw == sx, sw != sx};
  assign vv = {v < u, v <= u, v > u, v >= u, v == u, v != u};
  assign svv = {sv < su, sv <= su, sv > su, sv >= su, sv == sa, sv != sa};
  assign k = {a < 10, a <= 8'hf0, w > 32'h80000000, v >= 64'h123456789abcdef0, a == 1, w != 0};
  assign sk = {sa < -3, sa <= 5, sw > -100000, sv >= -70'sd5, sa == -1, sw != -1};
  assign eqx = a === b[7:0];
  assign nex = w !== x;
  assign bits = (p == q) ^ (p != a[0]) ^ (p > q);
  assign wide_flag = a < b;
  assign sflag = sa < sb;
endmodule
