module full_adder(input a, b, c, output s, co);
  wire ab, t, u;
  xor (ab, a, b);
  xor (s, ab, c);
  and (t, a, b);
  and (u, ab, c);
  or (co, t, u);
endmodule

module multiplier #(parameter N = 32) (input [N-1:0] a, b, output [2*N-1:0] p);
  wire [N-1:0] product [0:N-1];
  wire [N:0] row [0:N-1];
  wire [N:0] carry [0:N-1];
  genvar i, j;
  generate
    for (i = 0; i < N; i = i + 1) begin : rows
      for (j = 0; j < N; j = j + 1) begin : ands
        and (product[i][j], a[j], b[i]);
      end
    end
    assign row[0] = {1'b0, product[0]};
    assign p[0] = row[0][0];
    for (i = 1; i < N; i = i + 1) begin : sums
      assign carry[i][0] = 1'b0;
      for (j = 0; j < N; j = j + 1) begin : cells
        full_adder f(row[i-1][j+1], product[i][j], carry[i][j], row[i][j], carry[i][j+1]);
      end
      assign row[i][N] = carry[i][N];
      assign p[i] = row[i][0];
    end
    assign p[2*N-1:N] = row[N-1][N:1];
  endgenerate
endmodule

module top(input clk, output [31:0] out);
  reg [63:0] d = 64'h9e3779b97f4a7c15;
  wire [63:0] big;
  wire [51:0] small_p;
  wire [63:0] x, s;
  wire [64:0] c;
  multiplier #(32) m0(d[31:0], d[63:32], big);
  multiplier #(26) m1(d[28:3], d[56:31], small_p);
  assign c[0] = 1'b1;
  genvar i;
  generate
    for (i = 0; i < 64; i = i + 1) begin : adder
      if (i < 52) begin : mixed
        xor (x[i], big[i], small_p[i]);
      end else begin : plain
        assign x[i] = big[i];
      end
      full_adder f(d[i], x[i], c[i], s[i], c[i+1]);
    end
  endgenerate
  always @(posedge clk) d <= s;
  assign out = d[63:32];
endmodule
