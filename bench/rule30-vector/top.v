module top(input clk, output [31:0] out);
  reg [4095:0] s;
  initial begin
    s = 0;
    s[2048] = 1;
  end
  always @(posedge clk) s <= {s[0], s[4095:1]} ^ (s | {s[4094:0], s[4095]});
  assign out = s[2063:2032];
endmodule
