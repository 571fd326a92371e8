// Tables of constants: a full one, one with holes, one with equal words, and one of wide words.
module tables(input [3:0] x, input [7:0] y, input [4:0] z, output reg [6:0] segments, output reg [7:0] holes, output reg [3:0] equal, output reg [63:0] wide, output reg [31:0] word);
  always @* begin
    case (x)
      0: segments = 7'h3f; 1: segments = 7'h06; 2: segments = 7'h5b; 3: segments = 7'h4f; 4: segments = 7'h66; 5: segments = 7'h6d;
      6: segments = 7'h7d; 7: segments = 7'h07; 8: segments = 7'h7f; 9: segments = 7'h6f; 10: segments = 7'h77; 11: segments = 7'h7c;
      12: segments = 7'h39; 13: segments = 7'h5e; 14: segments = 7'h79; 15: segments = 7'h71;
    endcase
    case (y)
      3: holes = 1; 5: holes = 77; 8: holes = 4; 12: holes = 200; 13: holes = 5; 14: holes = 6; 15: holes = 9; 16: holes = 11; 17: holes = 12;
      20: holes = 254; default: holes = 8'h55;
    endcase
    case (z)
      0, 1, 2: equal = 1; 3, 9: equal = 2; 4, 5, 6, 7: equal = 3; 8: equal = 4; 10: equal = 5; 11: equal = 6; 12: equal = 7; 13: equal = 8; 14: equal = 9;
      15: equal = 10; 16: equal = 11; default: equal = 0;
    endcase
    case (x)
      0: wide = 64'h0123456789abcdef; 1: wide = 64'hffffffffffffffff; 2: wide = 1; 3: wide = 2; 4: wide = 3; 5: wide = 4; 6: wide = 5; 7: wide = 6;
      8: wide = 64'h8000000000000000; default: wide = 0;
    endcase
    case (x)
      0: word = 32'h80000000; 1: word = 32'hffffffff; 2: word = 1; 3: word = 2; 4: word = 3; 5: word = 4; 6: word = 5; 7: word = 6;
      8: word = 32'hdeadbeef; default: word = 9;
    endcase
  end
endmodule
