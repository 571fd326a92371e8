// SHA-256: one round a cycle, with the message schedule in 16 registers.
module sha256 (
    input  wire         clk,
    input  wire         rst_n,
    input  wire         first,     // begin a message
    input  wire         next,      // go on with one
    input  wire [511:0] block,
    output wire         ready,
    output reg          valid,
    output wire [255:0] digest
);
  localparam IDLE = 2'd0, ROUNDS = 2'd1, ADD = 2'd2;

  reg [1:0]  state;
  reg [5:0]  round;
  reg [31:0] a, b, c, d, e, f, g, h;
  reg [31:0] h0, h1, h2, h3, h4, h5, h6, h7;
  wire [31:0] k;
  wire [31:0] w;

  sha256_k constants (.round(round), .k(k));
  sha256_schedule schedule (
      .clk(clk), .load(ready && (first || next)), .step(state == ROUNDS), .block(block), .w(w)
  );

  function [31:0] rotr(input [31:0] x, input [4:0] n);
    rotr = (x >> n) | (x << (6'd32 - n));
  endfunction

  wire [31:0] sum1   = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25);
  wire [31:0] choice = (e & f) ^ (~e & g);
  wire [31:0] t1     = h + sum1 + choice + k + w;
  wire [31:0] sum0   = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22);
  wire [31:0] major  = (a & b) ^ (a & c) ^ (b & c);
  wire [31:0] t2     = sum0 + major;

  assign ready  = state == IDLE;
  assign digest = {h0, h1, h2, h3, h4, h5, h6, h7};

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      state <= IDLE;
      round <= 0;
      valid <= 1'b0;
      {a, b, c, d, e, f, g, h} <= 256'd0;
      {h0, h1, h2, h3, h4, h5, h6, h7} <= 256'd0;
    end else begin
      case (state)
        IDLE: begin
          if (first) begin
            {h0, h1, h2, h3, h4, h5, h6, h7} <= {
              32'h6a09e667, 32'hbb67ae85, 32'h3c6ef372, 32'ha54ff53a, 32'h510e527f, 32'h9b05688c, 32'h1f83d9ab, 32'h5be0cd19
            };
            {a, b, c, d, e, f, g, h} <= {
              32'h6a09e667, 32'hbb67ae85, 32'h3c6ef372, 32'ha54ff53a, 32'h510e527f, 32'h9b05688c, 32'h1f83d9ab, 32'h5be0cd19
            };
          end else begin
            {a, b, c, d, e, f, g, h} <= {h0, h1, h2, h3, h4, h5, h6, h7};
          end
          if (first || next) begin
            state <= ROUNDS;
            round <= 0;
            valid <= 1'b0;
          end
        end
        ROUNDS: begin
          h <= g;
          g <= f;
          f <= e;
          e <= d + t1;
          d <= c;
          c <= b;
          b <= a;
          a <= t1 + t2;
          round <= round + 1'b1;
          if (&round) state <= ADD;
        end
        default: begin
          h0 <= h0 + a;
          h1 <= h1 + b;
          h2 <= h2 + c;
          h3 <= h3 + d;
          h4 <= h4 + e;
          h5 <= h5 + f;
          h6 <= h6 + g;
          h7 <= h7 + h;
          valid <= 1'b1;
          state <= IDLE;
        end
      endcase
    end
  end
endmodule

module sha256_schedule (
    input  wire         clk,
    input  wire         load,
    input  wire         step,
    input  wire [511:0] block,
    output wire [31:0]  w
);
  reg [31:0] words [0:15];
  integer i;

  wire [31:0] x = words[1];
  wire [31:0] y = words[14];
  wire [31:0] small0 = {x[6:0], x[31:7]} ^ {x[17:0], x[31:18]} ^ (x >> 3);
  wire [31:0] small1 = {y[16:0], y[31:17]} ^ {y[18:0], y[31:19]} ^ (y >> 10);

  assign w = words[0];

  always @(posedge clk)
    if (load) begin
      for (i = 0; i < 16; i = i + 1) words[i] <= block[(15 - i) * 32 +: 32];
    end else if (step) begin
      for (i = 0; i < 15; i = i + 1) words[i] <= words[i+1];
      words[15] <= small1 + words[9] + small0 + words[0];
    end
endmodule

module sha256_k (
    input  wire [5:0]  round,
    output reg  [31:0] k
);
  always @* begin
    case (round)
      6'd0: k = 32'h428a2f98;
      6'd1: k = 32'h71374491;
      6'd2: k = 32'hb5c0fbcf;
      6'd3: k = 32'he9b5dba5;
      6'd4: k = 32'h3956c25b;
      6'd5: k = 32'h59f111f1;
      6'd6: k = 32'h923f82a4;
      6'd7: k = 32'hab1c5ed5;
      6'd8: k = 32'hd807aa98;
      6'd9: k = 32'h12835b01;
      6'd10: k = 32'h243185be;
      6'd11: k = 32'h550c7dc3;
      6'd12: k = 32'h72be5d74;
      6'd13: k = 32'h80deb1fe;
      6'd14: k = 32'h9bdc06a7;
      6'd15: k = 32'hc19bf174;
      6'd16: k = 32'he49b69c1;
      6'd17: k = 32'hefbe4786;
      6'd18: k = 32'h0fc19dc6;
      6'd19: k = 32'h240ca1cc;
      6'd20: k = 32'h2de92c6f;
      6'd21: k = 32'h4a7484aa;
      6'd22: k = 32'h5cb0a9dc;
      6'd23: k = 32'h76f988da;
      6'd24: k = 32'h983e5152;
      6'd25: k = 32'ha831c66d;
      6'd26: k = 32'hb00327c8;
      6'd27: k = 32'hbf597fc7;
      6'd28: k = 32'hc6e00bf3;
      6'd29: k = 32'hd5a79147;
      6'd30: k = 32'h06ca6351;
      6'd31: k = 32'h14292967;
      6'd32: k = 32'h27b70a85;
      6'd33: k = 32'h2e1b2138;
      6'd34: k = 32'h4d2c6dfc;
      6'd35: k = 32'h53380d13;
      6'd36: k = 32'h650a7354;
      6'd37: k = 32'h766a0abb;
      6'd38: k = 32'h81c2c92e;
      6'd39: k = 32'h92722c85;
      6'd40: k = 32'ha2bfe8a1;
      6'd41: k = 32'ha81a664b;
      6'd42: k = 32'hc24b8b70;
      6'd43: k = 32'hc76c51a3;
      6'd44: k = 32'hd192e819;
      6'd45: k = 32'hd6990624;
      6'd46: k = 32'hf40e3585;
      6'd47: k = 32'h106aa070;
      6'd48: k = 32'h19a4c116;
      6'd49: k = 32'h1e376c08;
      6'd50: k = 32'h2748774c;
      6'd51: k = 32'h34b0bcb5;
      6'd52: k = 32'h391c0cb3;
      6'd53: k = 32'h4ed8aa4a;
      6'd54: k = 32'h5b9cca4f;
      6'd55: k = 32'h682e6ff3;
      6'd56: k = 32'h748f82ee;
      6'd57: k = 32'h78a5636f;
      6'd58: k = 32'h84c87814;
      6'd59: k = 32'h8cc70208;
      6'd60: k = 32'h90befffa;
      6'd61: k = 32'ha4506ceb;
      6'd62: k = 32'hbef9a3f7;
      6'd63: k = 32'hc67178f2;
    endcase
  end
endmodule
