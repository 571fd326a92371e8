// Powers.
module power(input [3:0] a, input [2:0] b, input [4:0] n, output [31:0] two, output [15:0] any, output [15:0] cube, output [63:0] big);
  assign two = 2 ** n;
  assign any = a ** b;
  assign cube = a ** 3;
  assign big = 64'd2 ** n;
endmodule
