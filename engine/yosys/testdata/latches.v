// Latches, of both levels.
module latches(input en, input en_n, input [7:0] d, input [39:0] v, output reg [7:0] a, b, output reg [39:0] w, output reg p);
  always @* if (en) a = d;
  always @* if (!en_n) b = d + 1;
  always @* if (en) w = v;
  always @* if (en && !en_n) p = d[0];
endmodule
