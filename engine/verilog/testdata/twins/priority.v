module Priority (input [7:0] request, output reg [2:0] grant, output any);
  always @*
    casez (request)
      8'b???????1: grant = 0;
      8'b??????10: grant = 1;
      8'b?????100: grant = 2;
      8'b????1000: grant = 3;
      8'b???10000: grant = 4;
      8'b??100000: grant = 5;
      8'b?1000000: grant = 6;
      8'b10000000: grant = 7;
      default: grant = 0;
    endcase
  assign any = |request;
endmodule
