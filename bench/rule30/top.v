module cell_30 #(parameter START = 0) (input clk, left, right, output reg q);
  initial q = START;
  always @(posedge clk) q <= left ^ (q | right);
endmodule

module top(input clk, output [31:0] out);
  wire [4095:0] q;
  genvar i;
  generate
    for (i = 0; i < 4096; i = i + 1) begin : cells
      cell_30 #(i == 2048 ? 1 : 0) c(clk, q[(i + 1) % 4096], q[(i + 4095) % 4096], q[i]);
    end
  endgenerate
  assign out = q[2063:2032];
endmodule
