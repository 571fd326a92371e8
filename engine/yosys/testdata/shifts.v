// Shifts by constants and by words: counts beyond the width, wide counts, signed words, results of other widths.
module shifts(
  input [7:0] a, input signed [7:0] sa, input [31:0] w, input signed [31:0] sw, input [63:0] v, input signed [69:0] sv,
  input [2:0] n3, input [4:0] n5, input [7:0] n8, input [39:0] n40, input signed [3:0] sn,
  output [7:0] l3, r3, l8, r8, output signed [7:0] ar3, ar8, output [15:0] wider_l, wider_r, output signed [15:0] wider_ar, wider_sr,
  output [31:0] wl, wr, output signed [31:0] war, output [31:0] wl5, wr5, output [63:0] vl, vr, output signed [69:0] svr, output [69:0] svl,
  output [7:0] kl, kr, output signed [7:0] kar, output one, output [3:0] low, output [31:0] far, output signed [31:0] sfar, output [7:0] neg, beyond,
  output signed [7:0] s_unsigned, output [63:0] vk, output signed [69:0] svk, output [95:0] grow
);
  assign l3 = a << n3;
  assign r3 = a >> n3;
  assign l8 = a << n8;
  assign r8 = a >> n8;
  assign ar3 = sa >>> n3;
  assign ar8 = sa >>> n8;
  assign wider_l = a << n8;
  assign wider_r = a >> n3;
  assign wider_ar = sa >>> n5;
  assign wider_sr = sa >> n5;
  assign wl = w << n8;
  assign wr = w >> n8;
  assign war = sw >>> n8;
  assign wl5 = w << n5;
  assign wr5 = w >> n5;
  assign vl = v << n8;
  assign vr = v >> n8;
  assign svr = sv >>> n8;
  assign svl = sv <<< n8;
  assign kl = a << 3;
  assign kr = a >> 3;
  assign kar = sa >>> 3;
  assign one = a >> n8;
  assign low = w >> n5;
  assign far = w << n40;
  assign sfar = sw >>> n40;
  assign neg = a >> sn;
  assign beyond = a << 9;
  assign s_unsigned = a >>> n3;
  assign vk = v >> 17;
  assign svk = sv >>> 40;
  assign grow = w << n8;
endmodule
