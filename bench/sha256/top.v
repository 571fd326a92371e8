module round_s #(parameter [31:0] KI = 0) (input [255:0] s, input [31:0] w, output [255:0] o);
  wire [31:0] a, b, c, d, e, f, g, h;
  assign {a, b, c, d, e, f, g, h} = s;
  wire [31:0] t1 = h + ({e[5:0], e[31:6]} ^ {e[10:0], e[31:11]} ^ {e[24:0], e[31:25]}) + ((e & f) ^ (~e & g)) + KI + w;
  wire [31:0] t2 = ({a[1:0], a[31:2]} ^ {a[12:0], a[31:13]} ^ {a[21:0], a[31:22]}) + ((a & b) ^ (a & c) ^ (b & c));
  assign o = {t1 + t2, a, b, c, d + t1, e, f, g};
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
  localparam [255:0] H = {32'h6a09e667, 32'hbb67ae85, 32'h3c6ef372, 32'ha54ff53a, 32'h510e527f, 32'h9b05688c, 32'h1f83d9ab, 32'h5be0cd19};
  reg [31:0] digest [0:7];
  reg [31:0] count [0:7];
  integer k;
  initial for (k = 0; k < 8; k = k + 1) begin digest[k] = 0; count[k] = k; end
  wire [31:0] w [0:63];
  wire [255:0] s [0:64];
  assign s[0] = H;
  genvar i;
  generate
    for (i = 0; i < 64; i = i + 1) begin : rounds
      if (i < 8) begin : first
        assign w[i] = digest[i];
      end else if (i < 16) begin : second
        assign w[i] = count[i - 8];
      end else begin : rest
        wire [31:0] x = w[i - 15];
        wire [31:0] y = w[i - 2];
        assign w[i] = w[i - 16] + ({x[6:0], x[31:7]} ^ {x[17:0], x[31:18]} ^ (x >> 3)) + w[i - 7]
                    + ({y[16:0], y[31:17]} ^ {y[18:0], y[31:19]} ^ (y >> 10));
      end
      round_s #(K[32 * (63 - i) +: 32]) r(s[i], w[i], s[i + 1]);
    end
  endgenerate
  always @(posedge clk)
    for (k = 0; k < 8; k = k + 1) begin
      digest[k] <= H[32 * (7 - k) +: 32] + s[64][32 * (7 - k) +: 32];
      count[k] <= count[k] + 2 * k + 1;
    end
  assign out = digest[0];
endmodule
