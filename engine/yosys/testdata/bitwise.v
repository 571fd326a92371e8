// Logic of words, with operands of different width and sign.
module bitwise(
  input [7:0] a, input [11:0] b, input signed [7:0] sa, input signed [11:0] sb, input [31:0] w, input signed [63:0] sv, input [99:0] v, input p, q,
  output [11:0] and_, or_, xor_, xnor_, not_, output signed [15:0] sand, sor, sxor, sxnor, snot, output [31:0] wand_, wor_, wxor, wnot, wxnor,
  output [99:0] vand, vor, vxor, vxnor, vnot, mixed, output o1, o2, o3, o4, o5, output [7:0] masked
);
  assign and_ = a & b;
  assign or_ = a | b;
  assign xor_ = a ^ b;
  assign xnor_ = a ~^ b;
  assign not_ = ~a;
  assign sand = sa & sb;
  assign sor = sa | sb;
  assign sxor = sa ^ sb;
  assign sxnor = sa ~^ sb;
  assign snot = ~sa;
  assign wand_ = w & sv;
  assign wor_ = w | b;
  assign wxor = w ^ 32'hdeadbeef;
  assign wnot = ~w;
  assign wxnor = w ~^ {4{a}};
  assign vand = v & sv;
  assign vor = v | w;
  assign vxor = v ^ {v[49:0], v[99:50]};
  assign vxnor = v ~^ a;
  assign vnot = ~v;
  assign mixed = sv | sa;
  assign o1 = p & q;
  assign o2 = ~(p | q);
  assign o3 = p ^ q ^ a[3];
  assign o4 = p ~^ q;
  assign o5 = (p & ~q) | (a == 3);
  assign masked = (a & 8'h0f) | (b[7:0] & 8'hf0);
endmodule
