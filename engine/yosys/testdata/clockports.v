// The clock goes through ports of modules that are called like those of cells.
module stage(input CLK, input WR_CLK, input [7:0] D, output reg [7:0] Q);
  reg [7:0] kept;
  always @(posedge WR_CLK) kept <= D;
  always @(posedge CLK) Q <= kept + 8'd3;
endmodule
module clockports(input clk, input [7:0] d, output [7:0] q);
  wire [7:0] middle;
  stage first(.CLK(clk), .WR_CLK(clk), .D(d), .Q(middle));
  stage second(.CLK(clk), .WR_CLK(clk), .D(middle ^ d), .Q(q));
endmodule
