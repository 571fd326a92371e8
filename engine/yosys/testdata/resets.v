// Asynchronous resets of both levels, also to other values, that come and go between two edges.
module resets(input clk, input rst, input rst_n, input en, input [7:0] d, input [39:0] v, output reg [7:0] a, b, c, output reg f, output reg [39:0] w, output reg [3:0] n);
  initial begin a = 0; b = 0; c = 0; f = 0; w = 0; n = 0; end
  always @(posedge clk or posedge rst) if (rst) a <= 0; else a <= d;
  always @(posedge clk or negedge rst_n) if (!rst_n) b <= 8'h3c; else if (en) b <= b + d;
  always @(posedge clk or posedge rst) if (rst) c <= 5; else c <= c + a;
  always @(posedge clk or posedge rst) if (rst) f <= 1; else f <= ~f;
  always @(posedge clk or negedge rst_n) if (!rst_n) w <= 40'h123456789a; else w <= v;
  always @(posedge clk or posedge rst) if (rst) n <= 0; else if (en) n <= n + 1;
endmodule
