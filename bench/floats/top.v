module lane #(parameter [31:0] SEED = 1) (input clk, input [31:0] chain, output [31:0] mixed);
  reg [31:0] x = SEED, y = SEED * 3 + 1, result = 0, all = 0;
  reg sign1 = 0, minus1 = 0, sign2 = 0;
  reg [7:0] exp1 = 0, exp2 = 0;
  reg [26:0] big1 = 0, small1 = 0;
  reg [27:0] sum2 = 0;

  wire [31:0] yx = y ^ x;
  wire swap = x[30:0] < y[30:0];
  wire [7:0] distance = swap ? y[30:23] - x[30:23] : x[30:23] - y[30:23];
  wire [26:0] mx = {1'b1, x[22:0], 3'b0}, my = {1'b1, y[22:0], 3'b0};
  wire [26:0] little = swap ? mx : my;

  reg [27:0] m;
  reg [4:0] zeros;
  always @* begin
    m = sum2;
    zeros = 0;
    if (m[27:12] == 0) begin zeros = zeros + 16; m = m << 16; end
    if (m[27:20] == 0) begin zeros = zeros + 8; m = m << 8; end
    if (m[27:24] == 0) begin zeros = zeros + 4; m = m << 4; end
    if (m[27:26] == 0) begin zeros = zeros + 2; m = m << 2; end
    if (!m[27]) begin zeros = zeros + 1; m = m << 1; end
  end
  wire [7:0] exponent = exp2 + 1 - zeros;

  always @(posedge clk) begin
    x <= {1'b0, x[31:1]} ^ (x[0] ? 32'ha3000000 : 32'b0);
    y <= {1'b0, yx[31:1]} ^ (yx[0] ? 32'ha3000000 : 32'b0);
    sign1 <= swap ? y[31] : x[31];
    minus1 <= x[31] ^ y[31];
    exp1 <= swap ? y[30:23] : x[30:23];
    big1 <= swap ? my : mx;
    small1 <= distance > 26 ? 27'b0 : little >> distance;
    sign2 <= sign1;
    exp2 <= exp1;
    sum2 <= minus1 ? big1 - small1 : big1 + small1;
    result <= sum2 == 0 ? 32'b0 : {sign2, exponent, m[26:4]};
    all <= {all[30:0], all[31]} ^ result;
  end
  assign mixed = all ^ chain;
endmodule

module top(input clk, output [31:0] out);
  wire [31:0] chain [0:4];
  assign chain[0] = 0;
  genvar i;
  generate
    for (i = 0; i < 4; i = i + 1) begin : lanes
      lane #(12345 + 777 * i) l(clk, chain[i], chain[i + 1]);
    end
  endgenerate
  assign out = chain[4];
endmodule
