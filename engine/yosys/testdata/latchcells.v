// Latches with resets, as the cells themselves: Yosys makes them of descriptions that other tools wrote.
module latchcells (
  input clk, en, d1, set, clr, rst,
  input [7:0] d,
  output [7:0] q, n,
  output s, t, u
);
  \$adlatch #(.WIDTH(8), .EN_POLARITY(1'b1), .ARST_POLARITY(1'b1), .ARST_VALUE(8'h5a)) a (.EN(en), .D(d), .ARST(rst), .Q(q));
  \$adlatch #(.WIDTH(8), .EN_POLARITY(1'b0), .ARST_POLARITY(1'b0), .ARST_VALUE(8'h01)) b (.EN(en), .D(d), .ARST(set), .Q(n));
  \$sr #(.WIDTH(1), .SET_POLARITY(1'b1), .CLR_POLARITY(1'b1)) c (.SET(set), .CLR(clr), .Q(s));
  \$sr #(.WIDTH(1), .SET_POLARITY(1'b0), .CLR_POLARITY(1'b1)) e (.SET(set), .CLR(clr), .Q(t));
  \$dlatchsr #(.WIDTH(1), .EN_POLARITY(1'b1), .SET_POLARITY(1'b1), .CLR_POLARITY(1'b0)) f (.EN(en), .D(d1), .SET(set), .CLR(clr), .Q(u));
endmodule
