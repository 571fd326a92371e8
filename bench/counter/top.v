module top(input clk, output [31:0] out);
  reg [31:0] count = 0;
  always @(posedge clk) count <= count + 1;
  assign out = count;
endmodule
