// Drivers with a third state that meet inside of a module.
module tristate (input clk, input sel, input [7:0] a, b, output reg [7:0] q, output [7:0] y);
  wire [7:0] bus;
  assign bus = sel ? a : 8'bz;
  assign bus = !sel ? b : 8'bz;
  always @(posedge clk) q <= bus;
  assign y = bus ^ q;
endmodule
