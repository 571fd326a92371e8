module Divide (input [5:0] a, input [5:0] b, output [5:0] quotient, output [5:0] remainder);
  assign quotient = b == 0 ? 6'd63 : a / b;
  assign remainder = b == 0 ? a : a % b;
endmodule
