// Words that feed their own other bits: no loop, though each is one operation.
module ownbits(
  input [7:0] a,
  input [7:0] b,
  input k,
  output [7:0] ripple,
  output [7:0] held,
  output [8:0] carry,
  output [7:0] gray
);
  wire [7:0] w;
  assign w = {w[6:0], k} ^ a;
  assign ripple = w;
  assign held = k ? {held[6:0], a[0]} & b : {held[6:0], b[7]} ^ a;
  wire [8:0] carries;
  assign carries = {(a & b) | ((a ^ b) & carries[7:0]), k};
  assign carry = carries;
  assign gray = a ^ {1'b0, gray[7:1]};
endmodule
