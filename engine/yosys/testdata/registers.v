// Registers: enables and resets of both levels and in both orders, start values, pieces of one word, feedback.
module registers(
  input clk, input rst, input rst_n, input en, input en_n, input [7:0] d, input [31:0] w, input [99:0] v, input [1:0] s,
  output reg [7:0] plain, enabled, cleared, preset, both_re, both_er, low, output reg [31:0] count, sum, output reg [99:0] wide, output reg flag,
  output reg [15:0] pieces, output reg [7:0] swap_a, swap_b, output reg [31:0] signed_acc, output reg [7:0] started
);
  initial begin plain = 3; count = 32'hfffffff0; started = 8'h81; swap_a = 1; swap_b = 2; wide = 100'h123456789abcdef0123456789; end
  always @(posedge clk) plain <= d;
  always @(posedge clk) if (en) enabled <= d;
  always @(posedge clk) if (rst) cleared <= 0; else cleared <= d + cleared;
  always @(posedge clk) if (!rst_n) preset <= 8'ha5; else preset <= preset ^ d;
  always @(posedge clk) if (rst) both_re <= 7; else if (en) both_re <= d;
  always @(posedge clk) if (en) begin if (rst) both_er <= 9; else both_er <= d; end
  always @(posedge clk) if (!en_n) low <= d;
  always @(posedge clk) begin count <= count + 1; if (rst) count <= 0; end
  always @(posedge clk) if (rst) sum <= 0; else sum <= sum + w;
  always @(posedge clk) wide <= en ? v : {wide[98:0], wide[99]};
  always @(posedge clk) flag <= rst ? 0 : flag ^ en;
  always @(posedge clk) begin
    if (rst) pieces <= 16'h1234;
    else begin
      if (s[0]) pieces[7:0] <= d;
      if (s[1]) pieces[15:8] <= d;
      if (s == 0) pieces[3] <= 1;
    end
  end
  always @(posedge clk) begin swap_a <= swap_b; swap_b <= en ? swap_a : d; end
  always @(posedge clk) if (rst) signed_acc <= 0; else signed_acc <= signed_acc + {{24{d[7]}}, d};
  always @(posedge clk) started <= {started[6:0], started[7]};
endmodule
