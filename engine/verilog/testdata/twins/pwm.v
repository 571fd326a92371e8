module Channel (input clk, input [7:0] now, input [7:0] level, output on);
  reg [7:0] held = 0;
  always @(posedge clk) if (&now) held <= level;
  assign on = now < held;
endmodule

module Pwm (input clk, input [7:0] red, input [7:0] blue, output redOn, output blueOn);
  reg [7:0] \timer.now = 0;
  always @(posedge clk) \timer.now <= \timer.now + 8'd1;
  Channel left (.clk(clk), .now(\timer.now ), .level(red), .on(redOn));
  Channel right (.clk(clk), .now(\timer.now ), .level(blue), .on(blueOn));
endmodule
