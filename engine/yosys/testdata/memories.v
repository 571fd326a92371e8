// Memories: several ports, enables of bytes and of bits, an order of ports, start values, a depth that is no power of two.
module memories(
  input clk, input [3:0] a, b, c, input [7:0] d, e, input we, we2, input [3:0] be, input [31:0] w, input [39:0] v, input [7:0] m,
  output [7:0] qa, qb, output reg [7:0] qs, output [31:0] qw, output [39:0] qv, output [7:0] qm, qo, qr, output [7:0] q10, output one
);
  reg [7:0] simple [0:15];
  reg [7:0] two [0:15];
  reg [31:0] lanes [0:15];
  reg [39:0] wide [0:7];
  reg [7:0] masked [0:3];
  reg [7:0] offset [4:11];
  reg [7:0] rom [0:15];
  reg [7:0] ten [0:9];
  reg bits [0:15];
  integer i;
  initial begin
    for (i = 0; i < 16; i = i + 1) begin simple[i] = i * 7; two[i] = 0; lanes[i] = 32'h01020304 * i; rom[i] = 255 - i * i; bits[i] = i[1]; end
    for (i = 0; i < 8; i = i + 1) wide[i] = 40'h8000000000 + i;
    for (i = 0; i < 4; i = i + 1) masked[i] = 8'h5a;
    for (i = 4; i < 12; i = i + 1) offset[i] = i;
    for (i = 0; i < 10; i = i + 1) ten[i] = 100 + i;
  end
  always @(posedge clk) if (we) simple[a] <= d;
  always @(posedge clk) begin if (we) two[a] <= d; if (we2) two[b] <= e; end
  always @(posedge clk) begin
    if (be[0]) lanes[a][7:0] <= w[7:0];
    if (be[1]) lanes[a][15:8] <= w[15:8];
    if (be[2]) lanes[a][23:16] <= w[23:16];
    if (be[3]) lanes[a][31:24] <= w[31:24];
  end
  always @(posedge clk) if (we) wide[a[2:0]] <= v;
  genvar k;
  generate for (k = 0; k < 8; k = k + 1) begin: bit_
    always @(posedge clk) if (m[k]) masked[c[1:0]][k] <= d[k];
  end endgenerate
  wire [3:0] at = 4 + c[2:0];
  always @(posedge clk) if (we2) offset[at] <= e;
  always @(posedge clk) if (we && a < 10) ten[a] <= ten[a] + 1;
  always @(posedge clk) bits[a] <= we;
  always @(posedge clk) qs <= simple[b];
  assign qa = simple[a];
  assign qb = two[c];
  assign qw = lanes[c];
  assign qv = wide[c[2:0]];
  assign qm = masked[a[1:0]];
  assign qo = offset[at];
  assign qr = rom[a];
  assign q10 = ten[b < 10 ? b : 0];
  assign one = bits[c];
endmodule
