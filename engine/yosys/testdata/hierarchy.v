// Modules in modules, with parameters, unconnected ports, and paths through them that only look like loops.
module half #(parameter W = 4) (input [W-1:0] a, b, input cin, output [W-1:0] s, output cout);
  assign {cout, s} = a + b + cin;
endmodule
module store #(parameter W = 8, START = 0) (input clk, rst, en, input [W-1:0] in, output reg [W-1:0] out, output nonzero);
  initial out = START;
  always @(posedge clk) if (rst) out <= START; else if (en) out <= in;
  assign nonzero = |out;
endmodule
module crossed(input a, input b, output x, output y);
  assign x = ~a;
  assign y = b;
endmodule
module hierarchy(input clk, rst, en, input [7:0] d, input p, output [7:0] sum, output carry, output [7:0] held, output [11:0] wide, output nz, output loop, output [7:0] name, output same);
  wire c;
  half low(.a(d[3:0]), .b(held[3:0]), .cin(p), .s(sum[3:0]), .cout(c));
  half #(.W(4)) high(.a(d[7:4]), .b(held[7:4]), .cin(c), .s(sum[7:4]), .cout(carry));
  store byte_(.clk(clk), .rst(rst), .en(en), .in(sum), .out(held), .nonzero(nz));
  store #(.W(12), .START(12'habc)) word(.clk(clk), .rst(rst), .en(1'b1), .in({d, 4'h5}), .out(wide));
  wire t;
  crossed x(.a(p), .b(t), .x(t), .y(loop));
  wire [7:0] \in$ide[0] = d ^ 8'h0f;
  assign name = \in$ide[0] ;
  assign same = held == wide[7:0];
endmodule
