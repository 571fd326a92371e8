// Words that feed their own other bits: no loop, though each is one operation.
module ownbits(
  input [7:0] a,
  input [7:0] b,
  input k,
  output [7:0] ripple,
  output [7:0] held,
  output [8:0] carry,
  output [7:0] gray,
  output [3:0] first
);
  wire [7:0] w;
  assign w = {w[6:0], k} ^ a;
  assign ripple = w;
  assign held = k ? {held[6:0], a[0]} & b : {held[6:0], b[7]} ^ a;
  wire [8:0] carries;
  assign carries = {(a & b) | ((a ^ b) & carries[7:0]), k};
  assign carry = carries;
  assign gray = a ^ {1'b0, gray[7:1]};
  assign first[0] = a[0];
  assign first[1] = a[1] && !(first & 4'b0001);
  assign first[2] = a[2] && !(first & 4'b0011);
  assign first[3] = a[3] && !(first & 4'b0111);
endmodule
