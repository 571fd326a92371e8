module Alu (input [15:0] a, input [15:0] b, input [2:0] op, output reg [15:0] result, output zero);
  always @*
    case (op)
      0: result = a + b;
      1: result = a - b;
      2: result = a & b;
      3: result = a | b;
      4: result = a ^ b;
      5: result = a << b[3:0];
      6: result = a >> b[3:0];
      7: result = {15'd0, a < b};
    endcase
  assign zero = result == 0;
endmodule
