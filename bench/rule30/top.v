module cell_30 #(parameter START = 0) (input clk, left, right, output reg q);
  initial q = START;
  always @(posedge clk) q <= left ^ (q | right);
endmodule

module top(input clk, output [31:0] out);
  genvar i;
  generate
    for (i = 0; i < 4096; i = i + 1) begin : cells
      wire q;
      cell_30 #(i == 2048 ? 1 : 0) c(clk, cells[(i + 1) % 4096].q, cells[(i + 4095) % 4096].q, q);
    end
    for (i = 0; i < 32; i = i + 1) begin : outputs
      assign out[i] = cells[2032 + i].q;
    end
  endgenerate
endmodule
