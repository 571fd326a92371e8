module round_s #(parameter [31:0] KI = 0) (
  input [31:0] a, b, c, d, e, f, g, h, w,
  output [31:0] a2, b2, c2, d2, e2, f2, g2, h2);
  wire [31:0] t1 = h + ({e[5:0], e[31:6]} ^ {e[10:0], e[31:11]} ^ {e[24:0], e[31:25]}) + ((e & f) ^ (~e & g)) + KI + w;
  wire [31:0] t2 = ({a[1:0], a[31:2]} ^ {a[12:0], a[31:13]} ^ {a[21:0], a[31:22]}) + ((a & b) ^ (a & c) ^ (b & c));
  assign a2 = t1 + t2;
  assign b2 = a;
  assign c2 = b;
  assign d2 = c;
  assign e2 = d + t1;
  assign f2 = e;
  assign g2 = f;
  assign h2 = g;
endmodule

module top(input clk, output [31:0] out);
  localparam [2047:0] K = {
    32'h428a2f98, 32'h71374491, 32'hb5c0fbcf, 32'he9b5dba5, 32'h3956c25b, 32'h59f111f1, 32'h923f82a4, 32'hab1c5ed5,
    32'hd807aa98, 32'h12835b01, 32'h243185be, 32'h550c7dc3, 32'h72be5d74, 32'h80deb1fe, 32'h9bdc06a7, 32'hc19bf174,
    32'he49b69c1, 32'hefbe4786, 32'h0fc19dc6, 32'h240ca1cc, 32'h2de92c6f, 32'h4a7484aa, 32'h5cb0a9dc, 32'h76f988da,
    32'h983e5152, 32'ha831c66d, 32'hb00327c8, 32'hbf597fc7, 32'hc6e00bf3, 32'hd5a79147, 32'h06ca6351, 32'h14292967,
    32'h27b70a85, 32'h2e1b2138, 32'h4d2c6dfc, 32'h53380d13, 32'h650a7354, 32'h766a0abb, 32'h81c2c92e, 32'h92722c85,
    32'ha2bfe8a1, 32'ha81a664b, 32'hc24b8b70, 32'hc76c51a3, 32'hd192e819, 32'hd6990624, 32'hf40e3585, 32'h106aa070,
    32'h19a4c116, 32'h1e376c08, 32'h2748774c, 32'h34b0bcb5, 32'h391c0cb3, 32'h4ed8aa4a, 32'h5b9cca4f, 32'h682e6ff3,
    32'h748f82ee, 32'h78a5636f, 32'h84c87814, 32'h8cc70208, 32'h90befffa, 32'ha4506ceb, 32'hbef9a3f7, 32'hc67178f2};
  reg [31:0] digest0 = 0, digest1 = 0, digest2 = 0, digest3 = 0, digest4 = 0, digest5 = 0, digest6 = 0, digest7 = 0;
  reg [31:0] count0 = 0, count1 = 1, count2 = 2, count3 = 3, count4 = 4, count5 = 5, count6 = 6, count7 = 7;
  genvar i;
  generate
    for (i = 0; i < 64; i = i + 1) begin : r
      wire [31:0] w, a, b, c, d, e, f, g, h, a2, b2, c2, d2, e2, f2, g2, h2;
      if (i >= 16) begin : schedule
        wire [31:0] x = r[i - 15].w;
        wire [31:0] y = r[i - 2].w;
        assign w = r[i - 16].w + ({x[6:0], x[31:7]} ^ {x[17:0], x[31:18]} ^ (x >> 3)) + r[i - 7].w
                 + ({y[16:0], y[31:17]} ^ {y[18:0], y[31:19]} ^ (y >> 10));
      end
      if (i > 0) begin : link
        assign a = r[i - 1].a2;
        assign b = r[i - 1].b2;
        assign c = r[i - 1].c2;
        assign d = r[i - 1].d2;
        assign e = r[i - 1].e2;
        assign f = r[i - 1].f2;
        assign g = r[i - 1].g2;
        assign h = r[i - 1].h2;
      end
      round_s #(K[32 * (63 - i) +: 32]) s(a, b, c, d, e, f, g, h, w, a2, b2, c2, d2, e2, f2, g2, h2);
    end
  endgenerate
  assign r[0].w = digest0;
  assign r[1].w = digest1;
  assign r[2].w = digest2;
  assign r[3].w = digest3;
  assign r[4].w = digest4;
  assign r[5].w = digest5;
  assign r[6].w = digest6;
  assign r[7].w = digest7;
  assign r[8].w = count0;
  assign r[9].w = count1;
  assign r[10].w = count2;
  assign r[11].w = count3;
  assign r[12].w = count4;
  assign r[13].w = count5;
  assign r[14].w = count6;
  assign r[15].w = count7;
  assign r[0].a = 32'h6a09e667;
  assign r[0].b = 32'hbb67ae85;
  assign r[0].c = 32'h3c6ef372;
  assign r[0].d = 32'ha54ff53a;
  assign r[0].e = 32'h510e527f;
  assign r[0].f = 32'h9b05688c;
  assign r[0].g = 32'h1f83d9ab;
  assign r[0].h = 32'h5be0cd19;
  always @(posedge clk) begin
    digest0 <= 32'h6a09e667 + r[63].a2;
    count0 <= count0 + 1;
    digest1 <= 32'hbb67ae85 + r[63].b2;
    count1 <= count1 + 3;
    digest2 <= 32'h3c6ef372 + r[63].c2;
    count2 <= count2 + 5;
    digest3 <= 32'ha54ff53a + r[63].d2;
    count3 <= count3 + 7;
    digest4 <= 32'h510e527f + r[63].e2;
    count4 <= count4 + 9;
    digest5 <= 32'h9b05688c + r[63].f2;
    count5 <= count5 + 11;
    digest6 <= 32'h1f83d9ab + r[63].g2;
    count6 <= count6 + 13;
    digest7 <= 32'h5be0cd19 + r[63].h2;
    count7 <= count7 + 15;
  end
  assign out = digest0;
endmodule
