// Quotients and remainders of every sign; a divisor 0 is not compared, as Verilog has x for it.
module division(
  input [7:0] a, b, input signed [7:0] sa, sb, input [31:0] w, x, input signed [31:0] sw, sx,
  input [63:0] v, u, input signed [47:0] sv, su,
  output [7:0] q, r, output signed [7:0] sq, sr, mq, output [31:0] wq, wr, output signed [31:0] swq, swr,
  output [63:0] vq, vr, output signed [47:0] svq, svr, output [7:0] k, kr, output signed [15:0] k2, output [3:0] cut, output signed [11:0] wider
);
  assign q = a / b;
  assign r = a % b;
  assign sq = sa / sb;
  assign sr = sa % sb;
  assign mq = sa / b;
  assign wq = w / x;
  assign wr = w % x;
  assign swq = sw / sx;
  assign swr = sw % sx;
  assign vq = v / u;
  assign vr = v % u;
  assign svq = sv / su;
  assign svr = sv % su;
  assign k = a / 10;
  assign kr = a % 10;
  assign k2 = sa / -3;
  assign cut = w / 7;
  assign wider = sa / sb;
endmodule
