// A memory that is read from a file, with cells that the file leaves out.
module romfile(input [3:0] a, output [7:0] q, output [15:0] pair);
  reg [7:0] rom [0:15];
  initial $readmemh("image.hex", rom);
  assign q = rom[a];
  assign pair = {rom[a ^ 4'd1], rom[a]};
endmodule
