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
  wire [15:0] across [0:7][0:8];
  wire [15:0] along [0:8][0:7];
  wire [31:0] sum [0:63];
  wire [31:0] chain [0:64];
  assign chain[0] = 0;
  genvar i, j;
  generate
    for (i = 0; i < 8; i = i + 1) begin : rows
      feeder #(2 * i + 1) left(clk, across[i][0]);
      feeder #(4 * i + 3) up(clk, along[0][i]);
      for (j = 0; j < 8; j = j + 1) begin : cells
        mac c(clk, across[i][j], along[i][j], across[i][j+1], along[i+1][j], sum[8*i+j]);
        assign chain[8*i+j+1] = chain[8*i+j] ^ sum[8*i+j];
      end
    end
  endgenerate
  assign out = chain[64];
endmodule
