module Gray (input clk, output [5:0] code);
  reg [5:0] n = 0;
  always @(posedge clk) n <= n + 1'b1;
  assign code = {n[5], n[5:1] ^ n[4:0]};
endmodule
