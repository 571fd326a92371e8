module Fibonacci (input clk, output [7:0] value);
  reg [7:0] current_value = 0;
  reg [7:0] previous_value = 1;
  always @(posedge clk) begin
    current_value <= current_value + previous_value;
    previous_value <= current_value;
  end
  assign value = current_value;
endmodule
