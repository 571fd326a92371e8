module Lfsr (input clk, input step, output [15:0] out);
  reg [15:0] word = 16'hACE1;
  wire feedback = word[0] ^ word[2] ^ word[3] ^ word[5];
  always @(posedge clk)
    if (step) word <= {feedback, word[15:1]};
  assign out = word;
endmodule
