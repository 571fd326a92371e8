module feeder #(parameter STEP = 1) (input clk, output [15:0] out);
  reg [15:0] s = 0;
  always @(posedge clk) s <= s * 16'd5 + STEP[15:0];
  assign out = s;
endmodule

module mac(input clk, input [15:0] a, b, output reg [15:0] right, down, output reg [31:0] sum);
  initial begin right = 0; down = 0; sum = 0; end
  always @(posedge clk) begin
    right <= a;
    down <= b;
    sum <= sum + {16'd0, a} * {16'd0, b};
  end
endmodule

module top(input clk, output [31:0] out);
  genvar i;
  generate
    for (i = 0; i < 8; i = i + 1) begin : edges
      wire [15:0] left, up;
      feeder #(2 * i + 1) l(clk, left);
      feeder #(4 * i + 3) u(clk, up);
    end
    for (i = 0; i < 64; i = i + 1) begin : cells
      wire [15:0] a, b, right, down;
      wire [31:0] sum, chain;
      if (i % 8 == 0) begin : first_column
        assign a = edges[i / 8].left;
      end else begin : column
        assign a = cells[i - 1].right;
      end
      if (i < 8) begin : first_row
        assign b = edges[i].up;
      end else begin : row
        assign b = cells[i - 8].down;
      end
      mac c(clk, a, b, right, down, sum);
      if (i == 0) begin : first
        assign chain = sum;
      end else begin : rest
        assign chain = cells[i - 1].chain ^ sum;
      end
    end
  endgenerate
  assign out = cells[63].chain;
endmodule
