// Multiplexers: ?:, if, case with and without a default, casez, full and parallel cases, chosen words.
module choices(
  input [7:0] a, b, c, input [1:0] s, input [3:0] op, input [31:0] w, input [99:0] v, input p, q,
  output [7:0] two, nested, output reg [7:0] four, some, prio, alu, output reg [2:0] first, output reg [31:0] wide, output reg [99:0] vast,
  output reg flag, output reg [7:0] ranges, output reg [3:0] onehot, output signed_, output [7:0] arr
);
  wire signed [7:0] sa = a;
  assign two = p ? a : b;
  assign nested = p ? (q ? a : b) : (q ? c : a + b);
  assign signed_ = p ? 1'b1 : q;
  always @* begin
    case (s) 0: four = a; 1: four = b; 2: four = c; 3: four = 8'h5a; endcase
    case (op) 4'd1: some = a; 4'd2, 4'd7: some = b; 4'd12: some = 8'd99; default: some = c; endcase
    prio = 0;
    if (a[0]) prio = 1; else if (a[1]) prio = b; else if (a[2]) prio = c; else if (a[7:3] == 5) prio = 9;
    casez (a) 8'b1???????: first = 7; 8'b01??????: first = 6; 8'b001?????: first = 5; 8'b00011???: first = 4; default: first = 0; endcase
    case (op)
      0: alu = a + b; 1: alu = a - b; 2: alu = a & b; 3: alu = a | b; 4: alu = a ^ b; 5: alu = ~a; 6: alu = a << b[2:0]; 7: alu = a >> b[2:0];
      8: alu = sa >>> b[2:0]; 9: alu = {7'b0, a < b}; 10: alu = a * b; default: alu = 0;
    endcase
    wide = p ? w : {w[15:0], w[31:16]};
    vast = q ? v : s == 2 ? {v[98:0], p} : 100'd7;
    flag = 0;
    case (1'b1) a[0]: flag = b[0]; a[1]: flag = b[1]; a[2]: flag = ~b[2]; endcase
    if (a < 10) ranges = 1; else if (a < 100) ranges = a; else if (a == 200 || b == 7) ranges = 3; else ranges = 4;
    onehot = 0;
    onehot[s] = 1;
  end
  assign arr = (s == 1 ? a : 0) | (s == 2 ? b : 0) | (s == 3 ? c : 0);
endmodule
