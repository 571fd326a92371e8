// A counter that resets itself when it gets to ten, and one whose reset comes out of a register.
module tens(input clk, input go, output reg [3:0] n);
  wire full = n == 10;
  initial n = 0;
  always @(posedge clk or posedge full) if (full) n <= 0; else if (go) n <= n + 1;
endmodule
module decade(input clk, input rst_n, input go, output [3:0] n, output reg [7:0] m, output reg [1:0] sync);
  initial begin m = 0; sync = 0; end
  tens t(clk, go, n);
  always @(posedge clk or negedge rst_n) if (!rst_n) sync <= 0; else sync <= {sync[0], 1'b1};
  always @(posedge clk or negedge sync[1]) if (!sync[1]) m <= 7; else m <= m + n;
endmodule
